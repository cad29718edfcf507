// Listing: each source line with its machine words and instructions.

import type { ListedLine } from "../simulator";
import { byId, el } from "../dom";
import { type Panel, type Place, nothing, toLine } from "./panel";

/** Maximum number of shown lines. */
const MOST = 3000;

export function code(place: Place, listed: () => ListedLine[]): Panel {
  let listing: ListedLine[] = [];
  let drawn: ListedLine[] | null = null;
  let marked: Element[] = [];
  const body = byId("code-list");

  const lines = ({ file, line, used_at, words }: ListedLine) => words.map((word, index) => {
    const [inFile, inLine] = used_at ?? [file, line];
    const where = index === 0 ? toLine(place, `${line}`, inFile, inLine) : "";
    return el("tr", { "data-at": word.address, class: index === 0 ? "first" : "more" },
      el("td", {}, where), el("td", {}, el("code", {}, word.shown)), el("td", {}, el("code", {}, word.bits)), el("td", {}, el("code", {}, word.instruction)));
  });

  const draw = () => {
    drawn = listing;
    if (listing.length === 0) return body.replaceChildren(nothing("No program: the source does not assemble. See Messages."));
    const head = el("tr", {}, ...["line", "address", "word", "instruction"].map((text) => el("th", { scope: "col" }, text)));
    const rows = listing.slice(0, MOST).flatMap(lines);
    const shown = el("table", {}, el("caption", { class: "hidden" }, "machine code by line"), el("thead", {}, head), el("tbody", {}, ...rows));
    const cut = listing.length > MOST ? [nothing(`Only the first ${MOST} of ${listing.length} lines are shown.`)] : [];
    body.replaceChildren(shown, ...cut);
  };

  const refresh = async () => {
    listing = listed();
    if (drawn !== listing) draw();
    for (const row of marked) row.classList.remove("now");
    const at = place.program.isStale ? null : place.program.status?.spot.address;
    marked = at === null || at === undefined ? [] : [...body.querySelectorAll(`tr[data-at="${at}"]`)];
    for (const row of marked) {
      row.classList.add("now");
      row.scrollIntoView({ block: "nearest" });
    }
  };
  return { id: "code", refresh };
}
