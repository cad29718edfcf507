// Marks of the editor: messages, breakpoints, the next line, and execution counts.

import { RangeSet, StateEffect, StateField, type EditorState, type Extension, type Range } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, GutterMarker, WidgetType, gutter } from "@codemirror/view";

import type { Message } from "./simulator";
import { el, grouped, inline, short } from "./dom";

export const setMessages = StateEffect.define<readonly Message[]>();
export const setNow = StateEffect.define<{ line: number | null; isFault: boolean }>();
export const setHeat = StateEffect.define<ReadonlyMap<number, number>>();
export const setBreak = StateEffect.define<{ position: number; isOn: boolean }>();

/** Event that requests the explanation of a message code. */
export const EXPLAIN = "isagrid-explain";

class MessageWidget extends WidgetType {
  constructor(private readonly message: Message) {
    super();
  }

  override eq(other: MessageWidget): boolean {
    return JSON.stringify(this.message) === JSON.stringify(other.message);
  }

  override toDOM(): HTMLElement {
    const { is_error, text, label, help, notes, code } = this.message;
    const kind = is_error ? "error" : "warning";
    const more = [label && `(${label})`, help && `help: ${help}`, ...notes.map((note) => `note: ${note}`)].filter(Boolean);
    const explain = () => document.dispatchEvent(new CustomEvent(EXPLAIN, { detail: code }));
    return el(
      "div",
      { class: `cm-message cm-message-${kind}` },
      el("span", { class: "cm-message-kind" }, kind),
      el("span", {}, ...inline([text, ...more].join(" · "))),
      el("button", { type: "button", title: `Explain ${code}`, click: explain }, code),
    );
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** Underlines, and messages below their lines. */
function decorate(messages: readonly Message[], state: EditorState): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  const length = state.doc.length;
  for (const message of messages) {
    const from = Math.min(message.at.start, length);
    const to = Math.min(Math.max(message.at.end, from), length);
    const kind = message.is_error ? "error" : "warning";
    if (to > from) ranges.push(Decoration.mark({ class: `cm-wrong cm-wrong-${kind}` }).range(from, to));
    const end = state.doc.lineAt(from).to;
    ranges.push(Decoration.widget({ widget: new MessageWidget(message), block: true, side: 1 }).range(end));
  }
  return Decoration.set(ranges, true);
}

const messages = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(all, transaction) {
    let next = all.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(setMessages)) next = decorate(effect.value, transaction.state);
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const now = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(all, transaction) {
    let next = all.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setNow)) continue;
      const { line, isFault } = effect.value;
      const { doc } = transaction.state;
      if (line === null || line > doc.lines) next = Decoration.none;
      else {
        const mark = Decoration.line({ class: isFault ? "cm-now cm-now-fault" : "cm-now" });
        next = Decoration.set([mark.range(doc.line(line).from)]);
      }
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

class BreakMarker extends GutterMarker {
  override toDOM(): Node {
    return el("span", { class: "cm-break" }, "●");
  }
}

const breakMarker = new BreakMarker();

export const breaks = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(all, transaction) {
    let next = all.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setBreak)) continue;
      const { position, isOn } = effect.value;
      const line = transaction.state.doc.lineAt(position).from;
      next = isOn
        ? next.update({ add: [breakMarker.range(line)] })
        : next.update({ filter: (from) => transaction.state.doc.lineAt(from).from !== line });
    }
    return next;
  },
});

/** Lines with a breakpoint. */
export function breakLines(state: EditorState): number[] {
  const lines = new Set<number>();
  state.field(breaks).between(0, state.doc.length, (from) => {
    lines.add(state.doc.lineAt(from).number);
  });
  return [...lines];
}

/** Sets or deletes the breakpoint on a line. */
export function toggleBreak(view: EditorView, position: number): void {
  const { number } = view.state.doc.lineAt(position);
  view.dispatch({ effects: setBreak.of({ position, isOn: !breakLines(view.state).includes(number) }) });
}

class HeatMarker extends GutterMarker {
  constructor(private readonly times: number, private readonly level: number) {
    super();
  }

  override eq(other: HeatMarker): boolean {
    return other.times === this.times && other.level === this.level;
  }

  override toDOM(): Node {
    const title = this.times === 0 ? "never ran" : `${grouped(this.times)} ${this.times === 1 ? "instruction" : "instructions"}`;
    return el("span", { class: `cm-heat cm-heat-${this.level}`, title }, this.times === 0 ? "·" : short(this.times));
  }
}

const LEVELS = 5;

const heat = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(all, transaction) {
    let next = all.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setHeat)) continue;
      const { doc } = transaction.state;
      const most = Math.log1p(Math.max(0, ...effect.value.values()));
      const known = [...effect.value].filter(([line]) => line >= 1 && line <= doc.lines).sort(([a], [b]) => a - b);
      const level = (times: number) => (times === 0 ? 0 : Math.max(1, Math.ceil((LEVELS * Math.log1p(times)) / most)));
      next = RangeSet.of(known.map(([line, times]) => new HeatMarker(times, level(times)).range(doc.line(line).from)));
    }
    return next;
  },
});

/** All marks, and the gutter of breakpoints. */
export const marks: Extension = [
  messages,
  now,
  breaks,
  heat,
  gutter({
    class: "cm-breaks",
    markers: (view) => view.state.field(breaks),
    initialSpacer: () => breakMarker,
    domEventHandlers: {
      mousedown(view, line) {
        toggleBreak(view, line.from);
        return true;
      },
    },
  }),
];

/** Execution counts, right of the line numbers. */
export const heatGutter: Extension = gutter({ class: "cm-heats", markers: (view) => view.state.field(heat) });
