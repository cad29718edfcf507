// What the panels say before the reader has done anything: homework, puzzles, flags and cells; and large text.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { audit } from "./access.mjs";
import { fresh, says, shows } from "./steps.mjs";

async function task({ page }) {
  const tab = await page();
  await tab.click("#tab-homework");
  await tab.selectOption("#assignment", "csee3827");
  await shows(tab, "#assignment-task h2", "Sudoku with candidate strings");
  await shows(tab, "#assignment-task", "A cell is a string of nine characters");
  // The task comes late, and must not move a button away from a click.
  assert.equal(await tab.evaluate(() => {
    const task = document.getElementById("assignment-task");
    const top = () => document.getElementById("grade").getBoundingClientRect().top;
    const before = top();
    task.hidden = true;
    const moved = top() - before;
    task.hidden = false;
    return moved;
  }), 0);
  const first = tab.locator("#assignment-task details").first();
  assert.match(await first.locator("summary").textContent(), /^num_candidates: 20 points \(results 14, convention 5, integration 1\)$/);
  await first.locator("summary").click();
  assert.match(await first.locator("pre").textContent(), /counts the candidates of a cell/);
  const sum = (await tab.locator("#assignment-task summary").allTextContents()).reduce((all, text) => all + Number(/(\d+) points/.exec(text)[1]), 0);
  assert.equal(sum, 100);
  await tab.selectOption("#assignment", "cs21-4x4");
  await shows(tab, "#assignment-task summary", "The whole program: 100 points");
}

async function assignment({ page, url }) {
  const tab = await page(`${url}?assignment=csee3827`);
  await shows(tab, "#files", "sudoku.s");
  assert.equal(await tab.inputValue("#assignment"), "csee3827");
  await shows(tab, "#assignment-task", "num_candidates: 20 points");
  assert.ok(!tab.url().includes("assignment"), tab.url());
  await tab.click("#grade");
  await tab.locator("#verdict .points").waitFor();
  const saving = tab.waitForEvent("download");
  await tab.click("#save-result");
  const saved = await saving;
  assert.equal(saved.suggestedFilename(), "sudoku-result.json");
  const result = JSON.parse(readFileSync(await saved.path(), "utf8"));
  assert.deepEqual([result.format, result.file.name, result.graded.assignment, result.graded.out_of], ["isagrid-result", "sudoku.s", "csee3827", 100]);
  assert.match(result.file.text, /num_candidates:/);
  assert.match(result.today, /^\d{4}-\d\d-\d\d$/);
  // A link to an assignment that does not exist opens the page as usual.
  const other = await page(`${url}?assignment=none`);
  await shows(other, "#notice-text", "no assignment is called none");
}

async function puzzle({ page }) {
  const tab = await page();
  await tab.click("#tab-puzzle");
  await tab.locator("#races .grid .given").first().waitFor();
  await tab.selectOption("#solver-b", "pdp10-its-9x9");
  await shows(tab, "#races", "PDP-10: backtrack, 9×9 (midas)");
  await tab.waitForFunction(() => document.querySelectorAll("#races .grid").length === 2);
  await tab.fill("#puzzle-text", "123");
  await tab.locator("#puzzle-text").blur();
  await shows(tab, "#races", "Choose or type a puzzle of 9 × 9 cells");
}

/** Grids and counts of two solvers fit the page. */
async function whole({ page }) {
  const tab = await page();
  await tab.click("#tab-puzzle");
  await tab.selectOption("#solver-b", "pdp10-its-9x9");
  await tab.fill("#speed", "7");
  await tab.click("#puzzle-play");
  await tab.waitForFunction(() => document.querySelectorAll("#races .race-result.good").length === 2);
  await tab.click("#puzzle-whole");
  for (const [width, height] of [[1440, 900], [1024, 600], [1920, 1080]]) {
    await tab.setViewportSize({ width, height });
    await tab.waitForTimeout(200);
    const boxes = await tab.locator("#races .grid, #races .race-counts dd, #races .race-result, #races progress").evaluateAll((all) => all.map((it) => it.getBoundingClientRect().bottom));
    assert.ok(boxes.length > 8 && boxes.every((bottom) => bottom <= height), `${width}x${height}: ${boxes}`);
    const [grid, bar] = await tab.evaluate(() => [".grid", "progress"].map((it) => document.querySelector(`#races ${it}`).getBoundingClientRect().width));
    assert.ok(Math.abs(grid - bar) < 2, `the bar has ${bar} pixels, the grid ${grid}`);
  }
  await tab.keyboard.press("Escape");
  await tab.locator("#tab-registers").waitFor();
}

async function flags({ page }) {
  const tab = await page();
  await fresh(tab, "\tTITLE F\nGO:\tMOVE 1,[377777,,-1]\n\tADDI 1,1\n\t.LOGOUT 1,\n\tEND GO\n", "midas");
  await tab.click("#tab-registers");
  for (let step = 0; step < 3; step += 1) await tab.click("#do-step");
  await says(tab, "next:");
  await shows(tab, "#register-list .flags", "OV CRY1 USER");
}

