// The assembler while the user types: its messages, its listing, and the detected dialect.

import type { Checked, ListedLine, Menu, Message, Work } from "./simulator";
import { byId, debounced, el, inline, sentence } from "./dom";
import type { Editor } from "./editor";
import { Ended, Engine } from "./engine";
import { dialectOf } from "./examples";
import { load } from "./files";
import { type Place, nothing, toLine } from "./panels/panel";
import type { Setup } from "./panels/files";
import { Vocabulary } from "./vocabulary";

/** Pause in typing before the source is assembled, and time limit of assembling. */
const PAUSE_MS = 250;
const LIMIT = { milliseconds: 8000, why: "assembling took too long and was stopped" };

/** Maximum number of listed messages; the editor shows all. */
const MOST_LISTED = 200;

export class Assembly {
  /** Separate worker, so that a program can run at the same time. */
  readonly checker = new Engine();
  menu: Menu = { machines: [], examples: [], programs: [], assignments: [] };
  /** Sources to assemble. */
  work: () => Work = () => { throw new Error("nothing is open"); };
  onListing: (listing: ListedLine[]) => void = () => {};
  onChecked = () => {};

  private explanations: Record<string, string> | null = null;
  private messages: readonly Message[] = [];
  /** Findings of grading, until the source changes. */
  found: readonly Message[] = [];
  private isGood = false;
  /** Number of the last check. */
  private asked = 0;
  private dialect = "";
  private readonly vocabularies = new Map<string, Vocabulary>();
  private readonly editor: Editor;

  private readonly later = debounced(PAUSE_MS, () => void this.now());

  constructor(private readonly place: Place, private readonly setup: Setup) {
    this.editor = place.editor;
  }

  /** Assembles when typing pauses. */
  soon(): void {
    this.ask();
    this.later();
  }

  /** Number of a new check. Until it has ended, the messages are those of an earlier source. */
  private ask(): number {
    byId("message-list").ariaBusy = "true";
    return (this.asked += 1);
  }

  /** Assembles the open sources and shows the result. */
  async now(): Promise<void> {
    const number = this.ask();
    let isSpoken: Promise<void> | undefined;
    try {
      const checked = await this.checker.ask("check", { work: this.work() }, LIMIT);
      // A result for an earlier source is dropped.
      if (number === this.asked) isSpoken = this.take(checked);
    } catch (error) {
      this.isGood = false;
      this.show([]);
      this.onListing([]);
      // No notice: it would replace the answer to what the user does meanwhile.
      byId("guess").textContent = sentence(error);
    }
    this.onChecked();
    await isSpoken;
    if (number === this.asked) byId("message-list").ariaBusy = "false";
  }

  /** Shows a result; returns when the editor has its language. */
  private take({ dialect, reason, hint, is_good, messages, listing }: Checked): Promise<void> {
    this.isGood = is_good;
    this.show(messages);
    this.onListing(listing);
    const known = dialectOf(this.menu, dialect);
    if (known) this.setup.offer(known[0], dialect);
    const isGuess = byId<HTMLSelectElement>("dialect").value === "";
    const parts = [isGuess ? `Detected: ${known?.[1].about ?? dialect}` : "", reason, hint].filter(Boolean).join(" · ");
    byId("guess").replaceChildren(...inline(parts));
    return known ? this.speak(dialect) : Promise.resolve();
  }

  private show(messages: readonly Message[]): void {
    this.messages = messages;
    this.mark();
  }

  /** Lists the messages in their panel. */
  private list(all: readonly Message[]): void {
    byId("message-count").textContent = all.length === 0 ? "" : String(all.length);
    byId("tab-messages").classList.toggle("wrong", all.some(({ is_error }) => is_error));
    const items = all.slice(0, MOST_LISTED).map(({ at, is_error, code, text, help }) => el("li", {},
      toLine(this.place, `${at.file}:${at.line}`, at.file, at.line),
      ...inline(` ${is_error ? "error" : "warning"} ${code}: ${text}${help ? ` · help: ${help}` : ""} `),
      el("button", { type: "button", class: "link", click: () => void this.explain(code) }, `Explain ${code}`)));
    const none = this.isGood ? "The source assembles without messages." : "No messages.";
    byId("message-list").replaceChildren(items.length > 0 ? el("ul", {}, ...items) : nothing(none));
  }

  /** Sets the language of the editor. */
  private async speak(dialect: string): Promise<void> {
    this.dialect = dialect;
    let vocabulary = this.vocabularies.get(dialect);
    if (!vocabulary) {
      try {
        vocabulary = new Vocabulary(await this.checker.ask("words", { dialect }));
      } catch (error) {
        // An ended assembler is reported elsewhere; the next check asks again.
        if (!(error instanceof Ended)) this.place.trouble(sentence(error));
        return;
      }
      this.vocabularies.set(dialect, vocabulary);
    }
    if (this.dialect === dialect) await this.editor.speak(vocabulary);
  }

  /** Explains the word at the cursor; returns false if it has no meaning. */
  tellWord(): boolean {
    const { word } = this.editor;
    if (word) void Promise.all([import("./explain"), import("./sample")]).then(([{ showWord }, { sample }]) =>
      showWord(word.terms, this.vocabularies.get(this.dialect)?.services() ?? [], sample(word.terms[0]?.name ?? "", this.dialect, this.menu, (work) => this.checker.ask("check", { work }))));
    return word !== null;
  }

  /** Shows the messages in the editor and in their panel, with that of a fault. */
  mark(): void {
    const { status, isStale } = this.place.program;
    const fault = status?.why.is === "fault" && !isStale ? status.why.message : null;
    const all = [...this.messages, ...this.found, ...(fault ? [fault] : [])];
    this.editor.setMessages(all);
    this.list(all);
  }

  /** Moves the cursor to the next message. */
  next(): void {
    const { editor } = this;
    const later = this.messages.find(({ at }) => at.file !== editor.name || at.line > editor.line) ?? this.messages[0];
    if (later) editor.goTo(later.at.file, later.at.line);
    else this.place.trouble("There are no messages");
  }

  /** Shows the explanation of a code. */
  async explain(code: string): Promise<void> {
    try {
      this.explanations ??= (await (await load("explanations.json")).json()) as Record<string, string>;
      const page = this.explanations[code];
      if (page === undefined) throw new Error(`no message has the code ${code}`);
      (await import("./explain")).showExplanation(code, page);
    } catch (error) {
      this.place.trouble(sentence(error));
    }
  }
}
