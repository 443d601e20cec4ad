// Figures from above, front to the top, on a base one wide. Each shape says how deep it is, and its parts in the
// order in which they are drawn. Inks: cloth and trim are the side's, the rest is the same for all.

export interface Shape {
  deep: number; // of a base one wide
  parts: { d: string; ink: string }[];
  said: string; // what it is, in words
}

const oval = (x: number, y: number, rx: number, ry: number): string =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 1 ${2 * rx} 0a${rx} ${ry} 0 1 1 ${-2 * rx} 0Z`;
const block = (x: number, y: number, w: number, h: number): string => `M${x} ${y}h${w}v${h}h${-w}Z`;

const SHOULDERS = oval(0, 0.08, 0.36, 0.19);
const HEAD = oval(0, 0.03, 0.17, 0.17);
const PEAK = "M-.13 -.08Q0 -.24 .13 -.08Z";
const MUSKET = "M.29 .3L.22 -.46";
const PACK = block(-0.17, 0.2, 0.34, 0.15);
const COCKED = "M-.3 .04Q0 -.2 .3 .04Q0 .2 -.3 .04Z";

const MOUNT = "M0 -.74Q.1 -.7 .12 -.56L.13 -.36Q.3 -.2 .27 .2Q.25 .52 .12 .62Q0 .68 -.12 .62Q-.25 .52 -.27 .2Q-.3 -.2 -.13 -.36L-.12 -.56Q-.1 -.7 0 -.74Z";
const MANE = "M0 -.62L0 -.3M0 .6Q.06 .7 0 .74";
const RIDER = oval(0, 0.14, 0.34, 0.16);
const RIDER_HEAD = oval(0, 0.09, 0.15, 0.15);

const WHEELS = `${block(-0.46, -0.2, 0.12, 0.52)}${block(0.34, -0.2, 0.12, 0.52)}`;
const AXLE = "M-.4 .06H.4";
const TRAIL = "M-.05 .05L-.09 .49H.09L.05 .05Z";
const BARREL = "M-.1 .26L-.07 -.47H.07L.1 .26Q0 .34 -.1 .26Z";

const MEN = { cloth: SHOULDERS, head: HEAD };

export const SHAPES: Record<string, Shape> = {
  foot: {
    said: "foot",
    deep: 1,
    parts: [
      { d: PACK, ink: "wood" },
      { d: MEN.cloth, ink: "cloth" },
      { d: MUSKET, ink: "gun-line" },
      { d: MEN.head, ink: "trim" },
      { d: PEAK, ink: "dark" },
    ],
  },
  crew: {
    said: "gun crew",
    deep: 1,
    parts: [
      { d: "M-.34 .3L.3 -.36", ink: "rod" },
      { d: MEN.cloth, ink: "cloth" },
      { d: MEN.head, ink: "trim" },
    ],
  },
  civilian: {
    said: "civilian",
    deep: 1,
    parts: [
      { d: oval(0, 0.1, 0.3, 0.26), ink: "cloth" },
      { d: oval(0, 0.03, 0.24, 0.24), ink: "straw" },
      { d: oval(0, 0.03, 0.12, 0.12), ink: "wood" },
    ],
  },
  musician: {
    said: "musician",
    deep: 1,
    parts: [
      { d: MEN.cloth, ink: "cloth" },
      { d: MEN.head, ink: "trim" },
      { d: oval(0.08, -0.25, 0.2, 0.2), ink: "straw" },
      { d: "M-.2 -.1L.06 -.24M.3 -.06L.12 -.24", ink: "rod" },
    ],
  },
  leader: {
    said: "leader",
    deep: 1,
    parts: [
      { d: MEN.cloth, ink: "cloth" },
      { d: "M.32 .1L.4 -.44", ink: "steel" },
      { d: COCKED, ink: "dark" },
      { d: oval(0, 0.03, 0.1, 0.1), ink: "gold" },
      { d: "M-.36 .08A.36 .19 0 0 0 .36 .08", ink: "gold-line" },
    ],
  },
  horse: {
    said: "horse",
    deep: 1.5,
    parts: [
      { d: MOUNT, ink: "horse" },
      { d: MANE, ink: "mane" },
      { d: RIDER, ink: "cloth" },
      { d: RIDER_HEAD, ink: "trim" },
      { d: "M.3 .34L.4 -.2", ink: "steel" },
    ],
  },
  lancer: {
    said: "lancer",
    deep: 1.5,
    parts: [
      { d: MOUNT, ink: "horse" },
      { d: MANE, ink: "mane" },
      { d: RIDER, ink: "cloth" },
      { d: RIDER_HEAD, ink: "trim" },
      { d: "M.36 .6L.34 -.73", ink: "gun-line" },
      { d: "M.34 -.7L.14 -.6L.34 -.5Z", ink: "pennon" },
    ],
  },
  "mounted-leader": {
    said: "mounted leader",
    deep: 1.5,
    parts: [
      { d: MOUNT, ink: "horse" },
      { d: MANE, ink: "mane" },
      { d: RIDER, ink: "cloth" },
      { d: "M-.34 .14A.34 .16 0 0 0 .34 .14", ink: "gold-line" },
      { d: "M-.27 .1Q0 -.12 .27 .1Q0 .26 -.27 .1Z", ink: "dark" },
      { d: oval(0, 0.09, 0.09, 0.09), ink: "gold" },
      { d: "M.32 .2L.42 -.34", ink: "steel" },
    ],
  },
  gun: {
    said: "gun",
    deep: 1,
    parts: [
      { d: AXLE, ink: "rod" },
      { d: TRAIL, ink: "wood" },
      { d: WHEELS, ink: "dark" },
      { d: BARREL, ink: "brass" },
    ],
  },
  gatling: {
    said: "machine gun",
    deep: 1,
    parts: [
      { d: AXLE, ink: "rod" },
      { d: TRAIL, ink: "wood" },
      { d: WHEELS, ink: "dark" },
      { d: block(-0.13, -0.42, 0.26, 0.44), ink: "iron" },
      { d: "M-.07 -.46V-.02M0 -.46V-.02M.07 -.46V-.02", ink: "barrels" },
      { d: oval(0, 0.12, 0.17, 0.17), ink: "brass" },
      { d: "M.17 .12H.3", ink: "rod" },
    ],
  },
  limber: {
    said: "limber",
    deep: 1.5,
    parts: [
      { d: "M0 -.7V.2", ink: "rod" },
      { d: `${block(-0.46, 0.1, 0.12, 0.46)}${block(0.34, 0.1, 0.12, 0.46)}`, ink: "dark" },
      { d: block(-0.26, 0.08, 0.52, 0.46), ink: "wood" },
    ],
  },
  wagon: {
    said: "wagon",
    deep: 1.8,
    parts: [
      { d: `${block(-0.46, -0.5, 0.12, 0.4)}${block(0.34, -0.5, 0.12, 0.4)}${block(-0.46, 0.3, 0.12, 0.4)}${block(0.34, 0.3, 0.12, 0.4)}`, ink: "dark" },
      { d: block(-0.32, -0.7, 0.64, 1.5), ink: "straw" },
      { d: "M-.32 -.4H.32M-.32 0H.32M-.32 .4H.32", ink: "rod" },
    ],
  },
  vehicle: {
    said: "vehicle",
    deep: 2,
    parts: [
      { d: `${block(-0.48, -0.9, 0.16, 1.8)}${block(0.32, -0.9, 0.16, 1.8)}`, ink: "dark" },
      { d: "M-.48 -.7H-.32M-.48 -.4H-.32M-.48 -.1H-.32M-.48 .2H-.32M-.48 .5H-.32M-.48 .8H-.32M.32 -.7H.48M.32 -.4H.48M.32 -.1H.48M.32 .2H.48M.32 .5H.48M.32 .8H.48", ink: "tread" },
      { d: "M-.3 -.62L-.16 -.84H.16L.3 -.62V.8Q0 .96 -.3 .8Z", ink: "cloth" },
      { d: block(-0.05, -1, 0.1, 0.34), ink: "iron" },
      { d: oval(0, -0.2, 0.23, 0.23), ink: "iron" },
      { d: "M0 -.2V-.52", ink: "barrel-line" },
      { d: block(-0.22, 0.12, 0.44, 0.28), ink: "trim" },
      { d: oval(0, 0.62, 0.13, 0.13), ink: "dark" },
      { d: oval(0, 0.62, 0.06, 0.06), ink: "gold" },
    ],
  },
  walker: {
    said: "walker",
    deep: 1,
    parts: [
      { d: "M-.14 -.12L-.38 -.24L-.44 -.46M.14 -.12L.38 -.24L.44 -.46M-.14 .16L-.38 .2L-.46 .44M.14 .16L.38 .2L.46 .44", ink: "leg" },
      { d: oval(0, 0.04, 0.28, 0.3), ink: "cloth" },
      { d: "M0 0V-.46", ink: "barrel-line" },
      { d: oval(0, -0.02, 0.13, 0.13), ink: "iron" },
      { d: oval(0.1, 0.2, 0.07, 0.07), ink: "dark" },
    ],
  },
  automaton: {
    said: "automaton",
    deep: 1,
    parts: [
      { d: "M-.32 .12V-.34M.32 .12V-.34", ink: "leg" },
      { d: block(-0.26, -0.1, 0.52, 0.36), ink: "cloth" },
      { d: block(-0.13, -0.13, 0.26, 0.26), ink: "iron" },
      { d: "M0 .26V.44M-.12 .44H.12", ink: "brass-line" },
      { d: "M-.06 -.04H.06", ink: "gold-line" },
    ],
  },
  beast: {
    said: "beast",
    deep: 1,
    parts: [
      { d: "M-.34 .02Q-.5 -.2 -.3 -.44M.34 .02Q.5 -.2 .3 -.44", ink: "limb" },
      { d: oval(0, 0.14, 0.42, 0.26), ink: "hide" },
      { d: oval(0, -0.08, 0.17, 0.19), ink: "hide-dark" },
      { d: oval(0, 0.2, 0.12, 0.1), ink: "trim" },
    ],
  },
  wreck: {
    said: "wreck",
    deep: 1.4,
    parts: [
      { d: "M-.4 -.5L-.1 -.62L.2 -.4L.42 -.5L.36 .1L.44 .5L.1 .42L-.2 .62L-.42 .4L-.32 0Z", ink: "dark" },
      { d: "M-.26 -.3L.24 .34M.26 -.26L-.2 .36", ink: "steel" },
    ],
  },
};

const PLAIN: Shape = {
  said: "figure",
  deep: 1,
  parts: [
    { d: oval(0, 0, 0.3, 0.3), ink: "cloth" },
    { d: "M0 0V-.42", ink: "steel" },
  ],
};

export function shapeOf(name: string): Shape {
  return SHAPES[name] ?? PLAIN;
}

export const KNOWN: readonly string[] = [...Object.keys(SHAPES), "plain"];

/** The id of a shape's symbol in the page. */
export function symbolOf(name: string): string {
  return `shape-${name in SHAPES ? name : "plain"}`;
}
