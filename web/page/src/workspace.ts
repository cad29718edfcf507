// The shown document and the others: what is open, from where it came, and where it is kept.

import type { Assembly } from "./assembly";
import { Documents } from "./documents";
import { byId, debounced, grouped, options, sentence } from "./dom";
import type { Files } from "./editor";
import { FIRST, PROGRAM, dialectOf, textOf } from "./examples";
import { hideNotice, notify, offerBack } from "./notice";
import type { Setup } from "./panels/files";
import type { Place } from "./panels/panel";
import { type Contents, type Shared, plain } from "./shared";
import type { Source, Work } from "./simulator";

/** Document without any text. */
const BLANK = { name: "main.s", text: "" };

export class Workspace {
  /** Example that the document was opened from, and whether it has something that is not in an example. */
  lane: string | null = null;
  isOwn = false;
  /** Called when another document is shown, before and after its contents are. */
  onLeave = () => {};
  onShow = () => {};

  private readonly documents = new Documents();
  /** Files of documents that this tab has shown, with their histories. */
  private readonly files = new Map<string, Files>();
  private name = "";
  private isOpening = false;

  private readonly remember = debounced(1000, () => this.store());
  private readonly dialect = byId<HTMLSelectElement>("dialect");
  private readonly only = byId<HTMLSelectElement>("only");

  constructor(private readonly place: Place, private readonly setup: Setup, private readonly assembly: Assembly) {
    window.addEventListener("pagehide", () => this.store());
    window.addEventListener("beforeunload", (event) => {
      this.store();
      if (this.documents.hasUnstoredWork) event.preventDefault();
    });
    window.addEventListener("hashchange", () => void this.openLink());
    byId("new").addEventListener("click", () => this.open(plain([BLANK])));
    byId("documents-open").addEventListener("click", () => void this.showDocuments().catch((error) => notify(sentence(error))));
  }

  /** Opens nothing of this browser, and keeps nothing in it. */
  separate(): void {
    this.documents.isKept = false;
  }

  /** Opens an example by its name, or the first program of a dialect. */
  async openAsked(example: string | null, dialect: string | null): Promise<void> {
    const { programs } = this.assembly.menu;
    const named = programs.find((it) => it.name === example || it.name.replace(/\.\w+$/, "") === example);
    const found = example === null ? programs.find((it) => it.dialect === dialect) : named;
    try {
      if (found || example !== null) await this.openExample(found ? `${PROGRAM}${found.name}` : example ?? "");
      else this.open(plain([BLANK]));
    } catch (error) {
      this.open(plain([FIRST]));
      notify(sentence(error));
    }
    if (dialect === null) return;
    if (!dialectOf(this.assembly.menu, dialect)) notify(`no dialect is called ${dialect}`);
    else this.dialect.value = dialect;
    void this.assembly.now();
  }

  /** Opens the link in the address or the last document; returns true on a first visit. */
  async openFirst(): Promise<boolean> {
    const last = this.documents.last();
    const isSameLink = last !== null && location.hash === this.documents.link;
    if (location.hash !== "" && !isSameLink && (await this.openLink())) return false;
    if (last !== null) {
      this.show(last);
      const moment = isSameLink ? /&at=(\d+)$/.exec(location.hash)?.[1] : undefined;
      if (moment !== undefined) void this.place.program.goToMoment(Number(moment));
      return false;
    }
    const earlier = this.documents.earlier();
    this.open(earlier ?? plain([FIRST]));
    return earlier === null && location.hash === "";
  }

  /** Opens the link in the address; returns false if it has none. */
  async openLink(): Promise<boolean> {
    try {
      const { unpacked } = await import("./share");
      const shared = await unpacked(location.hash);
      if (!shared) return false;
      this.open({ ...plain([], true), ...shared, name: plain(shared.sources).name });
      this.documents.link = location.hash;
      if (shared.at === null) notify("Opened from a link. It does not run until you start it.");
      else {
        notify(`Opened from a link to a point in a run: running to instruction ${grouped(shared.at)}.`);
        void this.place.program.goToMoment(shared.at);
      }
      return true;
    } catch (error) {
      // The open sources stay open; on the first visit, the first program is opened.
      notify(`${sentence(error).replace(/^./, (letter) => letter.toUpperCase())}.`);
      return false;
    }
  }

  /** Makes a link the address of the page. */
  linked(fragment: string): void {
    history.replaceState(null, "", fragment);
    this.documents.link = location.hash;
  }

  /** Opens the first program of a machine, or its first solver. */
  async openFirstOf(machine: string): Promise<void> {
    const { programs, examples } = this.assembly.menu;
    const program = programs.find((it) => it.machine === machine);
    const example = examples.find((it) => it.machine === machine);
    try {
      await this.openExample(program ? `${PROGRAM}${program.name}` : example?.lane ?? "");
    } catch (error) {
      notify(sentence(error));
    }
  }

  async openExample(name: string): Promise<void> {
    const isProgram = name.startsWith(PROGRAM);
    const example = await textOf(this.assembly.menu, name);
    this.open({ ...plain([]), ...example, name: plain(example.sources).name, lane: isProgram ? null : name });
  }

  /** Opens contents as a new document. The shown one stays in the list if it has something of its own. */
  open(contents: Contents): void {
    const { id } = this.documents;
    const [kept, left] = [this.leave(), this.name];
    this.documents.show(null);
    this.fill({ ...contents, name: this.documents.nameFor(contents.name) });
    if (kept) offerBack(`${left} is kept; Documents has all of them.`, "Go back", () => this.show(id));
  }

