// Does the browser keep these pages for when there is no network?

export type Keeping = "no" | "soon" | "yes";

class Offline {
  #keeping = $state<Keeping>("soon");
  #network = $state(navigator.onLine);

  constructor() {
    addEventListener("online", () => (this.#network = true));
    addEventListener("offline", () => (this.#network = false));
  }

  /** `no`: it cannot be, for the address is not secure (https) or the browser will not have it. */
  get keeping(): Keeping {
    return this.#keeping;
  }
  get network(): boolean {
    return this.#network;
  }

  /** Once, when the pages are opened. While they are being written (vite dev) nothing is kept. */
  async register(): Promise<void> {
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) {
      this.#keeping = "no";
      return;
    }
    try {
      await navigator.serviceWorker.register("/sw.js");
      await navigator.serviceWorker.ready;
      this.#keeping = "yes";
    } catch {
      this.#keeping = "no";
    }
  }
}

export const offline = new Offline();
