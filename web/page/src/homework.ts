// Homework: grades the open file like `isagrid grade`, on this computer.

import type { Answers, Assignment, Menu, Message, Scaffold, Source, Start } from "./simulator";
import { byId, download, el, inline, options, sentence } from "./dom";
import type { Classes } from "./classes";
import { picked } from "./drop";
import { Ended, Engine } from "./engine";
import { calledOf } from "./examples";
import { load } from "./files";
import { type Panel, type Place, nothing, table, toLine } from "./panels/panel";
import { read } from "./read";
import { adopt } from "./styles";
import styles from "./homework.css";

/** Instructions of a checked run. */
const MOST_CHECKED = 5_000_000;

type Graded = NonNullable<Answers["grade_on"]["graded"]>;

type Part = Graded["functions"][number];

/** Points that a function lost. */
function lostBy({ kinds }: Part): number {
  return kinds.reduce((sum, { points, out_of }) => sum + out_of - points, 0);
}

/** Menu value of an opened folder. */
const FOLDER = "folder";

export class Homework implements Panel {
  readonly id = "homework";
  /** Shown file, setup of the program, and the handlers that open a scaffold and explain a code. */
  shown: () => Source = () => { throw new Error("nothing is open"); };
  setup: () => Start = () => { throw new Error("nothing is open"); };
  onScaffold: (source: Source, dialect: string) => void = () => {};
  onExplain: (code: string) => void = () => {};
  /** Called with the findings of a graded file, as messages about its lines. */
  onFound: (messages: Message[]) => void = () => {};

  private readonly engine = new Engine();
  private readonly chosen = byId<HTMLSelectElement>("assignment");
  private readonly result = byId("verdict");
  private classes: Classes | null = null;
  private menu: Menu = { machines: [], examples: [], programs: [], assignments: [] };
  private folder: Source[] = [];
  private scaffolds: Record<string, Scaffold> | null = null;

  constructor(private readonly place: Place) {
    adopt(styles);
    byId("scaffold").addEventListener("click", () => void this.scaffold());
    byId("grade").addEventListener("click", () => (this.engine.isBusy ? this.engine.end() : void this.grade()));
    byId("check-run").addEventListener("click", () => void this.checkRun());
    this.chosen.addEventListener("change", () => this.about());
    this.result.before(this.classControls());
  }

  /** Pickers of a class: a folder with a folder or file for each student, as platforms export it, or an archive of that. */
  private classControls(): HTMLElement {
    const picker = (id: string, text: string, attributes: Record<string, boolean>) => {
      const input = el("input", { type: "file", id: `pick-${id}`, multiple: true, hidden: true, ...attributes, change: () => void this.gradeClass(input) });
      return [el("button", { type: "button", id, click: () => (this.classes?.isBusy ? this.classes.stop() : input.click()) }, text), input];
    };
    return el("details", { id: "class" }, el("summary", {}, "Grade a class"),
      el("p", { class: "nothing" }, "A folder or file for each student, as learning platforms export them. They stay on this computer. Press a button again to stop."),
      el("div", { class: "controls" }, ...picker("class-folder", "Folder of submissions…", { webkitdirectory: true }), ...picker("class-files", "Files or a zip…", {})));
  }

  private async gradeClass(input: HTMLInputElement): Promise<void> {
    const files = await read(picked(input), this.place.trouble);
    const assignment = this.chosen.value === FOLDER ? this.folder : this.chosen.value;
    if (files.length === 0) return;
    const { Classes } = await import("./classes");
    this.classes ??= new Classes(({ name, text }) => this.onScaffold({ name, text }, this.assignment?.dialect ?? ""), today);
    await this.classes.grade(assignment, files, this.result);
  }

  /** Offers the bundled assignments. */
  offer(menu: Menu): void {
    this.menu = menu;
    this.fill();
  }

  /** Offers the assignment in a folder. */
  take(files: Source[]): void {
    this.folder = files;
    this.fill();
    this.chosen.value = FOLDER;
    this.about();
  }

  private fill(): void {
    const bundled = this.menu.assignments.map(({ name, title }) => ({ value: name, text: `${name}: ${title}` }));
    const folder = this.folder.length > 0 ? [{ value: FOLDER, text: `Folder ${this.folder[0]?.name.split("/")[0]}` }] : [];
    options(this.chosen, [...folder, ...bundled]);
    this.about();
  }

  private get assignment(): Assignment | undefined {
    return this.menu.assignments.find(({ name }) => name === this.chosen.value);
  }

  /** Opens the scaffold of an assignment, with its task next to it; false if there is no such assignment. */
  async begin(name: string): Promise<boolean> {
    this.chosen.value = name;
    this.about();
    if (!this.assignment) return false;
    await this.scaffold();
    return true;
  }

