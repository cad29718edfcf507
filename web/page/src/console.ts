// Terminal: output of the program up to the shown position, and its input. Contents are shown as plain text.

import type { Status } from "./simulator";
import { byId, el } from "./dom";
import type { Program } from "./program";

/** UTF-16 units of text that are kept, and that are shown; earlier output is cut. */
const KEPT = 1_000_000;
const SHOWN = 200_000;

/** Maximum length of a piece. */
const PIECE = 10_000;

/** Length limit of the spoken text. */
const MOST_SPOKEN = 200;

/** Normalizes line ends, and shows control characters as their Unicode pictures. */
function visible(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(/[\0-\x08\x0b-\x1f]/g, (sign) => String.fromCharCode(0x2400 + sign.charCodeAt(0))).replace(/\x7f/g, "\u2421");
}

type Stream = "out" | "errors";

/** Piece of a stream, which starts after `from` units of it; or a line from the page, shown from position `from` on. */
interface Piece {
  kind: Stream | "typed" | "told";
  text: string;
  from: number;
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

  constructor(private readonly program: Program) {
    byId("terminal").addEventListener("submit", (event) => {
      event.preventDefault();
      const text = `${this.input.value}\n`;
      this.input.value = "";
      this.push({ kind: "typed", text, from: this.at.now });
      this.soon();
      void program.feed(text);
    });
    byId("end-input").addEventListener("click", () => {
      this.push({ kind: "told", text: "(end of input)\n", from: this.at.now });
      this.soon();
      void program.feed("");
    });
    byId("clear-screen").addEventListener("click", () => this.clear());
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
    if (this.pieces.some((it) => (it.kind === "typed" || it.kind === "told") && it.from > end)) {
      this.pieces = this.pieces.filter((it) => it.kind === "out" || it.kind === "errors" || it.from <= end);
    }
    this.write("out", output, written.output - output.length);
    this.write("errors", errors, written.errors - errors.length);
    // Instructions that run again were reported before.
    if (now >= end) for (const text of notes) this.push({ kind: "told", text: `${text}\n`, from: now });
    this.at = { out: written.output, errors: written.errors, now };
    this.soon();
  }

  /** Input typed so far. */
  get given(): string {
    return this.pieces.filter(({ kind, from }) => kind === "typed" && from <= this.at.now).map(({ text }) => text).join("");
  }

  /** Last output line, for screen readers. */
  get last(): string {
    const seen = this.pieces.slice(-20).filter(({ kind }) => kind === "out" || kind === "errors").map((it) => this.seen(it)).join("");
    return seen.trimEnd().split("\n").at(-1)?.slice(-MOST_SPOKEN) ?? "";
  }

  /** Stores text of a stream at an offset, and drops what was there. */
  private write(kind: Stream, text: string, from: number): void {
    if (text === "") return;
    const last = this.pieces.findLast((it) => it.kind === kind);
    if (last && last.from + last.text.length > from) {
      this.pieces = this.pieces.flatMap((it) => {
        if (it.kind !== kind || it.from + it.text.length <= from) return [it];
        return it.from >= from ? [] : [{ ...it, text: it.text.slice(0, from - it.from) }];
      });
      this.length = this.pieces.reduce((all, it) => all + it.text.length, 0);
    }
    for (let at = 0; at < text.length; at += PIECE) this.push({ kind, text: text.slice(at, at + PIECE), from: from + at });
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
      if (gone.kind === "out" || gone.kind === "errors") this.cut[gone.kind] = gone.from + gone.text.length;
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
  private seen({ kind, text, from }: Piece): string {
    if (kind === "typed" || kind === "told") return from <= this.at.now ? text : "";
    return text.slice(0, Math.max(0, this.at[kind] - from));
  }

  private draw(): void {
    const isAtEnd = this.screen.scrollHeight - this.screen.scrollTop - this.screen.clientHeight < 30;
    const shown: [Piece["kind"], string][] = [];
    let length = 0;
    for (let index = this.pieces.length - 1; index >= 0 && length < SHOWN; index -= 1) {
      const piece = this.pieces[index]!;
      const seen = this.seen(piece).slice(-(SHOWN - length));
      if (seen === "") continue;
      length += seen.length;
      shown.unshift([piece.kind, seen]);
    }
    this.paint(shown);
    this.showCut(length);
    if (isAtEnd) this.screen.scrollTop = this.screen.scrollHeight;
  }

  /** Shows texts, and changes only elements that differ. */
  private paint(shown: [Piece["kind"], string][]): void {
    const there = [...this.screen.children];
    shown.forEach(([kind, raw], index) => {
      const text = visible(raw);
      const name = kind === "told" ? "errors" : kind;
      const element = there[index];
      if (!element) this.screen.append(el("span", { class: name }, text));
      else {
        if (element.className !== name) element.className = name;
        if (element.textContent !== text) element.textContent = text;
      }
    });
    for (const element of there.slice(shown.length)) element.remove();
  }

  private showCut(length: number): void {
    const { out, errors } = this.at;
    const all = out + errors;
    const isCut = length >= SHOWN || this.cut.out > 0 && length === 0 && this.cut.out > out;
    this.notice.hidden = !isCut;
    if (!isCut) return;
    this.notice.textContent = length === 0
      ? `Earlier output was dropped: only the last ${KEPT / 1000} thousand characters are kept.`
      : `Only the last ${SHOWN / 1000} thousand characters of ${all} are shown.`;
  }

  /** Highlights the input field if the program waits for input. */
  refresh(): void {
    const { waits } = this.program;
    this.input.placeholder = waits ? "the program is waiting for input" : "program input";
    byId("terminal").classList.toggle("waits", waits);
  }

  focus(): void {
    this.input.focus();
  }
}
