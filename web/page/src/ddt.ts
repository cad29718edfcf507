// DDT at the terminal: it works on the same run as the page.

import { Ended } from "./engine";
import type { Screen, TerminalOfPage } from "./panels/front";
import type { Place } from "./panels/panel";
import type { Status } from "./simulator";

/** Characters of the session that are kept. */
const KEPT = 100_000;

export class Ddt {
  private keys = "";
  private isServing = false;

  /** Continues a session of which `typed` is on the terminal. */
  constructor(private readonly place: Place, private readonly screen: Screen, private readonly terminal: TerminalOfPage, public typed: string) {
    screen.show(typed);
  }

  /** Takes keys. While DDT runs the program, it gets them with the next slice. */
  async type(keys: string): Promise<void> {
    const { program, trouble } = this.place;
    this.keys += keys;
    if (this.isServing) return;
    if (program.isGoing) {
      this.keys = "";
      return trouble("the program runs: Stop it to type commands of DDT");
    }
    this.isServing = true;
    try {
      if (!program.status || program.isStale) await program.start();
      do await program.runBy((slice) => this.serve(slice)); while (this.keys !== "" && program.status && this.terminal.isLent());
    } finally {
      this.isServing = false;
    }
  }

  private async serve(slice: number): Promise<Status> {
    const { keys } = this;
    this.keys = "";
    const { typed, status, is_loaded, has_left } = await this.place.program.engine.ask("ddt", { keys, slice }).catch((error: unknown) => {
      if (!(error instanceof Ended)) this.terminal.giveBack();
      throw error;
    });
    if (is_loaded) this.terminal.clear();
    this.typed = (this.typed + typed).slice(-KEPT);
    this.screen.show(this.typed);
    if (has_left) this.terminal.giveBack();
    return status;
  }
}
