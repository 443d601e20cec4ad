// A side's flag: its colour comes from its class, its pattern tells it from the others without colour.

/** From the foot of a pole that is one high. */
const CLOTH = "M0 -1L.8 -.98L.72 -.74L.8 -.5L0 -.52Z";
const SIGNS = [
  "M.04 -.75H.72", // a bar
  "M.04 -.96L.74 -.55M.04 -.55L.74 -.96", // a saltire
  "M.38 -.97V-.53", // a pale
  "M.04 -.88H.74M.04 -.64H.74", // two bars
  "M.38 -.95L.56 -.75L.38 -.55L.2 -.75Z", // a lozenge
  "M.06 -.54L.74 -.94", // a bend
];

export function flagOf(side: number): { cloth: string; sign: string } {
  return { cloth: CLOTH, sign: SIGNS[side % SIGNS.length] ?? "" };
}
