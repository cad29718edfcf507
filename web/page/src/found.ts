// Parts of search, which only search.ts loads.

import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import type { Extension } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";

const theme = EditorView.theme({
  ".cm-panels": { backgroundColor: "var(--ground)", color: "var(--ink)", fontFamily: "var(--sans)", borderColor: "var(--edge)" },
  ".cm-panel.cm-search": { padding: "6px 8px", fontSize: "14px" },
  ".cm-panel.cm-search label": { fontSize: "13px" },
  ".cm-textfield": { backgroundColor: "var(--paper)", color: "var(--ink)", border: "1px solid var(--edge-strong)", borderRadius: "5px", fontSize: "14px" },
  ".cm-button": { backgroundImage: "none", backgroundColor: "var(--paper)", color: "var(--ink)", border: "1px solid var(--edge-strong)", borderRadius: "5px", fontSize: "13px", minHeight: "26px" },
  ".cm-panel.cm-search input[type=checkbox]": { width: "24px", height: "24px", verticalAlign: "middle" },
  ".cm-panel.cm-search [name=close]": { minWidth: "26px", minHeight: "26px" },
  ".cm-searchMatch": { backgroundColor: "var(--warn-soft)" },
  ".cm-searchMatch-selected": { outline: "1px solid var(--warn)" },
});

/** Search with its keys, and marks on matches of the selection. */
export const found: Extension = [highlightSelectionMatches(), search({ top: true }), keymap.of(searchKeymap), theme];

/** Runs the command of a search key. */
export function run(view: EditorView, key: string): void {
  const plain = key.replace("Shift-F3", "F3").replace("Shift-Mod-g", "Mod-g");
  const binding = searchKeymap.find((binding) => binding.key === plain);
  (plain === key ? binding?.run : binding?.shift)?.(view);
}