  private about(): void {
    const { assignment } = this;
    byId<HTMLButtonElement>("scaffold").disabled = !assignment;
    byId("assignment-about").textContent = assignment
      ? `In ${calledOf(this.menu, assignment.dialect)}; submit as ${assignment.submission}.`
      : this.folder.length > 0 ? `${this.folder.length} files of a folder on this computer.` : "";
    this.result.replaceChildren();
    byId("assignment-task").replaceChildren();
    if (assignment) void this.task(assignment).catch((error) => this.place.trouble(sentence(error)));
  }

  private async scaffoldOf({ name }: Assignment): Promise<Scaffold> {
    this.scaffolds ??= (await (await load("scaffolds.json")).json()) as Record<string, Scaffold>;
    const scaffold = this.scaffolds[name];
    if (!scaffold) throw new Error(`${name} has no scaffold`);
    return scaffold;
  }

  /** Shows what to write: the comment at the head of the scaffold, and each function with its comment and points. */
  private async task(assignment: Assignment): Promise<void> {
    const { text, tasks } = await this.scaffoldOf(assignment);
    if (this.assignment !== assignment) return;
    const lines = text.split("\n");
    const rows = tasks.map(({ name, points }) => {
      const all = points.reduce((sum, [, number]) => sum + number, 0);
      const label = lines.findIndex((line) => line.startsWith(`${name}:`));
      const about = label < 0 ? "" : comment(lines.slice(0, label).reverse()).reverse().join("\n");
      return el("details", {}, el("summary", {}, el("b", {}, name === "program" ? "The whole program" : name), `: ${all} points (${points.map(([of, number]) => `${of} ${number}`).join(", ")})`),
        el("pre", { tabindex: 0 }, about || "The scaffold says the rest."));
    });
    byId("assignment-task").replaceChildren(el("h2", {}, assignment.title), el("p", { class: "note" }, ...inline(unwrapped(comment(lines).join("\n").trim()))), ...rows);
  }

  private async scaffold(): Promise<void> {
    const { assignment } = this;
    if (!assignment) return;
    try {
      const { text } = await this.scaffoldOf(assignment);
      this.onScaffold({ name: assignment.submission, text }, assignment.dialect);
    } catch (error) {
      this.place.trouble(sentence(error));
    }
  }

  private async grade(): Promise<void> {
    const button = byId("grade");
    const assignment = this.chosen.value === FOLDER ? this.folder : this.chosen.value;
    const bar = byId<HTMLProgressElement>("grading");
    button.textContent = "Stop";
    bar.hidden = false;
    bar.value = 0;
    try {
      const [file, date] = [this.shown(), today()];
      let grading = await this.engine.ask("grade", { assignment, sources: [file], submitted: null, today: date });
      while (grading.graded === null) {
        bar.max = grading.of;
        bar.value = grading.done;
        this.result.replaceChildren(nothing(`Step ${grading.done + 1} of ${grading.of}: ${grading.next ?? ""}…`));
        grading = await this.engine.ask("grade_on", {});
      }
      const graded = grading.graded;
      const save = () => download(`${file.name.replace(/^.*\//, "").replace(/\.\w+$/, "")}-result.json`, `${JSON.stringify({ format: "isagrid-result", today: date, file, graded }, null, 1)}\n`);
      const about = "A file to hand in: the graded source with its result, which the instructor can check";
      this.result.replaceChildren(...this.verdict(graded), el("div", { class: "controls" }, el("button", { type: "button", id: "save-result", title: about, click: save }, "Save the result")));
    } catch (error) {
      this.result.replaceChildren(nothing(error instanceof Ended ? "Grading was stopped." : sentence(error)));
    } finally {
      bar.hidden = true;
      button.textContent = "Grade the open file";
    }
  }

  /** Runs the program with checks, like `isagrid run --check`. */
  private async checkRun(): Promise<void> {
    this.result.replaceChildren(nothing("The program runs with checks…"));
    try {
      const { findings, notes, summary } = await this.engine.ask("check_run", { start: this.setup(), most: MOST_CHECKED });
      const found = findings.map(({ code, text, file, line, notes, times }) => {
        const often = times > 1 ? ` (${times} times)` : "";
        return this.found(code, "error", file, line, `${text}${often}`, notes);
      });
      const lines = [...notes, summary].map((text) => nothing(text));
      this.result.replaceChildren(...found, ...lines);
    } catch (error) {
      this.result.replaceChildren(nothing(error instanceof Ended ? "The check was stopped." : sentence(error)));
    }
  }

