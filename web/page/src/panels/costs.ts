// Costs of the run: instructions, cycles by model with their definitions, and the instruction mix.

import { byId, el, grouped } from "../dom";
import { type Panel, type Place, nothing, table } from "./panel";

export function costs(place: Place): Panel {
  const refresh = async () => {
    const list = byId("cost-list");
    const { program } = place;
    if (!program.status) return list.replaceChildren(nothing("No program yet: Run or Step starts one."));
    const [counts, mix] = [await program.ask("counts", {}), await program.ask("mix", {})];
    const counted = counts.counted.replace(/^./, (letter) => letter.toUpperCase());
    const rows: (Node | string)[][] = [[counted, grouped(counts.instructions), "retired by the program"]];
    if (counts.supervisor_instructions > 0) rows.push(["Supervisor instructions", grouped(counts.supervisor_instructions), "retired for the program"]);
    for (const { cycles, model } of counts.cycles) {
      const about = el("details", {}, el("summary", {}, "definition"), el("p", {}, `${model.meaning}.`), el("p", {}, `Source: ${model.source}.`));
      rows.push([`${model.unit} by ${model.name}`, grouped(cycles), about]);
    }
    const sum = mix.reduce((all, { times }) => all + times, 0);
    const share = (times: number) => {
      const bar = el("progress", { max: sum, value: times, "aria-label": "share" });
      return el("span", { class: "share" }, bar, `${((100 * times) / sum).toFixed(1)} %`);
    };
    list.replaceChildren(
      el("h2", {}, "Counts"),
      table("counts", ["count", "value", "definition"], rows),
      el("h2", {}, "Instruction mix"),
      sum === 0 ? nothing("No instruction has run yet.") : table("mix", ["class", "instructions", "share"], mix.map(({ class: name, times }) => [name, grouped(times), share(times)])),
    );
  };
  return { id: "costs", refresh };
}
