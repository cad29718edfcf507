// Dropped or picked files: read here, and sent nowhere.

import type { Source } from "./simulator";

/** Size limit of one file in bytes, and maximum number of files. */
const MOST_BYTES = 4 << 20;
const MOST_FILES = 2000;

/** Reads a file as text, or as bytes in base64 if it is not UTF-8. */
async function one(file: File, name: string): Promise<Source> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
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

/** Files from a picker; names of files in a folder start with the folder name. */
export function picked(input: HTMLInputElement): { file: File; name: string }[] {
  const all = [...(input.files ?? [])].map((file) => ({ file, name: file.webkitRelativePath || file.name }));
  input.value = "";
  return all;
}

/** Dropped files, or all files in a dropped folder. */
export async function dropped(data: DataTransfer | null): Promise<{ files: { file: File; name: string }[]; isFolder: boolean }> {
  const items = [...(data?.items ?? [])].filter(({ kind }) => kind === "file");
  const entries = items.map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  // A file made by another page has no folder entry.
  const made = items.filter((item) => item.webkitGetAsEntry() === null).map((item) => item.getAsFile()).filter((file) => file !== null);
  const files = made.map((file) => ({ file, name: file.name }));
  const walk = async (entry: FileSystemEntry): Promise<void> => {
    if (files.length > MOST_FILES) return;
    if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
      files.push({ file, name: entry.fullPath.replace(/^\//, "") });
      return;
    }
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
      if (some.length === 0) return;
      for (const inside of some) await walk(inside);
    }
  };
  for (const entry of entries) await walk(entry);
  return { files, isFolder: entries.some((entry) => entry.isDirectory) };
}
