// The calls that have not returned, the innermost first.

import { byId } from "../dom";
import { type Panel, type Place, nothing, table, toLine } from "./panel";

export function calls(place: Place): Panel {
  const refresh = async () => {
    const list = byId("call-list");
    const { program } = place;
    if (!program.status) return list.replaceChildren(nothing("Run or Step puts a program here."));
    const frames = await program.ask("calls", {});
    const { spot } = program.status;
    const rows = frames.reverse().map(({ call, back }) =>
      [toLine(place, call.words, call.file, call.line), toLine(place, back.words, back.file, back.line)]);
    list.replaceChildren(
      table("where the program is", ["now"], [[toLine(place, spot.words, spot.file, spot.line)]]),
      rows.length > 0 ? table("the call chain", ["called from", "comes back to"], rows) : nothing("No call is open."),
    );
  };
  return { id: "calls", refresh };
}
