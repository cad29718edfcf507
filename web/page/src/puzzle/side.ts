// One solver in its own worker, compared event by event with the reference model.

import type { RaceUpdate, Race, RaceEvent } from "../simulator";
import { el, grouped } from "../dom";
import { Engine } from "../engine";
import { toLine, type Place } from "../panels/panel";
import { GridView } from "./grid";

/** Instructions between two checks for a stop. */
const SLICE = 2_000_000;

/** Starts a race in a worker, with an unchanged lane or a changed source. */
export type Begin = (engine: Engine) => Promise<Race>;

export class Side {
  readonly root = el("div", { class: "race-side" });
  private readonly engine = new Engine();
  private readonly counts = el("dl", { class: "race-counts" });
  private readonly result = el("p", { class: "race-result", role: "status" });
  private readonly bar = el("progress", { "aria-label": "nodes of the search" });
  private race: Race | null = null;
  private grid: GridView | null = null;
  private events: Record<RaceEvent["kind"], number> = { node: 0, place: 0, undo: 0, rule_out: 0, strange: 0 };
  pace: RaceUpdate | null = null;

  constructor(private readonly place: Place, private readonly name: string) {}

  get isGoing(): boolean {
    return this.race !== null && (this.pace === null || this.pace.state === "going");
  }

  /** Number of events so far. */
  get number(): number {
    return this.pace?.number ?? 0;
  }

  async begin(begin: Begin): Promise<void> {
    this.race = await begin(this.engine);
    this.pace = null;
    this.events = { node: 0, place: 0, undo: 0, rule_out: 0, strange: 0 };
    this.grid = new GridView(this.race, `the grid of ${this.name}`);
    this.bar.hidden = this.race.nodes_total === null;
    if (this.race.nodes_total !== null) this.bar.max = Math.max(1, this.race.nodes_total);
    this.bar.value = 0;
    const comparison = this.race.algorithm === "any" ? "no reference model: only the grid is compared" : `compared with the reference model of ${this.race.algorithm}`;
    this.root.replaceChildren(el("h2", {}, this.name), el("p", { class: "nothing" }, comparison), this.grid.root, this.bar, this.counts, this.result);
    this.result.replaceChildren("Ready");
    this.draw();
  }

  /** Runs for up to `events` events, in slices, until it is stopped. */
  async go(events: number, continues: () => boolean): Promise<void> {
    const end = this.number + events;
    while (this.isGoing && this.number < end) {
      const pace = await this.engine.ask("pace", { events: end - this.number, slice: SLICE });
      for (const { kind } of pace.events) this.events[kind] += 1;
      this.pace = pace;
      this.draw();
      if (!continues()) break;
    }
  }

  end(): void {
    this.engine.end();
    this.race = null;
  }

  private draw(): void {
    const { pace, race } = this;
    if (pace) this.grid?.show(pace);
    this.bar.value = pace?.nodes ?? 0;
    const of = race?.nodes_total === null || !race ? "" : ` of ${grouped(race.nodes_total)}`;
    const rows: [string, string][] = [
      ["events", grouped(pace?.number ?? 0)],
      ["nodes", `${grouped(pace?.nodes ?? 0)}${of}`],
      ["instructions", grouped(pace?.instructions ?? 0)],
      ["last event", pace ? said(pace.events.at(-1) ?? null) : "none"],
    ];
    this.counts.replaceChildren(...rows.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
    if (pace) this.showVerdict(this.verdict(pace));
    this.result.classList.toggle("wrong", pace?.state === "differs" || pace?.state === "halted");
    this.result.classList.toggle("good", pace?.state === "done");
  }

  /** Shows the verdict if it has changed, because screen readers speak each change. */
  private showVerdict(verdict: (Node | string)[]): void {
    const text = verdict.map((part) => (typeof part === "string" ? part : part.textContent)).join("");
    if (this.result.textContent !== text) this.result.replaceChildren(...verdict);
  }

  private verdict(pace: RaceUpdate): (Node | string)[] {
    const { difference, mistake, state, halt } = pace;
    if (difference) {
      const { file, line, words } = difference.spot;
      return [`${difference.message} `, toLine(this.place, `See ${words}`, file, line)];
    }
    if (mistake) return [mistake];
    if (state === "going") return ["All decisions so far match the reference model"];
    if (state === "done") return [this.race?.algorithm === "any" ? "Done: the grid is correct" : "Done: every decision matches the reference model, and the grid is correct"];
    if (halt?.is === "fault") return [`Fault ${halt.code}: ${halt.text}`];
    if (halt?.is === "waits") return ["The solver waits for input that never comes"];
    return ["The solver stopped before the end"];
  }
}

/** Event in words. */
export function said(event: RaceEvent | null): string {
  if (!event) return "none";
  const where = event.row ? ` in row ${event.row}, column ${event.column}` : "";
  switch (event.kind) {
    case "node": return "a node";
    case "place": return `${event.digit}${where}`;
    case "undo": return `undone${where}`;
    case "rule_out": return `${event.digit} ruled out${where}`;
    case "strange": return `unexpected store${where}`;
  }
}
