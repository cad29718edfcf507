// Parts of the editor for writing, loaded with the first language: completion, undo and keys.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import type { Extension } from "@codemirror/state";
import { keymap } from "@codemirror/view";

import { completion } from "./completion";
import type { Vocabulary } from "./vocabulary";

const keys = keymap.of([indentWithTab, ...historyKeymap, ...defaultKeymap]);

/** Extensions for writing in a language; undo continues after a change of the language. */
export function writing(vocabulary: Vocabulary): Extension {
  return [completion(vocabulary), history(), keys];
}
