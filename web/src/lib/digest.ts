// The digest of a view, as the server takes it: over the JSON as it was sent, keys sorted, no spaces. A number keeps
// the digits it came with ("9.0" is not "9"), which JSON.parse forgets; hence a reader of its own. SHA-256 is written
// out because browsers give theirs to secure pages only, and a friend on the same network has a plain one.

import type { Path } from "./protocol";

/** A number with the digits it came with. */
export class Digits {
  constructor(readonly text: string) {}
}

export type Exact = Digits | string | boolean | null | Exact[] | { [key: string]: Exact };

/** JSON with each number as its digits. The text must be JSON that JSON.parse accepts. */
export function readExact(text: string): Exact {
  return new Reader(text).value();
}

class Reader {
  readonly #tokens = /\s*(?:([{}[\],:])|("(?:[^"\\]|\\.)*")|(-?[0-9][0-9.eE+-]*)|(true|false|null))/gy;
  #sign = "";
  #word = "";
  #number = "";
  #name = "";

  constructor(readonly text: string) {
    this.#next();
  }

  #next(): void {
    const token = this.#tokens.exec(this.text);
    if (!token) throw new Error("this is not JSON");
    [, this.#sign = "", this.#word = "", this.#number = "", this.#name = ""] = token;
  }

  value(): Exact {
    if (this.#word) return JSON.parse(this.#word) as string;
    if (this.#number) return new Digits(this.#number);
    if (this.#name) return this.#name === "null" ? null : this.#name === "true";
    if (this.#sign === "[") return this.#list();
    if (this.#sign === "{") return this.#fields();
    throw new Error("this is not JSON");
  }

  #list(): Exact[] {
    const found: Exact[] = [];
    for (this.#next(); this.#sign !== "]"; this.#after()) found.push(this.value());
    return found;
  }

  #fields(): { [key: string]: Exact } {
    const found: { [key: string]: Exact } = {};
    for (this.#next(); this.#sign !== "}"; this.#after()) {
      const key = JSON.parse(this.#word) as string;
      this.#next(); // the colon
      this.#next();
      found[key] = this.value();
    }
    return found;
  }

  #after(): void {
    this.#next();
    if (this.#sign === ",") this.#next();
  }
}

export function canonical(value: Exact): string {
  if (value instanceof Digits) return value.text;
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key] as Exact)}`).join(",")}}`;
}

export function digestOf(view: Exact): string {
  return sha256(new TextEncoder().encode(canonical(view))).slice(0, 16);
}

/** A path of a patch, whose numbers came as digits. */
export function plainPath(path: Exact): Path {
  if (!Array.isArray(path)) throw new Error("a path is a list");
  return path.map((key) => (key instanceof Digits ? Number(key.text) : String(key)));
}

const PRIMES = primes(64);
const fraction = (value: number): number => ((value - Math.floor(value)) * 0x100000000) | 0;
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
}

/** FIPS 180-4, in lower-case hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  const length = ((bytes.length + 8) >> 6) * 64 + 64;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const words = new DataView(padded.buffer);
  words.setUint32(length - 8, Math.floor(bytes.length / 0x20000000));
  words.setUint32(length - 4, bytes.length << 3);
  const hash = Int32Array.from(START);
  const w = new Int32Array(64);
  for (let block = 0; block < length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = words.getInt32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15] as number;
      const b = w[i - 2] as number;
      const s0 = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
      const s1 = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
      w[i] = ((w[i - 16] as number) + s0 + (w[i - 7] as number) + s1) | 0;
    }
    mix(hash, w);
  }
  return Array.from(hash, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function mix(hash: Int32Array, w: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let i = 0; i < 64; i++) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (ROUND[i] as number) + (w[i] as number)) | 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = ((hash[i] as number) + word) | 0));
}
