// Panels show a stopped program; only the visible panel requests data.

import { byId, el } from "../dom";
import type { Editor } from "../editor";
import type { Program } from "../program";

/** Program, editor and notice area that a panel uses. */
export interface Place {
  program: Program;
  editor: Editor;
  trouble: (sentence: string) => void;
}

export interface Panel {
  /** Its id in the page; its tab is `tab-ID`. */
  id: string;
  /** Shows the current state of the program. */
  refresh: () => Promise<void>;
  /** Loads a panel that is loaded when it is first shown. */
  load?: () => Promise<unknown>;
}

/** Table with column headings; each cell is text or an element. */
export function table(caption: string, heads: string[], rows: (Node | string)[][]): HTMLTableElement {
  const head = el("tr", {}, ...heads.map((text) => el("th", { scope: "col" }, text === "" ? el("span", { class: "hidden" }, "actions") : text)));
  const body = rows.map((cells) => el("tr", {}, ...cells.map((cell) => el("td", {}, cell))));
  return el("table", {}, el("caption", { class: "hidden" }, caption), el("thead", {}, head), el("tbody", {}, ...body));
}

/** Button that moves the cursor to a source line. */
export function toLine(place: Place, text: string, file: string | null, line: number | null): Node {
  if (file === null || line === null) return el("span", {}, text);
  return el("button", { type: "button", class: "link", click: () => place.editor.goTo(file, line) }, text);
}

/** Hint for an empty panel. */
export function nothing(text: string): Node {
  return el("p", { class: "nothing" }, text);
}

/** Editable value; Enter, or leaving the field, assigns the new one. */
export function edited(label: string, value: string, give: (value: string) => Promise<void>, trouble: (sentence: string) => void): HTMLInputElement {
  let known = value;
  const commit = async () => {
    const typed = input.value.trim();
    delete input.dataset.typing;
    if (typed === known) return;
    known = typed;
    try {
      await give(typed);
      input.removeAttribute("aria-invalid");
    } catch (error) {
      known = value;
      input.setAttribute("aria-invalid", "true");
      trouble((error as Error).message);
    }
  };
  const input = el("input", {
    value, "aria-label": label, spellcheck: "false", autocomplete: "off", size: Math.max(8, value.length),
    change: () => void commit(),
    input: () => { input.dataset.typing = ""; },
    keydown: (event) => {
      const { key } = event as KeyboardEvent;
      // A field that took over a typed value has no change of its own.
      if (key === "Enter") void commit();
      if (key !== "Escape") return;
      input.value = value;
      known = value;
      delete input.dataset.typing;
    },
  });
  return input;
}

/** Replaces the rows of a list; a field keeps the focus, and the value that is being typed. */
export function replaceRows(list: HTMLElement, ...rows: Node[]): void {
  const active = document.activeElement;
  const old = active instanceof HTMLInputElement && list.contains(active) ? active : null;
  const name = (field: HTMLInputElement) => field.getAttribute("aria-label")?.split(",")[0];
  const text = old?.dataset.typing === undefined ? null : old.value;
  // Otherwise a browser may report a change when the field goes.
  if (old && text !== null) old.value = old.defaultValue;
  list.replaceChildren(...rows);
  const field = old && [...list.querySelectorAll("input")].find((field) => name(field) === name(old));
  field?.focus({ preventScroll: true });
  if (!field || text === null) return;
  field.value = text;
  field.dataset.typing = "";
}

/** Tabs with their panels; the arrow keys move between them, as in the ARIA tabs pattern. */
export function tabs(list: HTMLElement, chosen: (id: string) => void): (id: string) => void {
  const all = [...list.querySelectorAll<HTMLButtonElement>("[role=tab]")];
  const choose = (id: string) => {
    for (const tab of all) {
      const panel = tab.getAttribute("aria-controls") ?? "";
      const isChosen = panel === id;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      // A tab may be outside of a narrow row.
      if (isChosen) list.scrollLeft = tab.offsetLeft - list.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
      byId(panel).hidden = !isChosen;
    }
    chosen(id);
  };
  list.addEventListener("click", (event) => {
    const tab = (event.target as Element).closest("[role=tab]");
    if (tab) choose(tab.getAttribute("aria-controls") ?? "");
  });
  list.addEventListener("keydown", (event) => {
    const seen = all.filter(({ hidden }) => !hidden);
    const at = seen.indexOf(document.activeElement as HTMLButtonElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: seen.length - 1 }[event.key];
    const next = to === undefined || at < 0 ? undefined : seen[(to + seen.length) % seen.length];
    if (!next) return;
    event.preventDefault();
    next.focus();
    choose(next.getAttribute("aria-controls") ?? "");
  });
  return choose;
}
