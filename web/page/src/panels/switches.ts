// A row of switches in groups of three, one for each octal digit, and the number that they show.

import { el } from "../dom";

/** Text of a number in octal digits, in halves if it has two. */
function octal(value: bigint, bits: number): string {
  const digits = value.toString(8).padStart(bits / 3, "0");
  return digits.replace(/^(.{6})(.{6})$/, "$1,,$2");
}

/** Number of octal digits, in halves or not; null if it is none. */
function number(text: string, bits: number): bigint | null {
  const [left = "", right] = text.trim().split(",,");
  const digits = right === undefined ? left : left + right.padStart(6, "0");
  if (!/^[0-7]+$/.test(digits)) return null;
  const value = BigInt(`0o${digits}`);
  return value >> BigInt(bits) === 0n ? value : null;
}

export class Switches {
  readonly root: HTMLElement;
  private number = 0n;
  private readonly switches: HTMLButtonElement[];
  private readonly field: HTMLInputElement;

  /** Switches for `bits` bits; bit 0 is the highest, as in the machine's manual. */
  constructor(name: string, private readonly bits: number) {
    const lower = name.toLowerCase();
    this.switches = Array.from({ length: bits }, (_, bit) =>
      el("button", { type: "button", role: "switch", "aria-checked": "false", "aria-label": `${lower} switch ${bit}`, tabindex: bit === 0 ? 0 : -1, click: () => this.toggle(bit) }));
    this.field = el("input", { id: `front-${lower}`, "aria-label": `${lower} switches in octal`, size: bits / 3 + 2, spellcheck: "false", autocomplete: "off", change: () => this.take() });
    const groups = Array.from({ length: bits / 3 }, (_, at) => el("span", { class: "three" }, ...this.switches.slice(3 * at, 3 * at + 3)));
    const halves = Array.from({ length: bits / 18 }, (_, at) => el("span", { class: "half" }, ...groups.slice(6 * at, 6 * at + 6)));
    this.root = el("div", {}, el("div", { class: "head" }, el("h3", {}, `${name} switches`), this.field),
      el("div", { class: "row", role: "group", "aria-label": `${name} switches`, keydown: (event) => this.move(event as KeyboardEvent) }, ...halves));
    this.draw();
  }

  get value(): bigint {
    return this.number;
  }

  private toggle(bit: number): void {
    this.number ^= 1n << BigInt(this.bits - 1 - bit);
    this.draw();
  }

  /** Takes the number in the field. */
  private take(): void {
    const value = number(this.field.value, this.bits);
    if (value === null) return this.field.setAttribute("aria-invalid", "true");
    this.number = value;
    this.draw();
  }

  private draw(): void {
    this.switches.forEach((it, bit) => it.setAttribute("aria-checked", String(((this.number >> BigInt(this.bits - 1 - bit)) & 1n) === 1n)));
    this.field.value = octal(this.number, this.bits);
    this.field.removeAttribute("aria-invalid");
  }

  /** Moves between the switches by arrow keys: the row is one stop of the Tab key. */
  private move(event: KeyboardEvent): void {
    const at = this.switches.indexOf(event.target as HTMLButtonElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: this.bits - 1 }[event.key];
    const next = to === undefined || at < 0 ? undefined : this.switches[(to + this.bits) % this.bits];
    if (!next) return;
    event.preventDefault();
    for (const it of this.switches) it.tabIndex = it === next ? 0 : -1;
    next.focus();
  }
}
