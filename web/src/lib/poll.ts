// Looking again and again while somebody looks on: often while all goes well, seldom while it does not, never unseen.

const LATE = 120_000; // milliseconds

/** Looks now, and again until the returned function is called. `look` says whether it went well. */
export function polled(look: () => Promise<boolean>, soon: number): () => void {
  let wait = soon;
  let timer = 0;
  let over = false;

  async function again(): Promise<void> {
    clearTimeout(timer);
    wait = (await look()) ? soon : Math.min(2 * wait, LATE);
    if (!over && !document.hidden) timer = window.setTimeout(() => void again(), wait);
  }
  const seen = (): void => {
    if (!document.hidden) void again();
    else clearTimeout(timer);
  };

  document.addEventListener("visibilitychange", seen);
  void again();
  return () => {
    over = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", seen);
  };
}
