// Terminal for programs that read keys: what is typed goes to the program at once, and its control sequences are drawn.

import { Terminal } from "@xterm/xterm";
import styles from "@xterm/xterm/css/xterm.css";

import { byId } from "./dom";
import type { Program } from "./program";

/** Size of the screen: that of terminals of the time, and of most programs that draw on one. */
export const SCREEN: [lines: number, columns: number] = [24, 80];

/** Font sizes in pixels, and the width of a character at one pixel. */
const [LEAST, MOST, WIDTH] = [8, 15, 0.61];

/** Characters that are written again when the screen was cleared. */
const AGAIN = 50_000;

/** Stand-in for a style element, which the page's policy refuses: its text becomes an adopted style sheet. */
function styleElement(): HTMLElement {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  const made = document.createElement("span");
  made.hidden = true;
  Object.defineProperty(made, "textContent", { set: (text: string) => sheet.replaceSync(text) });
  return made;
}

/** Runs an action, with stand-ins for the style elements that it makes. */
function withStyles(action: () => void): void {
  const { createElement } = Document.prototype;
  const made = (name: string) => (name === "style" ? styleElement() : (createElement.call(document, name) as HTMLElement));
  Object.defineProperty(document, "createElement", { value: made, configurable: true });
  try {
    action();
  } finally {
    // The method of the prototype is back.
    Reflect.deleteProperty(document, "createElement");
  }
}

/** Sets styles of characters as properties: the page's policy refuses style attributes. */
function allowStyles(): void {
  const { setAttribute } = Element.prototype;
  HTMLSpanElement.prototype.setAttribute = function (name: string, value: string) {
    if (name === "style") this.style.cssText = value;
    else setAttribute.call(this, name, value);
  };
}

/** Colours of the page, for the terminal. */
function colours() {
  const style = getComputedStyle(document.body);
  const probe = document.createElement("span");
  document.body.append(probe);
  const colour = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const all = { background: colour("--paper"), foreground: style.color, cursor: colour("--accent"), cursorAccent: colour("--paper"), selectionBackground: colour("--selection") };
  probe.remove();
  return all;
}

/** Whether a key leaves the terminal; all others are the program's. */
const leaves = (event: KeyboardEvent) => event.type === "keydown" && event.key === "Tab" && event.shiftKey;

/** Register with the number of a call, by dialect; and the call that reads a character as a line. */
const CALLS: Record<string, string> = { mars: "v0", rars: "a7" };
const READ_CHAR = "12";

/** Input for keys: MARS and RARS read one character as a line, which they take from a terminal without Enter. */
export async function inputOf(keys: string, program: Program, dialect: string): Promise<string> {
  const register = CALLS[dialect];
  if (!program.waits || register === undefined || keys.startsWith("\n")) return keys;
  const all = await program.ask("registers", { shown: "unsigned" });
  const isRead = all.some(({ name, shown }) => name === register && shown === READ_CHAR);
  return isRead ? `${keys.slice(0, 1)}\n${keys.slice(1)}` : keys;
}

export class Screen {
  private readonly terminal: Terminal;
  private shown = "";

  /** Opens the terminal in an element; `typed` gets what is typed, with return and rubout as the keys send them. */
  constructor(private readonly host: HTMLElement, typed: (text: string) => void) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets.push(sheet);
    allowStyles();
    const [rows, cols] = SCREEN;
    this.terminal = new Terminal({
      rows, cols, theme: colours(), fontFamily: getComputedStyle(byId("screen")).fontFamily, fontSize: this.size, scrollback: 2000,
      screenReaderMode: true, cursorBlink: false, minimumContrastRatio: 4.5, convertEol: true,
    });
    withStyles(() => this.terminal.open(host));
    this.terminal.textarea?.setAttribute("aria-label", "Terminal: keys go to the program. Shift+Tab leaves it.");
    this.terminal.attachCustomKeyEventHandler((event) => !leaves(event));
    this.terminal.onData(typed);
    new ResizeObserver(() => { this.terminal.options.fontSize = this.size; }).observe(host);
    new MutationObserver(() => { this.terminal.options.theme = colours(); }).observe(document.documentElement, { attributeFilter: ["data-scheme"] });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { this.terminal.options.theme = colours(); });
  }

  /** Font size with which all columns fit. */
  private get size(): number {
    const width = this.host.clientWidth - 20;
    return Math.max(LEAST, Math.min(MOST, Math.floor((10 * width) / (SCREEN[1] * WIDTH)) / 10));
  }

  /** Shows all output so far; what is already on the screen is not written again. */
  show(all: string): void {
    if (all.startsWith(this.shown)) this.terminal.write(all.slice(this.shown.length));
    else {
      this.terminal.reset();
      this.terminal.write(all.slice(-AGAIN));
    }
    this.shown = all;
  }

  focus(): void {
    this.terminal.focus();
  }
}
