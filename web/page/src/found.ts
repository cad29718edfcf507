// What search is made of, which only search.ts loads.

import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import type { Extension } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";

/** Search with its keys, and marks on what is like the selection. */
export const found: Extension = [highlightSelectionMatches(), search({ top: true }), keymap.of(searchKeymap)];

/** Does what a key of search does. */
export function run(view: EditorView, key: string): void {
  const plain = key.replace("Shift-F3", "F3").replace("Shift-Mod-g", "Mod-g");
  const binding = searchKeymap.find((binding) => binding.key === plain);
  (plain === key ? binding?.run : binding?.shift)?.(view);
}
