// Sources and their settings, as links and this computer store them.

import type { Breakpoint } from "./editor";
import type { Watchpoint } from "./program";
import type { Source } from "./simulator";

/** Contents of a link. */
export interface Shared {
  sources: Source[];
  dialect: string | null;
  switches: string[];
  input: string | null;
  arguments: string[];
  /** Position in the run to open at, in instructions; null for the beginning. */
  at: number | null;
}

/** Contents of a document. */
export interface Contents extends Shared {
  name: string;
  /** Files for the program. */
  files: Source[];
  breakpoints: Breakpoint[];
  watches: Watchpoint[];
  /** Name of the only file to assemble; null to assemble all. */
  only: string | null;
  /** Example that it was opened from, and whether it has something that is not in an example. */
  lane: string | null;
  isOwn: boolean;
}

/** Contents of a document with these sources and nothing else. */
export function plain(sources: Source[], isOwn = false): Contents {
  const name = sources[0]?.name.split("/").pop() ?? "";
  const empty = { input: null, arguments: [], at: null, files: [], breakpoints: [], watches: [], only: null, lane: null };
  return { ...empty, name, sources, dialect: null, switches: [], isOwn };
}

function text(value: unknown): string {
  if (typeof value !== "string") throw new TypeError("not a text");
  return value;
}

function list<T>(value: unknown, each: (value: unknown) => T): T[] {
  if (!Array.isArray(value) || value.length > 5000) throw new TypeError("not a list");
  return value.map(each);
}

function source(value: unknown): Source {
  const { name, text: contents, base64 } = value as Source;
  const file = { name: text(name).slice(0, 200), text: text(contents) };
  return base64 === undefined ? file : { ...file, base64: text(base64) };
}

/** Text, or null if there is none. */
const maybe = (value: unknown) => (value === null || value === undefined ? null : text(value));

/** Checks the shape of the contents. */
export function read(value: unknown): Shared {
  const { sources, dialect, switches, input, arguments: words } = value as Record<string, unknown>;
  const all = list(sources, source);
  if (all.length === 0) throw new TypeError("no source");
  return { sources: all, dialect: maybe(dialect), switches: list(switches ?? [], text), input: maybe(input), arguments: list(words ?? [], text), at: null };
}

/** Checks the shape of a document; its own parts may be missing. */
export function readContents(value: unknown): Contents {
  const shared = read(value);
  const { name, files, breakpoints, watches, only, lane, isOwn } = value as Record<string, unknown>;
  const other = plain(shared.sources);
  return {
    ...other, ...shared, name: maybe(name)?.slice(0, 200) ?? other.name, files: list(files ?? [], source), only: maybe(only), lane: maybe(lane), isOwn: isOwn !== false,
    breakpoints: list(breakpoints ?? [], (it) => ({ file: text((it as Breakpoint).file), line: Number((it as Breakpoint).line) })),
    watches: list(watches ?? [], (it) => ({ text: text((it as Watchpoint).text), condition: text((it as Watchpoint).condition) })),
  };
}
