// What Python means by its operators and types, for code that web/engine has translated: numbers of any size, `//` and
// `%` that round down, dicts that know tuples, slices, f-strings. Tuples and lists are arrays, whole numbers that are
// too large for a number are BigInts.

// The translated code has no types any more; whatever it hands over is looked at here.
// oxlint-disable-next-line no-explicit-any
type Any = any;
type Whole = number | bigint;

// ---------------------------------------------------------------------- objects

export class Thing {
  __init__(): void {}

  toString(): string {
    const { __str__ } = this as Any;
    return __str__ ? __str__.call(this) : `<${class_name(this)}>`;
  }
}

/** A fault that a person may be told of is a `Refused`; any other is the program's. */
export class Exception extends Error {
  __init__(says = ""): void {
    this.message = says;
  }
}

export class LeftOut extends Error {}

export const AttributeError = fault;
export const ArithmeticError = fault;
export const AssertionError = fault;
export const IndexError = fault;
export const KeyError = fault;
export const NotImplementedError = fault;
export const TypeError = fault;
export const ValueError = fault;

function fault(says = ""): Error {
  return new Error(String(says));
}

export function make(kind: new () => Any, ...given: Any[]): Any {
  const made = new kind();
  made.__init__(...given);
  return made;
}

const NAMES = new WeakMap<object, string>();

export function named(kind: object, name: string): void {
  NAMES.set(kind, name);
}

export function class_name(thing: object): string {
  return NAMES.get(thing.constructor) ?? thing.constructor.name;
}

export const name_of = (thing: Any): string => NAMES.get(thing) ?? thing.name;

/** Constants in the body of a class: its objects have them as well. */
export function constants(kind: Any, held: Record<string, Any>): void {
  for (const [name, value] of Object.entries(held)) {
    for (const on of [kind, kind.prototype]) Object.defineProperty(on, name, { value, writable: true, configurable: true });
  }
}

const COMPARED = new WeakMap<object, string[]>();

/** Objects of a dataclass are the same if these fields are. */
export function compared(kind: object, names: string[]): void {
  COMPARED.set(kind, names);
}

const KEPT = new WeakMap<object, Map<string, Any>>();

/** A property that is worked out when it is first asked for. */
export function once(thing: object, name: string, find: () => Any): Any {
  const kept = KEPT.get(thing) ?? new Map<string, Any>();
  KEPT.set(thing, kept);
  if (!kept.has(name)) kept.set(name, find());
  return kept.get(name);
}

export const field_names = (thing: object): string[] => Object.keys(thing);

export function getattr(thing: Any, name: string, otherwise?: Any): Any {
  if (name in thing) return thing[name];
  if (otherwise === undefined) throw fault(`${class_name(thing)} has no ${name}`);
  return otherwise;
}

// ---------------------------------------------------------------------- functions, methods and classes as values

const MAKERS = new WeakMap<object, Any>();

/** A class as a value: called, it makes an object; it has the class's constants, and its objects are instances of it. */
export function maker(kind: Any): Any {
  const known = MAKERS.get(kind);
  if (known) return known;
  const made = (...given: Any[]): Any => make(kind, ...given);
  made.prototype = kind.prototype;
  Object.setPrototypeOf(made, kind);
  if (NAMES.has(kind)) NAMES.set(made, name_of(kind));
  MAKERS.set(kind, made);
  MAKERS.set(made, made);
  return made;
}

/** What was read from an object: a field as it is, a method with its object. */
export function bound(found: Any, thing: Any, name: string): Any {
  return typeof found === "function" && !Object.hasOwn(thing, name) ? withObject(found, thing) : found;
}

/** The same where it may be one of Python's own types, whose methods are not its own here. */
export function own(found: Any, thing: Any, name: string): Any {
  return thing instanceof Thing ? bound(found, thing, name) : (...given: Any[]): Any => call(thing, name, ...given);
}

function withObject(method: Any, thing: Any): Any {
  const found = method.bind(thing);
  NAMES.set(found, name_of(method));
  const signature = SIGNED.get(method);
  if (signature) SIGNED.set(found, signature);
  return found;
}

