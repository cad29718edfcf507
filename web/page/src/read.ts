// Contents of files: read here, and sent nowhere.

import { MOST_FILES } from "./drop";
import type { Source } from "./simulator";

/** Size limit of one file in bytes. */
const MOST_BYTES = 4 << 20;

/** Reads a file as text, or as bytes in base64 if it is not UTF-8 or an ELF file. */
async function one(file: File, name: string): Promise<Source> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    // Sources of ITS may have NULs.
    if (bytes[0] === 0x7f || (bytes.includes(0) && !/\.mid(as)?$/i.test(name))) throw new TypeError("not a text");
    return { name, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    let letters = "";
    for (const byte of bytes) letters += String.fromCharCode(byte);
    return { name, text: "", base64: btoa(letters) };
  }
}

/** Reads files; reports those that are too large. */
export async function read(files: { file: File; name: string }[], report: (message: string) => void): Promise<Source[]> {
  const isSmall = ({ file }: { file: File }) => file.size <= MOST_BYTES;
  const large = files.filter((it) => !isSmall(it));
  for (const { file, name } of large) report(`${name} has ${(file.size / 1e6).toFixed(1)} MB and was skipped: the limit is ${MOST_BYTES >> 20} MiB`);
  if (files.length > MOST_FILES) report(`Only the first ${MOST_FILES} of ${files.length} files are read`);
  return Promise.all(files.filter(isSmall).slice(0, MOST_FILES).map(({ file, name }) => one(file, name)));
}
