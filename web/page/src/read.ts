// Contents of files: read here, and sent nowhere.

import { MOST_FILES } from "./drop";
import { Engine } from "./engine";
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

/** Whether a file is a source. */
const isSource = ({ name, base64 }: Source) => /(^[^.]*|\.(s|asm|spl|mid|midas|txt|inc|mac|h))$/i.test(name) && base64 === undefined;

/** Divides files into those to open, sources or one program file, and those for a program. */
export async function sorted(files: Source[]): Promise<{ opened: Source[]; others: Source[] }> {
  const sources = files.filter(isSource).map(({ name, text }) => ({ name, text: text.replace(/\r\n?/g, "\n") }));
  const others = files.filter((it) => !isSource(it));
  const isOpened = sources.length === 0 && others.length === 1 && (await isProgram(others[0]!));
  return isOpened ? { opened: others, others: [] } : { opened: sources, others };
}

/** Whether a file is a program file of one of the machines. */
async function isProgram(file: Source): Promise<boolean> {
  if (file.base64 === undefined) return false;
  const engine = new Engine();
  const work = { sources: [file], library: [], dialect: null, switches: [] };
  const { is_good } = await engine.ask("check", { work }).catch(() => ({ is_good: false }));
  engine.end();
  return is_good;
}
