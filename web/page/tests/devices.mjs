// Other machines and devices: a PDP-10 with its disk, the serial line of a board, dropped files.

import assert from "node:assert/strict";
import { at, becomes, enter, example, fresh, says, shows, stop } from "./steps.mjs";

async function pdp10({ page }) {
  const tab = await page();
  await example(tab, "program:first.mid");
  await tab.click("#do-step");
  await says(tab, "next:");
  await tab.click("#tab-registers");
  const one = tab.locator("#register-list input").nth(1);
  const name = await one.getAttribute("aria-label");
  await enter(one, "777");
  const value = (text) => tab.waitForFunction(([name, text]) => document.querySelector(`#register-list input[aria-label^="${name}"]`)?.value.replace(",,", "").replace(/^0+|[, .]/g, "").startsWith(text), [name.split(",")[0], text]);
  await value("777");
  await tab.selectOption("#register-base", "signed");
  await value("511");
  // The field keeps the focus, and a value that is being typed outlives a refresh.
  const focused = () => tab.evaluate(() => [document.activeElement.getAttribute("aria-label")?.split(",")[0], document.activeElement.value]);
  await becomes(tab, focused, [name.split(",")[0], "511."]);
  await tab.keyboard.press("Control+A");
  await tab.keyboard.type("12");
  await tab.keyboard.press("Shift+F7");
  await says(tab, "1 instruction");
  await becomes(tab, focused, [name.split(",")[0], "12"]);
  await tab.keyboard.type("3");
  await tab.keyboard.press("Enter");
  await value("83");
  await tab.click("#do-run");
  await says(tab, "Ended");
  await tab.keyboard.press("F8");
  await says(tab, "next:");
}

/** Opens a file on the disk, and writes another. */
async function disk({ page }) {
  const tab = await page();
  await example(tab, "pdp10-its-9x9");
  await tab.click("#tab-setup");
  const chooser = tab.waitForEvent("filechooser");
  await tab.click("#give");
  await (await chooser).setFiles({ name: "GUEST;PUZZLE >", mimeType: "text/plain", buffer: Buffer.from("1") });
  await shows(tab, "#given-files", "PUZZLE");
  await shows(tab, "#notice-text", "is now a file for the program");
  await tab.click("#notice-close");
  await tab.locator("#notice").waitFor({ state: "hidden" });
  await tab.click("#do-restart");
  await says(tab, "Ready");
}

async function uart({ page }) {
  const tab = await page();
  await example(tab, "program:first-esp32c3.s");
  await tab.click("#do-run");
  await tab.waitForFunction(() => document.getElementById("screen").textContent.length > 0);
  await tab.fill("#typed", "x");
  await tab.keyboard.press("Enter");
  await stop(tab);
  await tab.waitForFunction(() => !document.getElementById("status").textContent.startsWith("Running"));
  assert.ok((await tab.locator("#screen").textContent()).length > 0);
}

/** Drops files on the page, as from the desktop. */
async function drop(tab, files) {
  await tab.evaluate((files) => {
    const dataTransfer = new DataTransfer();
    for (const { name, bytes } of files) dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, files);
}

async function drops({ page }) {
  const tab = await page();
  const bytes = (text) => [...Buffer.from(text)];
  await drop(tab, [{ name: "one.s", bytes: bytes("main: jal two\r\n li $v0, 10\r\n syscall\r\n") }, { name: "two.s", bytes: bytes(".globl two\ntwo: jr $ra\n") }]);
  await shows(tab, "#files", "two.s");
  await tab.locator("#files button", { hasText: "two.s" }).click();
  await tab.locator("#files button[aria-pressed=true]", { hasText: "two.s" }).waitFor();
  await tab.click("#do-step");
  await at(tab, 1);
  await drop(tab, [{ name: "picture.png", bytes: [0x89, 0x50, 0xff, 0xfe, 0] }]);
  await shows(tab, "#notice-text", "picture.png is now a file for the program");
  await shows(tab, "#given-files", "5 bytes");
  // A binary file is not a source.
  await drop(tab, [{ name: "binary.s", bytes: [0xff, 0xfe, 0x80] }]);
  await shows(tab, "#notice-text", "binary.s");
  const chooser = tab.waitForEvent("filechooser");
  await tab.click("#open");
  await (await chooser).setFiles({ name: "three.asm", mimeType: "text/plain", buffer: Buffer.from("main: nop\n") });
  await shows(tab, "#files", "three.asm");
  const folder = tab.waitForEvent("filechooser");
  await tab.click("#tab-homework");
  await tab.click("#folder");
  await folder;
}

async function stack({ page }) {
  const tab = await page();
  await fresh(tab, "main: addi $sp, $sp, -8\n li $t0, 5\n sw $t0, 0($sp)\n lw $t1, 0($sp)\n li $v0, 10\n syscall\n", "mars");
  for (let step = 0; step < 4; step += 1) await tab.click("#do-step");
  await at(tab, 4);
  await tab.click("#tab-memory");
  await tab.locator("#memory-places button", { hasText: /^stack$/ }).click();
  await tab.waitForFunction(() => document.querySelector("#memory-list input")?.value === "0x00000005");
  const word = tab.locator("#memory-list input").first();
  await enter(word, "-1");
  await tab.click("#do-step");
  await tab.click("#tab-registers");
  await tab.waitForFunction(() => document.querySelector("#register-list input[aria-label^='t1']")?.value === "0xffffffff");
  // An invalid value is reported, and changes nothing.
  const t1 = tab.locator("#register-list input[aria-label^='t1']");
  await enter(t1, "seven of nine");
  await tab.locator("#notice").waitFor();
  await tab.locator("#register-list input[aria-invalid=true]").waitFor();
}

export const devices = {
  "a PDP-10 program is stepped, and its registers are edited": pdp10,
  "the disk of ITS": disk,
  "the serial line of a board": uart,
  "files are dropped": drops,
  "the stack is typed over": stack,
};
