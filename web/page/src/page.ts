// The page: connects the editor, the assembler, the program and the panels.

import { Assembly } from "./assembly";
import { type Command, commands, install, refresh as refreshCommands } from "./commands";
import { Console } from "./console";
import type { ExampleText, ListedLine, Menu, Source, Work } from "./simulator";
import { Documents } from "./documents";
import { byId, debounced, download, el, grouped, inline, options, sentence } from "./dom";
import type { picked } from "./drop";
import { Editor, type Files } from "./editor";
import { Ended, Engine, beginWith } from "./engine";
import { FIRST, PROGRAM, dialectOf, fillMenus, textOf } from "./examples";
import { load } from "./files";
import { EXPLAIN } from "./marks";
import { Opening } from "./opening";
import { Setup } from "./panels/files";
import { Later } from "./panels/later";
import { type Panel, type Place, tabs } from "./panels/panel";
import { registers } from "./panels/registers";
import { Program } from "./program";
import type { Begin } from "./puzzle/side";
import { SIZES, scheme, showScheme, showSize, size, type Scheme } from "./settings";
import { type Contents, type Shared, plain } from "./shared";
import { line } from "./status";

/** Whether the page is a single file; build.mjs sets it. */
declare const SINGLE: boolean;

type Picked = ReturnType<typeof picked>;

class Page {
  private readonly program = new Program();
  private readonly editor = new Editor(byId("editor"), byId("files"));
  private readonly console = new Console(this.program);
  private readonly place: Place = { program: this.program, editor: this.editor, trouble: (text) => this.notify(text) };
  private readonly setup = new Setup(this.place);
  private readonly assembly = new Assembly(this.place, this.setup);
  private readonly code = new Later("code", async () => (await import("./panels/code")).code(this.place, () => this.listing));
  private listing: ListedLine[] = [];
  private readonly puzzle = new Later("puzzle", () => this.makePuzzle());
  private readonly homework = new Later("homework", () => this.makeHomework());
  private readonly opening = new Opening(this.place);
  private readonly panels: Panel[] = [
    this.opening,
    registers(this.place), this.code, this.setup, this.puzzle, this.homework,
    new Later("memory", async () => (await import("./panels/memory")).memory(this.place)),
    new Later("calls", async () => (await import("./panels/calls")).calls(this.place)),
    new Later("stores", async () => (await import("./panels/stores")).stores(this.place)),
    new Later("costs", async () => (await import("./panels/costs")).costs(this.place)),
    new Later("stops", async () => (await import("./panels/stops")).stops(this.place)),
  ];
  private readonly commands: Command[] = commands(this.program, this.editor, () => this.assembly.next(), () => this.downloadShown());
  private readonly documents = new Documents();
  /** Files of documents that this tab has shown, with their histories. */
  private readonly files = new Map<string, Files>();
  /** Reports the height of an embedded page. */
  private reportHeight = () => {};
  private name = "";
  /** Example that the document was opened from, and whether it has something that is not in an example. */
  private lane: string | null = null;
  private isOwn = false;
  private panel = "registers";
  private wasRefreshed = Promise.resolve();
  private isOpening = false;
  /** Document to return to, and what a return needs. */
  private goesBack: (() => void) | null = null;
  /** Position at which the program waited for input. */
  private waited: number | undefined;

  private readonly remember = debounced(1000, () => this.store());

  async begin(): Promise<void> {
    byId("status").textContent = "Loading the machines…";
    showScheme(scheme());
    showSize(size());
    this.connect();
    try {
      const menu = (await (await load("menu.json")).json()) as Menu;
      this.assembly.menu = menu;
      beginWith(menu.machines[0]?.name ?? "");
      fillMenus(menu);
      this.opening.offer(menu);
      const asked = new URLSearchParams(location.search);
      if (asked.has("embed")) await this.embed();
      else await this.openFirst(asked.get("example"), asked.get("dialect"));
      document.body.dataset.ready = "yes";
    } catch (error) {
      this.notify(`Cannot load the machines: ${sentence(error)}`);
    }
  }