  private verdict(graded: Graded): Node[] {
    const { outcome } = graded;
    if (outcome.status !== "graded") {
      const whose = outcome.status === "infra" ? "The grader failed; this is not your mistake" : "The file could not be graded";
      return [el("p", { class: "points wrong" }, `${whose}: ${outcome.why}`), ...graded.findings.map((it) => this.finding(it))];
    }
    const isFull = graded.points === graded.out_of;
    const points = el("p", { class: isFull ? "points good" : "points" }, el("b", {}, `${graded.points} of ${graded.out_of} points`));
    // Parts that lost points come first.
    const parts = graded.functions.map((part) => ({ part, lost: lostBy(part) })).sort((a, b) => b.lost - a.lost);
    const losses = parts.filter(({ lost }) => lost > 0).map(({ part, lost }) => el("li", {}, ...this.loss(part, lost)));
    this.onFound([...graded.findings, ...graded.functions.flatMap(({ findings }) => findings)].flatMap((it) => this.message(it)));
    return [points, ...(losses.length > 0 ? [el("ul", { class: "losses" }, ...losses)] : []),
      ...graded.findings.map((it) => this.finding(it)), ...parts.flatMap(({ part }) => this.part(part))];
  }

  /** Points that a function lost, with the findings and their lines. */
  private loss({ name, findings }: Part, lost: number): (Node | string)[] {
    const places = findings.flatMap(({ check, place }) => [", ", check, ...(place ? [" in ", toLine(this.place, `line ${place.line}`, this.shown().name, place.line)] : [])]);
    return [`${lost} ${lost === 1 ? "point" : "points"} lost in ${name}`, ...places];
  }

  /** Finding as a message about its line, which the editor shows. */
  private message({ check, weight, message, notes, place, hidden }: Graded["findings"][number]): Message[] {
    if (!place || hidden) return [];
    const { name, text } = this.shown();
    const before = text.split("\n").slice(0, place.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
    const [line = ""] = text.slice(before).split("\n");
    const at = { file: name, line: place.line, start: before + line.length - line.trimStart().length, end: before + line.length };
    return [{ is_error: weight === "error", code: check, text: message, at, label: "", others: [], help: null, notes }];
  }

  private part(part: Part): Node[] {
    const state = { attempted: "", "not-attempted": " (unchanged scaffold)", "not-assembled": " (does not assemble)", missing: " (missing)" }[part.state];
    const name = part.line == null ? el("span", {}, part.name) : toLine(this.place, part.name, this.shown().name, part.line);
    const kinds = part.kinds.map(({ of, points, out_of, summary }) => [of, `${points} of ${out_of}`, summary]);
    const groups = part.groups.map(({ name, right, cases, hidden }) => [hidden ? `${name} (hidden)` : name, `${right} of ${cases} right`, ""]);
    return [
      el("h2", {}, name, state),
      table(`points of ${part.name}`, ["part", "points", "reason"], kinds),
      ...(groups.length > 0 ? [table(`cases of ${part.name}`, ["cases", "result", ""], groups)] : []),
      ...part.findings.map((it) => this.finding(it)),
    ];
  }

  private finding({ check, weight, message, notes, place, times, hidden }: Graded["findings"][number]): Node {
    const often = times > 1 ? ` (in ${times} cases)` : "";
    const text = hidden ? "found by hidden cases only" : `${message}${often}`;
    return this.found(check, weight, this.shown().name, place?.line ?? null, text, notes);
  }

  private found(check: string, weight: string, file: string | null, line: number | null, text: string, notes: string[]): Node {
    const where = file !== null && line !== null ? [toLine(this.place, `line ${line}`, file, line), ": "] : [];
    const code = el("button", { type: "button", class: "link", click: () => this.onExplain(check) }, check);
    return el("div", { class: `finding ${weight}` }, el("p", {}, ...where, ...inline(text), " ", code), ...notes.map((note) => el("p", { class: "note" }, ...inline(note))));
  }

  async refresh(): Promise<void> {}
}

/** Text of the comment lines that lines begin with, without their signs. */
function comment(lines: readonly string[]): string[] {
  const end = lines.findIndex((line) => !/^\s*[#;]/.test(line));
  return lines.slice(0, end < 0 ? lines.length : end).map((line) => line.replace(/^\s*[#;]+ ?/, ""));
}

/** Text whose paragraphs are one line each; lines with blanks before them stay. */
function unwrapped(text: string): string {
  return text.replace(/([^\n])\n(?=[^\n\s])/g, "$1 ");
}

/** Date on this computer, which decides what is hidden. */
function today(): string {
  const now = new Date();
  const two = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