export const bound_static = (kind: Any, name: string): Any => withObject(kind[name], kind);
export const unbound = (method: Any) => (thing: Any, ...given: Any[]): Any => method.call(thing, ...given);

/** A method of the class, which its objects have as well. */
export function shared(kind: Any, name: string): void {
  kind.prototype[name] = function (this: Any, ...given: Any[]): Any {
    return this.constructor[name](...given);
  };
}

// ---------------------------------------------------------------------- arguments by name

interface Signature {
  places: string[]; // of all that have one, in order
  byPlace: number; // so many of them may be given without a name
  nameless: Set<string>; // these may not be given by name
  optional: Set<string>;
  rest: boolean;
  extra: boolean;
}

const SIGNED = new WeakMap<object, Signature>();

/** How a function is called: `dice rules? * ran flanked? **`, as Python lists its parameters. */
export function signed(known: object, text: string): void {
  const found: Signature = { places: [], byPlace: -1, nameless: new Set(), optional: new Set(), rest: false, extra: false };
  for (const word of text.split(" ").filter(Boolean)) {
    if (word === "**") found.extra = true;
    else if (word.startsWith("*")) {
      found.byPlace = found.places.length;
      found.rest = word.length > 1;
    } else {
      const name = word.replace(/[/?]/g, "");
      found.places.push(name);
      if (word.includes("/")) found.nameless.add(name);
      if (word.endsWith("?")) found.optional.add(name);
    }
  }
  if (found.byPlace < 0) found.byPlace = found.places.length;
  SIGNED.set(known, found);
}

class Keywords {
  constructor(readonly given: [string, Any][]) {}
}

export const gathered = (given: [string, Any][]): Keywords => new Keywords(given);

/** The keywords at the end of `*rest`, each in its place; last, as a dict, those that nobody asked for. */
export function keywords(rest: Any[], names: string[]): Any[] {
  const given = rest.at(-1) instanceof Keywords ? dict_of(rest.pop().given) : new Dict();
  const found = names.map((name) => given.get(name));
  for (const name of names) given.delete(name);
  return [...found, given];
}

/** Call a function that only the running program knows: it says itself where its keywords belong. */
export function by_name(known: Any, given: Any[], named: [string, Any][]): Any {
  return known(...arranged(known, given, named));
}

export function method_by_name(thing: Any, name: string, given: Any[], named: [string, Any][]): Any {
  if (typeof thing[name] !== "function") throw fault(`${class_name(thing)} has no ${name}`);
  const known = Object.hasOwn(thing, name) || SIGNED.has(thing[name]) ? thing[name] : thing.constructor[name];
  return thing[name](...arranged(known, given, named));
}

function arranged(known: Any, given: Any[], named: [string, Any][]): Any[] {
  const signature = SIGNED.get(known) ?? signedKind(known);
  if (!signature) throw new LeftOut(`the parameters of ${name_of(known)}`);
  const { places, byPlace, nameless, optional, rest, extra } = signature;
  if (given.length > byPlace && !rest) throw fault(`${name_of(known)} takes ${byPlace} by place, not ${given.length}`);
  const found = [...given.slice(0, byPlace)];
  const others: [string, Any][] = [];
  const taken = new Set(places.slice(0, found.length));
  for (const [name, value] of named) {
    const place = nameless.has(name) ? -1 : places.indexOf(name);
    if (place < 0 && !extra) throw fault(`${name_of(known)} has no parameter ${name}`);
    if (place >= 0 && taken.has(name)) throw fault(`${name_of(known)} is given ${name} twice`);
    if (place < 0 || (rest && place >= byPlace)) others.push([name, value]);
    else found[place] = value;
    taken.add(name);
  }
  const missing = places.find((name) => !taken.has(name) && !optional.has(name));
  if (missing) throw fault(`${name_of(known)} is not given ${missing}`);
  if (others.length) found.length = rest ? byPlace : places.length; // what is not given has its place all the same
  found.push(...given.slice(byPlace));
  if (others.length) found.push(rest ? gathered(others) : dict_of(others));
  return found;
}

