// Cells of a script with their values, as the grid that the script is.

import type { ListedLine } from "../simulator";
import { el } from "../dom";
import { adopt } from "../styles";
import styles from "./cells.css";
import type { Place } from "./panel";

interface Cell {
  column: number;
  row: number;
  name: string;
  text: string;
  file: string;
  line: number;
}

/** Number of a column from its letters, from 1. */
const columnOf = (letters: string) => [...letters].reduce((all, letter) => all * 26 + letter.charCodeAt(0) - 64, 0);

/** Letters of a column. */
function lettersOf(column: number): string {
  const rest = Math.floor((column - 1) / 26);
  return (rest > 0 ? lettersOf(rest) : "") + String.fromCharCode(65 + ((column - 1) % 26));
}

/** Cells of a listing. */
function cellsOf(listing: readonly ListedLine[]): Cell[] {
  return listing.flatMap(({ file, line, words }) => words.flatMap(({ shown, instruction }) => {
    const [, letters, row] = /^([A-Z]+)(\d+)$/.exec(shown) ?? [];
    return letters && row ? [{ column: columnOf(letters), row: Number(row), name: shown, text: instruction, file, line }] : [];
  }));
}

adopt(styles);

/** Values by cell when the program last stopped, and now; and the position of now. */
let [before, now, moment] = [new Map<string, string>(), new Map<string, string>(), -1];

/** Grid of the cells with their values; null if the program has no cells. */
export async function grid(place: Place, listing: readonly ListedLine[]): Promise<Node | null> {
  const { program, editor } = place;
  const cells = cellsOf(listing);
  if (cells.length === 0) return null;
  const values = await program.ask("cells", { names: cells.map(({ name }) => name) });
  const position = program.status?.now ?? 0;
  if (position === 0) before = new Map();
  else if (position !== moment) before = now;
  moment = position;
  now = new Map(cells.map(({ name }, at): [string, string] => [name, values[at] === "null" ? "" : values[at] ?? ""]));
  const next = program.status?.spot.words ?? "";
  const columns = Math.max(...cells.map(({ column }) => column));
  const rows = Math.max(...cells.map(({ row }) => row));
  const at = new Map(cells.map((cell) => [cell.name, cell]));
  const one = (name: string) => {
    const cell = at.get(name);
    if (!cell) return el("td");
    const value = now.get(name) ?? "";
    const isChanged = before.has(name) && before.get(name) !== value;
    const isNext = new RegExp(`\\b${name}\\b`).test(next);
    const code = el("button", { type: "button", class: "link", "aria-label": `${name}: ${cell.text}`, click: () => editor.goTo(cell.file, cell.line) }, cell.text);
    return el("td", { class: [isNext ? "next" : "", isChanged ? "changed" : ""].join(" ").trim(), ...(isNext ? { "aria-current": "step" } : {}) }, code, el("span", { class: "value" }, value));
  };
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
  const head = el("tr", {}, el("td"), ...numbers(columns).map((column) => el("th", { scope: "col" }, lettersOf(column))));
  const body = numbers(rows).map((row) => el("tr", {}, el("th", { scope: "row" }, String(row)), ...numbers(columns).map((column) => one(`${lettersOf(column)}${row}`))));
  return el("div", { class: "cells" }, el("table", {}, el("caption", { class: "hidden" }, "cells with their values"), el("thead", {}, head), el("tbody", {}, ...body)));
}
