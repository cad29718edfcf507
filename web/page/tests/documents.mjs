// Documents: nothing opened replaces another one, two tabs do not overwrite each other, and everything survives a reload.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { cursor, enter, fresh, says, shows, write } from "./steps.mjs";

const text = (tab) => tab.evaluate(() => document.getElementById("editor").shadowRoot.querySelector(".cm-content").textContent);

/** Waits until the editor contains a text. */
async function holds(tab, part) {
  await tab.waitForFunction((part) => document.getElementById("editor").shadowRoot?.querySelector(".cm-content")?.textContent.includes(part), part)
    .catch(async () => assert.fail(`the editor has ${(await text(tab)).slice(0, 200)}, and should have ${part}`));
}

/** Presses a key of undo until the editor has a text: a text that came in parts, more than half a second apart, is undone in parts. */
async function pressed(tab, key, expected) {
  for (let tries = 0; tries < 10 && (await text(tab)) !== expected; tries += 1) {
    await tab.keyboard.press(key);
    await tab.waitForTimeout(50);
  }
  assert.equal(await text(tab), expected, key);
}

/** Waits until a text is stored in the browser. */
const stored = (tab, text) => tab.waitForFunction((text) => Object.values(localStorage).some((it) => it.includes(text)), text);

async function again(tab) {
  await tab.reload();
  await tab.waitForSelector("body[data-ready=yes]");
}

/** Names in the dialog of documents. */
async function names(tab) {
  await tab.click("#documents-open");
  await tab.locator("#documents[open]").waitFor();
  return tab.locator("#document-list table").first().locator("tbody tr").evaluateAll((rows) =>
    rows.map((row) => row.querySelector("input")?.value ?? row.querySelector(".link")?.textContent));
}

const MAIN = "        .globl main\nmain:   jal     five\n        move    $a0, $v0\n        li      $v0, 1\n        syscall\n        li      $v0, 10\n        syscall\n";
const FIVE = "five:   li      $v0, 5\n        jr      $ra\n";

async function several({ page }) {
  const tab = await page();
  await fresh(tab, "# first\nmain: li $v0, 10\n syscall\n", "mars");
  await fresh(tab, "# second\nmain: li $v0, 10\n syscall\n", "mars");
  await tab.click("#tab-homework");
  await tab.click("#scaffold");
  await shows(tab, "#files", "sudoku");
  await tab.selectOption("#example", "program:first.mid");
  await shows(tab, "#files", "first.mid");
  const all = await names(tab);
  assert.equal(all.length, 4, `${all}`);
  assert.deepEqual(all.slice(0, 2), ["main.s", "main (2).s"]);
  await tab.locator("#document-list .link", { hasText: /^main\.s$/ }).click();
  await holds(tab, "# first");
  assert.equal(await tab.inputValue("#dialect"), "mars");
  // Undo continues where it was before the document was left.
  await tab.locator("#editor .cm-content").click();
  const shown = await text(tab);
  await pressed(tab, "Control+z", "");
  await pressed(tab, "Control+y", shown);
  // The unchanged example was not kept.
  assert.equal((await names(tab)).length, 3);
  const name = tab.locator("#document-list input").first();
  await enter(name, "exercise");
  await tab.locator("#document-list button[aria-label='Close exercise']").waitFor();
  const saved = tab.waitForEvent("download");
  await tab.click("#documents-save");
  const bytes = readFileSync(await (await saved).path());
  assert.equal(bytes.subarray(0, 2).toString(), "PK");
  for (const part of ["exercise/main.s", "exercise/isagrid.json", "main (2).s/main.s"]) assert.ok(bytes.includes(part), part);
  await tab.locator("#document-list button[aria-label='Close exercise']").click();
  await shows(tab, "#notice-text", "exercise was closed");
  await tab.keyboard.press("Escape");
  await tab.click("#notice-undo");
  await holds(tab, "# first");
  assert.ok((await names(tab)).includes("exercise"));
}

async function files({ page }) {
  const tab = await page();
  await fresh(tab, `${MAIN}        .include "lib.s"\n`, "mars");
  await tab.click("#documents-open");
  await tab.click("#file-add");
  const added = tab.locator("#document-list input[aria-label='name of file new.s']");
  await enter(added, "lib.s");
  await tab.locator("#document-list input[aria-label='name of file lib.s']").waitFor();
  await tab.keyboard.press("Escape");
  await write(tab, FIVE);
  await tab.click("#do-run");
  await shows(tab, "#screen", "5");
  // Two finished exercises: only one of them is assembled.
  await tab.locator("#files button", { hasText: "lib.s" }).click();
  await write(tab, ".globl main\nmain: li $v0, 10\n syscall\n");
  await tab.locator("#files button", { hasText: "main.s" }).click();
  await write(tab, ".globl main\nmain: li $v0, 17\n li $a0, 7\n syscall\n");
  await tab.click("#do-run");
  await shows(tab, "#notice-text", "assemble");
  await tab.selectOption("#only", "main.s");
  await tab.click("#do-run");
  await says(tab, "Ended with status 7");
  await tab.waitForTimeout(1200);
  await again(tab);
  assert.equal(await tab.inputValue("#only"), "main.s");
  await tab.click("#documents-open");
  await tab.locator("#document-list button[aria-label='Close file lib.s']").click();
  await tab.keyboard.press("Escape");
  assert.ok(!(await tab.locator("#only-field").isVisible()));
  assert.ok(!(await tab.locator("#files").textContent()).includes("lib.s"));
  // A file of another document is found, too.
  await fresh(tab, FIVE, "mars");
  await tab.click("#documents-open");
  const five = tab.locator("#document-list input[aria-label='name of file main.s']");
  await enter(five, "five.inc");
  await tab.locator("#document-list input[aria-label='name of file five.inc']").waitFor();
  await tab.keyboard.press("Escape");
  await fresh(tab, `${MAIN}        .include "five.inc"\n`, "mars");
  await tab.click("#do-run");
  await says(tab, "Ended");
  await shows(tab, "#screen", "5");
}