/** A class as a value is called as its class is. */
const signedKind = (known: Any): Signature | undefined => SIGNED.get(Object.getPrototypeOf(known));

// ---------------------------------------------------------------------- dicts

/** Keys that Python takes for one are one: tuples by what is in them, and 1 and True. */
function keyOf(key: Any): Any {
  if (typeof key === "boolean") return Number(key);
  if (Array.isArray(key)) return `(${key.map(inKey).join()})`;
  const names = key instanceof Thing ? COMPARED.get(key.constructor) : undefined;
  return names ? `${inKey(key.constructor)}(${names.map((name) => inKey((key as Any)[name])).join()})` : key;
}

function inKey(part: Any): Any {
  if (typeof part === "string") return JSON.stringify(part);
  const found = keyOf(part);
  return found !== null && (typeof found === "object" || typeof found === "function") ? `#${numberOf(found)}` : found;
}

const NUMBERS = new WeakMap<object, number>();
let numbers = 0;

/** Objects that are the same only as themselves, and functions, have a number each. */
function numberOf(thing: object): number {
  const known = NUMBERS.get(thing) ?? ++numbers;
  NUMBERS.set(thing, known);
  return known;
}

export class Dict {
  readonly held = new Map<Any, [Any, Any]>();

  get size(): number {
    return this.held.size;
  }
  get(key: Any): Any {
    return this.held.get(keyOf(key))?.[1];
  }
  has(key: Any): boolean {
    return this.held.has(keyOf(key));
  }
  set(key: Any, value: Any): void {
    const known = this.held.get(keyOf(key));
    if (known) known[1] = value;
    else this.held.set(keyOf(key), [key, value]);
  }
  delete(key: Any): void {
    this.held.delete(keyOf(key));
  }
  keys(): Any[] {
    return Array.from(this.held.values(), (pair) => pair[0]);
  }
  values(): Any[] {
    return Array.from(this.held.values(), (pair) => pair[1]);
  }
  items(): [Any, Any][] {
    return Array.from(this.held.values(), ([key, value]) => [key, value]);
  }
}

export function dict_of(pairs: [Any, Any][]): Dict {
  const made = new Dict();
  for (const [key, value] of pairs) made.set(key, value);
  return made;
}

export const dict = (source: Any = []): Dict => dict_of(source instanceof Dict ? source.items() : each(source));

// ---------------------------------------------------------------------- going through things

export function each(source: Any): Any[] {
  if (Array.isArray(source)) return source;
  if (source instanceof Dict) return source.keys();
  return [...source];
}

export const list = (source: Any = []): Any[] => [...each(source)];
export const tuple = list;
export const iter = each;
export const reversed = (source: Any): Any[] => list(source).reverse();
export const enumerate = (source: Any, first = 0): [number, Any][] => each(source).map((part, at) => [at + first, part]);
export const all = (source: Any): boolean => each(source).every(truth);
export const any = (source: Any): boolean => each(source).some(truth);
export const sum = (source: Any, start: Any = 0): Any => each(source).reduce(add, start);

export function next(source: Any, otherwise?: Any): Any {
  const parts = each(source);
  if (parts.length) return parts[0];
  if (otherwise === undefined) throw fault("nothing is there");
  return otherwise;
}

export function range(...bounds: number[]): number[] {
  const [low, high] = bounds.length === 1 ? [0, bounds[0] as number] : (bounds as [number, number]);
  const by = bounds[2] ?? 1;
  const found: number[] = [];
  for (let at = low; by > 0 ? at < high : at > high; at += by) found.push(at);
  return found;
}

export function zip(...sources: Any[]): Any[][] {
  const lists = sources.map(each);
  return range(Math.min(...lists.map((one) => one.length))).map((at) => lists.map((one) => one[at]));
}

class Options {
  constructor(readonly given: { key?: (part: Any) => Any; reverse?: boolean; default?: Any }) {}
}

