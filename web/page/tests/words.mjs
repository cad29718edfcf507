// Language support of the editor, new puzzles from seeds, and homework in steps.

import assert from "node:assert/strict";
import { PATIENCE_MS, becomes, fresh, shows, type, write } from "./steps.mjs";

/** Colour and weight of a word in the source. */
async function look(tab, word) {
  return tab.evaluate((word) => {
    const root = document.getElementById("editor").shadowRoot;
    const walker = document.createTreeWalker(root.querySelector(".cm-content"), NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement.closest(".cm-line") || !node.data.split(/[\s,]+/).includes(word)) continue;
      const { color, fontWeight } = getComputedStyle(node.parentElement);
      return `${color} ${fontWeight}`;
    }
    return null;
  }, word);
}

/** Waits until these are the lines of the source. */
const lines = (tab, expected, why) => becomes(tab, () => tab.locator("#editor .cm-line").allTextContents(), expected, why);

/** Moves the cursor into a word on the first line. */
async function into(tab, column) {
  await tab.locator("#editor .cm-content").click();
  await tab.keyboard.press("Control+Home");
  for (let at = 0; at < column; at += 1) await tab.keyboard.press("ArrowRight");
}

async function colours({ page }) {
  const tab = await page();
  await fresh(tab, "addu $t0 , $s9\n move $t0 , lost\n addd $t0 , add\n.data\n.datum\nx: .word 5 # addu\n", "mars");
  const [instruction, register, pseudo, directive] = [await look(tab, "addu"), await look(tab, "$t0"), await look(tab, "move"), await look(tab, ".data")];
  const plain = await look(tab, "lost");
  const all = [instruction, register, pseudo, directive, plain];
  assert.equal(new Set(all).size, all.length, `five kinds, five looks: ${all}`);
  for (const word of ["addd", "add", ".datum", "$s9"]) assert.equal(await look(tab, word), plain, `${word} is no word of its kind there`);
  // Another dialect has other words.
  await fresh(tab, "addu t0 , t1\n add t0 , lost\n", "rars");
  assert.equal(await look(tab, "add"), instruction);
  assert.equal(await look(tab, "t0"), register);
  assert.equal(await look(tab, "addu"), await look(tab, "lost"));
  // In SPL, only a cell that starts with the sign is a comment.
  await fresh(tab, "/note\n=to(9)\t=7/2\n", "spl");
  assert.notEqual(await look(tab, "/note"), await look(tab, "2"));
}

async function completes({ page }) {
  const tab = await page();
  await fresh(tab, "", "mars");
  await tab.locator("#editor .cm-content").click();
  await tab.keyboard.type("addi", { delay: 30 });
  const list = tab.locator("#editor .cm-tooltip-autocomplete li");
  await list.first().waitFor();
  assert.ok((await list.allTextContents()).some((text) => text.startsWith("addiu")), "addiu is offered");
  // In the first 75 ms the list ignores keys, and ArrowDown would move the cursor, which closes the list.
  await tab.waitForTimeout(300);
  const chosen = tab.locator("#editor .cm-tooltip-autocomplete li[aria-selected=true]");
  for (const begun = Date.now(); Date.now() - begun < PATIENCE_MS && !(await chosen.allTextContents()).join().startsWith("addiu");) {
    await tab.keyboard.press("ArrowDown");
    await tab.waitForTimeout(50);
  }
  await tab.keyboard.press("Enter");
  await lines(tab, ["addiu"], "Enter takes the chosen word");
  await tab.keyboard.press("Control+Space");
  await list.first().waitFor();
  await tab.keyboard.press("Escape");
  // Enter without a selection starts a new line; comments and strings have no completion.
  await fresh(tab, "", "mars");
  await tab.locator("#editor .cm-content").click();
  await tab.keyboard.type("nop", { delay: 30 });
  await list.first().waitFor();
  await tab.keyboard.press("Enter");
  await lines(tab, ["nop", ""], "Enter starts a line");
  await tab.keyboard.type("# add", { delay: 30 });
  await lines(tab, ["nop", "# add"], "a comment is typed");
  await tab.waitForTimeout(400);
  assert.equal(await list.count(), 0, "nothing is offered in a comment");
}

