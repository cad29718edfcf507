// New puzzles from seeds, generated in a separate thread, one after the other.

import type { NewPuzzle, PuzzleOptions } from "../simulator";
import { byId, options, sentence } from "../dom";
import { Ended, Engine } from "../engine";

/** Puzzle with its seed. */
export type Made = NewPuzzle & { seed: number };

/** Number in a field; null if it is empty. */
function number(id: string): number | null {
  const { value } = byId<HTMLInputElement>(id);
  return value === "" ? null : Number(value);
}

export class Maker {
  /** Side length of the puzzles, in cells. */
  side: () => number = () => 9;
  /** Called with the new puzzles when all are generated, or generation was stopped. */
  onMade: (made: Made[]) => void = () => {};

  private readonly engine = new Engine();
  private readonly button = byId("maker-make");
  private readonly progress = byId<HTMLProgressElement>("maker-progress");
  private isMaking = false;

  constructor() {
    byId("maker-form").addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.isMaking) this.engine.end();
      else void this.make();
    });
    byId("maker").addEventListener("toggle", () => void this.offer());
  }

  private async offer(): Promise<void> {
    const chosen = byId<HTMLSelectElement>("maker-band");
    if (chosen.childElementCount > 0) return;
    const bands = await this.engine.ask("bands", {});
    options(chosen, [{ value: "", text: "any" }, ...bands.map((band) => ({ value: band, text: band }))]);
  }

  private get wish(): PuzzleOptions {
    const band = byId<HTMLSelectElement>("maker-band").value || null;
    return { side: this.side(), least_givens: number("maker-least"), most_givens: number("maker-most"), band };
  }

  private async make(): Promise<void> {
    const [wish, first, count] = [this.wish, number("maker-seed") ?? 1, number("maker-count") ?? 1];
    const made: Made[] = [];
    let result = "";
    this.show(true, 0, count);
    try {
      while (made.length < count) {
        const seed = first + made.length;
        this.showResult(`${made.length} of ${count} generated; seed ${seed}…`);
        made.push({ ...(await this.engine.ask("generate", { wish, seed })), seed });
        this.show(true, made.length, count);
      }
      result = made.length === 1 ? `Seed ${first}: ${made[0]?.about}` : `${made.length} puzzles, from seeds ${first} to ${first + count - 1}.`;
    } catch (error) {
      result = error instanceof Ended ? `Stopped; ${made.length} of ${count} generated.` : `Seed ${first + made.length}: ${sentence(error)}.`;
    } finally {
      this.show(false, made.length, count);
    }
    this.showResult(result);
    if (made.length > 0) this.onMade(made);
  }

  private show(isMaking: boolean, done: number, of: number): void {
    this.isMaking = isMaking;
    this.button.textContent = isMaking ? "Stop" : "Generate";
    this.progress.hidden = !isMaking;
    this.progress.max = of;
    this.progress.value = done;
  }

  private showResult(text: string): void {
    byId("maker-result").textContent = text;
  }
}
