// Memory from an address: words that can be edited, and their bytes as characters.

import type { MemoryRow, Shown } from "../simulator";
import { byId, el } from "../dom";
import { adopt } from "../styles";
import styles from "./memory.css";
import { type Panel, type Place, edited, nothing, replaceRows, table } from "./panel";
import { BASES } from "./registers";

/** Address as an expression; a plain octal number would be a line number. */
function spelt(shown: string): string {
  return shown.startsWith("0x") ? shown : `*${shown}`;
}

/** Class for the number of words in a row: fewer if they are long. */
function width(words: string[]): string {
  const longest = Math.max(...words.map((word) => word.length));
  return longest > 24 ? "long" : longest > 14 ? "middle" : "short";
}

export function memory(place: Place): Panel {
  adopt(styles);
  const base = byId<HTMLSelectElement>("memory-base");
  for (const { value, text } of BASES) base.append(el("option", { value }, text));
  const from = byId<HTMLInputElement>("memory-from");
  const count = byId<HTMLSelectElement>("memory-count");
  const list = byId("memory-list");
  /** Words by address when the program last stopped, and now. */
  let [before, words, moment] = [new Map<number, string>(), new Map<number, string>(), -1];

  const row = ({ address, shown, words, text }: MemoryRow, units: number) => {
    const { program, trouble } = place;
    const cell = (word: string, index: number) => {
      const at = address + index * units;
      // Addresses are spelled as in the machine's manual: octal ones have no prefix.
      const spelt = shown.startsWith("0x") ? `0x${at.toString(16)}` : at.toString(8);
      const give = (value: string) => program.assign(`{int} ${spelt}`, value.split(" ")[0] ?? value);
      const isChanged = (before.get(at) ?? word) !== word;
      const field = edited(`word at ${spelt}${isChanged ? ", changed" : ""}`, word, give, trouble);
      field.classList.toggle("changed", isChanged);
      return field;
    };
    return [el("code", {}, shown), el("div", { class: `words ${width(words)}` }, ...words.map(cell)), el("code", { class: "text" }, text)];
  };

  /** Shows a button for each memory area. */
  const places = async () => {
    const areas = await place.program.ask("areas", {});
    const button = (text: string, about: string, at: string) => el("button", {
      type: "button", title: about, click: () => {
        from.value = at;
        void refresh();
      },
    }, text);
    // The default is not the field's value: it may arrive while the user types.
    const data = areas.find(({ what }) => what === "data");
    from.placeholder = data ? spelt(data.shown) : "$pc";
    byId("memory-places").replaceChildren(button("next instruction", "the instruction that runs next", "$pc"),
      ...areas.map(({ name, what, shown }) => button(name, `${what}, from ${shown}`, spelt(shown))));
  };

  const refresh = async () => {
    const { program } = place;
    if (!program.status) return list.replaceChildren(nothing("No program yet: Run or Step starts one."));
    try {
      await places();
      const { now } = program.status;
      if (now !== moment) before = words;
      const { rows } = await program.ask("memory", { from: from.value.trim() || from.placeholder, words: Number(count.value), shown: base.value as Shown });
      const [first] = rows;
      const units = rows[1] && first ? (rows[1].address - first.address) / first.words.length : first?.text ? first.text.length / first.words.length : 1;
      words = new Map(rows.flatMap((row) => row.words.map((word, index): [number, string] => [row.address + index * units, word])));
      moment = now;
      replaceRows(list, table("memory", ["address", "words", "characters"], rows.map((it) => row(it, units))));
    } catch (error) {
      list.replaceChildren(nothing((error as Error).message));
    }
  };
  byId("memory-form").addEventListener("submit", (event) => {
    event.preventDefault();
    void refresh();
  });
  // In another format, no word has changed.
  base.addEventListener("change", () => { words = new Map(); before = words; });
  for (const select of [base, count]) select.addEventListener("change", () => void refresh());
  return { id: "memory", refresh };
}
