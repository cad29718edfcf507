// Search in the editor. It is loaded with the first key that asks for it, or the first selection, whose like it marks.

import { Compartment, type Extension } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";

/** Keys of search, one of which is the first that is pressed. */
const KEYS = ["Mod-f", "F3", "Shift-F3", "Mod-g", "Shift-Mod-g", "Mod-Alt-g", "Mod-d", "Mod-Shift-l"];

const place = new Compartment();
let loaded: Extension | null = null;

async function load(view: EditorView, key: string | null, failed: (error: unknown) => void): Promise<void> {
  try {
    const { found, run } = await import("./found");
    loaded ??= found;
    view.dispatch({ effects: anew(failed) });
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

/** Search, as far as it is loaded. */
export function searching(failed: (error: unknown) => void): Extension {
  return place.of(now(failed));
}

/** Gives a state search that was loaded while another was shown. */
export function anew(failed: (error: unknown) => void) {
  return place.reconfigure(now(failed));
}
