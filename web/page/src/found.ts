// Parts of search, which only search.ts loads.

import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import type { Extension } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";

/** Search with its keys, and marks on matches of the selection. */
export const found: Extension = [highlightSelectionMatches(), search({ top: true }), keymap.of(searchKeymap)];

/** Runs the command of a search key. */
export function run(view: EditorView, key: string): void {
  const plain = key.replace("Shift-F3", "F3").replace("Shift-Mod-g", "Mod-g");
  const binding = searchKeymap.find((binding) => binding.key === plain);
  (plain === key ? binding?.run : binding?.shift)?.(view);
}
