// The address `#pdp10`: a PDP-10 with its front panel, which solves a Sudoku at its own pace.

import { beginWith } from "./engine";
import { textOf } from "./examples";
import { load } from "./files";
import { type Contents, plain } from "./shared";
import type { Menu } from "./simulator";

export const LANE = "pdp10-its-9x9";

/** Puzzle of the set 9x9, from 1: a KA10 takes half a minute for it. */
const PUZZLE = 211;

/** The program for ITS, and the puzzle on its disk. */
export async function sudoku(menu: Menu): Promise<Contents> {
  beginWith("pdp10");
  const [example, puzzles] = await Promise.all([textOf(menu, LANE), load("puzzles/9x9.txt").then((answer) => answer.text())]);
  const lines = puzzles.split("\n").filter((line) => /^[.1-9]/.test(line));
  const files = example.files.map(({ name }) => ({ name, text: `${lines[PUZZLE - 1]?.slice(0, 81)}\n` }));
  return { ...plain([]), ...example, files, name: plain(example.sources).name, lane: LANE };
}
