// Panels of the hardware: caches and the pipeline.

import assert from "node:assert/strict";
import { becomes, enter, fresh, says, shows } from "./steps.mjs";

const WALK = `        .data
words:  .space  64
        .text
main:   la      $t0, words
        li      $t1, 16
loop:   lw      $t2, 0($t0)
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, -1
        bnez    $t1, loop
        li      $v0, 10
        syscall
`;

/** Cells of a table's rows. */
const rows = (tab, selector) => tab.locator(`${selector} tbody tr`).evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));

async function caches({ page }) {
  const tab = await page();
  await fresh(tab, WALK, "mars");
  await tab.click("#tab-cache");
  await shows(tab, "#cache", "No program yet");
  await tab.click("#do-run");
  await says(tab, "Ended");
  // Sixteen words in four lines of the cache of MARS.
  const counted = () => rows(tab, "#cache table:not(.cache-lines)");
  await becomes(tab, counted, [["16", "12", "4", "75.00 %", "0"]]);
  await shows(tab, "#cache", "Last access: load from 0x1001003c, hit: set 3, way 0.");
  const lines = await rows(tab, "#cache .cache-lines");
  assert.equal(lines.length, 8);
  assert.deepEqual(lines[3], ["3", "0", "yes", "", "0x0200200", "0x10010030", "last access: hit"]);
  assert.deepEqual(lines[4], ["4", "0", "no", "", "", "", ""]);
  // Back to before the last load, and to the beginning.
  await tab.locator("#timeline").fill("63");
  await becomes(tab, counted, [["15", "11", "4", "73.33 %", "0"]]);
  await shows(tab, "#cache", "Last access: load from 0x10010038, hit");
  await tab.keyboard.press("Control+F2");
  await becomes(tab, counted, [["0", "0", "0", "no access", "0"]]);
  // Another cache counts the same run.
  await tab.click("#do-run");
  await says(tab, "Ended");
  await tab.check("#instruction-cache-on");
  await enter(tab.locator("#data-cache-line"), "4");
  await enter(tab.locator("#data-cache-ways"), "2");
  await tab.selectOption("#data-cache-replacement", "fifo");
  await tab.selectOption("#data-cache-writes", "write-through");
  await enter(tab.locator("#instruction-cache-ways"), "2");
  await enter(tab.locator("#instruction-cache-line"), "32");
  await tab.selectOption("#instruction-cache-replacement", "random");
  await becomes(tab, counted, [["16", "0", "16", "0.00 %", "0"], ["69", "67", "2", "97.10 %", "0"]]);
  // Wrong numbers are refused.
  await enter(tab.locator("#data-cache-sets"), "6");
  await shows(tab, "#cache [role=alert]", "data cache: a cache cannot have 6 sets: their number is a power of two");
  assert.equal(await tab.locator("#data-cache-sets").getAttribute("aria-invalid"), "true");
  await enter(tab.locator("#data-cache-sets"), "many");
  await shows(tab, "#cache [role=alert]", "write sets, ways and bytes of a line");
  await tab.uncheck("#data-cache-on");
  await enter(tab.locator("#instruction-cache-sets"), "0");
  await shows(tab, "#cache [role=alert]", "instruction cache: a cache cannot have 0 sets");
  await enter(tab.locator("#instruction-cache-sets"), "1");
  await becomes(tab, counted, [["69", "67", "2", "97.10 %", "0"]]);
  await tab.uncheck("#instruction-cache-on");
  await shows(tab, "#cache", "Choose a cache above.");
}

async function pipeline({ page }) {
  const tab = await page();
  await fresh(tab, WALK, "mars");
  await tab.click("#tab-pipeline");
  await shows(tab, "#pipeline", "No program yet");
  await tab.keyboard.press("Shift+F7");
  await shows(tab, "#pipeline", "No instruction has run yet");
  // The first round: lui, ori, addiu, lw, addiu, addiu, bne.
  for (let step = 1; step <= 8; step += 1) {
    await tab.keyboard.press("Shift+F7");
    await says(tab, `${step} instruction`);
  }
  const drawn = async () => (await rows(tab, ".pipeline")).map((cells) => cells.slice(1).join(" ").trim());
  const stages = "IF ID EX MEM WB";
  await becomes(tab, drawn, [stages, stages, stages, stages, stages, stages, stages, `bubble ${stages}`]);
  await shows(tab, "#pipeline", "9 cycles: the next instruction can be fetched in cycle 10");
  await shows(tab, ".pipeline-causes", "1 bubble: taken branch or jump");
  await shows(tab, "#pipeline", "Caches do not change them");
  await tab.keyboard.press("Shift+F8");
  await shows(tab, "#pipeline", "None of these instructions was late.");
  await fresh(tab, "main: li a0, 1\n", "rars");
  await tab.keyboard.press("Shift+F7");
  await shows(tab, "#pipeline", "No cycle model of this machine is a pipeline with five stages");
}

export const hardware = {
  "caches count next to a program and follow its timeline": caches,
  "the pipeline shows the last instructions": pipeline,
};
