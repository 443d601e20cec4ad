// Where we are: the part of the address behind the #, which no server is told.

export type Page = "" | "new" | "play" | "watch" | "join" | "replay" | "result" | "companion" | "book" | "sheet";

const PAGES: readonly Page[] = ["", "new", "play", "watch", "join", "replay", "result", "companion", "book", "sheet"];

export interface Place {
  page: Page | null; // null: no such page
  parts: string[];
}

export function placeOf(hash: string): Place {
  const [page = "", ...parts] = hash.replace(/^#\/?/, "").split("/").map(decoded);
  return { page: PAGES.find((known) => known === page) ?? null, parts };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function linkTo(page: Page, ...parts: (string | number)[]): string {
  return `#${[page, ...parts.map((part) => encodeURIComponent(part))].join("/")}`;
}

class Route {
  #place = $state.raw<Place>(placeOf(location.hash));

  constructor() {
    addEventListener("hashchange", () => (this.#place = placeOf(location.hash)));
  }

  get page(): Page | null {
    return this.#place.page;
  }
  get parts(): string[] {
    return this.#place.parts;
  }
}

export const route = new Route();

export function go(page: Page, ...parts: (string | number)[]): void {
  location.hash = linkTo(page, ...parts);
}

/** A link for somebody else: the whole address. */
export function wholeLink(link: string): string {
  return new URL(link, location.href).href;
}
