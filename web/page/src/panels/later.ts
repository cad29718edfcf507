// A panel that is loaded when somebody looks at it first.

import type { Panel } from "./panel";

export class Later<P extends Panel> implements Panel {
  private loading: Promise<P> | null = null;
  /** The panel, once it is loaded. */
  here: P | null = null;

  constructor(readonly id: string, private readonly make: () => Promise<P>) {}

  /** Loads it, unless that was done; where it failed, it can be tried again. */
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
