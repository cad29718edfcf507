// The last instructions in a pipeline of five stages: a row for each, a column for each cycle.

import { byId, el, grouped } from "../dom";
import type { PipelineView } from "../simulator";
import { adopt } from "../styles";
import styles from "./hardware.css";
import { type Panel, type Place, nothing, toLine } from "./panel";

/** Number of instructions. */
const ROWS = 10;

function diagram(place: Place, rows: PipelineView["rows"]): Node {
  const start = Math.min(...rows.map(({ first }) => first));
  const end = Math.max(...rows.map(({ first, cells }) => first + cells.length));
  const cycles = Array.from({ length: end - start }, (_, at) => start + at);
  const cell = (text: string | undefined) =>
    text === undefined ? el("td", {}) : el("td", { class: text === "stall" || text === "bubble" ? "late" : "stage" }, text);
  const row = ({ spot, text, first, cells }: PipelineView["rows"][number]) =>
    el("tr", {}, el("th", { scope: "row" }, toLine(place, text, spot.file, spot.line)), ...cycles.map((cycle) => cell(cells[cycle - first])));
  return el("div", { class: "scrolled", tabindex: 0, role: "region", "aria-label": "Pipeline diagram" },
    el("table", { class: "pipeline" }, el("caption", { class: "hidden" }, "stages of the last instructions by cycle"),
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "cycle"), ...cycles.map((cycle) => el("th", { scope: "col" }, `${cycle}`)))),
      el("tbody", {}, ...rows.map(row))));
}

function causes(rows: PipelineView["rows"]): Node[] {
  const late = rows.filter(({ causes }) => causes.length > 0);
  if (late.length === 0) return [nothing("None of these instructions was late.")];
  return [
    el("h2", {}, "Stalls and bubbles"),
    el("ul", { class: "pipeline-causes" }, ...late.map(({ spot, text, causes }) =>
      el("li", {}, el("code", {}, text), ` (${spot.words}): ${causes.join("; ")}`))),
  ];
}

export function pipeline(place: Place): Panel {
  adopt(styles);
  const refresh = async () => {
    const list = byId("pipeline");
    const { program } = place;
    if (!program.status) return list.replaceChildren(nothing("No program yet: Run or Step starts one."));
    const view = await program.engine.ask("pipeline", { rows: ROWS });
    if (!view) return list.replaceChildren(nothing("No cycle model of this machine is a pipeline with five stages: the r3000 of MIPS is one."));
    const { model, cycles, rows } = view;
    if (rows.length === 0) return list.replaceChildren(nothing("No instruction has run yet: step to see it in the pipeline."));
    list.replaceChildren(
      el("p", {}, `The last instructions in the pipeline of the model ${model.name}, which has counted `, el("b", {}, `${grouped(cycles)} ${model.unit}`),
        `: the next instruction can be fetched in cycle ${grouped(cycles + 1)}.`),
      diagram(place, rows),
      ...causes(rows),
      el("details", {}, el("summary", {}, `The model ${model.name}`), el("p", {}, `${model.meaning}.`), el("p", {}, `Source: ${model.source}.`)),
      nothing("The cycles are those of the panel Costs. Caches do not change them: the model has none."));
    // The last instruction is at the right.
    list.querySelector(".scrolled")?.scrollTo({ left: Number.MAX_SAFE_INTEGER });
  };
  return { id: "pipeline", refresh };
}