/** A class is graded in the page: students, points and files that are left out; and its pages are saved. */
async function classOf({ page }) {
  const tab = await page();
  await tab.click("#tab-homework");
  await tab.selectOption("#assignment", "csee3827");
  await tab.click("#scaffold");
  await shows(tab, "#files", "sudoku.s");
  const scaffold = await tab.evaluate(async () => (await (await fetch("scaffolds.json")).json()).csee3827.text);
  await tab.locator("#class summary").click();
  const zip = zipSync({
    "Ada/sudoku.s": strToU8(scaffold), "Grace/homework.s": strToU8(scaffold.replace("jr", "jrr")), "readme.txt": strToU8("about the class"),
    "Linus/sudoku.s": new Uint8Array([0xff, 0xfe, 0, 1]), "Zoe's/sudoku.s": strToU8(scaffold),
  });
  const chooser = tab.waitForEvent("filechooser");
  await tab.click("#class-files");
  await (await chooser).setFiles({ name: "cs101.zip", mimeType: "application/zip", buffer: Buffer.from(zip) });
  await shows(tab, "#verdict", "4 submissions: 0 of 100 points on average");
  await shows(tab, "#verdict", "readme.txt");
  const students = tab.locator("#verdict table").last();
  assert.equal(await students.locator("tr").count(), 5);
  assert.equal(await tab.locator("#verdict table").first().locator("progress").first().getAttribute("value"), "100");
  const found = [];
  await audit(tab, "class", found);
  assert.deepEqual(found, []);
  const download = tab.waitForEvent("download");
  await tab.click("#save-class");
  const saved = unzipSync(readFileSync(await (await download).path()));
  assert.deepEqual(Object.keys(saved).sort(), ["Ada.html", "Grace.html", "Linus.html", "Zoe's.html", "gradebook.csv", "index.html", "results.jsonl"]);
  assert.match(strFromU8(saved["index.html"]), /<a href="\.\/Zoe%27s\.html">Zoe&#39;s<\/a>|<a href="\.\/Zoe%27s\.html">Zoe's<\/a>/);
  await students.locator("button", { hasText: "Grace" }).click();
  await shows(tab, "#files", "homework.s");
  // A folder works as well, and one without submissions is refused; grading can be stopped.
  await tab.setInputFiles("#pick-class-files", { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no source") });
  await shows(tab, "#verdict", "no submission");
  const folder = tab.waitForEvent("filechooser");
  await tab.click("#class-folder");
  await folder;
  await tab.setInputFiles("#pick-class-files", { name: "cs101.zip", mimeType: "application/zip", buffer: Buffer.from(zip) });
  await shows(tab, "#verdict", "0 of 4 submissions");
  await tab.click("#class-files");
  await shows(tab, "#verdict", "Grading was stopped");
}

async function cells({ page }) {
  const tab = await page();
  await fresh(tab, "=3\t=A1+4\n\t=to(B1).rvs()\n", "spl");
  await tab.click("#tab-registers");
  await tab.click("#do-step");
  await shows(tab, "#register-list .cells .next", "=3");
  assert.deepEqual(await tab.locator(".cells th").allTextContents(), ["A", "B", "1", "2"]);
  await tab.click("#do-step");
  await shows(tab, ".cells .changed", "3");
  await tab.click("#do-run");
  await says(tab, "Ended");
  await shows(tab, ".cells tbody tr:nth-child(2) td:nth-child(3)", "[7,6,5,4,3,2,1]");
  await tab.locator(".cells button", { hasText: "rvs" }).click();
  await tab.waitForFunction(() => document.getElementById("editor").shadowRoot.querySelector(".cm-activeLine")?.textContent.includes("rvs"));
}

async function text({ page }) {
  const tab = await page();
  for (const [size, width] of [["100", 1440], ["200", 1440], ["100", 1024], ["200", 1024]]) {
    await tab.setViewportSize({ width, height: 900 });
    await tab.selectOption("#size", size);
    for (const id of ["dialect", "example"]) {
      const box = await tab.locator(`#${id}`).boundingBox();
      assert.ok(box.width >= 1.2 * Number(size), `${id} has ${box.width} pixels at ${width} with text of ${size} %`);
    }
  }
}

async function explained({ page }) {
  const tab = await page();
  await fresh(tab, "main: addiu $t0, $t0, 1\n", "mars");
  const word = tab.locator("#editor .cm-line span", { hasText: /^addiu$/ });
  await word.hover();
  const tooltip = tab.locator("#editor .cm-word");
  await tooltip.waitFor();
  const [line, box] = [await word.boundingBox(), await tooltip.boundingBox()];
  assert.ok(box.y >= line.y + line.height - 1, "the explanation is below its line");
  // Each form, its kind, and its meaning in a line of its own.
  assert.match(await tooltip.locator("p").first().textContent(), /^addiu .* instruction$/);
  assert.ok((await tooltip.locator(".meaning").count()) >= 1);
}

export const tasks = {
  "a class is graded": classOf,
  "homework says what to write": task,
  "a link opens an assignment": assignment,
  "the puzzle is shown before the first event": puzzle,
  "two solvers fit the full page": whole,
  "flags have names": flags,
  "a script is a grid of cells": cells,
  "menus keep their words with large text": text,
  "an explanation is below its word": explained,
};
