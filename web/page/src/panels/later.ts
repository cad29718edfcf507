// A panel that is loaded when it is first shown.

import { byId } from "../dom";
import type { Panel } from "./panel";

export class Later<P extends Panel> implements Panel {
  private loading: Promise<P> | null = null;
  /** The panel, or null until it is loaded. */
  here: P | null = null;

  constructor(readonly id: string, private readonly make: () => Promise<P>) {}

  /** Loads the panel once; a failed attempt can be repeated. */
  load(): Promise<P> {
    if (!this.loading) {
      // What is done before the panel listens would be lost.
      const root = byId(this.id);
      root.inert = true;
      this.loading = this.make().finally(() => { root.inert = false; });
      this.loading.then((panel) => { this.here = panel; }, () => { this.loading = null; });
    }
    return this.loading;
  }

  async refresh(): Promise<void> {
    await (await this.load()).refresh();
  }
}
