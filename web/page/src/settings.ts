// What is remembered on this computer, and nowhere else.

import { type Shared, read } from "./share";

const SCHEME = "isagrid.scheme";
const SIZE = "isagrid.size";
const WORK = "isagrid.work";

/** Characters of sources that are remembered. */
const MOST = 500_000;

function get(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Remembers a text; where the browser forbids it, nothing is remembered. */
function set(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A private window, or no place: the page works without.
  }
}

export type Scheme = "auto" | "light" | "dark";

export function scheme(): Scheme {
  const known = get(SCHEME);
  return known === "light" || known === "dark" ? known : "auto";
}

/** Shows the page in a scheme, and remembers it. */
export function showScheme(chosen: Scheme): void {
  document.documentElement.dataset.scheme = chosen;
  set(SCHEME, chosen);
}

/** Sizes of text, in percent of the browser's own. */
export const SIZES = ["100", "125", "150", "200"];

export function size(): string {
  const known = get(SIZE) ?? "";
  return SIZES.includes(known) ? known : "100";
}

/** Shows the page in a size of text, and remembers it. */
export function showSize(chosen: string): void {
  document.documentElement.dataset.size = chosen;
  set(SIZE, chosen);
}

/** The work of the last visit. */
export function lastWork(): Shared | null {
  try {
    return read(JSON.parse(get(WORK) ?? "null"));
  } catch {
    return null;
  }
}

export function rememberWork(work: Shared): void {
  const text = JSON.stringify(work);
  if (text.length <= MOST) set(WORK, text);
}
