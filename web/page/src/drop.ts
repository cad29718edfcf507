// Dropped or picked files.

/** Maximum number of files. */
export const MOST_FILES = 2000;

/** Files from a picker; names of files in a folder start with the folder name. */
export function picked(input: HTMLInputElement): { file: File; name: string }[] {
  const all = [...(input.files ?? [])].map((file) => ({ file, name: file.webkitRelativePath || file.name }));
  input.value = "";
  return all;
}

/** Dropped files, or all files in a dropped folder. A file made by another page has no folder entry. */
export async function dropped(items: (FileSystemEntry | File | null)[]): Promise<{ files: { file: File; name: string }[]; isFolder: boolean }> {
  const files = items.filter((it) => it instanceof File).map((file) => ({ file, name: file.name }));
  const entries = items.filter((it) => it !== null && !(it instanceof File)) as FileSystemEntry[];
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
