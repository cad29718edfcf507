// Highlighting of sources: comments, labels, words of the language, numbers, strings.

import { HighlightStyle, StreamLanguage, type StringStream, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import type { Extension } from "@codemirror/state";

import type { Term } from "./simulator";
import type { Vocabulary } from "./vocabulary";

const NUMBER = /^[-+]?(?:0[xX][\da-fA-F]+|0[bB][01]+|\d+\.?\d*(?:[eE][-+]?\d+)?)/;

/** Style of each kind of word; operations have it only at the start of a statement. */
const LOOKS: Record<Term["kind"], string> = {
  instruction: "keyword",
  pseudo: "macroName",
  directive: "meta",
  register: "variableName.special",
  symbol: "variableName.constant",
  function: "variableName.function",
  service: "keyword",
};

/** Kinds that come first in a statement. */
const FIRST = new Set<Term["kind"]>(["instruction", "pseudo", "service"]);

interface State {
  /** Whether the first word of the statement, the operation, has not come yet. */
  isFirst: boolean;
}

/** Skips a comment; returns whether one starts here. */
function takesComment(stream: StringStream, { language }: Vocabulary): boolean {
  const isCell = stream.sol() || stream.string[stream.pos - 1] === "\t";
  if (language.comments_begin_cells && !isCell) return false;
  const begins = language.comments.some((comment) => stream.match(comment));
  if (!begins) return false;
  // A cell ends where the next one begins.
  if (language.comments_begin_cells) stream.match(/^[^\t]*/);
  else stream.skipToEnd();
  return true;
}

/** Style of a word. Updates the state for the rest of the statement. */
function look(name: string, state: State, vocabulary: Vocabulary): string {
  const wasFirst = state.isFirst;
  state.isFirst = false;
  const term = vocabulary.of(name).find(({ kind }) => wasFirst || !FIRST.has(kind));
  return term ? LOOKS[term.kind] : "variableName";
}

function grammar(vocabulary: Vocabulary): StreamLanguage<State> {
  const { comments } = vocabulary.language;
  const [comment = "#"] = comments;
  const name = vocabulary.name.source.slice(1);
  const label = new RegExp(`^${name}\\s*:+`);
  const defined = new RegExp(`^${name}(?=\\s*=)`);
  return StreamLanguage.define<State>({
    name: "source",
    startState: () => ({ isFirst: true }),
    languageData: { commentTokens: { line: comment } },
    token(stream, state) {
      if (stream.sol()) state.isFirst = true;
      if (stream.eatSpace()) {
        if (vocabulary.language.comments_begin_cells && stream.string[stream.pos - 1] === "\t") state.isFirst = true;
        return null;
      }
      if (takesComment(stream, vocabulary)) return "comment";
      if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^'\\]|\\.)'?/)) return "string";
      if (state.isFirst && (stream.match(label) || stream.match(defined))) return "labelName";
      // A word may start with a digit, such as the pseudo-operation `1PASS`.
      const word = vocabulary.name.exec(stream.string.slice(stream.pos))?.[0] ?? "";
      const isWord = word !== "" && (!/^[-+]?\d/.test(word) || vocabulary.of(word).some(({ kind }) => kind !== "service"));
      if (!isWord && stream.match(NUMBER)) return "number";
      if (word !== "") {
        stream.pos += word.length;
        return look(word, state, vocabulary);
      }
      const sign = stream.next();
      if (sign === "[" || (sign === ";" && !comments.includes(";"))) state.isFirst = true;
      return "punctuation";
    },
  });
}

const style = HighlightStyle.define([
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: tags.keyword, color: "var(--code-keyword)", fontWeight: "600" },
  { tag: tags.macroName, color: "var(--code-keyword)" },
  { tag: tags.function(tags.variableName), color: "var(--code-keyword)" },
  { tag: tags.meta, color: "var(--code-directive)" },
  { tag: tags.labelName, color: "var(--code-label)", fontWeight: "600" },
  { tag: tags.special(tags.variableName), color: "var(--code-register)" },
  { tag: tags.constant(tags.variableName), color: "var(--code-number)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: tags.string, color: "var(--code-string)" },
]);

/** Highlighting for sources of a language. */
export function language(vocabulary: Vocabulary): Extension {
  return [grammar(vocabulary), syntaxHighlighting(style)];
}
