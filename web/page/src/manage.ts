// The dialog of documents: open, rename and close them and their files, and download all as one zip.

import { strToU8, zipSync } from "fflate";

import type { Documents } from "./documents";
import { byId, download, el } from "./dom";
import type { Editor } from "./editor";
import { edited, table } from "./panels/panel";
import type { Contents } from "./shared";

export interface Actions {
  documents: Documents;
  editor: Editor;
  show: (id: string) => void;
  close: (id: string) => void;
  rename: (name: string) => void;
  /** Called when a file was added, renamed or closed. */
  changed: () => void;
}

/** Name without what a file system may refuse. */
const safe = (name: string) => name.replace(/[\\:*?"<>|\0-\x1f]/g, "_").split("/").filter((part) => part !== "" && part !== "." && part !== "..").join("/") || "file";

/** Bytes of a file. */
function bytes({ text, base64 }: { text: string; base64?: string }): Uint8Array<ArrayBuffer> {
  return base64 === undefined ? new Uint8Array(strToU8(text)) : Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** Zip with a folder for each document: its sources, its files under `files`, and its settings in `isagrid.json`. */
function zip(all: Contents[]): Uint8Array<ArrayBuffer> {
  const entries: Record<string, Uint8Array> = {};
  for (const { name, sources, files, ...settings } of all) {
    for (const source of sources) entries[`${safe(name)}/${safe(source.name)}`] = bytes(source);
    for (const file of files) entries[`${safe(name)}/files/${safe(file.name)}`] = bytes(file);
    entries[`${safe(name)}/isagrid.json`] = strToU8(`${JSON.stringify(settings, null, 2)}\n`);
  }
  return new Uint8Array(zipSync(entries));
}

function dialog(): HTMLDialogElement {
  const known = document.getElementById("documents");
  if (known) return known as HTMLDialogElement;
  const made = el("dialog", { id: "documents", "aria-labelledby": "documents-title" },
    el("div", { class: "dialog-head" }, el("h2", { id: "documents-title" }, "Documents"), el("button", { type: "button", class: "close", click: () => made.close() }, "Close")),
    el("p", { class: "nothing" }, "They are stored in this browser only."), el("div", { id: "document-list" }));
  document.body.append(made);
  return made;
}

/** Shows the dialog. */
export function showDocuments(actions: Actions): void {
  const { documents, editor } = actions;
  const made = dialog();
  const fails = () => {};
  const button = (text: string, label: string, click: () => void) => el("button", { type: "button", "aria-label": label, click }, text);

  const draw = () => {
    const then = (change: () => void) => () => { change(); draw(); };
    const all = documents.list();
    const rows = all.map(({ id, name }) => {
      const isShown = id === documents.id;
      const title = isShown
        ? edited("name of this document", name, async (value) => { actions.rename(value || name); draw(); }, fails)
        : el("button", { type: "button", class: "link", click: () => { made.close(); actions.show(id); } }, name);
      const state = [isShown ? "shown" : "", documents.isStored(id) ? "" : "not stored"].filter(Boolean).join(", ");
      return [title, state, button("Close", `Close ${name}`, then(() => actions.close(id)))];
    });
    const sources = editor.sources();
    const files = sources.map(({ name }) => [
      edited(`name of file ${name}`, name, async (value) => { editor.rename(name, value || name); actions.changed(); draw(); }, fails),
      sources.length > 1 ? button("Close", `Close file ${name}`, then(() => { editor.close(name); actions.changed(); })) : "",
    ]);
    const add = () => { editor.add({ name: "new.s", text: "" }); actions.changed(); draw(); };
    const save = () => download("isagrid.zip", zip(documents.list().flatMap(({ id }) => documents.contents(id) ?? [])));
    byId("document-list").replaceChildren(
      table("documents", ["name", "", ""], rows),
      el("div", { class: "controls" }, el("button", { type: "button", id: "documents-save", click: save }, "Download all as a zip")),
      el("h3", {}, "Files of the shown document"), table("files", ["name", ""], files),
      el("div", { class: "controls" }, el("button", { type: "button", id: "file-add", click: add }, "Add a file")),
    );
  };
  draw();
  made.showModal();
}