  /** Shows a document. */
  private show(id: string): void {
    const contents = this.documents.contents(id);
    if (!contents) return notify("This document was closed in another tab.");
    if (id !== this.documents.id) this.leave();
    this.documents.show(id);
    this.fill(contents);
  }

  /** Leaves the shown document; returns whether it is kept. */
  private leave(): boolean {
    const { id } = this.documents;
    if (id === "") return false;
    if (location.hash !== "" && location.hash === this.documents.link) this.clearAddress();
    if (!this.isOwn) {
      this.documents.remove(id);
      return false;
    }
    this.store();
    this.files.set(this.documents.id, this.place.editor.files);
    return true;
  }

  /** Fills the page with the contents of the shown document. */
  private fill(contents: Contents): void {
    const { editor, program } = this.place;
    this.isOpening = true;
    this.onLeave();
    hideNotice();
    [this.name, this.lane, this.isOwn] = [contents.name, contents.lane, contents.isOwn];
    const { dialect, sources, breakpoints } = contents;
    this.dialect.value = dialect && dialectOf(this.assembly.menu, dialect) ? dialect : "";
    this.setup.given = contents;
    program.watches = contents.watches;
    const files = this.files.get(this.documents.id);
    const isSame = files && sources.every(({ name, text }) => files.states.get(name)?.doc.toString() === text);
    if (files && isSame) editor.files = files;
    else editor.open(sources, breakpoints);
    this.drawFiles(contents.only);
    this.isOpening = false;
    this.onShow();
    this.remember();
  }

  /** Draws the menu of files to assemble. */
  private drawFiles(chosen = this.only.value || null): void {
    const { names } = this.place.editor;
    options(this.only, [{ value: "", text: "all files" }, ...names.map((value) => ({ value, text: value.split("/").pop() ?? value }))]);
    this.only.value = names.includes(chosen ?? "") ? chosen ?? "" : "";
    byId("only-field").hidden = names.length < 2;
  }

  /** Stores the shown document now. */
  private store(): void {
    if (this.documents.id === "") return;
    const contents = this.contents();
    const message = this.documents.store(contents);
    this.name = contents.name;
    const { count, id } = this.documents;
    byId("unstored").hidden = this.documents.isStored(id);
    byId("documents-open").textContent = count > 1 ? `Documents (${count})` : "Documents";
    if (message) notify(message);
  }

  private contents(): Contents {
    const { lane, isOwn, name } = this;
    const { editor, program } = this.place;
    return { ...this.shared(), name, files: this.setup.given.files, breakpoints: editor.breakpoints(), watches: program.watches, only: this.only.value || null, lane, isOwn };
  }

  private async showDocuments(): Promise<void> {
    this.store();
    const { showDocuments } = await import("./manage");
    const close = (id: string) => {
      const contents = this.documents.contents(id);
      const isShown = id === this.documents.id;
      this.documents.remove(id);
      this.files.delete(id);
      if (isShown) {
        this.isOwn = false;
        const next = this.documents.list().at(-1);
        if (next) this.show(next.id);
        else this.open(plain([BLANK]));
      }
      if (contents) offerBack(`${contents.name} was closed.`, "Restore", () => this.open(contents));
    };
    const rename = (name: string) => { this.name = this.documents.nameFor(name); this.changed(); this.store(); };
    showDocuments({ documents: this.documents, editor: this.place.editor, show: (id) => this.show(id), close, rename, changed: () => { this.drawFiles(); this.store(); } });
  }

  /** Sources to assemble, and what they may include. */
  work(): Work {
    const { files, switches } = this.setup.given;
    const all = this.place.editor.sources();
    const sources = all.filter(({ name }) => this.only.value === "" || name === this.only.value);
    const library = [...files, ...all.filter((file) => !sources.includes(file))];
    // A source may also include a file of another document.
    if (sources.some(({ text }) => /\b(include|import|insrt)\b/i.test(text))) library.push(...this.others());
    return { sources, library, dialect: this.dialect.value || null, switches };
  }

  /** Files of the other documents. */
  private others(): Source[] {
    const ids = this.documents.list().map(({ id }) => id).filter((id) => id !== this.documents.id);
    return ids.flatMap((id) => this.documents.contents(id)?.sources ?? []);
  }

  /** Contents of a link. */
  shared(): Shared {
    const { dialect, switches } = this.work();
    const { input, arguments: words } = this.setup.given;
    return { sources: this.place.editor.sources(), dialect, switches, input, arguments: words, at: null };
  }

  /** The file in the editor. */
  shown(): Source {
    const { editor } = this.place;
    return editor.sources().find(({ name }) => name === editor.name) ?? BLANK;
  }

  /** Takes note of a change of a source; returns false if it is no change by the reader. */
  edited(): boolean {
    if (this.isOpening) return false;
    this.place.program.isStale = true;
    this.changed();
    if (this.place.editor.names.length !== this.only.childElementCount - 1) this.drawFiles();
    // The address of an earlier link no longer has this source.
    if (location.hash !== "") this.clearAddress();
    return true;
  }

  private clearAddress(): void {
    history.replaceState(null, "", location.pathname + location.search);
  }

  /** The document has something of its own. */
  changed(): void {
    if (this.isOpening) return;
    this.isOwn = true;
    this.remember();
  }
}
