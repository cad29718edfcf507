// The page: connects the editor, the assembler, the program and the panels.

import { Assembly } from "./assembly";
import { type Command, commands, install, refresh as refreshCommands } from "./commands";
import { Console } from "./console";
import type { ListedLine, Menu, Source } from "./simulator";
import { byId, download, el, grouped, sentence } from "./dom";
import type { picked } from "./drop";
import { Editor } from "./editor";
import { Ended, beginWith } from "./engine";
import { fillMenus } from "./examples";
import { load } from "./files";
import { EXPLAIN } from "./marks";
import { hideNotice, notify } from "./notice";
import { Opening } from "./opening";
import { Setup } from "./panels/files";
import { Later } from "./panels/later";
import { type Panel, type Place, tabs } from "./panels/panel";
import { registers } from "./panels/registers";
import { Program } from "./program";
import type { Begin } from "./puzzle/side";
import { SIZES, keepSleeps, keepSounds, scheme, showScheme, showSize, size, sleeps, sounds, type Scheme } from "./settings";
import { plain } from "./shared";
import { line } from "./status";
import { Workspace } from "./workspace";

/** Whether the page is a single file; build.mjs sets it. */
declare const SINGLE: boolean;

/** Instructions per second; the last speed has no limit. */
const SPEEDS = [1, 3, 10, 30, 100, 1_000, 10_000, Infinity];

/** Panels that follow a program that runs slowly, and time between two looks at it. */
const MOVING = ["registers", "front", "memory", "display", "stores", "costs", "code", "cache", "pipeline"];
const MOVING_MS = 100;

/** Number of a call that plays a note, in an instruction or a constant of MARS or RARS. */
const NOTE = /(\b(li|addiu?|ori)\s+(\$v0|\$2|a7|x17)\b|\.eqv\b).*\b(31|33|0x1f|0x21)\b/i;

/** Address of a PDP-10 that runs. */
const PDP10 = "#pdp10";

type Picked = ReturnType<typeof picked>;

