// Several seats at one screen: who looks at it next, and whether a curtain falls before.

export interface Look {
  seat: number;
  hash: string; // of what the seat may know
  asked: number[]; // the seats that may be asked now, as far as this one is told
  isAsked: boolean; // this one is
}

export interface Turn {
  at: number; // which of the looks
  curtain: boolean;
  round: number[]; // seats that still have to answer in secret behind the curtain
}

/**
 * Where seats are asked at once, each answers in secret, so each has the screen to himself: a curtain falls before the
 * first and between them. Else it falls only if one may know what another may not. Null: all stays as it is.
 */
export function turned(looks: Look[], at: number, round: number[]): Turn | null {
  const here = looks[at];
  if (!here) return null;
  const others = (look: Look): number[] => looks.filter(({ seat, isAsked }) => isAsked && seat !== look.seat && look.asked.includes(seat)).map(({ seat }) => seat);
  if (here.isAsked) {
    return round.length || !others(here).length ? null : { at, curtain: true, round: others(here) };
  }
  const next = looks.findIndex((look) => look.isAsked);
  const there = looks[next];
  if (!there) return null;
  if (round.includes(there.seat)) return { at: next, curtain: true, round: round.filter((seat) => seat !== there.seat) };
  const rest = others(there);
  const hides = new Set(looks.map(({ hash }) => hash)).size > 1;
  return { at: next, curtain: hides || rest.length > 0, round: rest };
}
