// The calls that have not returned, the innermost first.

import { byId, grouped } from "../dom";
import { type Panel, type Place, nothing, table, toLine } from "./panel";

export function calls(place: Place): Panel {
  const refresh = async () => {
    const list = byId("call-list");
    const { program } = place;
    if (!program.status) return list.replaceChildren(nothing("Run or Step puts a program here."));
    const patience = window.setTimeout(() => list.replaceChildren(nothing("The calls of a long run are followed…")), 300);
    const calls = await program.calls(() => !byId("calls").hidden).finally(() => clearTimeout(patience));
    if (!calls || !program.status) return;
    const { frames, outer, inner } = calls;
    const { spot } = program.status;
    const rows = frames.reverse().map(({ call, back }) =>
      [toLine(place, call.words, call.file, call.line), toLine(place, back.words, back.file, back.line)]);
    list.replaceChildren(
      table("where the program is", ["now"], [[toLine(place, spot.words, spot.file, spot.line)]]),
      ...(inner > 0 ? [nothing(`${grouped(inner)} calls within these are too many to be followed.`)] : []),
      rows.length > 0 ? table("the call chain", ["called from", "comes back to"], rows) : nothing("No call is open."),
      ...(outer > 0 ? [nothing(`${grouped(outer)} calls around these are not shown.`)] : []),
    );
  };
  return { id: "calls", refresh };
}
