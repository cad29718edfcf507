// The words of a source language, as the machines' own tables have them.

import type { Language, Term } from "./desk";

/** A word in a line of a source. */
export interface Found {
  from: number;
  to: number;
  terms: Term[];
}

export class Vocabulary {
  /** A name, to be looked for at a place of a line. */
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

  /** A name as the language keeps it; names of one and the other case never meet. */
  private key(name: string, anyCase: boolean): string {
    const cut = this.language.counted === null ? name : name.slice(0, this.language.counted);
    return anyCase ? `~${cut.toLowerCase()}` : cut;
  }

  /** All that a name means. */
  of(name: string): Term[] {
    return [...(this.terms.get(this.key(name, false)) ?? []), ...(this.terms.get(this.key(name, true)) ?? [])];
  }

  /** The word at a place of a line, if it means something. */
  at(line: string, place: number): Found | null {
    for (const { index, 0: text } of line.matchAll(this.names)) {
      const [from, to] = [index, index + text.length];
      if (place < from || place > to) continue;
      const terms = this.of(text);
      if (terms.length > 0) return { from, to, terms };
    }
    return null;
  }

  /** Every word that can be written, each once, with all that it means. */
  written(): [string, Term[]][] {
    const isName = ({ name }: Term) => !/^\d/.test(name) && name.replace(this.name, "") === "";
    const all = [...this.terms.values()].map((terms) => terms.filter(isName)).filter((terms) => terms.length > 0);
    return all.map((terms) => [terms[0]!.name, terms]);
  }

  /** What a program can ask its system for. */
  services(): Term[] {
    return this.language.words.filter(({ kind }) => kind === "service");
  }
}

/** What kinds are called. */
export const KINDS: Record<Term["kind"], string> = {
  instruction: "instruction",
  pseudo: "pseudo-instruction",
  directive: "directive",
  register: "register",
  symbol: "symbol",
  function: "function",
  service: "call of the system",
};
