// Words of a source language, from the tables of the machines.

import type { Language, Term } from "./simulator";

/** Word in a source line. */
export interface Found {
  from: number;
  to: number;
  terms: Term[];
}

export class Vocabulary {
  /** Matches a name at the start of a string. */
  readonly name: RegExp;
  private readonly names: RegExp;
  private readonly terms = new Map<string, Term[]>();

  constructor(readonly language: Language) {
    const letters = `[${language.letters.replace(/[\\\]^-]/g, "\\$&")}\u0080-\uffff]+`;
    this.name = new RegExp(`^${letters}`);
    this.names = new RegExp(letters, "g");
    for (const term of language.words) {
      const key = this.key(term.name, term.any_case);
      this.terms.set(key, [...(this.terms.get(key) ?? []), term]);
    }
  }

  /** Key of a name; names with and without case distinction never share one. */
  private key(name: string, anyCase: boolean): string {
    const cut = this.language.counted === null ? name : name.slice(0, this.language.counted);
    return anyCase ? `~${cut.toLowerCase()}` : cut;
  }

  /** All meanings of a name. */
  of(name: string): Term[] {
    return [...(this.terms.get(this.key(name, false)) ?? []), ...(this.terms.get(this.key(name, true)) ?? [])];
  }

  /** Word at a position in a line, or null if it has no meaning. */
  at(line: string, place: number): Found | null {
    for (const { index, 0: text } of line.matchAll(this.names)) {
      const [from, to] = [index, index + text.length];
      if (place < from || place > to) continue;
      const terms = this.of(text);
      if (terms.length > 0) return { from, to, terms };
    }
    return null;
  }

  /** Every word once, with all its meanings; words that are not names are left out. */
  written(): [string, Term[]][] {
    const isName = ({ name }: Term) => !/^\d/.test(name) && name.replace(this.name, "") === "";
    const all = [...this.terms.values()].map((terms) => terms.filter(isName)).filter((terms) => terms.length > 0);
    return all.map((terms) => [terms[0]!.name, terms]);
  }

  /** System calls. */
  services(): Term[] {
    return this.language.words.filter(({ kind }) => kind === "service");
  }
}

/** Names of the kinds. */
export const KINDS: Record<Term["kind"], string> = {
  instruction: "instruction",
  pseudo: "pseudo-instruction",
  directive: "directive",
  register: "register",
  symbol: "symbol",
  function: "function",
  service: "system call",
};