async function explains({ page }) {
  const tab = await page();
  await fresh(tab, "addu $t0, $t1, $t2\n", "mars");
  await tab.getByText("addu", { exact: true }).first().hover();
  const tip = tab.locator("#editor .cm-word");
  await tip.waitFor();
  assert.match(await tip.textContent(), /rd, rs, rt.*rd = rs \+ rt/);
  await into(tab, 2);
  await tab.keyboard.press("F1");
  await shows(tab, "#explain-title", "addu");
  assert.match(await tab.locator("#explain-text").textContent(), /rd = rs \+ rt.*isagrid isa|isagrid isa.*rd = rs \+ rt/);
  // An example from a program, with its machine code.
  await shows(tab, "#explain-sample", "Example, from");
  assert.match(await tab.locator("#explain-sample pre").textContent(), /^addu\s+\$[\s\S]*0x[0-9a-f]{8}  addu \$/);
  await tab.locator("#explain-text summary").click();
  await tab.locator("#explain-text table").getByText("prints it as a signed decimal").first().waitFor();
  await tab.keyboard.press("Escape");
  await fresh(tab, "nothing\n", "mars");
  await into(tab, 2);
  await tab.keyboard.press("F1");
  assert.ok(await tab.locator("#help").isVisible(), "a word without a meaning leaves F1 the help");
}

async function makes({ page }) {
  const tab = await page();
  await tab.click("#tab-puzzle");
  await tab.locator("#maker summary").click();
  await type(tab.locator("#maker-count"), "3");
  await tab.click("#maker-make");
  await shows(tab, "#maker-result", "3 puzzles, from seeds 1 to 3");
  const made = await tab.inputValue("#puzzle-text");
  assert.match(made, /^[1-9.]{81}$/);
  assert.equal(await tab.locator("#puzzle-known optgroup[label=new] option").count(), 3);
  await type(tab.locator("#maker-most"), "16");
  await tab.click("#maker-make");
  await shows(tab, "#maker-result", "a 9x9 puzzle with one solution has at least 17 givens");
  await tab.fill("#maker-most", "");
  await type(tab.locator("#maker-count"), "1");
  await type(tab.locator("#maker-seed"), "7");
  await type(tab.locator("#maker-least"), "30");
  await tab.selectOption("#maker-band", "medium");
  await tab.click("#maker-make");
  await shows(tab, "#maker-result", "Seed 7: ");
  assert.match(await tab.locator("#maker-result").textContent(), /\b3\d givens.*medium/);
  // Output of `isagrid generate --band medium --givens 30..81 --seed 7`.
  const medium = "57...13.8...3....22.....7.....94.8..9..83......8..563...3.8..17...1.358.8..6..2..";
  assert.equal(await tab.inputValue("#puzzle-text"), medium);
  await type(tab.locator("#maker-count"), "1000");
  await tab.click("#maker-make");
  await shows(tab, "#maker-make", "Stop");
  await tab.locator("#maker-progress").waitFor();
  await tab.click("#maker-make");
  await shows(tab, "#maker-result", "Stopped;");
  await shows(tab, "#maker-make", "Generate");
}

async function steps({ page }) {
  const tab = await page();
  await tab.click("#tab-homework");
  await tab.selectOption("#assignment", "csee3827");
  await tab.click("#scaffold");
  // Functions that never return: each test of one takes as long as its limit.
  const scaffold = await tab.evaluate(async () => (await (await fetch("scaffolds.json")).json()).csee3827.text);
  await write(tab, `${scaffold.replace(/\bjr\s+\$ra\b/g, "j again")}\nagain: j again\n`);
  // The page presses the button: on a busy computer, a click from here may come after the end.
  await tab.evaluate(() => {
    const verdict = document.getElementById("verdict");
    const observer = new MutationObserver(() => {
      if (!verdict.textContent.includes("runs…")) return;
      observer.disconnect();
      globalThis.parts = document.getElementById("grading").max;
      document.getElementById("grade").click();
    });
    observer.observe(verdict, { childList: true, characterData: true, subtree: true });
  });
  await tab.click("#grade");
  await shows(tab, "#verdict", "Grading was stopped.");
  const parts = await tab.evaluate(() => globalThis.parts);
  assert.ok(parts > 3, `${parts} parts`);
  assert.ok(!(await tab.locator("#grading").isVisible()));
  await write(tab, scaffold);
  await tab.click("#grade");
  await shows(tab, "#verdict", "points");
}

export const words = {
  "words are highlighted by their kinds": colours,
  "words are offered": completes,
  "a word is explained": explains,
  "puzzles are generated from seeds": makes,
  "grading goes in steps and stops": steps,
};
