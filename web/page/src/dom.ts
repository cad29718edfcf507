// Elements, created without HTML strings: text from a program or a link is always a text node.

type Value = string | number | boolean | ((event: Event) => void);

/** Element with attributes and children; a function is a listener, and false leaves the attribute out. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, Value> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false) made.setAttribute(name, String(value));
  }
  made.append(...children);
  return made;
}

/** Element of the page with this id. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element #${id}`);
  return found as T;
}

/** Icon from the page's own set. */
export function icon(name: string): SVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(space, "use");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return svg;
}

/** Number with spaces between groups of three digits. */
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** Number in at most four characters, such as `12k`. */
export function short(number: number): string {
  for (const [unit, letter] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]] as const) {
    if (number >= unit) {
      const many = number / unit;
      return `${many < 10 ? many.toFixed(1) : Math.floor(many)}${letter}`;
    }
  }
  return String(number);
}

/** Elements of a text with code between backticks. */
export function inline(text: string): (Node | string)[] {
  return text.split(/(`[^`]+`)/).map((part) => (part.startsWith("`") && part.length > 2 ? el("code", {}, part.slice(1, -1)) : part));
}

/** Message of an error. */
export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Function that delays `run` until no call has come for this number of milliseconds. */
export function debounced(milliseconds: number, run: () => void): () => void {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(run, milliseconds);
  };
}

/** Fills a select with options, in their groups. */
export function options(select: HTMLSelectElement, all: { value: string; text: string; group?: string }[]): void {
  const groups = new Map<string, HTMLElement>();
  const chosen = select.value;
  select.replaceChildren();
  for (const { value, text, group } of all) {
    let parent: HTMLElement = select;
    if (group) {
      parent = groups.get(group) ?? el("optgroup", { label: group });
      if (!groups.has(group)) select.append(parent);
      groups.set(group, parent);
    }
    parent.append(el("option", { value }, text));
  }
  if (all.some(({ value }) => value === chosen)) select.value = chosen;
}

/** Downloads a file. */
export function download(name: string, contents: string | Uint8Array<ArrayBuffer>): void {
  const url = URL.createObjectURL(new Blob([contents], { type: "application/octet-stream" }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
