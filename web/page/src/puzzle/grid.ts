// Grid of a solver: givens, placed digits, the last event, and the first difference from the reference model.

import type { RaceUpdate, Race, RaceEvent } from "../simulator";
import { el } from "../dom";

export class GridView {
  readonly root: HTMLTableElement;
  private readonly cells: HTMLTableCellElement[] = [];
  private readonly side: number;

  constructor(private readonly race: Pick<Race, "side" | "given">, label: string) {
    const { side, given } = race;
    this.side = side;
    const box = Math.round(Math.sqrt(side));
    const rows = Array.from({ length: side }, (_, row) => {
      const cells = Array.from({ length: side }, (_, column) => {
        const edges = [column % box === box - 1 && column < side - 1 ? "edge-right" : "", row % box === box - 1 && row < side - 1 ? "edge-below" : ""];
        return el("td", { class: edges.join(" ").trim() }, "");
      });
      this.cells.push(...cells);
      return el("tr", {}, ...cells);
    });
    this.root = el("table", { class: "grid" }, el("caption", { class: "hidden" }, label), el("tbody", {}, ...rows));
    this.root.style.setProperty("--side", String(side));
    this.fill(given);
  }

  private fill(grid: string): void {
    const { given } = this.race;
    [...grid].forEach((digit, at) => {
      const cell = this.cells[at];
      if (!cell) return;
      const text = digit === "." || digit === "0" ? "" : digit;
      if (cell.textContent !== text) cell.textContent = text;
      const isGiven = given[at] !== "." && given[at] !== "0";
      cell.classList.toggle("given", isGiven);
      cell.classList.toggle("placed", !isGiven && text !== "");
    });
  }

  private cell(event: RaceEvent | null): HTMLTableCellElement | undefined {
    if (!event?.row || !event.column) return undefined;
    return this.cells[(event.row - 1) * this.side + event.column - 1];
  }

  /** Shows the grid after the last events. */
  show(pace: RaceUpdate): void {
    this.fill(pace.grid);
    for (const cell of this.cells) cell.classList.remove("last", "undone", "wrong", "right-one");
    const last = pace.events.findLast(({ kind }) => kind === "place" || kind === "undo");
    this.cell(last ?? null)?.classList.add(last?.kind === "undo" ? "undone" : "last");
    if (!pace.difference) return;
    this.cell(pace.difference.solver)?.classList.add("wrong");
    this.cell(pace.difference.expected)?.classList.add("right-one");
  }
}
