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

const KEYS = "isagrid.keys";

/** Keys that the reader has chosen, by the ids of the commands. */
export function keys(): Record<string, string> {
  try {
    const all = Object.entries(JSON.parse(get(KEYS) ?? "{}") as Record<string, unknown>);
    return Object.fromEntries(all.filter((it): it is [string, string] => typeof it[1] === "string"));
  } catch {
    return {};
  }
}

/** Stores the keys that differ from the standard ones. */
export function keepKeys(chosen: Record<string, string>): void {
  set(KEYS, JSON.stringify(chosen));
}

const SLEEP = "isagrid.sleep";

/** Whether programs sleep in real time. */
export function sleeps(): boolean {
  return get(SLEEP) === "yes";
}

export function keepSleeps(isOn: boolean): void {
  set(SLEEP, isOn ? "yes" : "no");
}

const SOUND = "isagrid.sound";

/** Whether programs play their notes. */
export function sounds(): boolean {
  return get(SOUND) !== "no";
}

export function keepSounds(isOn: boolean): void {
  set(SOUND, isOn ? "yes" : "no");
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
