// Parts of the editor for writing, loaded with the first language: colours, completion, undo and keys.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import type { Extension } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";

import { completion } from "./completion";
import { language } from "./language";
import type { Vocabulary } from "./vocabulary";

/** Starts a line in the column of the instruction after a label; false on other lines. */
function below(view: EditorView): boolean {
  const { state } = view;
  const { main } = state.selection;
  const line = state.doc.lineAt(main.head);
  const label = /^[^\s:#;"]+:[ \t]+(?=\S)/.exec(line.text)?.[0];
  if (!main.empty || label === undefined || main.head - line.from < label.length) return false;
  const column = [...label].reduce((at, letter) => (letter === "\t" ? at + state.tabSize - (at % state.tabSize) : at + 1), 0);
  const blanks = label.includes("\t") ? "\t".repeat(Math.ceil(column / state.tabSize)) : " ".repeat(column);
  view.dispatch(state.replaceSelection(`\n${blanks}`), { userEvent: "input", scrollIntoView: true });
  return true;
}

const keys = keymap.of([{ key: "Enter", run: below }, indentWithTab, ...historyKeymap, ...defaultKeymap]);

/** Extensions for writing in a language; undo continues after a change of the language. */
export function writing(vocabulary: Vocabulary): Extension {
  return [language(vocabulary), completion(vocabulary), history(), keys];
}