  private connect(): void {
    const { program, editor } = this;
    program.setup = () => ({ work: this.work(), ...this.setup.given });
    program.breakpoints = () => editor.breakpoints();
    program.onBegin = () => {
      this.console.begin();
      byId("notice").hidden = true;
      byId("tab-console").click();
      if (this.panel === this.opening.id) byId("tab-registers").click();
      // On a narrow page, the header gives way to the source, the console and a panel.
      if (matchMedia("(max-width: 960px)").matches) document.querySelector(".toolbar")?.scrollIntoView();
    };
    program.onCame = (status) => this.console.came(status);
    program.onTrouble = (text) => this.notify(text);
    program.onSlice = () => this.showProgress();
    program.onStill = () => this.showStill();
    program.onNoBreak = (breakpoint, why) => {
      editor.dropBreak(breakpoint);
      this.notify(why);
    };
    editor.onEdit = () => this.edited();
    editor.onTrouble = (error) => this.notify(sentence(error));
    editor.onBreak = () => {
      this.changed();
      if (!program.isGoing) void program.setPoints().then(() => this.refresh());
    };
    this.assembly.work = () => this.work();
    this.assembly.onListing = (listing) => {
      this.listing = listing;
      if (this.panel === "code") void this.refresh();
    };
    this.assembly.onChecked = () => refreshCommands(this.commands);
    this.setup.onChange = () => { this.changed(); this.assembly.soon(); };
    program.onWatch = () => this.changed();
    this.opening.onMachine = (machine) => void this.openFirstOf(machine);
    install(this.commands, () => this.showStill());
    tabs(byId("panel-tabs"), (id) => {
      this.panel = id;
      // On a narrow page, the beginning is above the source.
      document.body.classList.toggle("opening", id === this.opening.id);
      if (id !== this.opening.id) this.opening.leave();
      // Panels are not refreshed while the program runs, but these two can be loaded.
      for (const later of [this.puzzle, this.homework]) if (later.id === id) later.load().catch((error) => this.notify(sentence(error)));
      // Only the puzzle has a full-page view.
      if (id !== this.puzzle.id && byId("puzzle-whole").getAttribute("aria-pressed") === "true") byId("puzzle-whole").click();
      void this.refresh();
    });
    tabs(byId("below-tabs"), () => {});
    this.connectControls();
    this.connectDialogs();
    this.connectDrops();
  }

  private async makePuzzle() {
    const { Puzzle } = await import("./puzzle/puzzle");
    const puzzle = new Puzzle(this.place);
    puzzle.opened = () => ({ work: this.work(), lane: this.lane, isChanged: this.isOwn });
    puzzle.onDebug = (lane, begin) => void this.debugPuzzle(lane, begin);
    puzzle.offerSolvers(this.assembly.menu);
    if (this.lane) puzzle.opens(this.lane);
    return puzzle;
  }

  private async makeHomework() {
    const { Homework } = await import("./homework");
    const homework = new Homework(this.place);
    homework.shown = () => this.shown();
    homework.setup = () => { const start = this.program.setup(); return { ...start, input: start.input ?? this.console.given }; };
    homework.onScaffold = (source, dialect) => this.open({ ...plain([source], true), dialect });
    homework.onFound = (messages) => { this.assembly.found = messages; this.assembly.mark(); };
    homework.onExplain = (code) => void this.assembly.explain(code);
    homework.offer(this.assembly.menu);
    return homework;
  }

