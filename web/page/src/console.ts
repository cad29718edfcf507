// Terminal: output of the program up to the shown position, and its input. Contents are shown as plain text.

import type { Status } from "./simulator";
import { byId, el } from "./dom";
import type { Program } from "./program";

/** UTF-16 units of text that are kept, and that are shown; earlier output is cut. */
const KEPT = 1_000_000;
const SHOWN = 200_000;

/** Maximum length of a piece, and least length of a block. */
const PIECE = 10_000;
const BLOCK = 4_000;

/** Length limit of the spoken text. */
const MOST_SPOKEN = 200;

/** Normalizes line ends, and shows control characters as their Unicode pictures. */
function visible(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(/[\0-\x08\x0b-\x1f]/g, (sign) => String.fromCharCode(0x2400 + sign.charCodeAt(0))).replace(/\x7f/g, "\u2421");
}

type Stream = "out" | "errors";

/**
 * Piece of a stream, which starts after `from` units of it; or a line from the page, shown from position `from` on.
 * A key is typed input that the program shows itself, or not at all.
 */
interface Piece {
  kind: Stream | "typed" | "key" | "note";
  text: string;
  from: number;
  /** Number that no other text has had; a text that grows keeps it. */
  id: number;
}

/** Element with whole lines, and what it shows. */
interface Block {
  element: HTMLElement;
  contents: string;
}

const isOutput = (piece: Piece): piece is Piece & { kind: Stream } => piece.kind === "out" || piece.kind === "errors";

let lastId = 0;

function piece(kind: Piece["kind"], text: string, from: number): Piece {
  lastId += 1;
  return { kind, text, from, id: lastId };
}

/** Where output is shown instead of the page's own element. */
interface View {
  show(all: string): void;
  focus(): void;
}

export class Console {
  private readonly screen = byId("screen");
  private readonly notice = byId("cut");
  private readonly input = byId<HTMLInputElement>("typed");
  private pieces: Piece[] = [];
  /** Length of all pieces, and of those dropped, by stream. */
  private length = 0;
  private cut: Record<Stream, number> = { out: 0, errors: 0 };
  private at: { out: number; errors: number; now: number } = { out: 0, errors: 0, now: 0 };
  private isAsked = false;
  private view: View | null = null;
  /** Blocks on the screen, by the number of their first piece. */
  private blocks = new Map<number, Block>();

  constructor(private readonly program: Program) {
    byId("terminal").addEventListener("submit", (event) => {
      event.preventDefault();
      const text = `${this.input.value}\n`;
      this.input.value = "";
      this.push(piece("typed", text, this.at.now));
      this.soon();
      void program.feed(text);
    });
    byId("end-input").addEventListener("click", () => {
      this.push(piece("note", "(end of input)\n", this.at.now));
      this.soon();
      void program.feed("");
    });
    byId("clear-screen").addEventListener("click", () => this.clear());
  }

  /** Shows output in another view from now on; null for the page's own. */
  showIn(view: View | null): void {
    this.view = view;
    this.draw();
  }

  /** Sends keys to the program as `input`; a program that waits for them sees them echoed, unless its system does that. */
  press(text: string, isEchoed: boolean, input: string): void {
    this.push(piece(isEchoed && this.program.waits ? "typed" : "key", text, this.at.now));
    this.soon();
    void this.program.feed(input);
  }

  /** Drops all output so far. */
  clear(): void {
    this.pieces = [];
    this.length = 0;
    this.cut = { out: this.at.out, errors: this.at.errors };
    this.draw();
  }

  /** Clears the terminal for a new program. */
  begin(): void {
    this.at = { out: 0, errors: 0, now: 0 };
    this.clear();
  }

  /** Takes a status with its new output. */
  came(status: Status): void {
    const { output, errors, written, notes, now, end } = status;
    // Lines from undone steps are dropped.
    if (this.pieces.some((it) => !isOutput(it) && it.from > end)) {
      this.pieces = this.pieces.filter((it) => isOutput(it) || it.from <= end);
    }
    this.write("out", output, written.output - output.length);
    this.write("errors", errors, written.errors - errors.length);
    // Instructions that run again were reported before.
    if (now >= end) for (const text of notes) this.push(piece("note", `${text}\n`, now));
    this.at = { out: written.output, errors: written.errors, now };
    this.soon();
  }

  /** Input typed so far. */
  get given(): string {
    return this.pieces.filter(({ kind, from }) => (kind === "typed" || kind === "key") && from <= this.at.now).map(({ text }) => text).join("");
  }

  /** Last output line, for screen readers. */
  get last(): string {
    const seen = this.pieces.slice(-20).filter(isOutput).map((it) => this.seen(it)).join("");
    return seen.trimEnd().split("\n").at(-1)?.slice(-MOST_SPOKEN) ?? "";
  }

