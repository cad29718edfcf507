// Puzzle panel: one or two solvers fill their grids, event by event, at the chosen speed.

import type { Example, Menu, Work } from "../simulator";
import { byId, el, options, sentence } from "../dom";
import { Ended, type Engine } from "../engine";
import { load } from "../files";
import type { Panel, Place } from "../panels/panel";
import { adopt } from "../styles";
import { type Made, Maker } from "./maker";
import { GridView } from "./grid";
import { type Begin, Side } from "./side";
import styles from "./whole.css";

/** Events per second; the last speed has no limit. */
const SPEEDS = [1, 3, 10, 30, 100, 1_000, 10_000, Infinity];
const TICK_MS = 50;

/** Source in the editor, and the example it was opened from. */
export interface Opened {
  work: Work;
  lane: string | null;
  isChanged: boolean;
}

/** Menu value of the source in the editor. */
const OPEN = "open";

export class Puzzle implements Panel {
  readonly id = "puzzle";
  /** Source in the editor. */
  opened: () => Opened = () => { throw new Error("nothing is open"); };
  /** Loads a solver with its puzzle into the debugger. */
  onDebug: (lane: string, begin: Begin) => void = () => {};

  private readonly first = byId<HTMLSelectElement>("solver-a");
  private readonly second = byId<HTMLSelectElement>("solver-b");
  private readonly text = byId<HTMLTextAreaElement>("puzzle-text");
  private readonly known = byId<HTMLSelectElement>("puzzle-known");
  private readonly speed = byId<HTMLInputElement>("speed");
  private readonly maker = new Maker();
  private examples: Example[] = [];
  /** Title of a machine. */
  private title: (machine: string) => string = (machine) => machine;
  private sides: Side[] = [];
  private isPlaying = false;
  private isBusy = false;
  private isStale = true;
  /** Whether a race that was paused has not stopped yet, and whether it is played again then. */
  private isPausing = false;
  private playsAgain = false;
  /** Ends the pause between two events. */
  private wake = () => {};
  /** Resolves when the puzzle menu is filled. */
  private offered: Promise<void> = Promise.resolve();

  constructor(private readonly place: Place) {
    adopt(styles);
    byId("puzzle-begin").addEventListener("click", () => void this.once(() => this.begin()));
    byId("puzzle-one").addEventListener("click", () => void this.once(() => this.one()));
    byId("puzzle-play").addEventListener("click", () => {
      if (this.isPlaying) this.pause();
      // A race that was just paused has to stop first.
      else if (this.isPausing) this.playsAgain = !this.playsAgain;
      else void this.once(() => this.play());
    });
    byId("puzzle-debug").addEventListener("click", () => this.debug());
    for (const control of [this.first, this.second, this.text]) control.addEventListener("change", () => this.changed());
    this.first.addEventListener("change", () => void (this.offered = this.offer()));
    this.known.addEventListener("change", () => {
      if (this.known.value === "") return;
      this.text.value = this.known.value;
      this.changed();
    });
    this.maker.side = () => this.side;
    this.maker.onMade = (made) => this.take(made);
    this.speed.max = String(SPEEDS.length - 1);
    this.speed.addEventListener("input", () => this.showSpeed());
    this.showSpeed();
  }

  /** Called when the solver, puzzle or source has changed: the next event restarts the race. */
  changed(): void {
    this.pause();
    this.isStale = true;
    if (!byId("puzzle").hidden) void this.refresh();
  }

  offerSolvers(menu: Menu): void {
    this.examples = menu.examples;
    const title = (machine: string) => menu.machines.find(({ name }) => name === machine)?.title ?? machine;
    this.title = title;
    const all = menu.examples.map((example) => ({ value: example.lane, text: this.called(example), group: title(example.machine) }));
    options(this.first, [{ value: OPEN, text: "Source in the editor" }, ...all]);
    options(this.second, [{ value: "", text: "None" }, ...all]);
    this.first.value = all[0]?.value ?? OPEN;
    this.offered = this.offer();
  }

  /** Name of a solver for readers, such as `PDP-10: backtrack, 9×9 (midas)`. */
  private called(example: Example): string {
    const name = ({ machine, algorithm, side, dialect }: Example) => `${this.title(machine)}: ${algorithm}, ${side}×${side} (${dialect})`;
    const isOnly = this.examples.every((other) => other === example || name(other) !== name(example));
    return isOnly ? name(example) : `${name(example)}, ${example.lane}`;
  }

  /** Called when an example is opened, which can be edited and raced. */
  opens(lane: string): void {
    if (!this.examples.some((example) => example.lane === lane)) return;
    this.first.value = OPEN;
    this.changed();
    this.offered = this.offer();
  }

  private get side(): number {
    const lane = this.first.value === OPEN ? this.opened().lane : this.first.value;
    return this.examples.find((example) => example.lane === lane)?.side ?? 9;
  }

