// Field under the registers for an instruction that the program executes while it is stopped.

import { byId, el, sentence } from "../dom";
import type { Program } from "../program";

/** Typed instructions, the last one last, and the place of the arrow keys among them. */
const typed: string[] = [];
let at = 0;

let show: ((program: Program) => void) | null = null;

/** Shows the field, which can be used while the program is stopped. */
export function execute(program: Program): void {
  show ??= made(program);
  show(program);
}

function made(program: Program) {
  const field = el("input", {
    id: "execute-text", size: 20, spellcheck: "false", autocapitalize: "off", autocomplete: "off", keydown: (event) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[(event as KeyboardEvent).key];
      if (by === undefined || typed.length === 0) return;
      event.preventDefault();
      at = Math.min(typed.length, Math.max(0, at + by));
      field.value = typed[at] ?? "";
    },
  });
  const button = el("button", { type: "submit" }, "Execute");
  const result = el("pre", { id: "execute-result", role: "status" });
  const submit = async () => {
    const text = field.value.trim();
    if (text === "" || program.isGoing) return;
    if (typed.at(-1) !== text) typed.push(text);
    at = typed.length;
    try {
      const status = await program.engine.ask("execute", { text });
      program.status = status;
      program.onCame(status);
      program.onStill();
      result.textContent = status.notes.join("\n") || `Executed: ${text}\nNext: ${status.spot.words}`;
      field.removeAttribute("aria-invalid");
    } catch (error) {
      result.textContent = `Error: ${sentence(error)}`;
      field.setAttribute("aria-invalid", "true");
    }
    field.select();
  };
  const form = el("form", { class: "controls", submit: () => void submit() }, el("label", {}, "Execute an instruction", field), button);
  byId("register-list").after(el("div", { id: "execute" }, form, result));
  const update = () => {
    field.disabled = button.disabled = !program.isAlive || program.isLong;
  };
  // The button shows whether the program runs.
  new MutationObserver(update).observe(byId("do-run"), { attributes: true });
  return update;
}
