// The notice above the source: messages that are not part of the program's output, with a way back.

import { byId, inline } from "./dom";

let goesBack: (() => void) | null = null;

byId("notice-close").addEventListener("click", () => hideNotice());
byId("notice-undo").addEventListener("click", () => goesBack?.());

export function notify(text: string): void {
  byId("notice-text").replaceChildren(...inline(text));
  byId("notice-undo").hidden = true;
  byId("notice").hidden = false;
}

/** Shows a notice with a button that goes back. */
export function offerBack(text: string, label: string, back: () => void): void {
  notify(text);
  goesBack = back;
  byId("notice-undo").textContent = label;
  byId("notice-undo").hidden = false;
}

export function hideNotice(): void {
  byId("notice").hidden = true;
}
