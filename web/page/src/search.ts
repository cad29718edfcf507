// Search in the editor, loaded with its first key, or with the first selection, whose matches it marks.

import { Compartment, type Extension } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";

/** Keys that load search. */
const KEYS = ["Mod-f", "F3", "Shift-F3", "Mod-g", "Shift-Mod-g", "Mod-Alt-g", "Mod-d", "Mod-Shift-l"];

const place = new Compartment();
let loaded: Extension | null = null;

async function load(view: EditorView, key: string | null, failed: (error: unknown) => void): Promise<void> {
  try {
    const { found, run } = await import("./found");
    loaded ??= found;
    view.dispatch({ effects: reconfigureSearch(failed) });
    if (key !== null) run(view, key);
  } catch (error) {
    failed(error);
  }
}

function now(failed: (error: unknown) => void): Extension {
  if (loaded) return loaded;
  const ask = (key: string) => ({ key, run: (view: EditorView) => { void load(view, key, failed); return true; } });
  const selected = EditorView.updateListener.of(({ view, selectionSet, state }) => {
    if (selectionSet && !loaded && !state.selection.main.empty) void load(view, null, failed);
  });
  return [keymap.of(KEYS.map(ask)), selected];
}

/** Search if it is loaded, or the keys that load it. */
export function searching(failed: (error: unknown) => void): Extension {
  return place.of(now(failed));
}

/** Enables search in a state created before search was loaded. */
export function reconfigureSearch(failed: (error: unknown) => void) {
  return place.reconfigure(now(failed));
}