  private connectControls(): void {
    byId<HTMLSelectElement>("dialect").addEventListener("change", () => this.edited());
    const example = byId<HTMLSelectElement>("example");
    example.addEventListener("change", () => {
      if (example.value !== "") void this.openExample(example.value);
      example.value = "";
    });
    const slider = byId<HTMLInputElement>("timeline");
    slider.addEventListener("input", () => void this.program.seek(Number(slider.value)));
    byId("profile").addEventListener("click", () => {
      const isOn = byId("profile").getAttribute("aria-pressed") !== "true";
      byId("profile").setAttribute("aria-pressed", String(isOn));
      void this.refresh();
    });
    const chosen = byId<HTMLSelectElement>("scheme");
    chosen.value = scheme();
    chosen.addEventListener("change", () => showScheme(chosen.value as Scheme));
    const text = byId<HTMLSelectElement>("size");
    text.append(...SIZES.map((value) => el("option", { value }, `${value} %`)));
    text.value = size();
    text.addEventListener("change", () => showSize(text.value));
    document.addEventListener(EXPLAIN, (event) => void this.assembly.explain((event as CustomEvent<string>).detail));
    byId("download").addEventListener("click", () => this.downloadShown());
    byId("new").addEventListener("click", () => this.open(plain([{ name: "main.s", text: "" }])));
    byId("only").addEventListener("change", () => this.edited());
    byId("documents-open").addEventListener("click", () => void this.showDocuments().catch((error) => this.notify(sentence(error))));
    window.addEventListener("pagehide", () => this.store());
    byId("puzzle-whole").addEventListener("click", () => {
      const isWhole = document.body.classList.toggle("whole");
      byId("puzzle-whole").setAttribute("aria-pressed", String(isWhole));
    });
    byId("share").addEventListener("click", () => void this.share());
    byId("notice-undo").addEventListener("click", () => this.goesBack?.());
    byId("share-moment").addEventListener("change", () => void this.showLink());
  }

