// The last stores before this position, with old and new values.

import { byId, el, grouped } from "../dom";
import { type Panel, type Place, nothing, table, toLine } from "./panel";

export function stores(place: Place): Panel {
  const refresh = async () => {
    const list = byId("store-list");
    const { program } = place;
    if (!program.status) return list.replaceChildren(nothing("No program yet: Run or Step starts one."));
    const all = (await program.ask("stores", {})).reverse();
    const rows = all.map(({ position, by, shown, before, value }) => {
      const seek = el("button", { type: "button", class: "link", "aria-label": `Go to instruction ${position}`, click: () => void program.seek(position) }, grouped(position));
      return [seek, toLine(place, by.words, by.file, by.line), el("code", {}, shown), el("code", {}, before), el("code", {}, value)];
    });
    list.replaceChildren(rows.length > 0 ? table("stores, latest first", ["after", "by", "address", "before", "stored"], rows) : nothing("No stores yet."));
  };
  return { id: "stores", refresh };
}
