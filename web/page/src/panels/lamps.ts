// Lamps of a PDP-10's console: the state of the machine at the shown position.

import type { Register } from "../simulator";
import { type Place } from "./panel";

const SPACE = "http://www.w3.org/2000/svg";

/** Sizes in the units of the drawing. */
const [LAMP, STEP, GAP, LINE, LEFT] = [4.2, 11, 5, 20, 52];

/** Word that the switches have chosen, and the position of the run at which it was. */
export interface Examined {
  address: number;
  word: bigint;
  position: number;
}

/** A row of lamps. */
interface Row {
  label: string;
  /** Description for people who do not see the lamps. */
  about: string;
  bits: number;
  value: bigint;
  /** Text left of the lamps of a half. */
  text?: string;
}

/** Value of octal digits, in halves or not. */
const octal = (digits: string) => BigInt(`0o${digits.replace(/[^0-7]/g, "") || "0"}`);

function svg(name: string, attributes: Record<string, string | number>, ...children: (Node | string)[]): SVGElement {
  const made = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/** Row of lamps, highest bit first, in groups of three. */
function drawn({ label, bits, value, text = "" }: Row, at: number): SVGElement {
  const y = at * LINE + LINE / 2;
  // Words of 18 bits are below the right half.
  const first = 36 - bits;
  const lamps = Array.from({ length: bits }, (_, bit) => {
    const place = first + bit;
    const isLit = (value >> BigInt(bits - 1 - bit)) & 1n;
    return svg("circle", { class: isLit ? "lit" : "lamp", r: LAMP, cy: y, cx: LEFT + place * STEP + Math.floor(place / 3) * GAP });
  });
  return svg("g", {}, svg("text", { x: 0, y: y + 4 }, label), svg("text", { x: LEFT, y: y + 4 }, text), ...lamps);
}

/** The lamps at the shown position; `registers` are in octal. An examined word takes the place of the last store. */
export async function lamps(place: Place, registers: readonly Register[], examined: Examined | null): Promise<SVGElement> {
  const { program } = place;
  const pc = BigInt(program.status?.spot.address ?? 0);
  const [word = 0] = await program.ask("values", { from: `*${pc.toString(8)}`, words: 1 });
  const instruction = BigInt(word);
  const number = Number((instruction >> 23n) & 15n);
  const accumulator = registers[number];
  const flags = registers.find((it) => it.flags !== "");
  const last = examined === null ? (await program.ask("stores", {})).at(-1) : undefined;
  const rows: Row[] = [
    { label: "PC", about: "address of the next instruction", bits: 18, value: pc },
    { label: "IR", about: "next instruction", bits: 36, value: instruction },
    { label: accumulator?.name ?? "AC", about: "accumulator of the next instruction", bits: 36, value: octal(accumulator?.shown ?? "0") },
    { label: "MA", about: examined ? "examined address" : "address of the last store", bits: 18, value: BigInt(examined?.address ?? last?.address ?? 0) },
    { label: "MB", about: examined ? "word at this address" : "word of the last store", bits: 36, value: examined?.word ?? octal(last?.value ?? "0") },
    { label: "FLAGS", about: "left half of the PC word", bits: 18, value: octal(flags?.shown ?? "0"), text: flags?.flags ?? "" },
  ];
  const text = rows.map(({ label, about, bits, value, text = "" }) => `${label}, ${about}: ${value.toString(8).padStart(bits / 3, "0")} ${text}`.trim());
  const [wide, high] = [LEFT + 36 * STEP + 12 * GAP, rows.length * LINE];
  return svg("svg", { class: "lamps", role: "img", viewBox: `0 0 ${wide} ${high}`, "aria-label": `Console lamps. ${text.join("; ")}` },
    ...rows.map((row, at) => svg("g", {}, svg("title", {}, `${row.label}: ${row.about}`), drawn(row, at))));
}