  /** Offers the puzzles of the size that the first solver solves. */
  private async offer(): Promise<void> {
    const sets = this.side === 9 ? ["9x9", "easy"] : [`${this.side}x${this.side}`];
    const all: { value: string; text: string; group: string }[] = [];
    for (const set of sets) {
      const answer = await load(`puzzles/${set}.txt`).catch(() => null);
      if (!answer) continue;
      const lines = (await answer.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
      lines.forEach((line, index) => {
        const [puzzle = "", about = ""] = line.split("#").map((part) => part.trim());
        all.push({ value: puzzle, text: `${set} ${index + 1}${about ? `: ${about}` : ""}`, group: set });
      });
    }
    options(this.known, [{ value: "", text: "Choose a puzzle…" }, ...all]);
    if (this.text.value.trim().length !== this.side ** 2) {
      this.text.value = all[0]?.value ?? "";
      this.changed();
    }
  }

  /** Adds new puzzles to the menu and selects the first. */
  private take(made: readonly Made[]): void {
    const group = el("optgroup", { label: "new" }, ...made.map(({ puzzle, seed, about }) => el("option", { value: puzzle }, `seed ${seed}: ${about}`)));
    this.known.querySelector("optgroup[label=new]")?.remove();
    this.known.append(group);
    this.known.value = this.text.value = made[0]?.puzzle ?? "";
    this.changed();
  }

  private begins(chosen: string): [string, Begin] {
    const puzzle = this.text.value.trim();
    if (puzzle === "") throw new Error("there is no puzzle: choose one, or type one with a dot for each empty cell");
    const opened = this.opened();
    const known = this.examples.find(({ lane }) => lane === chosen);
    if (chosen !== OPEN) return [known ? this.called(known) : chosen, (engine: Engine) => engine.ask("race_lane", { lane: chosen, puzzle })];
    const example = this.examples.find(({ lane }) => lane === opened.lane);
    const algorithm = example?.algorithm ?? "any";
    const name = example ? `${this.called(example)}${opened.isChanged ? ", changed" : ""}` : "Source in the editor";
    return [name, (engine: Engine) => engine.ask("race", { work: this.opened().work, algorithm, puzzle, lane: opened.lane })];
  }

  private async begin(): Promise<void> {
    await this.offered;
    for (const side of this.sides) side.end();
    this.sides = [];
    const chosen = [this.first.value, this.second.value].filter((value) => value !== "");
    const all = chosen.map((value) => this.begins(value));
    const sides = all.map(([name]) => new Side(this.place, name));
    byId("races").replaceChildren(...sides.map(({ root }) => root));
    byId("races").classList.toggle("two", sides.length > 1);
    this.sides = sides;
    // What changes meanwhile makes it stale again.
    this.isStale = false;
    try {
      await Promise.all(sides.map((side, index) => side.begin(all[index]![1])));
    } catch (error) {
      this.isStale = true;
      throw error;
    }
  }

  private async one(): Promise<void> {
    if (this.isStale) return this.begin();
    await Promise.all(this.sides.map((side) => side.go(1, () => true)));
  }

  private get isGoing(): boolean {
    return this.sides.some((side) => side.isGoing);
  }

  private async play(): Promise<void> {
    if (this.isStale || !this.isGoing) await this.begin();
    if (this.isStale) return;
    this.isPlaying = true;
    this.showPlay();
    while (this.isPlaying && this.isGoing) {
      const begun = performance.now();
      const perSecond = SPEEDS[Number(this.speed.value)] ?? Infinity;
      const tick = Math.max(TICK_MS, 1000 / perSecond);
      const events = perSecond === Infinity ? Number.MAX_SAFE_INTEGER : Math.max(1, Math.round((perSecond * tick) / 1000));
      const isStill = () => this.isPlaying && SPEEDS[Number(this.speed.value)] === perSecond;
      await Promise.all(this.sides.map((side) => side.go(Math.min(events, Number.MAX_SAFE_INTEGER - side.number), isStill)));
      const rest = perSecond === Infinity ? 0 : tick - (performance.now() - begun);
      if (rest > 0 && this.isPlaying) await new Promise<void>((resolve) => { this.wake = resolve; setTimeout(resolve, rest); });
    }
    this.pause();
  }

  private pause(): void {
    this.isPausing ||= this.isPlaying;
    this.isPlaying = false;
    this.wake();
    this.showPlay();
  }

  private debug(): void {
    try {
      const [, begin] = this.begins(this.first.value);
      this.onDebug(this.first.value === OPEN ? "" : this.first.value, begin);
    } catch (error) {
      this.place.trouble(sentence(error));
    }
  }

  /** Runs one action at a time and reports its errors. */
  private async once(work: () => Promise<void>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Ended)) this.place.trouble(sentence(error));
    } finally {
      this.isBusy = false;
      this.pause();
      const { playsAgain } = this;
      this.isPausing = this.playsAgain = false;
      if (playsAgain) void this.once(() => this.play());
    }
  }

  private showPlay(): void {
    byId("puzzle-play").textContent = this.isPlaying ? "Pause" : "Play";
  }

  private showSpeed(): void {
    const perSecond = SPEEDS[Number(this.speed.value)] ?? Infinity;
    const text = perSecond === Infinity ? "no limit" : perSecond === 1 ? "1 event per second" : `${perSecond} events per second`;
    this.speed.setAttribute("aria-valuetext", text);
    byId("speed-text").textContent = text;
  }

  async refresh(): Promise<void> {
    await this.offered;
    if (this.sides.length > 0 && !this.isStale) return;
    this.preview();
  }

  /** Shows the puzzle for each solver, before the first event. */
  private preview(): void {
    if (this.isPlaying) return;
    const [side, given] = [this.side, this.text.value.trim()];
    const names = [this.first, this.second].filter(({ value }) => value !== "").map((select) => select.selectedOptions[0]?.textContent ?? "");
    const isGrid = given.length === side ** 2;
    byId("races").classList.toggle("two", names.length > 1);
    byId("races").replaceChildren(...(isGrid ? names.map((name) => el("div", { class: "race-side" }, el("h2", {}, name), new GridView({ side, given }, `the puzzle for ${name}`).root)) : []),
      el("p", { class: "nothing" }, isGrid ? "Play runs the solver, which fills the grid decision by decision." : `Choose or type a puzzle of ${side} × ${side} cells.`));
  }
}
