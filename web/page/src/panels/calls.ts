// Call chain, innermost call first.

import { byId, grouped } from "../dom";
import { type Panel, type Place, nothing, table, toLine } from "./panel";

export function calls(place: Place): Panel {
  const refresh = async () => {
    const list = byId("call-list");
    const { program } = place;
    if (!program.status) return list.replaceChildren(nothing("No program yet: Run or Step starts one."));
    const patience = window.setTimeout(() => list.replaceChildren(nothing("Following the calls of a long run…")), 300);
    const calls = await program.calls(() => !byId("calls").hidden).finally(() => clearTimeout(patience));
    if (!calls || !program.status) return;
    const { frames, outer, inner } = calls;
    const { spot } = program.status;
    const rows = frames.reverse().map(({ call, back }) =>
      [toLine(place, call.words, call.file, call.line), toLine(place, back.words, back.file, back.line)]);
    list.replaceChildren(
      table("current position", ["now"], [[toLine(place, spot.words, spot.file, spot.line)]]),
      ...(inner > 0 ? [nothing(`${grouped(inner)} inner calls are too many to follow.`)] : []),
      rows.length > 0 ? table("the call chain", ["called from", "returns to"], rows) : nothing("No active calls."),
      ...(outer > 0 ? [nothing(`${grouped(outer)} outer calls are not shown.`)] : []),
    );
  };
  return { id: "calls", refresh };
}
