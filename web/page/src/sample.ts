// An example of a word: a line of a program that comes with the page, and what the assembler makes of it.

import type { Checked, ExampleText, Menu, Work } from "./simulator";
import { el } from "./dom";
import { dialectOf } from "./examples";
import { load } from "./files";

/** Lines that are tried until one can be assembled alone. */
const MOST_TRIED = 12;

/** A line with its program. */
interface Sample {
  line: string;
  program: string;
}

/** Lines of programs in a dialect that have this word as an instruction or a directive, the shortest first. */
async function samples(word: string, dialect: string, machine: string): Promise<Sample[]> {
  const texts = (await (await load(`${machine}.json`)).json()) as Record<string, ExampleText>;
  const name = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const uses = new RegExp(`^(?:[\\w.$%]+:?)?\\s+${name}(?=\\s|$)`, "i");
  const found = new Map<string, Sample>();
  for (const text of Object.values(texts).filter((it) => it.dialect === dialect)) {
    for (const source of text.sources) {
      for (const line of source.text.split("\n")) {
        const code = line.replace(/\s*([#;].*)?$/, "").replace(/^[^\s:]+:/, "").trim();
        if (uses.test(line) && code !== "") found.set(code, { line: code, program: source.name.replace(/^.*\//, "") });
      }
    }
  }
  return [...found.values()].sort((a, b) => a.line.length - b.line.length);
}

/** Elements with an example of a word; none if no program uses it. */
export async function sample(word: string, dialect: string, menu: Menu, check: (work: Work) => Promise<Checked>): Promise<Node[]> {
  const machine = dialectOf(menu, dialect)?.[0].name;
  if (!machine) return [];
  const all = await samples(word, dialect, machine);
  const [first] = all;
  if (!first) return [];
  for (const { line, program } of all.slice(0, MOST_TRIED)) {
    const work = { sources: [{ name: "example.s", text: `\t${line}\n` }], library: [], dialect, switches: [] };
    const { is_good, listing } = await check(work);
    const words = listing.flatMap((it) => it.words);
    if (is_good && words.length > 0) return shown(line, program, words.map(({ bits, instruction }) => (instruction ? `${bits}  ${instruction}` : bits)).join("\n"));
  }
  return shown(first.line, first.program, "");
}

function shown(line: string, program: string, words: string): Node[] {
  return [el("h3", {}, `Example, from ${program}`), el("pre", { tabindex: 0 }, words === "" ? line : `${line}\n\n${words}`)];
}
