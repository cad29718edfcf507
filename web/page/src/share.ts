// Sources in a link's fragment, which no server sees. What comes out of a link is data and is never run by itself.

import type { Source } from "./desk";

/** What a link holds. */
export interface Shared {
  sources: Source[];
  dialect: string | null;
  switches: string[];
  input: string | null;
  arguments: string[];
  /** The moment of the run to begin at, in instructions; null for the beginning. */
  at: number | null;
}

/** Characters of a fragment that browsers and messengers pass on; and of the text that may come out of one. */
export const MOST_LINK = 32_000;
const MOST_TEXT = 1_000_000;

const KEY = "#s=";

/** Before the moment, behind the source. */
const AT = "&at=";

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>).getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new Error(`what this link holds is longer than ${most / 1_000_000} MB`);
    }
    pieces.push(value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** The fragment of a link, or a sentence about what is too long. */
export async function packed({ at, ...shared }: Shared): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  if (bytes.length > MOST_TEXT) throw new Error(`a link holds at most ${MOST_TEXT / 1_000_000} MB, and these are ${(bytes.length / 1e6).toFixed(1)}: download the source instead`);
  const small = await through(bytes, new CompressionStream("deflate-raw"), Infinity);
  let text = "";
  for (const byte of small) text += String.fromCharCode(byte);
  const link = KEY + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") + (at === null ? "" : `${AT}${at}`);
  if (link.length > MOST_LINK) throw new Error(`a link would have ${link.length} characters, and many programs cut those with more than ${MOST_LINK}: download the source instead`);
  return link;
}

/** What a fragment holds; null where it is none of ours, and a sentence where it is broken. */
export async function unpacked(fragment: string): Promise<Shared | null> {
  if (!fragment.startsWith(KEY)) return null;
  if (fragment.length > MOST_LINK) throw new Error(`this link has ${fragment.length} characters, and at most ${MOST_LINK} are read`);
  const [source = "", ...rest] = fragment.slice(KEY.length).split(AT);
  const moment = rest.join(AT);
  // Numbers with more digits are no whole ones here.
  if (rest.length > 0 && !/^\d{1,15}$/.test(moment)) throw new Error("this link leads to a moment that is no number of instructions: nothing was opened");
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    const text = atob(source.replaceAll("-", "+").replaceAll("_", "/"));
    bytes = await through(Uint8Array.from(text, (letter) => letter.charCodeAt(0)), new DecompressionStream("deflate-raw"), MOST_TEXT);
  } catch (error) {
    throw error instanceof Error && error.message.startsWith("what this link") ? error : new Error("this link is damaged, perhaps cut: nothing was opened");
  }
  try {
    return { ...read(JSON.parse(new TextDecoder().decode(bytes))), at: rest.length > 0 ? Number(moment) : null };
  } catch {
    throw new Error("this link holds no source of Isagrid: nothing was opened");
  }
}

function text(value: unknown): string {
  if (typeof value !== "string") throw new TypeError("no text");
  return value;
}

function list<T>(value: unknown, each: (value: unknown) => T): T[] {
  if (!Array.isArray(value) || value.length > 100) throw new TypeError("no list");
  return value.map(each);
}

/** Takes what has the right shape, and nothing else. */
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
