// Editor with several files, one of them shown; each file has its own history and breakpoints.

import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, lineNumbers } from "@codemirror/view";

import type { LineTimes, Message, Source } from "./simulator";
import { el } from "./dom";
import { unused } from "./documents";
import { breakLines, breaks, heatGutter, marks, setBreak, setHeat, setMessages, setNow, toggleBreak } from "./marks";
import { reconfigureSearch, searching } from "./search";
import { theme } from "./theme";
import type { Found, Vocabulary } from "./vocabulary";

export interface Breakpoint {
  file: string;
  line: number;
}

/**
 * Replaces the selection by typed text. Chromium's own replacement keeps the old look with a style attribute,
 * which the page's policy refuses with a message on the console.
 */
const replacing = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const isTyped = event.inputType === "insertText" && event.data !== null && !event.isComposing;
    if (!isTyped || view.state.selection.main.empty) return false;
    view.dispatch(view.state.replaceSelection(event.data ?? ""), { userEvent: "input.type", scrollIntoView: true });
    event.preventDefault();
    return true;
  },
});

/** Open files with their histories. */
export interface Files {
  states: Map<string, EditorState>;
  shown: string;
  /** Contents of program files in base64. */
  programs: Map<string, string>;
}

interface Now {
  file: string;
  line: number;
  isFault: boolean;
}

export class Editor {
  /** Called when a source has changed, and when a breakpoint has. */
  onEdit = () => {};
  onBreak = () => {};
  /** Called if a part of the editor cannot be loaded. */
  onTrouble: (error: unknown) => void = () => {};

  /** Whether files that are opened from now on cannot be edited. */
  isReadOnly = false;

  private readonly view: EditorView;
  private readonly speaks = new Compartment();
  private states = new Map<string, EditorState>();
  private shown = "";
  private programs = new Map<string, string>();
  private vocabulary: Vocabulary | null = null;
  /** Parts for writing, loaded with the first language. */
  private writing: typeof import("./writing") | null = null;
  private messages: readonly Message[] = [];
  private now: Now | null = null;
  private heat: readonly LineTimes[] = [];

  constructor(host: HTMLElement, private readonly tabs: HTMLElement) {
    // In a shadow tree, the editor uses style sheets instead of style elements, which the page's policy refuses.
    const root = host.attachShadow({ mode: "open" });
    const parent = el("div");
    root.append(parent);
    root.adoptedStyleSheets = [sheet()];
    this.view = new EditorView({ root, parent, dispatch: (transaction) => this.update(transaction) });
  }

  private update(transaction: import("@codemirror/state").Transaction): void {
    this.view.update([transaction]);
    this.states.set(this.shown, transaction.state);
    if (transaction.docChanged) this.onEdit();
    if (transaction.effects.some((effect) => effect.is(setBreak))) this.onBreak();
  }

