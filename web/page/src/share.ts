// Sources in the fragment of a link, which browsers do not send. Contents of a link are data and never run by themselves.

import { type Shared, read } from "./shared";

/** Maximum length of a fragment, which browsers and messengers pass on; and of the text in it. */
export const MOST_LINK = 32_000;
const MOST_TEXT = 1_000_000;

const KEY = "#s=";

/** Separator between the source and the position. */
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
      throw new Error(`the contents of this link are longer than ${most / 1_000_000} MB`);
    }
    pieces.push(value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** Fragment of a link; an error message if it is too long. */
export async function packed({ at, ...shared }: Shared): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  if (bytes.length > MOST_TEXT) throw new Error(`the source has ${(bytes.length / 1e6).toFixed(1)} MB, but a link can contain only ${MOST_TEXT / 1_000_000} MB: download the source instead`);
  const small = await through(bytes, new CompressionStream("deflate-raw"), Infinity);
  let text = "";
  for (const byte of small) text += String.fromCharCode(byte);
  const link = KEY + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") + (at === null ? "" : `${AT}${at}`);
  if (link.length > MOST_LINK) throw new Error(`the link would have ${link.length} characters, but many programs cut links longer than ${MOST_LINK}: download the source instead`);
  return link;
}

/** Contents of a fragment; null if Isagrid did not make it, and an error message if it is damaged. */
export async function unpacked(fragment: string): Promise<Shared | null> {
  if (!fragment.startsWith(KEY)) return null;
  if (fragment.length > MOST_LINK) throw new Error(`this link has ${fragment.length} characters; the limit is ${MOST_LINK}`);
  const [source = "", ...rest] = fragment.slice(KEY.length).split(AT);
  const moment = rest.join(AT);
  // Numbers with more digits are not exact in JavaScript.
  if (rest.length > 0 && !/^\d{1,15}$/.test(moment)) throw new Error("the position in this link is not a number of instructions: nothing was opened");
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    const text = atob(source.replaceAll("-", "+").replaceAll("_", "/"));
    bytes = await through(Uint8Array.from(text, (letter) => letter.charCodeAt(0)), new DecompressionStream("deflate-raw"), MOST_TEXT);
  } catch (error) {
    throw error instanceof Error && error.message.startsWith("the contents of this link") ? error : new Error("this link is damaged or incomplete: nothing was opened");
  }
  try {
    return { ...read(JSON.parse(new TextDecoder().decode(bytes))), at: rest.length > 0 ? Number(moment) : null };
  } catch {
    throw new Error("this link contains no source of Isagrid: nothing was opened");
  }
}
