// Display: a part of memory as pixels, as MARS's and RARS's Bitmap Display; or what a display of the machine shows.

import { byId, el, options } from "../dom";
import { type Panel, type Place, nothing } from "./panel";

/** Places where programs draw, with their names in MARS. */
const PLACES = [["0x10010000", "static data"], ["0x10008000", "$gp"], ["0x10000000", "global data"], ["0x10040000", "heap"], ["0xffff0000", "memory map"]] as const;

/** Sizes in pixels that can be chosen. */
const SIDES = [64, 128, 256, 512, 1024];
const UNITS = [1, 2, 4, 8, 16, 32];

/** Words that one answer has. */
const MOST_WORDS = 1 << 18;

/** Menu with a label. */
function menu(id: string, text: string, all: { value: string; text: string }[], chosen: string, changed: () => void): HTMLElement {
  const select = el("select", { id, change: changed });
  options(select, all);
  select.value = chosen;
  return el("label", {}, text, select);
}

const sizes = (all: number[]) => all.map((size) => ({ value: String(size), text: String(size) }));

export function display(place: Place): Panel {
  const canvas = el("canvas", { role: "img", hidden: true });
  const note = el("div");
  const changed = () => void refresh();
  const controls = el("div", { class: "controls" },
      menu("display-from", "From", PLACES.map(([value, text]) => ({ value, text: `${value} (${text})` })), PLACES[0][0], changed),
      menu("display-width", "Width", sizes(SIDES), "512", changed), menu("display-height", "Height", sizes(SIDES), "256", changed),
      menu("display-unit", "Pixels per word", UNITS.map((unit) => ({ value: String(unit), text: `${unit} × ${unit}` })), "1", changed));
  byId("display").replaceChildren(controls, note, canvas);

  const number = (id: string) => Number(byId<HTMLSelectElement>(id).value);
  /** Shows the machine's own display, such as the Type 340 of the PDP-10; returns false if the program has not used one. */
  const drawOwn = async () => {
    const picture = await place.program.ask("picture", {});
    if (!picture) return false;
    const brightness = atob(picture.brightness);
    const values = Array.from(brightness, (byte) => byte.charCodeAt(0) * 0x010101);
    draw(values, picture.width, picture.height);
    return true;
  };
  const draw = (values: number[], columns: number, rows: number) => {
    canvas.width = columns;
    canvas.height = rows;
    const picture = new ImageData(columns, rows);
    const pixels = new DataView(picture.data.buffer);
    // The lowest byte of a word is blue, the third is red.
    for (let at = 0; at < columns * rows; at += 1) pixels.setUint32(4 * at, (((values[at] ?? 0) & 0xffffff) << 8 | 0xff) >>> 0);
    canvas.getContext("2d")?.putImageData(picture, 0, 0);
    const lit = values.filter((value) => (value & 0xffffff) !== 0).length;
    canvas.setAttribute("aria-label", `${columns} by ${rows} words as pixels; ${lit} are not black`);
  };

  const refresh = async () => {
    const { program } = place;
    canvas.hidden = true;
    controls.hidden = false;
    if (!program.status) return note.replaceChildren(nothing("No program yet: Run or Step starts one. Each word from the chosen address is shown as a pixel, with its red, green and blue in the three lowest bytes."));
    if (await drawOwn()) {
      controls.hidden = true;
      canvas.hidden = false;
      return note.replaceChildren();
    }
    const [unit, from] = [number("display-unit"), byId<HTMLSelectElement>("display-from").value];
    const [columns, rows] = [Math.ceil(number("display-width") / unit), Math.ceil(number("display-height") / unit)];
    if (columns * rows > MOST_WORDS) return note.replaceChildren(nothing("This is more than 262,144 words: choose more pixels per word, or a smaller size."));
    try {
      const values = await program.ask("values", { from, words: columns * rows });
      if (values.length === 0) throw new Error(`this program has no memory at ${from}`);
      draw(values, columns, rows);
      canvas.hidden = false;
      note.replaceChildren();
    } catch (error) {
      note.replaceChildren(nothing((error as Error).message));
    }
  };
  return { id: "display", refresh };
}
