// Setup: input, arguments, files and machine options of a program, and the files it writes.

import type { Machine, Source, Switch } from "../simulator";
import { byId, download, el } from "../dom";
import { type Panel, type Place, nothing, table } from "./panel";

function size({ text, base64 }: Source): string {
  return base64 === undefined ? `${text.length} characters` : `${Math.floor((base64.replace(/=+$/, "").length * 3) / 4)} bytes`;
}

/** Setup for the next start. */
export interface Given {
  input: string | null;
  arguments: string[];
  switches: string[];
  files: Source[];
}

export class Setup implements Panel {
  readonly id = "setup";
  private files: Source[] = [];
  private chosen = new Map<string, string>();
  private machine: Machine | null = null;
  private dialect: string | null = null;
  /** Called when a choice affects the assembler. */
  onChange = () => {};

  constructor(private readonly place: Place) {
    for (const id of ["given-input", "given-arguments"]) byId(id).addEventListener("change", () => this.changed());
    byId("has-input").addEventListener("change", () => {
      byId<HTMLTextAreaElement>("given-input").disabled = !byId<HTMLInputElement>("has-input").checked;
      this.changed();
    });
  }

  private changed(): void {
    this.place.program.isStale = true;
    this.onChange();
  }

  get given(): Given {
    const hasInput = byId<HTMLInputElement>("has-input").checked;
    const words = byId<HTMLInputElement>("given-arguments").value.split(/\s+/).filter(Boolean);
    const switches = [...this.chosen].map(([name, value]) => (value === "" ? name : `${name}=${value}`));
    return { input: hasInput ? byId<HTMLTextAreaElement>("given-input").value : null, arguments: words, switches, files: this.files };
  }

  set given({ input, arguments: words, switches, files }: Given) {
    byId<HTMLInputElement>("has-input").checked = input !== null;
    byId<HTMLTextAreaElement>("given-input").disabled = input === null;
    byId<HTMLTextAreaElement>("given-input").value = input ?? "";
    byId<HTMLInputElement>("given-arguments").value = words.join(" ");
    this.chosen = new Map(switches.map((text) => [text.split("=")[0] ?? text, text.includes("=") ? text.slice(text.indexOf("=") + 1) : ""]));
    this.files = files;
    this.drawSwitches();
    this.drawFiles();
  }

  /** Name of the machine of the source; empty until it is known. */
  get machineName(): string {
    return this.machine?.name ?? "";
  }

  /** Name of the dialect of the source; empty until it is known. */
  get dialectName(): string {
    return this.dialect ?? "";
  }

  /** Offers the options of a machine and dialect. */
  offer(machine: Machine, dialect: string): void {
    if (this.machine === machine && this.dialect === dialect) return;
    this.machine = machine;
    this.dialect = dialect;
    for (const name of [...this.chosen.keys()]) {
      const known = machine.switches.find((other) => other.name === name);
      if (!known || (known.of.length > 0 && !known.of.includes(dialect))) this.chosen.delete(name);
    }
    this.drawSwitches();
  }

  private drawSwitches(): void {
    const { machine, dialect } = this;
    if (!machine || dialect === null) return;
    const all = machine.switches.filter(({ of }) => of.length === 0 || of.includes(dialect));
    byId("switch-list").replaceChildren(...(all.length > 0 ? all.map((it) => this.control(it)) : [nothing("This machine has no options.")]));
  }

  private control({ name, help, values, takes }: Switch): HTMLElement {
    const set = (value: string | null) => {
      if (value === null) this.chosen.delete(name);
      else this.chosen.set(name, value);
      this.changed();
    };
    const now = this.chosen.get(name);
    if (values.length > 0) {
      const select = el("select", { change: () => set(select.value === "" ? null : select.value) }, el("option", { value: "" }, "default"),
        ...values.map(({ value, help }) => el("option", { value, selected: value === now }, `${value}: ${help}`)));
      return el("label", { class: "switch" }, el("span", {}, el("b", {}, name), ` ${help}`), select);
    }
    if (takes !== null) {
      const input = el("input", { value: now ?? "", placeholder: takes, change: () => set(input.value.trim() === "" ? null : input.value.trim()) });
      return el("label", { class: "switch" }, el("span", {}, el("b", {}, name), ` ${help}`), input);
    }
    const box = el("input", { type: "checkbox", checked: now !== undefined, change: () => set(box.checked ? "" : null) });
    return el("label", { class: "switch box" }, box, el("span", {}, el("b", {}, name), ` ${help}`));
  }

  /** Adds a file for the program. */
  give(file: Source): void {
    this.files = [...this.files.filter(({ name }) => name !== file.name), file];
    this.drawFiles();
    this.changed();
  }

  private drawFiles(): void {
    const drop = (file: Source) => {
      this.files = this.files.filter((other) => other !== file);
      this.drawFiles();
      this.changed();
    };
    const rows = this.files.map((file) => [file.name, size(file), el("button", { type: "button", "aria-label": `Remove ${file.name}`, click: () => drop(file) }, "Remove")]);
    byId("given-files").replaceChildren(rows.length > 0 ? table("files for the program", ["name", "size", ""], rows) : nothing("None. Drop a file here to add it."));
  }

  async refresh(): Promise<void> {
    const { program } = this.place;
    const kept = program.status ? await program.ask("files", {}) : [];
    const rows = kept.map(({ name, text, bytes, base64 }) => [name, `${bytes} bytes`, el("details", {}, el("summary", {}, "show"), el("pre", {}, text.slice(0, 20_000))),
      el("button", { type: "button", "aria-label": `Download ${name}`, click: () => download(name.replace(/[^\w.-]+/g, "_"), base64 === null ? text : Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))) }, "Download")]);
    byId("kept-files").replaceChildren(rows.length > 0 ? table("files from the program", ["name", "size", "contents", ""], rows) : nothing("None."));
  }
}
