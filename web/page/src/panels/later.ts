// A panel that is loaded when it is first shown.

import type { Panel } from "./panel";

export class Later<P extends Panel> implements Panel {
  private loading: Promise<P> | null = null;
  /** The panel, or null until it is loaded. */
  here: P | null = null;

  constructor(readonly id: string, private readonly make: () => Promise<P>) {}

  /** Loads the panel once; a failed attempt can be repeated. */
  load(): Promise<P> {
    if (!this.loading) {
      this.loading = this.make();
      this.loading.then((panel) => { this.here = panel; }, () => { this.loading = null; });
    }
    return this.loading;
  }

  async refresh(): Promise<void> {
    await (await this.load()).refresh();
  }
}
