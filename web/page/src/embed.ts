// The page in a frame of a course: `?embed=1&example=NAME&dialect=NAME&panels=registers,console&readonly=1`.

import { byId, el } from "./dom";

/** Parts of the page that a frame may ask for. */
export interface Frame {
  /** Ids of the panels to show, the first of them in front; empty for all. */
  panels: string[];
  isReadOnly: boolean;
}

/** Frame that an address asks for; null for the whole page. */
export function frameOf(search: string): Frame | null {
  const asked = new URLSearchParams(search);
  if (asked.get("embed") !== "1") return null;
  const panels = (asked.get("panels") ?? "").split(",").map((name) => name.trim()).filter(Boolean);
  return { panels, isReadOnly: ["1", "yes", "true"].includes(asked.get("readonly") ?? "") };
}

/** Height in pixels of a source line, of everything else, and limits of the whole. */
const [LINE, OTHER, LEAST, MOST] = [22, 250, 320, 900];

/** Message to the page around the frame. */
export interface Height {
  isagrid: "height";
  height: number;
}

/** Reduces the page to what a frame needs, and reports its height whenever the number of lines changes. */
export function embed({ panels, isReadOnly }: Frame, lines: () => number, whole: () => Promise<string>): () => void {
  document.body.classList.add("embed");
  document.body.classList.toggle("bare", panels.length > 0 && panels.every((id) => id === "console"));
  const tabs = [...document.querySelectorAll<HTMLElement>("#panel-tabs [role=tab]")];
  const isWanted = (tab: HTMLElement) => panels.length === 0 ? tab.id !== "tab-start" : panels.includes(tab.id.replace("tab-", ""));
  for (const tab of tabs) tab.hidden = !isWanted(tab);
  // The first panel that is asked for comes first.
  const first = panels.map((id) => tabs.find((tab) => tab.id === `tab-${id}`)).find((tab) => tab !== undefined) ?? tabs.find(isWanted);
  first?.click();
  if (panels.length > 0 && !panels.includes("console")) document.body.classList.add("silent");
  for (const id of ["documents-open", "more-open"]) byId(id).hidden = true;
  const open = async () => { window.open(await whole(), "_blank", "noopener"); };
  byId("profile").after(el("button", { type: "button", id: "whole-page", title: "Open this program in a new window", click: () => void open() }, "Whole page"));
  if (isReadOnly) document.body.classList.add("read-only");
  let reported = 0;
  const report = () => {
    const height = Math.min(MOST, Math.max(LEAST, lines() * LINE + OTHER));
    if (height === reported) return;
    reported = height;
    window.parent.postMessage({ isagrid: "height", height } satisfies Height, "*");
  };
  report();
  return report;
}