  private connectDialogs(): void {
    byId("help-open").addEventListener("click", () => byId<HTMLDialogElement>("help").showModal());
    document.addEventListener("keydown", (event) => {
      const isAsked = event.key === "F1" || (event.key === "?" && !isTyping());
      if (!isAsked || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      if (event.key === "?" || !this.assembly.tellWord()) byId<HTMLDialogElement>("help").showModal();
    });
    for (const dialog of document.querySelectorAll("dialog")) {
      dialog.querySelector(".close")?.addEventListener("click", () => dialog.close());
    }
    byId("keys").append(...this.commands.map(({ key, about }) => el("tr", {}, el("td", {}, el("kbd", {}, key)), el("td", {}, about))));
  }

  private connectDrops(): void {
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      // The items are only there now.
      const items = [...(event.dataTransfer?.items ?? [])].filter(({ kind }) => kind === "file").map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
      void import("./drop").then(({ dropped }) => dropped(items)).then(({ files, isFolder }) => this.take(files, isFolder));
    });
    const pickers: [string, string, (files: Picked) => Promise<void>][] = [
      ["open", "pick", (files) => this.take(files, false)],
      ["give", "pick-given", async (files) => this.give(await this.read(files))],
      ["folder", "pick-folder", (files) => this.take(files, true)],
    ];
    for (const [button, input, take] of pickers) {
      const picker = byId<HTMLInputElement>(input);
      byId(button).addEventListener("click", () => picker.click());
      picker.addEventListener("change", () => void import("./drop").then(({ picked }) => take(picked(picker))));
    }
    window.addEventListener("hashchange", () => void this.openLink());
  }

  /** Opens sources; other files become files for the program, and a folder is an assignment. */
  private async take(files: Picked, isFolder: boolean): Promise<void> {
    const all = await this.read(files);
    if (isFolder) {
      (await this.homework.load()).take(all);
      byId("tab-homework").click();
      return;
    }
    const isSource = ({ name, base64 }: Source) => /(^[^.]*|\.(s|asm|spl|mid|midas|txt|inc|mac|h))$/i.test(name) && base64 === undefined;
    const sources = all.filter(isSource).map(({ name, text }) => ({ name, text: text.replace(/\r\n?/g, "\n") }));
    const others = all.filter((it) => !isSource(it));
    if (sources.length > 0) this.open(plain(sources, true));
    else if (others.length === 1 && (await this.isProgram(others[0]!))) return this.open(plain(others, true));
    this.give(others);
  }

  /** Whether a file is a program file of one of the machines. */
  private async isProgram(file: Source): Promise<boolean> {
    if (file.base64 === undefined) return false;
    const engine = new Engine();
    const work = { sources: [file], library: [], dialect: null, switches: [] };
    const { is_good } = await engine.ask("check", { work }).catch(() => ({ is_good: false }));
    engine.end();
    return is_good;
  }

  private async read(files: Picked): Promise<Source[]> {
    const { read } = await import("./read");
    return read(files, (text) => this.notify(text));
  }

  private give(files: Source[]): void {
    for (const file of files) {
      this.setup.give(file);
      this.notify(`${file.name} is now a file for the program; it is listed under Setup`);
    }
  }

  /** Becomes a part of the page around it, which keeps nothing in this browser. */
  private async embed(): Promise<void> {
    const { embed, frameOf } = await import("./embed");
    const frame = frameOf(location.search);
    if (!frame) return this.openFirst(null, null);
    this.documents.isKept = false;
    this.editor.isReadOnly = frame.isReadOnly;
    const asked = new URLSearchParams(location.search);
    const [example, dialect] = [asked.get("example"), asked.get("dialect")];
    const whole = async () => `${location.origin}${location.pathname}${await (await import("./share")).packed(this.shared())}`;
    if (location.hash === "" || !(await this.openLink())) await this.openAsked(example, dialect);
    byId("notice").hidden = byId("notice").hidden || location.hash !== "";
    this.reportHeight = embed(frame, () => Math.max(...this.editor.sources().map(({ text }) => text.split("\n").length)), whole);
  }

  /** Opens an example by its name, or the first program of a dialect. */
  private async openAsked(example: string | null, dialect: string | null): Promise<void> {
    const { programs } = this.assembly.menu;
    const named = programs.find((it) => it.name === example || it.name.replace(/\.\w+$/, "") === example);
    const found = example === null ? programs.find((it) => it.dialect === dialect) : named;
    try {
      if (found || example !== null) await this.openExample(found ? `${PROGRAM}${found.name}` : example ?? "");
      else this.open(plain([{ name: "main.s", text: "" }]));
    } catch (error) {
      this.open(plain([FIRST]));
      this.notify(sentence(error));
    }
    if (dialect === null) return;
    if (!dialectOf(this.assembly.menu, dialect)) this.notify(`no dialect is called ${dialect}`);
    else byId<HTMLSelectElement>("dialect").value = dialect;
    void this.assembly.now();
  }

  private async openFirst(example: string | null, dialect: string | null): Promise<void> {
    if (example !== null || dialect !== null) {
      // The address names what was opened; after that, the document is like any other.
      history.replaceState(null, "", location.pathname + location.hash);
      return this.openAsked(example, dialect);
    }
    const last = this.documents.last();
    const isSameLink = last !== null && location.hash === this.documents.link;
    if (location.hash !== "" && !isSameLink && (await this.openLink())) return;
    if (last !== null) {
      this.show(last);
      const moment = isSameLink ? /&at=(\d+)$/.exec(location.hash)?.[1] : undefined;
      if (moment !== undefined) void this.program.goToMoment(Number(moment));
      return;
    }
    const earlier = this.documents.earlier();
    this.open(earlier ?? plain([FIRST]));
    if (earlier || location.hash !== "") return;
    byId("tab-start").click();
    this.opening.startAlone();
  }

  private async openLink(): Promise<boolean> {
    try {
      const { unpacked } = await import("./share");
      const shared = await unpacked(location.hash);
      if (!shared) return false;
      this.open({ ...plain([], true), ...shared, name: plain(shared.sources).name });
      this.documents.link = location.hash;
      if (shared.at === null) this.notify("Opened from a link. It does not run until you start it.");
      else {
        this.notify(`Opened from a link to a point in a run: running to instruction ${grouped(shared.at)}.`);
        void this.program.goToMoment(shared.at);
      }
      return true;
    } catch (error) {
      // The open sources stay open; on the first visit, the first program is opened.
      this.notify(`${sentence(error).replace(/^./, (letter) => letter.toUpperCase())}.`);
      return false;
    }
  }

  /** Opens contents as a new document. The shown one stays in the list if it has something of its own. */
  private open(contents: Contents): void {
    const { id } = this.documents;
    const [kept, left] = [this.leave(), this.name];
    this.documents.show(null);
    this.fill({ ...contents, name: this.documents.nameFor(contents.name) });
    if (kept) this.offerBack(`${left} is kept; Documents has all of them.`, "Go back", () => this.show(id));
  }

  /** Shows a stored document. */
  private show(id: string): void {
    const contents = this.documents.contents(id);
    if (!contents) return this.notify("This document was closed in another tab.");
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
    this.files.set(this.documents.id, this.editor.files);
    return true;
  }

  /** Fills the page with the contents of the shown document. */
  private fill(contents: Contents): void {
    this.isOpening = true;
    this.program.drop();
    this.console.begin();
    byId("notice").hidden = true;
    [this.name, this.lane, this.isOwn] = [contents.name, contents.lane, contents.isOwn];
    const { dialect, sources, breakpoints } = contents;
    byId<HTMLSelectElement>("dialect").value = dialect && dialectOf(this.assembly.menu, dialect) ? dialect : "";
    this.setup.given = contents;
    this.program.watches = contents.watches;
    const files = this.files.get(this.documents.id);
    const isSame = files && sources.every(({ name, text }) => files.states.get(name)?.doc.toString() === text);
    if (files && isSame) this.editor.files = files;
    else this.editor.open(sources, breakpoints);
    this.drawFiles(contents.only);
    this.isOpening = false;
    void this.assembly.now();
    this.puzzle.here?.changed();
    if (this.lane) this.puzzle.here?.opens(this.lane);
    this.remember();
  }

  /** Draws the menu of files to assemble, and the number of documents. */
  private drawFiles(only = byId<HTMLSelectElement>("only").value || null): void {
    const names = this.editor.names;
    const select = byId<HTMLSelectElement>("only");
    options(select, [{ value: "", text: "all files" }, ...names.map((value) => ({ value, text: value.split("/").pop() ?? value }))]);
    select.value = names.includes(only ?? "") ? only ?? "" : "";
    byId("only-field").hidden = names.length < 2;
  }

  /** Stores the shown document now. */
  private store(): void {
    if (this.documents.id === "") return;
    const contents = this.contents();
    const message = this.documents.store(contents);
    this.name = contents.name;
    const { count } = this.documents;
    byId("documents-open").textContent = count > 1 ? `Documents (${count})` : "Documents";
    if (message) this.notify(message);
  }

  private contents(): Contents {
    const { lane, isOwn, name } = this;
    const breakpoints = this.editor.breakpoints();
    const only = byId<HTMLSelectElement>("only").value || null;
    return { ...this.shared(), name, files: this.setup.given.files, breakpoints, watches: this.program.watches, only, lane, isOwn };
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
        else this.open(plain([{ name: "main.s", text: "" }]));
      }
      if (contents) this.offerBack(`${contents.name} was closed.`, "Restore", () => this.open(contents));
    };
    const rename = (name: string) => { this.name = this.documents.nameFor(name); this.changed(); this.store(); };
    showDocuments({ documents: this.documents, editor: this.editor, show: (id) => this.show(id), close, rename, changed: () => { this.drawFiles(); this.store(); } });
  }

  /** Shows a notice with a button that goes back. */
  private offerBack(text: string, label: string, back: () => void): void {
    this.notify(text);
    this.goesBack = back;
    byId("notice-undo").textContent = label;
    byId("notice-undo").hidden = false;
  }

  /** Opens the first program of a machine, or its first solver. */
  private async openFirstOf(machine: string): Promise<void> {
    const { programs, examples } = this.assembly.menu;
    const program = programs.find((it) => it.machine === machine);
    const example = examples.find((it) => it.machine === machine);
    try {
      await this.openExample(program ? `${PROGRAM}${program.name}` : example?.lane ?? "");
    } catch (error) {
      this.notify(sentence(error));
    }
  }

  private async openExample(name: string): Promise<void> {
    const isProgram = name.startsWith(PROGRAM);
    const example: ExampleText = await textOf(this.assembly.menu, name);
    this.open({ ...plain([]), ...example, name: plain(example.sources).name, lane: isProgram ? null : name });
  }

  /** Loads a solver with its puzzle, before its first instruction. */
  private async debugPuzzle(lane: string, begin: Begin): Promise<void> {
    if (lane !== "" && (this.lane !== lane || this.isOwn)) await this.openExample(lane);
    this.program.starter = async (engine) => (await begin(engine)).status;
    await this.program.start();
  }

  private work(): Work {
    const { files, switches } = this.setup.given;
    const all = this.editor.sources();
    const only = byId<HTMLSelectElement>("only").value;
    const sources = all.filter(({ name }) => only === "" || name === only);
    const library = [...files, ...all.filter((file) => !sources.includes(file))];
    // A source may also include a file of another document.
    if (sources.some(({ text }) => /\b(include|import|insrt)\b/i.test(text))) library.push(...this.others());
    return { sources, library, dialect: byId<HTMLSelectElement>("dialect").value || null, switches };
  }

  /** Files of the other documents. */
  private others(): Source[] {
    const ids = this.documents.list().map(({ id }) => id).filter((id) => id !== this.documents.id);
    return ids.flatMap((id) => this.documents.contents(id)?.sources ?? []);
  }

  private shared(): Shared {
    const { dialect, switches } = this.work();
    const sources = this.editor.sources();
    const { input, arguments: words } = this.setup.given;
    return { sources, dialect, switches, input, arguments: words, at: null };
  }

  private edited(): void {
    this.assembly.found = [];
    if (this.isOpening) return;
    this.program.isStale = true;
    this.changed();
    if (this.editor.names.length !== byId("only").childElementCount - 1) this.drawFiles();
    this.puzzle.here?.changed();
    this.assembly.soon();
    this.reportHeight();
    // The address of an earlier link no longer has this source.
    if (location.hash !== "") this.clearAddress();
    this.showStatus();
  }

  private clearAddress(): void {
    history.replaceState(null, "", location.pathname + location.search);
  }

  /** The document has something of its own. */
  private changed(): void {
    if (this.isOpening) return;
    this.isOwn = true;
    this.remember();
  }

  private showProgress(): void {
    const run = byId("do-run");
    const { isLong } = this.program;
    run.classList.toggle("going", isLong);
    const label = run.querySelector(".label");
    if (label) label.textContent = isLong ? "Stop" : "Run";
    run.querySelector("use")?.setAttribute("href", isLong ? "#i-stop" : "#i-run");
    this.showTimeline();
    byId("status").textContent = line(this.program);
  }

  private showTimeline(): void {
    const slider = byId<HTMLInputElement>("timeline");
    const { status } = this.program;
    slider.disabled = !status || status.end === status.start;
    slider.min = String(status?.start ?? 0);
    slider.max = String(status?.end ?? 0);
    if (document.activeElement !== slider || !this.program.isGoing) slider.value = String(status?.now ?? 0);
    slider.setAttribute("aria-valuetext", status ? `instruction ${status.now} of ${status.end}` : "no program");
    byId("position").textContent = status ? `${grouped(status.now)} / ${grouped(status.end)}` : "";
  }

  private showStatus(): void {
    byId("status").textContent = line(this.program);
  }

  /** Shows a program that has stopped. */
  private showStill(): void {
    this.showProgress();
    refreshCommands(this.commands);
    if (this.program.isGoing) return;
    const { status } = this.program;
    const isFault = status?.why.is === "fault";
    const spot = status?.spot;
    const isShown = status && !this.program.isStale && (this.program.isAlive || isFault);
    document.body.classList.toggle("alive", status !== null);
    this.editor.setNow(isShown && spot?.file && spot.line ? { file: spot.file, line: spot.line, isFault } : null);
    this.assembly.mark();
    this.console.refresh();
    if (this.program.waits && this.waited !== status?.now) {
      byId("tab-console").click();
      this.console.focus();
    }
    this.waited = this.program.waits ? status?.now : undefined;
    const { last } = this.console;
    byId("spoken").textContent = line(this.program) + (isFault || last === "" ? "" : ` · last output line: ${last}`);
    void this.refresh();
  }

  /** Refreshes the visible panel; refreshes run one after the other. */
  private refresh(): Promise<void> {
    this.wasRefreshed = this.wasRefreshed.then(async () => {
      if (this.program.isGoing) return;
      try {
        await this.panels.find(({ id }) => id === this.panel)?.refresh();
        const isOn = byId("profile").getAttribute("aria-pressed") === "true";
        const lines = isOn && this.program.status && !this.program.isStale ? (await this.program.ask("profile", {})).lines : [];
        this.editor.setHeat(lines);
      } catch (error) {
        if (!(error instanceof Ended)) this.notify(sentence(error));
      }
    });
    return this.wasRefreshed;
  }

  private shown(): Source {
    const shown = this.editor.sources().find(({ name }) => name === this.editor.name);
    return shown ?? { name: "main.s", text: "" };
  }

  private downloadShown(): void {
    const { name, text } = this.shown();
    download(name.split("/").pop() ?? "main.s", text);
  }

  private async share(): Promise<void> {
    const { status, isStale, starter } = this.program;
    const hasMoment = status !== null && !isStale && !starter && status.now > 0;
    const moment = byId<HTMLInputElement>("share-moment");
    moment.checked = false;
    moment.disabled = !hasMoment;
    byId("share-moment-text").textContent = hasMoment
      ? `Open the link at this point, after ${grouped(status.now)} instructions`
      : starter ? "Open the link at this point (not available for a solver with its puzzle)" : "Open the link at this point (run the program first)";
    if (await this.showLink()) byId<HTMLDialogElement>("sharing").showModal();
    byId<HTMLInputElement>("link").select();
  }

  /** Updates the link; returns false if that fails. */
  private async showLink(): Promise<boolean> {
    const shared = this.shared();
    if (byId<HTMLInputElement>("share-moment").checked) {
      shared.at = this.program.status?.now ?? null;
      shared.input ??= this.console.given || null;
    }
    try {
      const { packed } = await import("./share");
      history.replaceState(null, "", await packed(shared));
      this.documents.link = location.hash;
      byId<HTMLInputElement>("link").value = location.href;
      return true;
    } catch (error) {
      this.notify(sentence(error));
      return false;
    }
  }

  /** Shows a notice that is not part of the program's output. */
  private notify(text: string): void {
    const notice = byId("notice");
    byId("notice-text").replaceChildren(...inline(text));
    byId("notice-undo").hidden = true;
    notice.hidden = false;
  }
}

/** Whether the focus is in a text field. */
function isTyping(): boolean {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at instanceof HTMLElement && (at.isContentEditable || at.matches("textarea, input:not([type=checkbox], [type=range])"));
}

byId("notice-close").addEventListener("click", () => { byId("notice").hidden = true; });
await new Page().begin();
if (!SINGLE && "serviceWorker" in navigator && window.isSecureContext && location.protocol.startsWith("http")) {
  // It fetches all files that are not loaded yet, so it comes last. Without it the page works, but not offline.
  navigator.serviceWorker.register("offline.js").catch(() => {});
}
