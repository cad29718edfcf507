// Sources and their settings, as links and this computer store them.

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

function text(value: unknown): string {
  if (typeof value !== "string") throw new TypeError("not a text");
  return value;
}

function list<T>(value: unknown, each: (value: unknown) => T): T[] {
  if (!Array.isArray(value) || value.length > 100) throw new TypeError("not a list");
  return value.map(each);
}

/** Checks the shape of the contents. */
export function read(value: unknown): Shared {
  const { sources, dialect, switches, input, arguments: words } = value as Record<string, unknown>;
  const source = (it: unknown) => ({ name: text((it as Source).name).slice(0, 200), text: text((it as Source).text) });
  const all = list(sources, source);
  if (all.length === 0) throw new TypeError("no source");
  return {
    sources: all,
    dialect: dialect === null || dialect === undefined ? null : text(dialect),
    switches: list(switches ?? [], text),
    input: input === null || input === undefined ? null : text(input),
    arguments: list(words ?? [], text),
    at: null,
  };
}
