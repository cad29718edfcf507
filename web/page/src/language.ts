// Colours for assembly: comments, labels, directives, instructions, registers, numbers, strings.

import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import type { Extension } from "@codemirror/state";

/** Names of registers by instruction set. Sources: the tables of registers in docs/isa. */
const REGISTERS: Record<string, RegExp> = {
  mips32: /^\$\w+/,
  riscv32: /^(?:x(?:[12]?\d|3[01])|zero|ra|sp|gp|tp|fp|[ast]\d|a[0-7]|s1[01]|t[0-6]|f(?:[ast]\d+|t1[01]|\d+))\b/,
};

const NUMBER = /^-?(?:0[xX][\da-fA-F]+|0[bB][01]+|\d+\.?\d*(?:[eE][-+]?\d+)?)/;
const NAME = /^[A-Za-z_.$%?][\w.$%?]*/;

interface State {
  /** Whether the line's first word, which names an instruction, is still to come. */
  isFirst: boolean;
}

/** The language of an instruction set whose comments begin so. */
function grammar(machine: string, comment: string): StreamLanguage<State> {
  const registers = REGISTERS[machine];
  return StreamLanguage.define<State>({
    name: machine,
    startState: () => ({ isFirst: true }),
    languageData: { commentTokens: { line: comment } },
    token(stream, state) {
      if (stream.sol()) state.isFirst = true;
      if (stream.eatSpace()) return null;
      if (stream.match(comment) || (machine === "riscv32" && stream.match("//"))) {
        stream.skipToEnd();
        return "comment";
      }
      if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^'\\]|\\.)'?/)) return "string";
      if (state.isFirst && stream.match(/^[\w.$%?]+:+/)) return "labelName";
      if (registers && stream.match(registers)) return "variableName.special";
      if (stream.match(NUMBER)) return "number";
      const word = stream.match(NAME);
      if (word) {
        const wasFirst = state.isFirst;
        state.isFirst = false;
        if (!wasFirst) return "variableName";
        return stream.match(/^\s*[=_]/, false) ? "labelName" : stream.string[stream.start] === "." ? "meta" : "keyword";
      }
      if (stream.next() === ";" && comment !== ";") state.isFirst = true;
      return "punctuation";
    },
  });
}

const style = HighlightStyle.define([
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: tags.keyword, color: "var(--code-keyword)", fontWeight: "600" },
  { tag: tags.meta, color: "var(--code-directive)" },
  { tag: tags.labelName, color: "var(--code-label)", fontWeight: "600" },
  { tag: tags.special(tags.variableName), color: "var(--code-register)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: tags.string, color: "var(--code-string)" },
]);

/** Highlighting for sources of a machine. */
export function language(machine: string, comment: string): Extension {
  return machine === "esproc" ? [] : [grammar(machine, comment), syntaxHighlighting(style)];
}
