// Front panel of a PDP-10: lamps, switches that examine and deposit, the pace of a KA10, and DDT.

import { el, byId, sentence } from "../dom";
import type { Ddt } from "../ddt";
import { type Examined, lamps } from "./lamps";
import { adopt } from "../styles";
import styles from "./front.css";
import { type Panel, type Place, nothing } from "./panel";
import { Switches } from "./switches";

/** Screen of the terminal. */
export interface Screen {
  show(all: string): void;
  focus(): void;
}

/** The terminal of the page. */
export interface TerminalOfPage {
  /** Shows it, and sends its keys to `typed` instead of to the program. */
  lend: (typed: (keys: string) => void) => Promise<Screen>;
  /** Gives it back to the program. */
  giveBack: () => void;
  /** Whether its keys go to `typed`. */
  isLent: () => boolean;
  /** Clears the output of the program, which begins again. */
  clear: () => void;
}

/** Highest address. */
const MOST = 0o777777n;

/** Model of cycles whose unit is a nanosecond of a KA10. */
const MODEL = "ka10";

export class Front implements Panel {
  readonly id = "front";
  private readonly data = new Switches("Data", 36);
  private readonly address = new Switches("Address", 18);
  private readonly shown = el("div");
  private readonly pace = el("input", { type: "checkbox", id: "front-pace", change: () => this.setPace(this.pace.checked) });
  private readonly ddtButton = el("button", { type: "button", id: "front-ddt", "aria-pressed": "false", title: "Type commands of DDT at the terminal, such as $G, $X and SOLVE/", click: () => this.trying(() => this.toggleDdt()) }, "DDT at the terminal");
  private examined: Examined | null = null;
  private ddt: Ddt | null = null;

  constructor(private readonly place: Place, private readonly terminal: TerminalOfPage) {
    adopt(styles);
    const key = (id: string, text: string, about: string, press: () => Promise<void>) =>
      el("button", { type: "button", id, title: about, click: () => this.trying(press) }, text);
    byId("front").replaceChildren(
      el("div", { class: "front" }, this.shown, this.data.root, this.address.root,
        el("div", { class: "keys", role: "group", "aria-label": "Memory" },
          key("front-examine", "Examine", "Show the word at the address of the switches", () => this.examine(this.address.value)),
          key("front-examine-next", "Examine next", "Show the next word", () => this.examine(this.next)),
          key("front-deposit", "Deposit", "Store the data switches at the address of the switches", () => this.deposit(this.address.value)),
          key("front-deposit-next", "Deposit next", "Store the data switches in the next word", () => this.deposit(this.next)))),
      el("div", { class: "front-controls" },
        el("label", { class: "switch box" }, this.pace, el("span", {}, "Run at the pace of a KA10, in real time")), this.ddtButton));
  }

  /** Address after the examined one. */
  private get next(): bigint {
    const { examined } = this;
    return examined === null ? this.address.value : (BigInt(examined.address) + 1n) & MOST;
  }

  private trying(action: () => Promise<void>): void {
    action().catch((error) => this.place.trouble(sentence(error)));
  }

  /** Loads the program if there is none yet; the machine must not run. */
  private async stopped(): Promise<void> {
    const { program } = this.place;
    if (program.isGoing) throw new Error("the machine runs: Stop it to use the switches");
    if (!program.status || program.isStale) await program.start();
    if (!program.status) throw new Error("there is no program to look at");
  }

  private async examine(address: bigint): Promise<void> {
    await this.stopped();
    await this.look(address);
    await this.refresh();
  }

  private async look(address: bigint): Promise<void> {
    const { program } = this.place;
    const [word] = await program.ask("values", { from: `*${address.toString(8)}`, words: 1 });
    if (word === undefined) throw new Error(`the program has no memory at ${address.toString(8)}`);
    this.examined = { address: Number(address), word: BigInt(word), position: program.status?.now ?? 0 };
  }

  private async deposit(address: bigint): Promise<void> {
    await this.stopped();
    // An address without memory is an error before anything is stored.
    await this.look(address);
    await this.place.program.assign(`{int} ${address.toString(8)}`, this.data.value.toString(8).padStart(12, "0"));
    await this.look(address);
    await this.refresh();
  }

  /** Turns the pace of a KA10 on or off. */
  setPace(isOn: boolean): void {
    const { program } = this.place;
    this.pace.checked = isOn;
    program.setClock(!isOn ? null : async () => {
      const { cycles } = await program.ask("counts", {});
      return (cycles.find(({ model }) => model.name === MODEL)?.cycles ?? 0) / 1e6;
    });
  }

  private async toggleDdt(): Promise<void> {
    const { terminal } = this;
    if (terminal.isLent()) terminal.giveBack();
    else {
      await this.stopped();
      const { Ddt } = await import("../ddt");
      const screen = await terminal.lend((keys) => void this.ddt?.type(keys));
      this.ddt = new Ddt(this.place, screen, terminal, this.ddt?.typed ?? "");
      await this.ddt.type("");
      screen.focus();
    }
    await this.refresh();
  }

  async refresh(): Promise<void> {
    const { program } = this.place;
    this.ddtButton.setAttribute("aria-pressed", String(this.terminal.isLent()));
    if (!program.status) return this.shown.replaceChildren(nothing("No program yet: Run or Step starts one."));
    if (this.examined?.position !== program.status.now) this.examined = null;
    this.shown.replaceChildren(await lamps(this.place, await program.ask("registers", { shown: "manual" }), this.examined));
  }
}
