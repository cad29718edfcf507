// Completion of words, and their explanations on hover.

import { type Completion, type CompletionContext, type CompletionResult, autocompletion } from "@codemirror/autocomplete";
import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { EditorState, Extension } from "@codemirror/state";
import { EditorView, type Tooltip, hoverTooltip } from "@codemirror/view";

import type { Term } from "./simulator";
import { el, inline } from "./dom";
import { KINDS, type Vocabulary } from "./vocabulary";

/** Maximum number of forms in a tooltip; F1 shows all. */
const MOST_FORMS = 5;

/** Completion icons for kinds of words. */
const ICONS: Record<Term["kind"], string> = {
  instruction: "keyword", pseudo: "keyword", directive: "namespace", register: "variable", symbol: "constant", function: "function", service: "method",
};

/** Forms of a word, each with its kind and its meaning. */
function forms(terms: readonly Term[]): Node[] {
  const shown = terms.slice(0, MOST_FORMS).map(({ name, operands, meaning, kind }) => el("div", {},
    el("p", {}, el("code", {}, operands ? `${name} ${operands}` : name), ` ${KINDS[kind]}`),
    ...(meaning ? [el("p", { class: "meaning" }, ...inline(meaning))] : [])));
  const more = terms.length - shown.length;
  return more > 0 ? [...shown, el("p", {}, `${more} more: F1`)] : shown;
}

/** Longest time for finding the kind of a word, in milliseconds; it takes a part of one unless the computer is very busy. */
const KIND_MS = 1000;

/** Whether the text before a position is a comment or a string. */
function isProse(state: EditorState, position: number): boolean {
  const tree = ensureSyntaxTree(state, position, KIND_MS) ?? syntaxTree(state);
  return ["comment", "string"].includes(tree.resolveInner(position, -1).name);
}

function complete(vocabulary: Vocabulary, context: CompletionContext): CompletionResult | null {
  if (isProse(context.state, context.pos)) return null;
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  const begun = new RegExp(`${vocabulary.name.source.slice(1)}$`).exec(before)?.[0] ?? "";
  if ((begun === "" || /^[-+]?\d/.test(begun)) && !context.explicit) return null;
  const options = vocabulary.written().map(([label, terms]): Completion => ({
    label,
    type: ICONS[terms[0]!.kind],
    detail: terms[0]!.operands || KINDS[terms[0]!.kind],
    info: () => el("div", {}, ...forms(terms)),
  }));
  return { from: context.pos - begun.length, options, validFor: new RegExp(`${vocabulary.name.source}$`) };
}

function hover(vocabulary: Vocabulary, view: EditorView, position: number): Tooltip | null {
  const line = view.state.doc.lineAt(position);
  const found = isProse(view.state, position) ? null : vocabulary.at(line.text, position - line.from);
  if (!found) return null;
  const dom = el("div", { class: "cm-word" }, ...forms(found.terms));
  return { pos: line.from + found.from, end: line.from + found.to, above: false, create: () => ({ dom }) };
}

const theme = EditorView.theme({
  ".cm-tooltip": { backgroundColor: "var(--paper)", color: "var(--ink)", border: "1px solid var(--edge-strong)", borderRadius: "6px", fontFamily: "var(--sans)", fontSize: "13px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--paper)" },
  ".cm-tooltip.cm-completionInfo": { maxWidth: "420px", padding: "4px 10px" },
  ".cm-word": { padding: "4px 10px", maxWidth: "520px" },
  ".cm-word .meaning": { paddingLeft: "1rem", color: "var(--ink-soft)" },
  ".cm-tooltip p": { margin: "4px 0" },
  ".cm-tooltip code": { fontFamily: "var(--mono)" },
});

/** Completion and explanation of the words of a language. */
export function completion(vocabulary: Vocabulary): Extension {
  return [
    // Enter starts a new line unless the user has selected a word of the list.
    autocompletion({ override: [(context) => complete(vocabulary, context)], selectOnOpen: false }),
    hoverTooltip((view, position) => hover(vocabulary, view, position)),
    theme,
  ];
}
