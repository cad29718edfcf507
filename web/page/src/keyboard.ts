// The table of keys in the help, in which each key can be changed.

import { type Command, STANDARD_KEYS, keyOf, label, taken } from "./commands";
import { byId, el } from "./dom";
import { keepKeys } from "./settings";

/** Keys that only change the meaning of others. */
const MODIFIERS = ["Control", "Shift", "Alt", "Meta"];

/** Draws the table; `message` is about the last change. */
export function drawKeys(commands: Command[], message = ""): void {
  const change = (command: Command, key: string) => {
    const other = commands.find((it) => it !== command && it.key === key && key !== "");
    if (other) other.key = "";
    command.key = key;
    keep(commands);
    const lost = other ? ` “${other.about}” has no key now.` : "";
    drawKeys(commands, key === "" ? `“${command.about}” has no key now.` : `${key} is now “${command.about}”.${lost}`);
    byId(`key-${command.id}`).focus();
  };
  const rows = commands.map((command) => {
    const button = el("button", { type: "button", id: `key-${command.id}`, "aria-label": `Change the key of: ${command.about}. Now ${command.key || "none"}` }, el("kbd", {}, command.key || "none"));
    button.addEventListener("click", () => ask(button, (key) => change(command, key), () => drawKeys(commands)));
    return el("tr", {}, el("td", {}, button), el("td", {}, command.about));
  });
  byId("keys").replaceChildren(...rows);
  byId("keys-message").textContent = message || "Choose a key to change it.";
  byId("keys-reset").onclick = () => {
    for (const command of commands) command.key = STANDARD_KEYS.get(command.id) ?? "";
    keep(commands);
    drawKeys(commands, "All keys are the standard ones.");
  };
}

/** Waits for a key; Escape changes nothing, and Backspace or Delete removes the key. */
function ask(button: HTMLButtonElement, done: (key: string) => void, cancel: () => void): void {
  byId("keys-message").textContent = "Press the new key. Escape: no change. Delete: no key.";
  button.replaceChildren("press a key…");
  const listen = (event: KeyboardEvent) => {
    if (MODIFIERS.includes(event.key)) return;
    end();
    // Tab moves the focus as everywhere.
    if (event.key === "Tab") return cancel();
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") return cancel();
    if (event.key === "Delete" || event.key === "Backspace") return done("");
    const key = keyOf(event);
    const isTyping = key.length === 1 || key.startsWith("Shift+") && event.key.length === 1 || ["Enter", " "].includes(key);
    if (!isTyping && !taken(key)) return done(key);
    cancel();
    byId("keys-message").textContent = `${event.key === " " ? "Space" : key} is needed for writing or by the page. Choose a function key, or one with Ctrl or Alt.`;
    byId(button.id).focus();
  };
  const leave = () => { end(); cancel(); };
  const end = () => {
    button.removeEventListener("keydown", listen);
    button.removeEventListener("blur", leave);
  };
  button.addEventListener("keydown", listen);
  button.addEventListener("blur", leave);
}

function keep(commands: Command[]): void {
  for (const command of commands) label(command);
  keepKeys(Object.fromEntries(commands.filter(({ id, key }) => key !== STANDARD_KEYS.get(id)).map(({ id, key }) => [id, key])));
}
