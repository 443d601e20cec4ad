// What is drawn, for any system: made from a view, of which only `table` is looked at.

import { middle } from "../lib/geometry";
import { upper } from "../lib/words";
import type { AimPlace, Mark, Marker, Point, RosterUnit, Sign, TerrainPiece, View, Zone } from "../lib/protocol";

export interface Figure {
  key: string; // the same from one view to the next
  figure: number; // the engine's number, -1 if it gives none
  unit: number;
  side: number;
  name: string; // what he is called in his unit: "redcoat 3"; or the unit's name
  title: string; // and in full: "Sergeant (veteran), 1st Redcoats"
  x: number;
  y: number;
  facing: number;
  wide: number;
  deep: number; // 0: a disc
  shape: string;
  role: string;
  signs: string[];
  served: boolean; // a gun whose crew stands on the same base
  count: number; // of figures on the base
  loose: boolean; // they stand apart
}

export interface Unit {
  id: number;
  side: number;
  name: string;
  figures: number;
  start: number;
  place: string;
  onTable: boolean;
  gone: boolean; // for good
  state: string[];
  shaken: boolean;
  seat: number;
  arm: string;
  signs: Sign[];
  men: string[]; // of its own figures on the table, what each is called
  facts: { name: string; value: string }[];
  at: Point | null;
  facing: number;
}

export interface Scene {
  size: Point;
  sides: string[];
  terrain: TerrainPiece[];
  markers: Marker[];
  zones: { side: number; rect: Zone }[];
  places: AimPlace[]; // that are fought for
  units: Unit[];
  figures: Figure[];
  fallen: Figure[];
}

export function sceneOf(view: View): Scene {
  const table = view.table;
  const units = table.roster.map((unit, id) => unitOf(unit, id));
  const counted = new Map<number, number>();
  const men = namesOf(table.roster);
  const drawn = (mark: Mark): Figure => {
    const nth = counted.get(mark.unit) ?? 0;
    counted.set(mark.unit, nth + 1);
    const [wide = 1, deep = 0] = mark.base;
    const { x, y, unit, figure, facing, shape, role, signs, count = 1, loose = false } = mark;
    const key = figure < 0 ? `u${unit}.${nth}` : `f${figure}`;
    const side = units[unit]?.side ?? 0;
    const own = units[unit]?.name ?? "";
    const { man: name, unit: home } = men.get(figure) ?? { man: own, unit: own };
    const title = titleOf(name, home, role);
    return { key, figure, unit, side, name, title, x, y, facing, wide, deep, shape, role, signs, served: false, count, loose };
  };
  const figures = once(table.marks).map(drawn);
  for (const figure of figures) figure.served = isServed(figure, figures);
  for (const { figure, unit, name } of figures.toSorted((a, b) => a.figure - b.figure)) if (men.has(figure)) units[unit]?.men.push(name);
  place(units, figures);
  return {
    size: table.size,
    sides: view.sides,
    terrain: table.terrain,
    markers: table.markers,
    zones: table.zones,
    places: table.aims.flatMap((aim) => aim.places),
    units,
    figures,
    fallen: table.fallen.map(drawn),
  };
}

/** What figures with a number are called, and the unit that they are of: with its last men they may have joined another. */
function namesOf(roster: RosterUnit[]): Map<number, { man: string; unit: string }> {
  const named = roster.flatMap(({ first, men, name: unit }) => men.map((man, i) => [first + i, { man, unit }] as const));
  return new Map(named);
}

/** "Redcoat 3, 1st Redcoats"; "Sergeant (veteran), 1st Redcoats"; "The Hero (hero, army commander)". */
function titleOf(name: string, unit: string, role: string): string {
  const what = role.startsWith(name) ? role : role && role !== name ? `${name} (${role})` : name;
  return upper(name === unit ? what : `${what}, ${unit}`);
}

/** Each figure once: of two marks with the same number the upper one. */
function once(marks: Mark[]): Mark[] {
  const last = new Map(marks.map((mark, i) => [mark.figure, i]));
  return marks.filter((mark, i) => mark.figure < 0 || last.get(mark.figure) === i);
}

/** Does a gun's crew stand on its base? Then the piece itself takes up the front of it only. */
function isServed(gun: Figure, figures: Figure[]): boolean {
  if (gun.shape !== "gun" && gun.shape !== "gatling") return false;
  return figures.some(
    (man) => man.unit === gun.unit && man.shape === "crew" && Math.hypot(man.x - gun.x, man.y - gun.y) < gun.wide * 0.7,
  );
}

/** Where a unit is that does not come back. Others that are not on the table wait, are with another, or are out of sight. */
const GONE = ["destroyed", "routed", "gone"];

function unitOf(unit: RosterUnit, id: number): Unit {
  return {
    id,
    side: unit.side,
    name: unit.name,
    figures: unit.figures,
    start: unit.start,
    place: unit.place,
    onTable: unit.on_table,
    gone: GONE.includes(unit.place),
    state: unit.state,
    shaken: unit.shaken,
    seat: unit.seat,
    arm: unit.arm,
    signs: unit.signs,
    men: [],
    facts: unit.facts,
    at: unit.at ? [unit.at[0], unit.at[1]] : null,
    facing: unit.at?.[2] ?? 0,
  };
}

/** Each unit's figures. */
export function byUnit(figures: Figure[]): Map<number, Figure[]> {
  const found = new Map<number, Figure[]>();
  for (const figure of figures) {
    const own = found.get(figure.unit);
    if (own) own.push(figure);
    else found.set(figure.unit, [figure]);
  }
  return found;
}

/** A unit without a place of its own stands where the middle of its figures is. */
function place(units: Unit[], figures: Figure[]): void {
  const standing = byUnit(figures);
  for (const unit of units) {
    if (unit.at || !unit.onTable) continue;
    const own = standing.get(unit.id) ?? [];
    if (own.length) unit.at = middle(own.map((figure) => [figure.x, figure.y]));
    unit.facing = own[0]?.facing ?? unit.facing;
  }
}