  /** Stores text of a stream at an offset, and drops what was there. */
  private write(kind: Stream, text: string, from: number): void {
    if (text === "") return;
    const last = this.pieces.findLast((it) => it.kind === kind);
    if (last && last.from + last.text.length > from) {
      this.pieces = this.pieces.flatMap((it) => {
        if (it.kind !== kind || it.from + it.text.length <= from) return [it];
        return it.from >= from ? [] : [piece(kind, it.text.slice(0, from - it.from), it.from)];
      });
      this.length = this.pieces.reduce((all, it) => all + it.text.length, 0);
    }
    for (let at = 0, end = 0; at < text.length; at = end) {
      // Blocks consist of whole lines where lines are not too long.
      const lineEnd = text.lastIndexOf("\n", at + PIECE - 1) + 1;
      end = lineEnd > at && at + PIECE < text.length ? lineEnd : at + PIECE;
      this.push(piece(kind, text.slice(at, end), from + at));
    }
  }

  private push(piece: Piece): void {
    const last = this.pieces.at(-1);
    // Adjacent pieces are joined up to the maximum length.
    if (last?.kind === piece.kind && last.from + last.text.length === piece.from && last.text.length + piece.text.length <= PIECE) last.text += piece.text;
    else this.pieces.push(piece);
    this.length += piece.text.length;
    while (this.length > KEPT && this.pieces.length > 1) {
      const gone = this.pieces.shift();
      if (!gone) return;
      this.length -= gone.text.length;
      if (isOutput(gone)) this.cut[gone.kind] = gone.from + gone.text.length;
    }
  }

  private soon(): void {
    if (this.isAsked) return;
    this.isAsked = true;
    // A program may write a thousand times between two frames.
    window.setTimeout(() => {
      this.isAsked = false;
      this.draw();
    }, 30);
  }

  /** Text of a piece at the shown position. */
  private seen(it: Piece): string {
    if (isOutput(it)) return it.text.slice(0, Math.max(0, this.at[it.kind] - it.from));
    return it.kind !== "key" && it.from <= this.at.now ? it.text : "";
  }

  private draw(): void {
    if (this.view) return this.view.show(this.pieces.map((it) => this.seen(it)).join(""));
    const isAtEnd = this.screen.scrollHeight - this.screen.scrollTop - this.screen.clientHeight < 30;
    const shown: [Piece, string][] = [];
    let length = 0;
    for (let index = this.pieces.length - 1; index >= 0 && length < SHOWN; index -= 1) {
      const piece = this.pieces[index]!;
      // A piece is shown whole, so that its element stays as it is while later output comes.
      const seen = this.seen(piece);
      if (seen === "") continue;
      length += seen.length;
      shown.unshift([piece, seen]);
    }
    this.paint(shown);
    this.showCut(length);
    if (isAtEnd) this.screen.scrollTop = this.screen.scrollHeight;
  }

  /** Shows texts in blocks of whole lines, and changes only blocks that differ: a browser lays out each block alone. */
  private paint(shown: readonly [Piece, string][]): void {
    const wanted = new Map<number, Block>();
    for (let at = 0; at < shown.length;) {
      const first = shown[at]![0].id;
      const parts: [Piece, string][] = [];
      let length = 0;
      for (let isWhole = false; at < shown.length && !isWhole; at += 1) {
        const part = shown[at]!;
        parts.push(part);
        length += part[1].length;
        isWhole = length >= BLOCK && part[1].endsWith("\n");
      }
      const contents = parts.map(([{ id }, seen]) => `${id}:${seen.length}`).join();
      const known = this.blocks.get(first);
      wanted.set(first, known?.contents === contents ? known : { contents, element: el("div", {}, ...parts.map(([{ kind }, seen]) => el("span", { class: kind === "note" ? "errors" : kind }, visible(seen)))) });
    }
    const elements = [...wanted.values()].map(({ element }) => element);
    const stays = new Set<Element>(elements);
    for (const element of [...this.screen.children]) if (!stays.has(element)) element.remove();
    elements.forEach((element, at) => {
      if (this.screen.children[at] !== element) this.screen.insertBefore(element, this.screen.children[at] ?? null);
    });
    this.blocks = wanted;
  }

  private showCut(length: number): void {
    const { out, errors } = this.at;
    const all = out + errors;
    const isCut = length >= SHOWN || this.cut.out > 0 && length === 0 && this.cut.out > out;
    this.notice.hidden = !isCut;
    if (!isCut) return;
    this.notice.textContent = length === 0
      ? `Earlier output was dropped: only the last ${KEPT / 1000} thousand characters are kept.`
      : `Only the last ${Math.floor(length / 1000)} thousand characters of ${all} are shown.`;
  }

  /** Highlights the input field if the program waits for input. */
  refresh(): void {
    const { waits } = this.program;
    this.input.placeholder = waits ? "the program is waiting for input" : "program input";
    byId("terminal").classList.toggle("waits", waits);
  }

  focus(): void {
    (this.view ?? this.input).focus();
  }
}
