// Registers: editable, in the chosen format, with changed ones marked.

import type { ListedLine, Shown } from "../simulator";
import { byId, el } from "../dom";
import { type Panel, type Place, edited, nothing, replaceRows } from "./panel";

/** Number formats in the menus of registers and memory. */
export const BASES: { value: Shown; text: string }[] = [
  { value: "manual", text: "as in the manual" },
  { value: "signed", text: "signed" },
  { value: "unsigned", text: "unsigned" },
  { value: "binary", text: "binary" },
  { value: "letter", text: "character" },
  { value: "real", text: "floating point" },
];

/** Halves of a word of 36 bits, such as `777774,,000001`. */
function halves(shown: string): string {
  return shown.replace(/^([0-7]{6})([0-7]{6})$/, "$1,,$2");
}

/** Drops the character from `97 'a'`, so that `97` remains, and the commas between halves. */
function typed(text: string): string {
  const [left, right] = text.split(",,");
  const value = left !== undefined && right !== undefined ? left.trim().padStart(6, "0") + right.trim().padStart(6, "0") : text;
  return /^-?\d+ '/.test(value) ? value.split(" ")[0] ?? value : value;
}

export function registers(place: Place, listing: () => readonly ListedLine[]): Panel {
  const base = byId<HTMLSelectElement>("register-base");
  for (const { value, text } of BASES) base.append(el("option", { value }, text));
  const refresh = async () => {
    const { program, trouble } = place;
    const list = byId("register-list");
    if (!program.status) return list.replaceChildren(nothing("No program yet: Run or Step starts one."));
    const all = await program.ask("registers", { shown: base.value as Shown });
    const isScript = listing().some(({ words }) => words.some(({ bits }) => bits === ""));
    const cells = isScript ? await (await import("./cells")).grid(place, listing()) : null;
    if (!isScript) (await import("./execute")).execute(program);
    // MIPS and RISC-V begin with their numbered registers.
    const numbers = all[0]?.name === "zero" ? 32 : 0;
    const rows = all.map(({ name, shown, is_changed, flags }, at) => {
      const give = (value: string) => program.assign(`$${name}`, typed(value));
      const label = is_changed ? `${name}, changed` : name;
      return el("div", { class: is_changed ? "register changed" : "register" }, el("span", { class: "name" }, name, ...(at < numbers ? [el("small", {}, ` ${at}`)] : [])), edited(label, halves(shown), give, trouble),
        ...(flags ? [el("span", { class: "flags" }, flags)] : []));
    });
    list.classList.toggle("long", all.some(({ shown }) => halves(shown).length > 12 && base.value !== "binary"));
    const pc = el("div", { class: "register" }, el("span", { class: "name" }, "pc"), el("code", {}, program.status.spot.shown));
    replaceRows(list, ...(isScript ? [] : [pc]), ...rows, ...(cells ? [cells] : []));
  };
  base.addEventListener("change", () => void refresh());
  return { id: "registers", refresh };
}
