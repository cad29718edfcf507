// Dropped or picked files.

/** Maximum number of files. */
export const MOST_FILES = 2000;

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