class Page {
  private readonly program = new Program();
  private readonly editor = new Editor(byId("editor"), byId("files"));
  private readonly console = new Console(this.program);
  private readonly place: Place = { program: this.program, editor: this.editor, trouble: notify };
  private readonly setup = new Setup(this.place);
  private readonly assembly = new Assembly(this.place, this.setup);
  private readonly workspace = new Workspace(this.place, this.setup, this.assembly);
  private readonly code = new Later("code", async () => (await import("./panels/code")).code(this.place, () => this.listing));
  private listing: ListedLine[] = [];
  private readonly puzzle = new Later("puzzle", () => this.makePuzzle());
  private readonly homework = new Later("homework", () => this.makeHomework());
  private readonly front = new Later("front", () => this.makeFront());
  private readonly opening = new Opening(this.place);
  private readonly panels: Panel[] = [
    this.opening,
    registers(this.place, () => this.listing), this.code, this.front, this.setup, this.puzzle, this.homework,
    new Later("memory", async () => (await import("./panels/memory")).memory(this.place)),
    new Later("display", async () => (await import("./panels/display")).display(this.place)),
    new Later("calls", async () => (await import("./panels/calls")).calls(this.place)),
    new Later("stores", async () => (await import("./panels/stores")).stores(this.place)),
    new Later("costs", async () => (await import("./panels/costs")).costs(this.place)),
    new Later("cache", async () => (await import("./panels/cache")).cache(this.place)),
    new Later("pipeline", async () => (await import("./panels/pipeline")).pipeline(this.place)),
    new Later("stops", async () => (await import("./panels/stops")).stops(this.place)),
  ];
  private readonly commands: Command[] = commands(this.program, this.editor, () => this.assembly.next(), () => this.downloadShown());
  /** The frame that the page is in, with the panels that were asked for. */
  private frame: import("./embed").Frame | null = null;
  /** Reports the height of an embedded page. */
  private reportHeight = () => {};
  private panel = "registers";
  private wasRefreshed = Promise.resolve();
  /** Size of the terminal by keys while it is shown, and the terminal once it was. */
  private screen: [lines: number, columns: number] | null = null;
  private view: import("./terminal").Screen | null = null;
  /** Keys that were sent to the program. */
  private pressed = Promise.resolve();
  /** Receiver of keys of the terminal instead of the program. */
  private keysTo: ((keys: string) => void) | null = null;
  /** Time of the last look at a moving program, and whether it is under way. */
  private moved = 0;
  private isMoving = false;
  /** Position at which the program waited for input. */
  private waited: number | undefined;

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
      await this.open();
      document.body.dataset.ready = "yes";
    } catch (error) {
      notify(`Cannot load the machines: ${sentence(error)}`);
    }
  }

  private connect(): void {
    const { program, editor, workspace } = this;
    workspace.onLeave = () => {
      program.drop();
      this.takeKeys();
      this.console.begin();
    };
    workspace.onShow = () => {
      void this.assembly.now();
      this.puzzle.here?.changed();
      if (workspace.lane) this.puzzle.here?.opens(workspace.lane);
    };
    program.setup = () => {
      const { input, arguments: words, files } = this.setup.given;
      // Only a display terminal has a size.
      return { work: workspace.work(), input, arguments: words, files, ...(this.screen ? { screen: this.screen } : {}) };
    };
    program.breakpoints = () => editor.breakpoints();
    program.onBegin = () => {
      this.console.begin();
      hideNotice();
      const { sources, library } = workspace.work();
      const plays = [...sources, ...library].some(({ text }) => NOTE.test(text));
      program.onCall = plays ? async () => (await import("./sound")).call(program, this.setup.dialectName) : null;
      byId("tab-console").click();
      if (this.panel === this.opening.id) byId("tab-registers").click();
      this.giveWay();
    };
    program.onCame = (status) => this.console.came(status);
    program.onTrouble = notify;
    program.onSlice = () => {
      this.showProgress();
      this.showMoving();
    };
    program.onStill = () => this.showStill();
    program.onNoBreak = (breakpoint, why) => {
      editor.dropBreak(breakpoint);
      notify(why);
    };
    editor.onEdit = () => this.edited();
    editor.onTrouble = (error) => notify(sentence(error));
    editor.onBreak = program.onWatch = () => {
      workspace.changed();
      void program.setPoints().then(() => this.refresh());
    };
    this.assembly.work = () => workspace.work();
    this.assembly.onListing = (listing) => {
      this.listing = listing;
      if (this.panel === "code") void this.refresh();
    };
    this.assembly.onChecked = () => {
      refreshCommands(this.commands);
      this.offerFront();
      // The first step comes soon.
      program.engine.warm();
    };
    this.setup.onChange = () => { workspace.changed(); this.assembly.soon(); };
    this.opening.onMachine = (machine) => void workspace.openFirstOf(machine);
    install(this.commands, () => this.showStill());
    tabs(byId("panel-tabs"), (id) => {
      this.panel = id;
      // On a narrow page, the beginning is above the source.
      document.body.classList.toggle("opening", id === this.opening.id);
      if (id !== this.opening.id) this.opening.leave();
      // Panels are not refreshed while the program runs, but their forms can be used.
      this.panels.find((panel) => panel.id === id)?.load?.().catch((error: unknown) => notify(sentence(error)));
      // Only the puzzle has a full-page view.
      if (id !== this.puzzle.id && byId("puzzle-whole").getAttribute("aria-pressed") === "true") byId("puzzle-whole").click();
      void this.refresh();
    });
    tabs(byId("below-tabs"), () => {});
    // Forms of panels may be used before the panels are loaded; then they show what was chosen.
    document.addEventListener("submit", (event) => event.preventDefault());
    this.connectControls();
    this.connectDialogs();
    this.connectDrops();
  }

  private async makePuzzle() {
    const { Puzzle } = await import("./puzzle/puzzle");
    const puzzle = new Puzzle(this.place);
    puzzle.opened = () => ({ work: this.workspace.work(), lane: this.workspace.lane, isChanged: this.workspace.isOwn });
    puzzle.onDebug = (lane, begin) => void this.debugPuzzle(lane, begin);
    puzzle.offerSolvers(this.assembly.menu);
    if (this.workspace.lane) puzzle.opens(this.workspace.lane);
    return puzzle;
  }

  private async makeFront() {
    const { Front } = await import("./panels/front");
    return new Front(this.place, {
      lend: async (typed) => {
        this.keysTo = typed;
        if (byId("by-key").getAttribute("aria-pressed") !== "true") await this.toggleTerminal();
        const view = this.view!;
        this.console.showIn({ show: () => {}, focus: () => view.focus() });
        return view;
      },
      giveBack: () => this.takeKeys(),
      isLent: () => this.keysTo !== null,
      clear: () => this.console.begin(),
    });
  }

  /** Keys of the terminal go to the program again. */
  private takeKeys(): void {
    if (!this.keysTo) return;
    this.keysTo = null;
    this.console.showIn(this.screen ? this.view : null);
    if (this.panel === this.front.id) void this.refresh();
  }

  /** Shows the tab of the front panel for a PDP-10. */
  private offerFront(): void {
    const isPdp10 = this.setup.machineName === "pdp10";
    byId("tab-front").hidden = !isPdp10 || this.frame?.panels.includes(this.front.id) === false && this.frame.panels.length > 0;
    if (!isPdp10 && this.panel === this.front.id) byId("tab-registers").click();
  }

  /** Opens a PDP-10 with its front panel, which solves a Sudoku. */
  private async openPdp10(): Promise<void> {
    const { sudoku } = await import("./pdp10");
    this.workspace.open(await sudoku(this.assembly.menu));
    byId("tab-front").hidden = false;
    byId("tab-front").click();
    (await this.front.load()).setPace(true);
    void this.program.go("on");
  }

  private async makeHomework() {
    const { Homework } = await import("./homework");
    const homework = new Homework(this.place);
    homework.shown = () => this.workspace.shown();
    homework.setup = () => { const start = this.program.setup(); return { ...start, input: start.input ?? this.console.given }; };
    homework.onScaffold = (source, dialect) => this.workspace.open({ ...plain([source], true), dialect });
    homework.onFound = (messages) => { this.assembly.found = messages; this.assembly.mark(); };
    homework.onExplain = (code) => void this.assembly.explain(code);
    homework.offer(this.assembly.menu);
    return homework;
  }

  private connectControls(): void {
    byId<HTMLSelectElement>("dialect").addEventListener("change", () => this.edited());
    const example = byId<HTMLSelectElement>("example");
    // The menu names an example until it is open.
    example.addEventListener("change", () => {
      if (example.value !== "") void this.workspace.openExample(example.value).catch((error) => notify(sentence(error))).finally(() => { example.value = ""; });
    });
    const slider = byId<HTMLInputElement>("timeline");
    slider.addEventListener("input", () => void this.program.seek(Number(slider.value)));
    const speed = byId<HTMLInputElement>("run-speed");
    const showSpeed = () => {
      this.program.speed = SPEEDS[Number(speed.value)] ?? Infinity;
      const text = this.program.speed === Infinity ? "full" : `${grouped(this.program.speed)}/s`;
      byId("run-speed-text").textContent = text;
      speed.setAttribute("aria-valuetext", text === "full" ? "full speed" : `${this.program.speed} instructions per second`);
    };
    speed.addEventListener("input", showSpeed);
    showSpeed();
    const sleep = byId<HTMLInputElement>("sleeps");
    sleep.checked = this.program.sleeps = sleeps();
    sleep.addEventListener("change", () => keepSleeps((this.program.sleeps = sleep.checked)));
    const sound = byId<HTMLInputElement>("sounds");
    sound.checked = sounds();
    sound.addEventListener("change", () => {
      keepSounds(sound.checked);
      this.program.onSilence();
    });
    byId("by-key").addEventListener("click", () => void this.toggleTerminal().catch((error) => notify(sentence(error))));
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
    byId("only").addEventListener("change", () => this.edited());
    window.addEventListener("hashchange", () => { if (location.hash === PDP10) void this.openPdp10().catch((error) => notify(sentence(error))); });
    byId("puzzle-whole").addEventListener("click", () => {
      const isWhole = document.body.classList.toggle("whole");
      byId("puzzle-whole").setAttribute("aria-pressed", String(isWhole));
    });
    byId("share").addEventListener("click", () => void import("./sharing").then(({ share }) => share(this.workspace, this.program, this.console.given)));
  }

  private connectDialogs(): void {
    const help = async () => {
      byId<HTMLDialogElement>("help").showModal();
      (await import("./keyboard")).drawKeys(this.commands);
    };
    byId("help-open").addEventListener("click", () => void help());
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && document.body.classList.contains("whole")) return byId("puzzle-whole").click();
      const isAsked = event.key === "F1" || (event.key === "?" && !isTyping());
      if (!isAsked || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      if (event.key === "?" || !this.assembly.tellWord()) void help();
    });
    for (const dialog of document.querySelectorAll("dialog")) {
      dialog.querySelector(".close")?.addEventListener("click", () => dialog.close());
    }
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
  }

  /** Opens sources; other files become files for the program, and a folder is an assignment. */
  private async take(files: Picked, isFolder: boolean): Promise<void> {
    const all = await this.read(files);
    if (isFolder) {
      (await this.homework.load()).take(all);
      byId("tab-homework").click();
      return;
    }
    const { opened, others } = await (await import("./read")).sorted(all);
    if (opened.length > 0) this.workspace.open(plain(opened, true));
    this.give(others);
  }

  private async read(files: Picked): Promise<Source[]> {
    const { read } = await import("./read");
    return read(files, notify);
  }

  private give(files: Source[]): void {
    for (const file of files) {
      this.setup.give(file);
      notify(`${file.name} is now a file for the program; it is listed under Setup`);
    }
  }

  /** Opens what the address asks for, or what was open last. */
  private async open(): Promise<void> {
    const asked = new URLSearchParams(location.search);
    const [example, dialect] = [asked.get("example"), asked.get("dialect")];
    if (asked.has("embed") && (await this.embed(example, dialect))) return;
    if (location.hash === PDP10) return this.openPdp10();
    const assignment = asked.get("assignment");
    if (assignment !== null) {
      history.replaceState(null, "", location.pathname);
      byId("tab-homework").click();
      if (await (await this.homework.load()).begin(assignment)) return;
      await this.workspace.openFirst();
      notify(`no assignment is called ${assignment}`);
    } else if (example !== null || dialect !== null) {
      // The address names what was opened; after that, the document is like any other.
      history.replaceState(null, "", location.pathname + location.hash);
      await this.workspace.openAsked(example, dialect);
    } else if (await this.workspace.openFirst()) {
      // The first program is for the module that is loaded first.
      this.program.engine.warm();
      byId("tab-start").click();
      this.opening.startAlone();
    }
  }

  /** Becomes a part of the page around it, which keeps nothing in this browser; returns false if that is not asked for. */
  private async embed(example: string | null, dialect: string | null): Promise<boolean> {
    const { embed, frameOf } = await import("./embed");
    const frame = frameOf(location.search);
    if (!frame) return false;
    this.frame = frame;
    const { workspace, editor } = this;
    workspace.separate();
    editor.isReadOnly = frame.isReadOnly;
    const whole = async () => `${location.origin}${location.pathname}${await (await import("./share")).packed(workspace.shared())}`;
    if (location.hash === "" || !(await workspace.openLink())) await workspace.openAsked(example, dialect);
    else hideNotice();
    this.reportHeight = embed(frame, () => Math.max(...editor.sources().map(({ text }) => text.split("\n").length)), whole);
    return true;
  }

  /** Loads a solver with its puzzle, before its first instruction. */
  private async debugPuzzle(lane: string, begin: Begin): Promise<void> {
    const { workspace, program } = this;
    if (lane !== "" && (workspace.lane !== lane || workspace.isOwn)) await workspace.openExample(lane);
    program.starter = async (engine) => (await begin(engine)).status;
    await program.start();
  }

  private edited(): void {
    this.assembly.found = [];
    if (!this.workspace.edited()) return;
    this.puzzle.here?.changed();
    this.assembly.soon();
    this.reportHeight();
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
    byId("position").textContent = !status ? "" : status.now === status.end ? grouped(status.now) : `${grouped(status.now)} / ${grouped(status.end)}`;
  }

  /** Shows a program that runs slowly, or draws. */
  private showMoving(): void {
    const { program, panel } = this;
    const now = performance.now();
    const follows = MOVING.includes(panel) && (program.isSlow || panel === "display");
    if (!program.isGoing || !(program.isSlow || follows) || this.isMoving || now - this.moved < MOVING_MS) return;
    this.moved = now;
    if (program.isSlow) this.showNow();
    if (!follows) return;
    this.isMoving = true;
    const shown = this.panels.find(({ id }) => id === panel)?.refresh() ?? Promise.resolve();
    void shown.catch(() => {}).finally(() => { this.isMoving = false; });
  }

  /** Shows or hides the terminal by keys. */
  private async toggleTerminal(): Promise<void> {
    const isOn = byId("by-key").getAttribute("aria-pressed") !== "true";
    byId("by-key").setAttribute("aria-pressed", String(isOn));
    byId("xterm").hidden = !isOn;
    byId("screen").hidden = isOn;
    document.body.classList.toggle("by-key", isOn);
    if (!isOn) {
      this.screen = null;
      this.takeKeys();
      return this.console.showIn(null);
    }
    const { SCREEN, Screen, inputOf } = await import("./terminal");
    const isIts = () => this.setup.machineName === "pdp10";
    this.view ??= new Screen(byId("xterm"), (text) => {
      if (this.keysTo) this.keysTo(text);
      else this.pressed = this.pressed.then(async () => {
        const keys = isIts() ? text : text.replaceAll("\r", "\n");
        this.console.press(keys, !isIts(), await inputOf(keys, this.program, this.setup.dialectName));
      });
    });
    this.screen = SCREEN;
    this.console.showIn(this.view);
    this.console.focus();
    // ITS draws only on a terminal that it knows from the beginning.
    if (isIts() && this.program.status && !this.keysTo) notify("Restart the program to let it draw on the terminal.");
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
    this.showNow();
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

  /** On a narrow page, the header gives way to the source, the console and a panel. */
  private giveWay(): void {
    if (matchMedia("(max-width: 960px)").matches) scrollTo(0, document.querySelector("header")?.offsetHeight ?? 0);
  }

  /** Marks the line of the next instruction. */
  private showNow(): void {
    const { status, isStale, isAlive } = this.program;
    const wasAlive = document.body.classList.contains("alive");
    document.body.classList.toggle("alive", status !== null);
    // The page is long enough only now.
    if (status && !wasAlive) this.giveWay();
    const isFault = status?.why.is === "fault";
    const spot = status && !isStale && (isAlive || isFault) ? status.spot : null;
    this.editor.setNow(spot?.file && spot.line ? { file: spot.file, line: spot.line, isFault } : null);
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
        if (!(error instanceof Ended)) notify(sentence(error));
      }
    });
    return this.wasRefreshed;
  }

  private downloadShown(): void {
    const { name, text } = this.workspace.shown();
    download(name.split("/").pop() ?? "main.s", text);
  }
}

/** Whether the focus is in a text field. */
function isTyping(): boolean {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at instanceof HTMLElement && (at.isContentEditable || at.matches("textarea, input:not([type=checkbox], [type=range])"));
}

await new Page().begin();
if (!SINGLE && "serviceWorker" in navigator && window.isSecureContext && location.protocol.startsWith("http")) {
  // It fetches all files that are not loaded yet, so it comes last. Without it the page works, but not offline.
  navigator.serviceWorker.register("offline.js").catch(() => {});
}
