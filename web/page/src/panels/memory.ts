// Memory from a place on: addresses, words that can be typed over, and the same as letters.

import type { MemoryRow, Shown } from "../desk";
import { byId, el } from "../dom";
import { type Panel, type Place, edited, nothing, table } from "./panel";
import { BASES } from "./registers";

/** An address as a place of memory: an octal one alone would be the number of a line. */
function spelt(shown: string): string {
  return shown.startsWith("0x") ? shown : `*${shown}`;
}

/** How many words stand beside each other: long ones are fewer. */
function width(words: string[]): string {
  const longest = Math.max(...words.map((word) => word.length));
  return longest > 24 ? "long" : longest > 14 ? "middle" : "short";
}

export function memory(place: Place): Panel {
  const base = byId<HTMLSelectElement>("memory-base");
  for (const { value, text } of BASES) base.append(el("option", { value }, text));
  const from = byId<HTMLInputElement>("memory-from");
  const count = byId<HTMLSelectElement>("memory-count");
  const list = byId("memory-list");

  const row = ({ address, shown, words, text }: MemoryRow, units: number) => {
    const { program, trouble } = place;
    const cell = (word: string, index: number) => {
      const at = address + index * units;
      // Addresses are written as the machine's manual does: octal ones have no sign before them.
      const spelt = shown.startsWith("0x") ? `0x${at.toString(16)}` : at.toString(8);
      const give = (value: string) => program.assign(`{int} ${spelt}`, value.split(" ")[0] ?? value);
      return edited(`word at ${spelt}`, word, give, trouble);
    };
    return [el("code", {}, shown), el("div", { class: `words ${width(words)}` }, ...words.map(cell)), el("code", { class: "text" }, text)];
  };

  /** A button for each part of memory that the program has. */
  const places = async () => {
    const areas = await place.program.ask("areas", {});
    const button = (text: string, about: string, at: string) => el("button", {
      type: "button", title: about, click: () => {
        from.value = at;
        void refresh();
      },
    }, text);
    byId("memory-places").replaceChildren(button("at the instruction", "the instruction that runs next", "$pc"),
      ...areas.map(({ name, what, shown }) => button(name, `${what}, from ${shown}`, spelt(shown))));
  };

  const refresh = async () => {
    const { program } = place;
    if (!program.status) return list.replaceChildren(nothing("Run or Step puts a program here."));
    await places();
    try {
      const { rows } = await program.ask("memory", { from: from.value, words: Number(count.value), shown: base.value as Shown });
      const [first] = rows;
      const units = rows[1] && first ? (rows[1].address - first.address) / first.words.length : first?.text ? first.text.length / first.words.length : 1;
      list.replaceChildren(table("memory", ["address", "words", "letters"], rows.map((it) => row(it, units))));
    } catch (error) {
      list.replaceChildren(nothing((error as Error).message));
    }
  };
  byId("memory-form").addEventListener("submit", (event) => {
    event.preventDefault();
    void refresh();
  });
  for (const select of [base, count]) select.addEventListener("change", () => void refresh());
  return { id: "memory", refresh };
}
