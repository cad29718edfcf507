// Caches next to the program, which count its accesses and change nothing, up to the shown position.

import { byId, el, grouped, options, sentence } from "../dom";
import type { Asks, CacheView } from "../simulator";
import { adopt } from "../styles";
import styles from "./hardware.css";
import { type Panel, type Place, nothing, table } from "./panel";

/** Instructions per call: each runs singly, so this is short. */
const PART = 500_000;

const REPLACEMENTS = [{ value: "lru", text: "LRU" }, { value: "fifo", text: "FIFO" }, { value: "random", text: "random" }];
const WRITES = [{ value: "write-back", text: "write-back" }, { value: "write-through", text: "write-through" }];

/** Fields of one cache; they begin as the cache of MARS: 8 lines of 4 words, direct-mapped. */
class Fields {
  readonly form: HTMLFieldSetElement;
  private readonly on: HTMLInputElement;
  private readonly sizes: HTMLInputElement[];
  private readonly rules: HTMLSelectElement[];

  constructor(id: string, title: string, isOn: boolean, rules: [string, string, typeof WRITES][], changed: () => void) {
    const size = (name: string, label: string, value: string): HTMLElement =>
      el("label", {}, label, el("input", { id: `${id}-${name}`, inputmode: "numeric", size: 5, value, autocomplete: "off", change: changed }));
    const rule = ([name, label, all]: [string, string, typeof WRITES]) => {
      const select = el("select", { id: `${id}-${name}`, change: changed });
      options(select, all);
      return el("label", {}, label, select);
    };
    const shown = [size("sets", "Sets", "8"), size("ways", "Ways", "1"), size("line", "Bytes (or words) in a line", "16"), ...rules.map(rule)];
    this.sizes = shown.flatMap((label) => [...label.querySelectorAll("input")]);
    this.rules = shown.flatMap((label) => [...label.querySelectorAll("select")]);
    this.on = el("input", { type: "checkbox", id: `${id}-on`, checked: isOn, change: () => { show(); changed(); } });
    this.form = el("fieldset", { class: "cache-form" }, el("legend", {}, el("label", {}, this.on, title)), el("div", { class: "controls" }, ...shown));
    const show = () => this.form.toggleAttribute("data-off", !this.on.checked);
    show();
  }

  /** The cache as the command line spells it; null if there is none. */
  get text(): string | null {
    if (!this.on.checked) return null;
    return [this.sizes.map(({ value }) => value.trim()).join("x"), ...this.rules.map(({ value }) => value)].join(",");
  }

  set isWrong(isWrong: boolean) {
    for (const field of this.sizes) field.setAttribute("aria-invalid", String(isWrong));
  }
}

function counts(name: string, { described, accesses, hits, misses, hit_rate, write_backs, last }: CacheView): Node[] {
  const cells = [accesses, hits, misses].map(grouped);
  const where = last === null ? "" : `set ${last.set}, ${last.way === null ? "not brought in" : `way ${last.way}`}`;
  return [
    el("h2", {}, name),
    el("p", { class: "nothing" }, `${described}.`),
    table(`counts of the ${name.toLowerCase()}`, ["accesses", "hits", "misses", "hit rate", "write-backs"], [[...cells, hit_rate ?? "no access", grouped(write_backs)]]),
    el("p", {}, ...(last === null ? ["No access yet."] : ["Last access: ", last.is_store ? "store to " : "load from ", el("code", {}, last.shown), `, ${last.is_hit ? "hit" : "miss"}: ${where}.`])),
  ];
}

function lines(name: string, { lines, last, more }: CacheView): Node[] {
  const isLast = (set: number, way: number) => last !== null && last.set === set && last.way === way;
  const rows = lines.map(({ set, way, tag, address, is_dirty }) => [
    `${set}`, `${way}`, tag === null ? "no" : "yes", is_dirty ? "dirty" : "", el("code", {}, tag ?? ""), el("code", {}, address ?? ""),
    isLast(set, way) ? `last access: ${last?.is_hit ? "hit" : "miss"}` : "",
  ]);
  const shown = table(`lines of the ${name.toLowerCase()}`, ["set", "way", "valid", "dirty", "tag", "address", "use"], rows);
  lines.forEach(({ set, way }, at) => shown.tBodies[0]?.rows[at]?.classList.toggle("now", isLast(set, way)));
  shown.classList.add("cache-lines");
  const scrolled = el("div", { class: "scrolled", tabindex: 0, role: "region", "aria-label": `Lines of the ${name.toLowerCase()}` }, shown);
  return more > 0 ? [scrolled, nothing(`${grouped(more)} more lines are not shown.`)] : [scrolled];
}

export function cache(place: Place): Panel {
  adopt(styles);
  const replacement: [string, string, typeof WRITES] = ["replacement", "Replacement", REPLACEMENTS];
  const changed = () => void refresh();
  const data = new Fields("data-cache", "Data cache", true, [replacement, ["writes", "Stores", WRITES]], changed);
  const instruction = new Fields("instruction-cache", "Instruction cache", false, [replacement], changed);
  const error = el("p", { class: "cache-error", role: "alert" });
  const list = el("div");
  byId("cache").replaceChildren(
    nothing("A cache next to the program: it counts hits and misses, and changes neither the run nor its cycles."),
    data.form, instruction.form, error, list);

  /** Number of the last request: a later one replaces it. */
  let asked = 0;

  const refresh = async () => {
    const { program } = place;
    asked += 1;
    const now = asked;
    if (!program.status) return list.replaceChildren(nothing("No program yet: Run or Step starts one."));
    const wanted: Omit<Asks<"caches">, "call"> = { data: data.text, instruction: instruction.text, slice: PART };
    const fail = (text: string) => {
      error.textContent = text;
      data.isWrong = text.startsWith("data cache");
      instruction.isWrong = text.startsWith("instruction cache");
    };
    if (wanted.data === null && wanted.instruction === null) {
      fail("");
      return list.replaceChildren(nothing("Choose a cache above."));
    }
    const patience = window.setTimeout(() => list.replaceChildren(nothing("Running the caches through a long run…")), 300);
    try {
      for (;;) {
        const all = await program.engine.ask("caches", wanted);
        if (now !== asked || byId("cache").hidden) return;
        if (!all && program.isGoing) return;
        if (!all) continue;
        clearTimeout(patience);
        fail("");
        const parts = [["Data cache", all.data], ["Instruction cache", all.instruction]] as const;
        return list.replaceChildren(
          ...(all.since > 0 ? [nothing(`Counted from instruction ${grouped(all.since)} on: the recording starts there.`)] : []),
          ...parts.flatMap(([name, view]) => (view ? counts(name, view) : [])),
          ...parts.flatMap(([name, view]) => (view ? lines(name, view) : [])));
      }
    } catch (why) {
      if (now !== asked) return;
      fail(sentence(why));
      list.replaceChildren();
    } finally {
      clearTimeout(patience);
    }
  };
  return { id: "cache", refresh };
}