export const options = (given: Options["given"]): Options => new Options(given);

function split(given: Any[]): [Any[], Options["given"]] {
  const last = given.at(-1);
  return last instanceof Options ? [given.slice(0, -1), last.given] : [given, {}];
}

export function sorted(...given: Any[]): Any[] {
  const [[source], { key = same, reverse = false }] = split(given);
  const keyed = each(source).map((part): [Any, Any] => [key(part), part]);
  keyed.sort((a, b) => (reverse ? order(b[0], a[0]) : order(a[0], b[0]))); // equals stay in their order, both ways
  return keyed.map((pair) => pair[1]);
}

function extreme(given: Any[], sign: number): Any {
  const [parts, { key = same, default: otherwise }] = split(given);
  const found = parts.length === 1 ? each(parts[0]) : parts;
  if (!found.length) {
    if (otherwise === undefined) throw fault("nothing is there");
    return otherwise;
  }
  return found.reduce((best, part) => (order(key(part), key(best)) * sign > 0 ? part : best));
}

export const max = (...given: Any[]): Any => extreme(given, 1);
export const min = (...given: Any[]): Any => extreme(given, -1);

const same = (part: Any): Any => part;

function order(a: Any, b: Any): number {
  if (Array.isArray(a)) {
    for (let at = 0; at < Math.min(a.length, b.length); at++) {
      const found = order(a[at], b[at]);
      if (found) return found;
    }
    return a.length - b.length;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

export function len(thing: Any): number {
  return thing instanceof Dict ? thing.size : thing.length;
}

function place(thing: { length: number }, at: number): number {
  const found = at < 0 ? at + thing.length : at;
  if (!(found >= 0 && found < thing.length)) throw fault(`there is no place ${at} of ${thing.length}`);
  return found;
}

export function item(thing: Any, key: Any): Any {
  if (!(thing instanceof Dict)) return thing[place(thing, Number(key))];
  if (!thing.has(key)) throw fault(`there is no key ${repr(key)}`);
  return thing.get(key);
}

export const getter = (thing: Any) => (key: Any): Any => item(thing, key);

export function put(thing: Any, key: Any, value: Any): void {
  if (thing instanceof Dict) thing.set(key, value);
  else thing[place(thing, Number(key))] = value;
}

export function del(thing: Any, key: Any): void {
  if (thing instanceof Dict) thing.delete(key);
  else thing.splice(place(thing, key), 1);
}

export const slice = (thing: Any, low: number | null, high: number | null): Any =>
  thing.slice(low ?? 0, high ?? thing.length);

export function has(thing: Any, part: Any): boolean {
  if (thing instanceof Dict) return thing.has(part);
  if (typeof thing === "string") return thing.includes(part);
  return each(thing).some((one) => eq(one, part));
}

// ---------------------------------------------------------------------- methods of Python's own types

export function call(thing: Any, name: string, ...given: Any[]): Any {
  const known = Array.isArray(thing) ? LISTS[name] : typeof thing === "string" ? WORDS[name] : undefined;
  if (known) return known(thing, ...given);
  if (thing instanceof Dict && DICTS[name]) return DICTS[name](thing, ...given);
  return thing[name](...given);
}

type Methods = Record<string, (thing: Any, ...given: Any[]) => Any>;

const LISTS: Methods = {
  append: (thing, part) => void thing.push(part),
  clear: (thing) => void thing.splice(0),
  copy: (thing) => [...thing],
  count: (thing, part) => thing.filter((one: Any) => eq(one, part)).length,
  extend: (thing, parts) => void thing.push(...each(parts)),
  index: (thing, part) => place(thing, thing.findIndex((one: Any) => eq(one, part)) >>> 0),
  insert: (thing, at, part) => void thing.splice(at, 0, part),
  pop: (thing, at = -1) => thing.splice(place(thing, at), 1)[0],
  remove: (thing, part) => void thing.splice(LISTS["index"]?.(thing, part), 1),
  reverse: (thing) => void thing.reverse(),
  sort: (thing, ...given) => void thing.splice(0, thing.length, ...sorted(thing, ...given)),
};

const WORDS: Methods = {
  count: (thing, part) => thing.split(part).length - 1,
  endswith: (thing, part) => thing.endsWith(part),
  index: (thing, part) => place(thing, thing.indexOf(part) >>> 0),
  isascii: (thing) => [...thing].every((letter: string) => letter < "\u0080"),
  isdigit: (thing) => /^\p{Nd}+$/u.test(thing),
  join: (thing, parts) => each(parts).join(thing),
  lower: (thing) => thing.toLowerCase(),
  lstrip: (thing) => thing.trimStart(),
  partition: (thing, by) => {
    const at = thing.indexOf(by);
    return at < 0 ? [thing, "", ""] : [thing.slice(0, at), by, thing.slice(at + by.length)];
  },
  replace: (thing, old, by) => thing.replaceAll(old, () => by),
  rstrip: (thing) => thing.trimEnd(),
  split: (thing, by) => (by === undefined ? thing.split(/\s+/).filter(Boolean) : thing.split(by)),
  startswith: (thing, part) => thing.startsWith(part),
  strip: (thing) => thing.trim(),
  upper: (thing) => thing.toUpperCase(),
};

const DICTS: Methods = {
  clear: (thing: Dict) => void thing.held.clear(),
  copy: (thing: Dict) => dict(thing),
  get: (thing: Dict, key, otherwise = null) => (thing.has(key) ? thing.get(key) : otherwise),
  items: (thing: Dict) => thing.items(),
  keys: (thing: Dict) => thing.keys(),
  pop: (thing: Dict, key, otherwise) => {
    const found = thing.has(key) || otherwise === undefined ? item(thing, key) : otherwise;
    thing.delete(key);
    return found;
  },
  setdefault: (thing: Dict, key, value) => {
    if (!thing.has(key)) thing.set(key, value);
    return thing.get(key);
  },
  update: (thing: Dict, other) => dict(other).items().forEach(([key, value]) => thing.set(key, value)),
  values: (thing: Dict) => thing.values(),
};

// ---------------------------------------------------------------------- truth and kinds

export function truth(thing: Any): boolean {
  if (typeof thing === "boolean") return thing;
  if (Array.isArray(thing)) return thing.length > 0;
  return thing instanceof Dict ? thing.size > 0 : Boolean(thing);
}

export const bool = truth;

export function eq(a: Any, b: Any): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((part, at) => eq(part, b[at]));
  if (a instanceof Thing) return eqFields(a, b);
  return isNumber(a) && isNumber(b) && Number(a) === Number(b); // True is 1
}

function eqFields(a: Any, b: Any): boolean {
  const names = COMPARED.get(a.constructor);
  return names !== undefined && b instanceof Thing && a.constructor === b.constructor && names.every((name) => eq(a[name], (b as Any)[name]));
}

const isNumber = (thing: Any): boolean => typeof thing === "number" || typeof thing === "boolean";

export const is_bool = (thing: Any): boolean => typeof thing === "boolean";
export const is_str = (thing: Any): boolean => typeof thing === "string";
export const is_int = (thing: Any): boolean => is_bool(thing) || typeof thing === "bigint" || Number.isInteger(thing);
export const is_float = (thing: Any): boolean => typeof thing === "number" && !Number.isInteger(thing);
export const is_list = (thing: Any): boolean => Array.isArray(thing);
export const is_tuple = is_list;
export const is_dict = (thing: Any): boolean => thing instanceof Dict;

// ---------------------------------------------------------------------- numbers

/** A BigInt that fits a number is one. */
function small(value: bigint): Whole {
  return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value;
}

const exactly = (value: number): boolean => Number.isSafeInteger(value) || !Number.isInteger(value);

function big(value: Any): bigint {
  return BigInt(value);
}

export function add(a: Any, b: Any): Any {
  if (typeof a === "number" && typeof b === "number") {
    const found = a + b;
    return exactly(found) ? found : small(big(a) + big(b));
  }
  if (typeof a === "string") return a + b;
  if (Array.isArray(a)) return [...a, ...b];
  return typeof a === "bigint" || typeof b === "bigint" ? small(big(a) + big(b)) : Number(a) + Number(b);
}

export function sub(a: Any, b: Any): Any {
  if (a instanceof Ratio || b instanceof Ratio) return Fraction(a).minus(b);
  if (typeof a === "number" && typeof b === "number") {
    const found = a - b;
    return exactly(found) ? found : small(big(a) - big(b));
  }
  return typeof a === "bigint" || typeof b === "bigint" ? small(big(a) - big(b)) : Number(a) - Number(b);
}

export function mul(a: Any, b: Any): Any {
  if (typeof a === "number" && typeof b === "number") {
    const found = a * b;
    return exactly(found) ? found : small(big(a) * big(b));
  }
  if (a instanceof Ratio || b instanceof Ratio) return Fraction(a).times(b);
  if (Array.isArray(a)) return Array.from({ length: Math.max(0, b) * a.length }, (_, at) => a[at % a.length]);
  if (typeof a === "string") return a.repeat(Math.max(0, b));
  return typeof a === "bigint" || typeof b === "bigint" ? small(big(a) * big(b)) : Number(a) * Number(b);
}

export function div(a: Any, b: Any): number {
  if (!b) throw fault("division by zero");
  return typeof a === "number" && typeof b === "number" ? a / b : ratio(big(a), big(b));
}

export function mod(a: Any, b: Any): Whole {
  if (!b) throw fault("division by zero");
  if (typeof a === "number" && typeof b === "number") {
    const found = a % b;
    return found !== 0 && found < 0 !== b < 0 ? found + b : found;
  }
  const by = big(b);
  const found = big(a) % by;
  return small(found !== 0n && found < 0n !== by < 0n ? found + by : found);
}

export function floordiv(a: Any, b: Any): Whole {
  const rest = mod(a, b);
  if (typeof a === "number" && typeof b === "number") return (a - (rest as number)) / b;
  return small((big(a) - big(rest)) / big(b));
}

export function pow(a: Any, b: Any): Whole {
  const found = Number(a) ** Number(b);
  return Number.isSafeInteger(found) ? found : small(big(a) ** big(b));
}

const bits = (value: Any): boolean => typeof value !== "bigint" && value >= 0 && value < 0x40000000;

export const and = (a: Any, b: Any): Whole => (bits(a) && bits(b) ? a & b : small(big(a) & big(b)));
export const or = (a: Any, b: Any): Whole => (bits(a) && bits(b) ? a | b : small(big(a) | big(b)));
export const xor = (a: Any, b: Any): Whole => (bits(a) && bits(b) ? a ^ b : small(big(a) ^ big(b)));
export const shl = (a: Any, b: Any): Whole => small(big(a) << big(b));
export const shr = (a: Any, b: Any): Whole => (bits(a) && b < 31 ? a >> b : small(big(a) >> big(b)));
export const invert = (a: Any): Whole => sub(neg(a), 1);
export const neg = (a: Any): Any => (typeof a === "bigint" ? small(-a) : a === 0 ? 0 : -a);
export const abs = (a: Any): Whole => (a < 0 ? neg(a) : a);
export const divmod = (a: Any, b: Any): [Whole, Whole] => [floordiv(a, b), mod(a, b)];

export const infinity = Infinity;
export const floor = (value: number): number => Math.floor(value);
export const ceil = (value: number): number => Math.ceil(value) + 0; // no zero below zero

export function sqrt(value: Any): number {
  return Math.sqrt(Number(value));
}

export function int(value: Any): Whole {
  if (typeof value === "string") return small(big(value.trim()));
  return typeof value === "bigint" ? small(value) : Math.trunc(Number(value)) + 0; // no zero below zero
}

export function float(value: Any): number {
  return value instanceof Ratio ? ratio(value.above, value.below) : Number(value);
}

/** Half goes to the even neighbour; with decimals, if the number is a half exactly and not only nearly. */
export function round(value: number, decimals = 0): number {
  if (Number.isInteger(value)) return value;
  const written = Math.abs(value).toFixed(100); // all of it: a float has no more that counts
  const cut = written.length - 100 + decimals;
  const low = BigInt(written.slice(0, cut).replace(".", ""));
  const half = `5${"0".repeat(99 - decimals)}`;
  const rest = written.slice(cut);
  const whole = rest < half || (rest === half && low % 2n === 0n) ? low : low + 1n;
  return Number(`${value < 0 ? "-" : ""}${whole}e-${decimals}`) + 0;
}

export function gcd(...values: Any[]): Whole {
  return small(values.map(big).reduce(common, 0n));
}

function common(a: bigint, b: bigint): bigint {
  while (b) [a, b] = [b, a % b];
  return a < 0n ? -a : a;
}

export function lcm(...values: Any[]): Whole {
  return small(values.map(big).reduce((a, b) => (a && b ? (a / common(a, b)) * b : 0n), 1n));
}

export function comb(n: number, k: number): Whole {
  let found = 1n;
  for (let at = 0; at < Math.min(k, n - k); at++) found = (found * BigInt(n - at)) / BigInt(at + 1);
  return k > n ? 0 : small(found);
}

/** The nearest float to a fraction, as Python finds it. */
export function ratio(above: bigint, below: bigint): number {
  if (above < 0n !== below < 0n) return above === 0n ? 0 : -ratio(above < 0n ? -above : above, below < 0n ? -below : below);
  const shift = BigInt(66 - (length(above) - length(below)));
  const top = shift > 0n ? above << shift : above;
  const bottom = shift > 0n ? below : below << -shift;
  const sticky = top % bottom ? 1n : 0n; // so that what lies just above a half is not taken for one
  return Number((top / bottom) | sticky) * 2 ** -Number(shift);
}

const length = (value: bigint): number => (value < 0n ? -value : value).toString(2).length;

// ---------------------------------------------------------------------- fractions

class Ratio {
  readonly above: bigint;
  readonly below: bigint;

  constructor(above: bigint, below: bigint) {
    const by = common(above, below) * (below < 0n ? -1n : 1n);
    this.above = above / by;
    this.below = below / by;
  }
  minus(other: Any): Ratio {
    const { above, below } = Fraction(other);
    return new Ratio(this.above * below - above * this.below, this.below * below);
  }
  times(other: Any): Ratio {
    const { above, below } = Fraction(other);
    return new Ratio(this.above * above, this.below * below);
  }
  toString(): string {
    return this.below === 1n ? String(this.above) : `${this.above}/${this.below}`;
  }
}

export function Fraction(above: Any, below: Any = 1): Ratio {
  return above instanceof Ratio ? above : new Ratio(big(above), big(below));
}

// ---------------------------------------------------------------------- words

export function str(value: Any): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(repr).join(", ")}]`;
  return value instanceof Error ? value.message : String(value);
}

export function repr(value: Any): string {
  if (typeof value !== "string") return str(value);
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  const inner = value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\t", "\\t");
  return quote + (quote === "'" ? inner.replaceAll("'", "\\'") : inner) + quote;
}

/** The few forms that sentences are written in: `,`, `+d`, `d`, `.2f`, `>4`. */
export function format(value: Any, spec: string): string {
  const found = /^([<>]?)(\+?)(\d*)(,?)(?:\.(\d+))?([dfsg]?)$/.exec(spec);
  if (!found) throw new LeftOut(`the form ${spec}`);
  const [, side, plus, width, comma, digits, kind] = found;
  let text = kind === "f" ? Number(value).toFixed(Number(digits ?? 6)) : str(value);
  if (kind === "g") text = String(Number(Number(value).toPrecision(Number(digits ?? 6))));
  if (comma) text = text.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  if (plus && value >= 0) text = `+${text}`;
  const wide = Number(width || 0);
  return side === "<" || (side === "" && typeof value === "string") ? text.padEnd(wide) : text.padStart(wide);
}
