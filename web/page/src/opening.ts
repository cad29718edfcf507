// The panel Start: two machines solve one Sudoku with the same decisions, and the way to each machine.

import type { Menu } from "./simulator";
import { byId, el, grouped, sentence } from "./dom";
import { Ended } from "./engine";
import type { Panel, Place } from "./panels/panel";
import { GridView } from "./puzzle/grid";
import { Side } from "./puzzle/side";

/** First puzzle of the set 9x9, which build.mjs inserts. */
declare const FOUNDING: string;

const LANES = ["mips32-mars-9x9", "pdp10-its-9x9"];

/** Events per second at the beginning, and the factor by which each second is faster. */
const FIRST_SPEED = 8;
const FASTER = 1.6;
const TICK_MS = 50;

/** Time without any action of the reader before the solvers start by themselves. */
const PATIENCE_MS = 2500;

/** Actions that show that the reader is busy. */
const ACTIONS = ["pointerdown", "keydown", "change", "input", "focusin", "wheel"];

export class Opening implements Panel {
  readonly id = "start";
  /** Called with a machine whose first program is wanted. */
  onMachine: (machine: string) => void = () => {};
  private readonly button = byId("opening-play");
  private readonly result = byId("opening-result");
  private sides: Side[] = [];
  private titles: string[] = [];
  private isPlaying = false;

  constructor(private readonly place: Place) {
    this.button.addEventListener("click", () => (this.isPlaying ? this.end() : void this.play()));
  }

  /** Takes the titles of the machines, and shows a button for each. */
  offer(menu: Menu): void {
    this.titles = LANES.map((lane) => {
      const machine = menu.examples.find((it) => it.lane === lane)?.machine;
      return menu.machines.find(({ name }) => name === machine)?.title ?? lane;
    });
    const known = menu.machines.filter(({ name }) => [...menu.programs, ...menu.examples].some(({ machine }) => machine === name));
    byId("machines").replaceChildren(...known.map(({ name, title }) => el("button", { type: "button", click: () => this.onMachine(name) }, title)));
  }

  /** Starts once by itself if the reader does nothing. */
  startAlone(): void {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const timer = window.setTimeout(() => { busy(); void this.play(); }, PATIENCE_MS);
    const busy = () => {
      clearTimeout(timer);
      for (const action of ACTIONS) document.removeEventListener(action, busy, true);
    };
    for (const action of ACTIONS) document.addEventListener(action, busy, true);
  }

  private async play(): Promise<void> {
    this.isPlaying = true;
    this.button.textContent = "Stop";
    this.result.textContent = "Loading both machines…";
    try {
      await Promise.all(this.sides.map((side, at) => side.begin((engine) => engine.ask("race_lane", { lane: LANES[at]!, puzzle: FOUNDING }))));
      this.result.textContent = "";
      await this.run();
      if (this.isPlaying) this.compare();
    } catch (error) {
      if (!(error instanceof Ended)) this.place.trouble(sentence(error));
    }
    this.end();
  }

  private async run(): Promise<void> {
    const begun = performance.now();
    while (this.isPlaying && this.sides.some((side) => side.isGoing)) {
      const tick = performance.now();
      const events = Math.max(1, Math.round((FIRST_SPEED * FASTER ** ((tick - begun) / 1000) * TICK_MS) / 1000));
      await Promise.all(this.sides.map((side) => side.go(events, () => this.isPlaying)));
      // At the first speed, one event comes every eighth of a second.
      const rest = Math.max(TICK_MS, (1000 * events) / (FIRST_SPEED * FASTER ** ((tick - begun) / 1000))) - (performance.now() - tick);
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    }
  }

  private compare(): void {
    const [first, second] = this.sides.map(({ pace }) => pace?.instructions ?? 0);
    if (!first || !second) return;
    const nodes = grouped(this.sides[0]?.pace?.nodes ?? 0);
    this.result.textContent = `The same decisions at all ${nodes} nodes of the search: ${grouped(first)} and ${grouped(second)} instructions.`;
  }

  /** Stops the solvers; their grids stay. */
  private end(): void {
    if (this.isPlaying) for (const side of this.sides) side.end();
    this.isPlaying = false;
    this.button.textContent = this.sides.some(({ pace }) => pace !== null) ? "Watch again" : "Watch both solve it";
  }

  /** Stops the solvers and drops their grids. */
  leave(): void {
    this.end();
    this.sides = [];
    byId("opening").replaceChildren();
    this.result.textContent = "";
    this.end();
  }

  /** Shows the puzzle for both machines, before the first event. */
  async refresh(): Promise<void> {
    if (this.sides.length > 0) return;
    this.sides = this.titles.map((title) => new Side(this.place, title));
    byId("opening").replaceChildren(...this.sides.map(({ root }, at) => {
      root.replaceChildren(el("h2", {}, this.titles[at] ?? ""), new GridView({ side: 9, given: FOUNDING }, `the puzzle for ${this.titles[at]}`).root);
      return root;
    }));
  }
}