  private state({ text, base64 }: Source): EditorState {
    return EditorState.create({
      doc: text,
      extensions: [
        marks,
        lineNumbers(),
        heatGutter,
        drawSelection(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        EditorState.tabSize.of(8),
        EditorState.readOnly.of(this.isReadOnly || base64 !== undefined),
        replacing,
        EditorView.contentAttributes.of(() => ({ "aria-label": `Source ${this.shown}. Escape, then Tab leaves the editor.`, spellcheck: "false", tabindex: "0" })),
        searching((error) => this.onTrouble(error)),
        this.speaks.of(this.speech),
        theme,
      ],
    });
  }

  /** Replaces the open files; of two files with one name, the second gets another one. */
  open(sources: readonly Source[], breakpoints: readonly Breakpoint[] = []): void {
    const names = new Map<string, EditorState>();
    this.programs = new Map();
    for (const source of sources) {
      const name = unused(source.name, [...names.keys()]);
      names.set(name, this.broken(this.state(source), breakpoints.filter(({ file }) => file === name)));
      if (source.base64 !== undefined) this.programs.set(name, source.base64);
    }
    this.put(names, sources[0]?.name ?? "");
  }

  /** State with breakpoints. */
  private broken(state: EditorState, points: readonly Breakpoint[]): EditorState {
    const known = points.filter(({ line }) => line >= 1 && line <= state.doc.lines);
    return state.update({ effects: known.map(({ line }) => setBreak.of({ position: state.doc.line(line).from, isOn: true })) }).state;
  }

  private put(states: Map<string, EditorState>, shown: string): void {
    this.states = states;
    this.messages = [];
    this.heat = [];
    this.now = null;
    this.show(shown);
    this.onEdit();
  }

  /** Open files with their histories, for a return to them. */
  get files(): Files {
    const { states, shown, programs } = this;
    return { states, shown, programs };
  }

  set files({ states, shown, programs }: Files) {
    this.programs = programs;
    this.put(states, shown);
  }

  /** Open files with their current text, in order. */
  sources(): Source[] {
    return [...this.states].map(([name, state]) => {
      const base64 = this.programs.get(name);
      const text = state.doc.toString();
      return base64 === undefined ? { name, text } : { name, text, base64 };
    });
  }

  /** Adds a file and shows it; returns its name. */
  add(source: Source): string {
    const name = unused(source.name, [...this.states.keys()]);
    this.states.set(name, this.state(source));
    this.show(name);
    this.onEdit();
    return name;
  }

  /** Closes a file; the last one stays open. */
  close(name: string): void {
    if (this.states.size < 2 || !this.states.delete(name)) return;
    if (this.shown === name) this.show([...this.states.keys()][0]!);
    else this.drawTabs();
    this.onEdit();
  }

  /** Shows a file. */
  show(name: string): void {
    const state = this.states.get(name);
    if (!state) return;
    this.shown = name;
    // The scroll position of the last file may be past the end of this one.
    this.view.scrollDOM.scrollTop = 0;
    this.view.setState(state);
    this.view.dispatch({ effects: [this.speaks.reconfigure(this.speech), reconfigureSearch((error) => this.onTrouble(error))] });
    this.drawTabs();
    this.draw();
  }

  /** Names of the open files, in order. */
  get names(): string[] {
    return [...this.states.keys()];
  }

  /** Name of the shown file. */
  get name(): string {
    return this.shown;
  }

  /** Renames a file; its history and its breakpoints stay. */
  rename(from: string, to: string): void {
    const name = unused(to, [...this.states.keys()].filter((known) => known !== from));
    const renamed = (known: string) => (known === from ? name : known);
    this.states = new Map([...this.states].map(([known, state]) => [renamed(known), state]));
    this.programs = new Map([...this.programs].map(([known, bytes]) => [renamed(known), bytes]));
    this.shown = renamed(this.shown);
    this.drawTabs();
    this.onEdit();
  }

  private drawTabs(): void {
    const tab = (name: string) => {
      const isShown = name === this.shown;
      const text = name.split("/").pop() ?? name;
      return el("button", { type: "button", title: name, "aria-pressed": isShown ? "true" : "false", click: () => this.show(name) }, text);
    };
    this.tabs.replaceChildren(...[...this.states.keys()].map(tab));
  }

  /** Extensions for writing in the language: colours, completion and explanations. */
  private get speech(): Extension {
    return this.vocabulary && this.writing ? this.writing.writing(this.vocabulary) : [];
  }

  /** Sets the language of the sources; returns when they have its colours and completion. */
  async speak(vocabulary: Vocabulary): Promise<void> {
    const isNew = this.vocabulary !== vocabulary;
    const isReady = this.writing !== null;
    this.vocabulary = vocabulary;
    try {
      this.writing ??= await import("./writing");
    } catch (error) {
      if (isNew) this.onTrouble(error);
      return;
    }
    if (isNew || !isReady) this.view.dispatch({ effects: this.speaks.reconfigure(this.speech) });
  }

  /** Word at the cursor if the editor has the focus and the word has a meaning. */
  get word(): Found | null {
    if (!this.view.hasFocus || !this.vocabulary) return null;
    const { head } = this.view.state.selection.main;
    const line = this.view.state.doc.lineAt(head);
    return this.vocabulary.at(line.text, head - line.from);
  }

  setMessages(messages: readonly Message[]): void {
    this.messages = messages;
    this.draw();
  }

  /** Marks the next line, and scrolls it into view. */
  setNow(now: Now | null): void {
    this.now = now;
    if (now && now.file !== this.shown && this.states.has(now.file)) this.show(now.file);
    else this.draw();
    if (now && now.file === this.shown) this.scrollTo(now.line);
  }

  setHeat(heat: readonly LineTimes[]): void {
    this.heat = heat;
    this.draw();
  }

  private draw(): void {
    const here = (file: string) => file === this.shown;
    const times = new Map(this.heat.filter(({ file }) => here(file)).map(({ line, times }) => [line, times]));
    const line = this.now && here(this.now.file) ? this.now.line : null;
    this.view.dispatch({
      effects: [
        setMessages.of(this.messages.filter(({ at }) => here(at.file))),
        setNow.of({ line, isFault: this.now?.isFault ?? false }),
        setHeat.of(times),
      ],
    });
  }

  private scrollTo(line: number): void {
    const { doc } = this.view.state;
    if (line > doc.lines) return;
    this.view.dispatch({ effects: EditorView.scrollIntoView(doc.line(line).from, { y: "nearest", yMargin: 60 }) });
  }

  /** Moves the cursor to a line and the focus to the editor. */
  goTo(file: string, line: number): void {
    if (file !== this.shown) this.show(file);
    const { doc } = this.view.state;
    if (file !== this.shown || line > doc.lines) return;
    const anchor = doc.line(line).from;
    this.view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.view.focus();
  }

  focus(): void {
    this.view.focus();
  }

  /** Line of the cursor. */
  get line(): number {
    return this.view.state.doc.lineAt(this.view.state.selection.main.head).number;
  }

  toggleBreak(): void {
    toggleBreak(this.view, this.view.state.selection.main.head);
  }

  /** Deletes a breakpoint, such as one on a line without an instruction. */
  dropBreak({ file, line }: Breakpoint): void {
    const state = this.states.get(file);
    if (!state || line > state.doc.lines) return;
    const effects = setBreak.of({ position: state.doc.line(line).from, isOn: false });
    if (file === this.shown) this.view.dispatch({ effects });
    else this.states.set(file, state.update({ effects }).state);
  }

  breakpoints(): Breakpoint[] {
    const all: Breakpoint[] = [];
    for (const [file, state] of this.states) {
      if (state.field(breaks, false)) all.push(...breakLines(state).map((line) => ({ file, line })));
    }
    return all;
  }
}

/** Style sheet that makes the editor fill its host element. */
function sheet(): CSSStyleSheet {
  const made = new CSSStyleSheet();
  made.replaceSync(":host { display: block; min-height: 0; } div:has(> .cm-editor) { height: 100%; }");
  return made;
}
