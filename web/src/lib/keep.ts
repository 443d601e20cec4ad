// What the browser keeps for this page. It may be full or forbidden: then nothing is kept, and nothing breaks.

export function kept<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`playsheet.${name}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

/** Whether it is kept: a page that may keep nothing still plays. */
export function keep(name: string, value: unknown): boolean {
  try {
    localStorage.setItem(`playsheet.${name}`, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Everything whose name begins so. */
export function unkeep(beginning: string): void {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(`playsheet.${beginning}`)) localStorage.removeItem(name);
  } catch {
    // what may not be kept need not be forgotten
  }
}
