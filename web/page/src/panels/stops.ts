// Breakpoints and watchpoints: places, conditions, and hit counts.

import type { PointKind } from "../simulator";
import { byId, el } from "../dom";
import { type Panel, type Place, nothing, table, toLine } from "./panel";

export function stops(place: Place): Panel {
  const { program, editor } = place;
  const refresh = async () => {
    const known = program.status && !program.isStale ? await program.ask("points", {}) : [];
    const hits = (kind: PointKind, text: string, condition: string | null = null) =>
      String(known.find((point) => point.kind === kind && point.text === text && point.condition === condition)?.hits ?? 0);
    const rows: (Node | string)[][] = [];
    const remove = (label: string, click: () => void) => el("button", { type: "button", "aria-label": `Delete ${label}`, click }, "Delete");
    for (const { file, line } of editor.breakpoints()) {
      const text = `${file}:${line}`;
      rows.push(["line", toLine(place, text, file, line), hits("break", text), remove(text, () => editor.dropBreak({ file, line }))]);
    }
    for (const watch of program.watches) {
      const text = watch.condition ? `${watch.text} if ${watch.condition}` : watch.text;
      const drop = () => {
        program.watches = program.watches.filter((other) => other !== watch);
        program.onWatch();
      };
      rows.push(["value", el("code", {}, text), hits("watch", watch.text, watch.condition || null), remove(text, drop)]);
    }
    byId("stop-list").replaceChildren(rows.length > 0
      ? table("breakpoints and watchpoints", ["kind", "line or expression", "hits", ""], rows)
      : nothing("To stop before a line, click left of its number or press F9 on it."));
  };
  byId("watch-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const [text, condition] = [byId<HTMLInputElement>("watch-text"), byId<HTMLInputElement>("watch-condition")];
    if (text.value.trim() === "") return;
    program.watches.push({ text: text.value.trim(), condition: condition.value.trim() });
    program.onWatch();
    text.value = condition.value = "";
  });
  return { id: "stops", refresh };
}
