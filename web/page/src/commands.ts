// Table of all commands with a button or a key.

import { byId, el, icon } from "./dom";
import type { Editor } from "./editor";
import type { Program } from "./program";
import { keys } from "./settings";

export interface Command {
  id: string;
  /** Text of its button. */
  label: string;
  /** Description for the help and the tooltip. */
  about: string;
  /** Its key, such as `Shift+F7`; empty if it has none. */
  key: string;
  icon: string;
  /** Place of its button: the toolbar, or the More menu. */
  place: "bar" | "more" | "none";
  isOff?: () => boolean;
  run: () => void;
}

/** Keys of the commands before the reader has changed any, by the ids of the commands. */
export const STANDARD_KEYS = new Map<string, string>();

/** The commands of a program and its editor. */
export function commands(program: Program, editor: Editor, nextMessage: () => void, save: () => void): Command[] {
  const isGoing = () => program.isLong;
  const cannotStep = () => program.runsFreely;
  const cannotGoBack = () => program.isLong || !program.status || program.status.now <= program.status.start;
  const here = () => `${editor.name}:${editor.line}`;
  return [
    { id: "run", label: "Run", about: "Run or continue; stop a running program", key: "Ctrl+Enter", icon: "run", place: "bar",
      run: () => program.run() },
    { id: "restart", label: "Restart", about: "Restart before the first instruction", key: "Ctrl+F2", icon: "restart", place: "bar", isOff: isGoing,
      run: () => void program.start() },
    { id: "back", label: "Back", about: "Step back one line", key: "F8", icon: "back", place: "bar", isOff: cannotGoBack,
      run: () => void program.back("line") },
    { id: "step", label: "Step", about: "Step one line, into calls", key: "F7", icon: "step", place: "bar", isOff: cannotStep,
      run: () => void program.go("line") },
    { id: "over", label: "Over", about: "Step one line, over calls", key: "F10", icon: "over", place: "bar", isOff: cannotStep,
      run: () => void program.go("over_line") },
    { id: "out", label: "Out", about: "Run until the procedure returns", key: "Ctrl+F7", icon: "out", place: "bar", isOff: cannotStep,
      run: () => void program.go("out") },
    { id: "step-instruction", label: "Step an instruction", about: "Step one machine instruction, into calls", key: "Shift+F7", icon: "step", place: "more", isOff: cannotStep,
      run: () => void program.go("instruction") },
    { id: "over-instruction", label: "Over an instruction", about: "Step one machine instruction, over calls", key: "Ctrl+F10", icon: "over", place: "more", isOff: cannotStep,
      run: () => void program.go("over_instruction") },
    { id: "back-instruction", label: "Back an instruction", about: "Step back one machine instruction", key: "Shift+F8", icon: "back", place: "more", isOff: cannotGoBack,
      run: () => void program.back("instruction") },
    { id: "back-stop", label: "Back to the last stop", about: "Go back to the last breakpoint or watchpoint, or to the beginning", key: "Ctrl+F8", icon: "back", place: "more", isOff: cannotGoBack,
      run: () => void program.back("stop") },
    { id: "to-cursor", label: "Run to the cursor", about: "Run to the line of the cursor", key: "F4", icon: "run", place: "more", isOff: cannotStep,
      run: () => void program.goTo(here()) },
    { id: "beyond", label: "Run past a loop", about: "Run to a later line of this procedure", key: "Ctrl+Shift+F10", icon: "over", place: "more", isOff: cannotStep,
      run: () => void program.go("beyond") },
    { id: "to-system-call", label: "Run to a system call", about: "Run to the next system call", key: "Shift+F4", icon: "run", place: "more", isOff: cannotStep,
      run: () => void program.go("to_system_call") },
    { id: "breakpoint", label: "Breakpoint", about: "Set or delete a breakpoint on the line of the cursor", key: "F9", icon: "break", place: "more",
      run: () => editor.toggleBreak() },
    { id: "next-message", label: "Next message", about: "Move the cursor to the next assembler message", key: "F2", icon: "message", place: "more",
      run: nextMessage },
    { id: "save", label: "Download", about: "Download the shown file", key: "Ctrl+S", icon: "", place: "none", run: save },
  ];
}

/** Whether a key has another meaning in the page. */
export function taken(key: string): boolean {
  return ["F1", "?", "Ctrl+F", "Ctrl+/", "Ctrl+ ", "Ctrl+A", "Ctrl+C", "Ctrl+V", "Ctrl+X", "Ctrl+Z", "Ctrl+Y", "Escape", "Tab"].includes(key);
}

/** Shows the key of a command at its button. */
export function label({ id, about, key }: Command): void {
  const button = document.getElementById(`do-${id}`);
  if (!button) return;
  button.title = key ? `${about} (${key})` : about;
  if (key) button.setAttribute("aria-keyshortcuts", key.replace("Ctrl", "Control"));
  else button.removeAttribute("aria-keyshortcuts");
  const shown = button.querySelector("kbd");
  if (shown) shown.textContent = key;
}

/** Creates the buttons of the commands, and handles their keys. */
export function install(all: Command[], done: () => void): void {
  const chosen = keys();
  for (const command of all) {
    STANDARD_KEYS.set(command.id, command.key);
    command.key = chosen[command.id] ?? command.key;
    const click = () => {
      command.run();
      if (command.place === "more") byId("more").hidePopover();
    };
    const button = el("button", { type: "button", id: `do-${command.id}`, click }, icon(command.icon), el("span", { class: "label" }, command.label));
    if (command.place === "more") button.append(el("kbd"));
    if (command.place !== "none") byId(command.place === "bar" ? "bar" : "more-list").append(button);
    label(command);
  }
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    // In the terminal, control characters are the program's.
    if (event.ctrlKey && event.key.length === 1 && (event.target as Element).closest(".xterm")) return;
    const command = all.find(({ key }) => key === keyOf(event));
    if (!command) return;
    event.preventDefault();
    event.stopPropagation();
    if (!command.isOff?.()) command.run();
    done();
  }, { capture: true });
}

/** Key with its modifiers, spelled as in the table. */
export function keyOf(event: KeyboardEvent): string {
  const modifiers = [event.ctrlKey || event.metaKey ? "Ctrl+" : "", event.altKey ? "Alt+" : "", event.shiftKey ? "Shift+" : ""];
  return modifiers.join("") + (modifiers[0] ? event.key.replace(/^[a-z]$/, (letter) => letter.toUpperCase()) : event.key);
}

/** Shows which commands are available now. */
export function refresh(all: Command[]): void {
  for (const { id, isOff } of all) {
    const button = document.getElementById(`do-${id}`);
    // A disabled button would lose the keyboard focus.
    button?.setAttribute("aria-disabled", isOff?.() ? "true" : "false");
  }
}