async function tabs({ page }) {
  const one = await page();
  await fresh(one, "# shared\n", "mars");
  await stored(one, "# shared");
  const two = await page();
  await holds(two, "# shared");
  await write(one, "# of one\n");
  await stored(one, "# of one");
  await write(two, "# of two\n");
  await shows(two, "#notice-text", "Another tab has changed main.s");
  await again(one);
  await holds(one, "# of one");
  await again(two);
  await holds(two, "# of two");
  assert.deepEqual(await names(two), ["main.s", "main (2).s"]);
}

async function reload({ page }) {
  const tab = await page();
  await fresh(tab, "main: li $v0, 5\n syscall\n move $a0, $v0\n li $v0, 1\n syscall\n li $v0, 10\n syscall\n", "mars");
  await cursor(tab, 3);
  await tab.keyboard.press("F9");
  await tab.click("#tab-setup");
  await tab.check("#has-input");
  await tab.fill("#given-input", "42\n");
  await tab.setInputFiles("#pick-given", { name: "in.txt", mimeType: "text/plain", buffer: Buffer.from("hello") });
  await shows(tab, "#given-files", "in.txt");
  await tab.click("#tab-stops");
  await tab.fill("#watch-text", "$a0");
  await tab.click("#watch-form button");
  // Work typed in the last second is kept, too.
  await again(tab);
  await tab.locator("#editor .cm-break:visible").waitFor();
  assert.equal(await tab.inputValue("#given-input"), "42\n");
  await shows(tab, "#given-files", "in.txt");
  await tab.click("#do-run");
  await says(tab, "At a breakpoint");
  await tab.click("#do-run");
  await says(tab, "$a0 changed");
  // Two sources with one name are both kept.
  await tab.setInputFiles("#pick", [{ name: "a.s", mimeType: "text/plain", buffer: Buffer.from("# one\n") }, { name: "a.s", mimeType: "text/plain", buffer: Buffer.from("# two\n") }]);
  await shows(tab, "#files", "a (2).s");
  const saved = tab.waitForEvent("download");
  await tab.locator("#editor .cm-content").click();
  await tab.keyboard.press("Control+S");
  assert.equal((await saved).suggestedFilename(), "a.s");
}

/** An ELF file for Linux on RISC-V that exits with a status. */
function elf(status) {
  const file = Buffer.alloc(52 + 32 + 12);
  file.write("\x7fELF\x01\x01\x01", 0, "latin1");
  [[16, 2], [18, 243], [40, 52], [42, 32], [44, 1]].forEach(([at, value]) => file.writeUInt16LE(value, at));
  [[20, 1], [24, 0x10054], [28, 52], [52, 1], [56, 0], [60, 0x10000], [64, 0x10000], [68, file.length], [72, file.length], [76, 5], [80, 0x1000]].forEach(([at, value]) => file.writeUInt32LE(value, at));
  [0x05d00893, 0x00000513 | (status << 20), 0x00000073].forEach((word, at) => file.writeUInt32LE(word, 84 + 4 * at));
  return file;
}

async function programs({ page }) {
  const tab = await page();
  await tab.setInputFiles("#pick", { name: "seven", mimeType: "application/octet-stream", buffer: elf(7) });
  await shows(tab, "#guess", "seven is a program file");
  await tab.click("#do-run");
  await says(tab, "Ended with status 7");
  // An LC-3 program: the address 0x3000, and HALT.
  await tab.setInputFiles("#pick", { name: "halt.obj", mimeType: "application/octet-stream", buffer: Buffer.from([0x30, 0x00, 0xf0, 0x25]) });
  await shows(tab, "#guess", "halt.obj is a program file");
  await tab.click("#do-run");
  await says(tab, "Ended");
  for (const name of ["notes.txt", "lib.inc", "macros.mac", "plain"]) {
    await tab.setInputFiles("#pick", { name, mimeType: "text/plain", buffer: Buffer.from("main: nop\n") });
    await shows(tab, "#files", name);
  }
  await fresh(tab, "main:   li $t0, 1", "mars");
  await tab.keyboard.press("Control+End");
  await tab.keyboard.press("Enter");
  await tab.keyboard.type("li $v0, 10");
  const lines = await tab.evaluate(() => [...document.getElementById("editor").shadowRoot.querySelectorAll(".cm-line")].map((line) => line.textContent));
  assert.deepEqual(lines, ["main:   li $t0, 1", "        li $v0, 10"]);
}

export const documents = {
  "documents are kept, renamed, closed and downloaded": several,
  "files of a document are added, included and assembled alone": files,
  "two tabs do not overwrite each other": tabs,
  "breakpoints, input, files and watchpoints survive a reload": reload,
  "program files run, and other texts are sources": programs,
};
