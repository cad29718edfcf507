// Documents of this browser. Each is stored under its own key, so that two tabs do not overwrite each other.

import { type Contents, readContents } from "./shared";

/** Keys of local storage: the documents, and the document that was shown last. */
const PREFIX = "isagrid.document.";
const LAST = "isagrid.last";

/** Keys of session storage: the document that this tab shows, and the link that it was opened from. */
const SHOWN = "isagrid.shown";
const LINK = "isagrid.link";

/** Key of the only document of earlier versions. */
const EARLIER = "isagrid.work";

interface Stored {
  /** Changes with each version; a tab that knows an older one must not overwrite it. */
  stamp: string;
  contents: Contents;
}

/** Document in the list. */
export interface Listed {
  id: string;
  name: string;
}

const random = () => Math.random().toString(36).slice(2, 10);

/** Runs an access to storage, which browsers may forbid. */
function allowed<T>(access: () => T, otherwise: T): T {
  try {
    return access();
  } catch {
    return otherwise;
  }
}

function stored(id: string): Stored | null {
  return allowed(() => {
    const { stamp, contents } = JSON.parse(localStorage.getItem(PREFIX + id) ?? "null") as Stored;
    return { stamp: String(stamp), contents: readContents(contents) };
  }, null);
}

/** Name that is not in a list yet, such as `main (2).s`. */
export function unused(name: string, taken: readonly string[]): string {
  const end = /\.[^./]*$/.exec(name)?.[0] ?? "";
  const base = name.slice(0, name.length - end.length);
  for (let number = 1; ; number += 1) {
    const one = number === 1 ? name : `${base} (${number})${end}`;
    if (!taken.includes(one)) return one;
  }
}

export class Documents {
  /** The document that this tab shows. */
  id = "";
  /** Whether documents are stored; an embedded page stores none. */
  isKept = true;
  private stamp = "";
  /** Documents of this tab that the browser does not store: it refuses large ones, or all. */
  private readonly unstored = new Map<string, Contents>();

  private get ids(): string[] {
    const keys = allowed(() => Object.keys(localStorage), []).filter((key) => key.startsWith(PREFIX));
    return [...new Set([...keys.map((key) => key.slice(PREFIX.length)), ...this.unstored.keys()])].sort();
  }

  /** Whether the browser stores a document. */
  isStored(id: string): boolean {
    return !this.unstored.has(id);
  }

  /** Whether work is lost when the tab is closed. */
  get hasUnstoredWork(): boolean {
    return [...this.unstored.values()].some(({ isOwn }) => isOwn);
  }

  /** Number of documents. */
  get count(): number {
    return this.ids.length;
  }

  /** All documents, the oldest first. */
  list(): Listed[] {
    return this.ids.flatMap((id) => {
      const contents = this.contents(id);
      return contents ? [{ id, name: contents.name }] : [];
    });
  }

  /** Contents of a document. */
  contents(id: string): Contents | null {
    return this.unstored.get(id) ?? stored(id)?.contents ?? null;
  }

  /** Document of this tab before it was loaded again, or the last one of all tabs; null on the first visit. */
  last(): string | null {
    const known = [allowed(() => sessionStorage.getItem(SHOWN), null), allowed(() => localStorage.getItem(LAST), null)];
    return known.find((id) => id !== null && stored(id) !== null) ?? null;
  }

  /** The only document of an earlier version, which is then removed. */
  earlier(): Contents | null {
    return allowed(() => {
      const contents = readContents(JSON.parse(localStorage.getItem(EARLIER) ?? "null"));
      localStorage.removeItem(EARLIER);
      return contents;
    }, null);
  }

  /** Link that the shown document was opened from. */
  get link(): string {
    return allowed(() => sessionStorage.getItem(LINK), null) ?? "";
  }

  set link(link: string) {
    allowed(() => sessionStorage.setItem(LINK, link), undefined);
  }

  /** Shows a document, or a new one. */
  show(id: string | null): void {
    this.id = id ?? Date.now().toString(36) + random();
    this.stamp = stored(this.id)?.stamp ?? "";
    this.mark();
  }

  private mark(): void {
    if (!this.isKept) return;
    allowed(() => { sessionStorage.setItem(SHOWN, this.id); localStorage.setItem(LAST, this.id); }, undefined);
  }

  /** Name for a new document. */
  nameFor(name: string): string {
    return unused(name, this.list().filter(({ id }) => id !== this.id).map((it) => it.name));
  }

  /**
   * Stores the shown document; if the browser refuses, this tab has it until it is closed. Returns a message if another
   * tab has changed the document meanwhile. Then these contents are another document, and `contents.name` is its name.
   */
  store(contents: Contents): string | null {
    if (!this.isKept) return null;
    const there = stored(this.id);
    const { name } = contents;
    if (there && JSON.stringify(there.contents) === JSON.stringify(readContents(contents))) {
      // A document that is only looked at stays the version that another tab knows.
      this.stamp = there.stamp;
      this.unstored.delete(this.id);
      return null;
    }
    const isOther = there !== null && there.stamp !== this.stamp;
    if (isOther) {
      this.unstored.delete(this.id);
      this.show(null);
      contents.name = this.nameFor(name);
    }
    const stamp = random();
    const isStored = allowed(() => { localStorage.setItem(PREFIX + this.id, JSON.stringify({ stamp, contents } satisfies Stored)); return true; }, false);
    if (isStored) {
      this.stamp = stamp;
      this.unstored.delete(this.id);
      this.mark();
    } else this.unstored.set(this.id, contents);
    return isOther ? `Another tab has changed ${name}, so this version is now ${contents.name}.` : null;
  }

  /** Removes a document, unless another tab has changed it since this tab stored it. */
  remove(id: string): void {
    const there = stored(id);
    this.unstored.delete(id);
    if (id === this.id && there !== null && there.stamp !== this.stamp) return;
    allowed(() => localStorage.removeItem(PREFIX + id), undefined);
  }
}
