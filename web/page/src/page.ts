// The page: connects the editor, the assembler, the program and the panels.

import { Assembly } from "./assembly";
import { type Command, commands, install, refresh as refreshCommands } from "./commands";
import { Console } from "./console";
import type { ExampleText, ListedLine, Menu, Source, Work } from "./simulator";
import { byId, debounced, download, el, grouped, sentence } from "./dom";
import type { picked } from "./drop";
import { Editor } from "./editor";
import { Ended, beginWith } from "./engine";
import { FIRST, PROGRAM, dialectOf, fillMenus, textOf } from "./examples";
import { load } from "./files";
import { EXPLAIN } from "./marks";
import { Setup } from "./panels/files";
import { Later } from "./panels/later";
import { type Panel, type Place, tabs } from "./panels/panel";
import { registers } from "./panels/registers";
import { Program } from "./program";
import type { Begin } from "./puzzle/side";
import { SIZES, lastWork, rememberWork, scheme, showScheme, showSize, size, type Scheme } from "./settings";
import type { Shared } from "./shared";
import { line } from "./status";

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
  private readonly panels: Panel[] = [
    registers(this.place), this.code, this.setup, this.puzzle, this.homework,
    new Later("memory", async () => (await import("./panels/memory")).memory(this.place)),
    new Later("calls", async () => (await import("./panels/calls")).calls(this.place)),
    new Later("stores", async () => (await import("./panels/stores")).stores(this.place)),
    new Later("costs", async () => (await import("./panels/costs")).costs(this.place)),
    new Later("stops", async () => (await import("./panels/stops")).stops(this.place)),
  ];
  private readonly commands: Command[] = commands(this.program, this.editor, () => this.assembly.next());
  /** Example that the sources were opened from, and whether they have changed since. */
  private lane: string | null = null;
  private isChanged = false;
  private panel = "registers";
  private wasRefreshed = Promise.resolve();
  private isOpening = false;
  /** Changed sources that others replaced. */
  private replaced: Shared | null = null;
  /** Position at which the program waited for input. */
  private waited: number | undefined;

  private readonly remember = debounced(1000, () => rememberWork(this.shared()));

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
      await this.openFirst();
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
      if (!program.isGoing) void program.setPoints().then(() => this.refresh());
    };
    this.assembly.work = () => this.work();
    this.assembly.onListing = (listing) => {
      this.listing = listing;
      if (this.panel === "code") void this.refresh();
    };
    this.assembly.onChecked = () => refreshCommands(this.commands);
    this.setup.onChange = () => this.assembly.soon();
    install(this.commands, () => this.showStill());
    tabs(byId("panel-tabs"), (id) => {
      this.panel = id;
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
    puzzle.opened = () => ({ work: this.work(), lane: this.lane, isChanged: this.isChanged });
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
    homework.onScaffold = (source, dialect) => this.openSources({ sources: [source], dialect, switches: [], input: null, arguments: [], files: [] });
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
    byId("new").addEventListener("click", () => this.open([{ name: "main.s", text: "" }]));
    byId("puzzle-whole").addEventListener("click", () => {
      const isWhole = document.body.classList.toggle("whole");
      byId("puzzle-whole").setAttribute("aria-pressed", String(isWhole));
    });
    byId("share").addEventListener("click", () => void this.share());
    byId("notice-undo").addEventListener("click", () => {
      if (!this.replaced) return;
      this.isChanged = false;
      this.openShared(this.replaced);
      this.edited();
    });
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
    const isSource = ({ name, base64 }: Source) => /\.(s|asm|spl|mid|midas)$/i.test(name) && base64 === undefined;
    const sources = all.filter(isSource).map(({ name, text }) => ({ name, text: text.replace(/\r\n?/g, "\n") }));
    if (sources.length > 0) this.open(sources);
    this.give(all.filter((it) => !isSource(it)));
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

  private async openFirst(): Promise<void> {
    if (location.hash !== "" && (await this.openLink())) return;
    const last = lastWork();
    if (last) this.openShared(last);
    else this.open([FIRST]);
  }

  private async openLink(): Promise<boolean> {
    try {
      const { unpacked } = await import("./share");
      const shared = await unpacked(location.hash);
      if (!shared) return false;
      this.openShared(shared);
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

  private openShared(shared: Shared): void {
    this.open(shared.sources);
    byId<HTMLSelectElement>("dialect").value = shared.dialect && dialectOf(this.assembly.menu, shared.dialect) ? shared.dialect : "";
    this.setup.given = { ...shared, files: [] };
  }

  private openSources(example: ExampleText): void {
    this.open(example.sources);
    byId<HTMLSelectElement>("dialect").value = example.dialect;
    this.setup.given = example;
    void this.assembly.now();
    this.edited();
    this.isChanged = false;
  }

  private open(sources: Source[]): void {
    const replaced = this.isChanged ? this.shared() : null;
    this.lane = null;
    byId<HTMLSelectElement>("dialect").value = "";
    this.isOpening = true;
    this.program.drop();
    this.console.begin();
    byId("notice").hidden = true;
    this.setup.given = { input: null, arguments: [], switches: [], files: [] };
    this.editor.open(sources);
    this.isOpening = this.isChanged = false;
    void this.assembly.now();
    if (!replaced) return;
    this.replaced = replaced;
    this.notify(`${replaced.sources[0]?.name} was replaced.`);
    byId("notice-undo").hidden = false;
  }

  private async openExample(name: string): Promise<void> {
    const isProgram = name.startsWith(PROGRAM);
    this.openSources(await textOf(this.assembly.menu, name));
    if (isProgram) return;
    this.lane = name;
    this.puzzle.here?.opens(name);
  }

  /** Loads a solver with its puzzle, before its first instruction. */
  private async debugPuzzle(lane: string, begin: Begin): Promise<void> {
    if (lane !== "" && (this.lane !== lane || this.isChanged)) await this.openExample(lane);
    this.program.starter = async (engine) => (await begin(engine)).status;
    await this.program.start();
  }

  private work(): Work {
    return { sources: this.editor.sources(), library: this.setup.given.files, dialect: byId<HTMLSelectElement>("dialect").value || null, switches: this.setup.given.switches };
  }

  private shared(): Shared {
    const { sources, dialect, switches } = this.work();
    const { input, arguments: words } = this.setup.given;
    return { sources, dialect, switches, input, arguments: words, at: null };
  }

  private edited(): void {
    if (this.isOpening) return;
    this.program.isStale = true;
    this.isChanged = true;
    this.puzzle.here?.changed();
    this.assembly.soon();
    this.remember();
    // The address of an earlier link no longer has this source.
    if (location.hash !== "") history.replaceState(null, "", location.pathname + location.search);
    this.showStatus();
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
    byId("notice-text").textContent = text;
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
if ("serviceWorker" in navigator && window.isSecureContext && location.protocol.startsWith("http")) {
  // It fetches all files that are not loaded yet, so it comes last. Without it the page works, but not offline.
  navigator.serviceWorker.register("offline.js").catch(() => {});
}
