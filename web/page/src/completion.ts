// Completion of words, and their explanations on hover.

import { type Completion, type CompletionContext, type CompletionResult, autocompletion } from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { type EditorView, type Tooltip, hoverTooltip } from "@codemirror/view";

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

function complete(vocabulary: Vocabulary, context: CompletionContext): CompletionResult | null {
  const { name } = syntaxTree(context.state).resolveInner(context.pos, -1);
  if (name === "comment" || name === "string") return null;
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
  const { name } = syntaxTree(view.state).resolveInner(position, -1);
  const found = name === "comment" || name === "string" ? null : vocabulary.at(line.text, position - line.from);
  if (!found) return null;
  const dom = el("div", { class: "cm-word" }, ...forms(found.terms));
  return { pos: line.from + found.from, end: line.from + found.to, above: false, create: () => ({ dom }) };
}

/** Completion and explanation of the words of a language. */
export function completion(vocabulary: Vocabulary): Extension {
  return [
    // Enter starts a new line unless the user has selected a word of the list.
    autocompletion({ override: [(context) => complete(vocabulary, context)], selectOnOpen: false }),
    hoverTooltip((view, position) => hover(vocabulary, view, position)),
  ];
}
