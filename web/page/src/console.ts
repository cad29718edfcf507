// What a program writes, and what it is given: a terminal whose contents are text and nothing else.

import { byId, el } from "./dom";
import type { Program } from "./program";

/** Units of text that are kept; what was written before them is cut. */
const KEPT = 200_000;

/** Line ends of terminals are line ends, bells and other signs are shown as pictures of them. */
function visible(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(/[\0-\x08\x0b-\x1f]/g, (sign) => String.fromCharCode(0x2400 + sign.charCodeAt(0))).replace(/\x7f/g, "\u2421");
}

export class Console {
  private readonly screen = byId("screen");
  private readonly notice = byId("cut");
  private readonly input = byId<HTMLInputElement>("typed");
  private length = 0;
  private cut = 0;
  private pieces: [string, string][] = [];
  private isAsked = false;

  constructor(private readonly program: Program) {
    byId("terminal").addEventListener("submit", (event) => {
      event.preventDefault();
      const text = `${this.input.value}\n`;
      this.input.value = "";
      this.write(text, "typed");
      void program.feed(text);
    });
    byId("end-input").addEventListener("click", () => {
      this.write("(end of input)\n", "typed");
      void program.feed("");
    });
    byId("clear-screen").addEventListener("click", () => this.clear());
  }

  clear(): void {
    this.pieces = [];
    this.length = 0;
    this.cut = 0;
    this.screen.replaceChildren();
    this.notice.hidden = true;
  }

  write(text: string, kind: "out" | "errors" | "typed"): void {
    this.pieces.push([text, kind]);
    if (this.isAsked) return;
    // A program may write a thousand times between two pictures of the screen.
    this.isAsked = true;
    window.setTimeout(() => this.draw(), 30);
  }

  private draw(): void {
    this.isAsked = false;
    const pieces = this.pieces;
    this.pieces = [];
    const isAtEnd = this.screen.scrollHeight - this.screen.scrollTop - this.screen.clientHeight < 30;
    for (const [raw, kind] of pieces) {
      const piece = raw.length > KEPT ? raw.slice(-KEPT) : raw;
      this.cut += raw.length - piece.length;
      const text = visible(piece);
      const last = this.screen.lastElementChild;
      // Pieces of one kind are one text, but none grows without end.
      if (last instanceof HTMLElement && last.className === kind && (last.textContent?.length ?? 0) < 10_000) last.append(text);
      else this.screen.append(el("span", { class: kind }, text));
      this.length += text.length;
    }
    while (this.length > KEPT && this.screen.childElementCount > 1) {
      const first = this.screen.firstElementChild;
      const gone = first?.textContent?.length ?? 0;
      this.length -= gone;
      this.cut += gone;
      first?.remove();
    }
    this.notice.hidden = this.cut === 0;
    if (this.cut > 0) this.notice.textContent = `Only the last ${KEPT / 1000} thousand characters are shown; ${this.cut} before them were cut.`;
    if (isAtEnd) this.screen.scrollTop = this.screen.scrollHeight;
  }

  /** Asks for input where the program waits for it. */
  refresh(): void {
    const { waits } = this.program;
    this.input.placeholder = waits ? "the program waits for a line" : "input for the program";
    byId("terminal").classList.toggle("waits", waits);
  }

  focus(): void {
    this.input.focus();
  }
}
