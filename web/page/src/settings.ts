// Settings, stored on this computer only.

const SCHEME = "isagrid.scheme";
const SIZE = "isagrid.size";

function get(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text, unless the browser forbids it. */
function set(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Private window, or no space: the page works without stored settings.
  }
}

export type Scheme = "auto" | "light" | "dark";

export function scheme(): Scheme {
  const known = get(SCHEME);
  return known === "light" || known === "dark" ? known : "auto";
}

/** Sets and stores the colour scheme. */
export function showScheme(chosen: Scheme): void {
  document.documentElement.dataset.scheme = chosen;
  set(SCHEME, chosen);
}

/** Text sizes, in percent of the browser's default. */
export const SIZES = ["100", "125", "150", "200"];

export function size(): string {
  const known = get(SIZE) ?? "";
  return SIZES.includes(known) ? known : "100";
}

/** Sets and stores the text size. */
export function showSize(chosen: string): void {
  document.documentElement.dataset.size = chosen;
  set(SIZE, chosen);
}
