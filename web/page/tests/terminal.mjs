// Programs that read keys, draw, sleep, or run slowly; and keys of the page that the reader has changed.

import assert from "node:assert/strict";
import { audit } from "./access.mjs";
import { at, fresh, reruns, says, shows } from "./steps.mjs";

/** Program for ITS that draws with display codes, and then shows the keys up to `q`. */
const DRAWS = `\tTITLE DRAW
GO:\t.OPEN 1,[21,,'TTY]
\t .LOSE
\t.OPEN 2,[.UAI,,'TTY]
\t .LOSE
\tMOVSI 1,-LENGTH
NEXT:\tMOVE 2,TABLE(1)
\t.IOT 1,2
\tAOBJN 1,NEXT
KEY:\t.IOT 2,3
\tCAIE 3,"q
\t JRST KEY
\t.LOGOUT 1,
TABLE:\t20 ? "C ? 20 ? "V ? 10+2 ? 20 ? "H ? 10+5 ? "x ? "y
LENGTH==.-TABLE
\tEND GO
`;

/** Program that shows the code of each key, through MARS's keyboard and display. */
const CODES = `main:   lui     $s0, 0xffff
poll:   lw      $t0, 0($s0)
        andi    $t0, $t0, 1
        beqz    $t0, poll
        lw      $a0, 4($s0)
        li      $v0, 1
        syscall
        li      $a0, '.'
        li      $v0, 11
        syscall
        b       poll
`;

/** Waits for a text on the terminal, whose lines it returns. */
async function screen(tab, text) {
  await tab.waitForFunction((text) => document.querySelector("#xterm .xterm-rows")?.textContent.replaceAll("\u00a0", " ").includes(text), text)
    .catch(async () => assert.fail(`the terminal shows ${JSON.stringify(await tab.locator("#xterm .xterm-rows").innerText())}, and should show ${text}`));
  return tab.locator("#xterm .xterm-rows > div").evaluateAll((all) => all.map((it) => it.textContent.replaceAll("\u00a0", " ").trimEnd()));
}

/** Shows the terminal. */
async function open(tab) {
  await tab.click("#by-key");
  await tab.locator("#xterm .xterm-rows").waitFor();
}

async function its({ page }) {
  const tab = await page();
  await fresh(tab, DRAWS, "midas");
  await open(tab);
  await tab.click("#do-run");
  const lines = await screen(tab, "xy");
  assert.equal(lines[2], "     xy", `${lines}`);
  await says(tab, "Waiting for input");
  await tab.locator("#xterm .xterm").click();
  await tab.keyboard.type("ab");
  // ITS echoes.
  assert.equal((await screen(tab, "xyab"))[2], "     xyab");
  const found = [];
  for (const scheme of ["light", "dark"]) {
    await tab.selectOption("#scheme", scheme);
    await audit(tab, `${scheme} terminal`, found);
  }
  assert.deepEqual(found, []);
  // The past is drawn as it was.
  await tab.keyboard.press("F8");
  await says(tab, "Stepped");
  await tab.keyboard.press("Control+Enter");
  await says(tab, "Waiting for input");
  await tab.locator("#xterm .xterm").click();
  await tab.keyboard.type("q");
  await says(tab, "Ended");
  // Shift+Tab leaves the terminal.
  await tab.locator("#xterm .xterm").click();
  await tab.keyboard.press("Shift+Tab");
  assert.ok(!(await tab.evaluate(() => document.activeElement.closest(".xterm"))), "Shift+Tab leaves the terminal");
}

async function codes({ page }) {
  const tab = await page();
  await fresh(tab, CODES, "mars");
  await tab.click("#tab-setup");
  await tab.locator("#switch-list label", { hasText: "mapped-io" }).locator("input").check();
  await open(tab);
  await tab.click("#do-run");
  await says(tab, "Running");
  await tab.locator("#xterm .xterm").click();
  for (const [key, code] of [["a", 97], ["Escape", 27], ["Backspace", 127], ["Control+Z", 26], ["Control+C", 3], ["Enter", 10], ["Tab", 9]]) {
    await tab.keyboard.press(key);
    await screen(tab, `${code}.`);
  }
  await screen(tab, "97.27.127.26.3.10.9.");
  await tab.keyboard.press("Control+Enter");
  await tab.waitForFunction(() => document.getElementById("status").textContent.startsWith("Stopped"));
  // The same output without the terminal.
  await tab.click("#by-key");
  await shows(tab, "#screen", "97.27.127.26.3.10.9.");
}

async function ansi({ page }) {
  const tab = await page();
  await fresh(tab, ".data\ntext: .byte 27, 91, 50, 74, 27, 91, 51, 59, 53, 72, 104, 101, 114, 101, 0\n.text\nmain: la $a0, text\n li $v0, 4\n syscall\n li $v0, 12\n syscall\n li $v0, 10\n syscall\n", "mars");
  await tab.click("#do-run");
  await says(tab, "Waiting for input");
  // What was written before the terminal was shown is on it.
  await open(tab);
  assert.equal((await screen(tab, "here"))[2], "    here");
  await tab.locator("#xterm .xterm").click();
  await tab.keyboard.type("k\n");
  await screen(tab, "herek");
  await says(tab, "Ended");
  // Back before the output, the screen is empty.
  await tab.keyboard.press("Control+F2");
  await tab.waitForFunction(() => document.querySelector("#xterm .xterm-rows").textContent.trim() === "");
}

const LOOP = "main: li $t0, 0\nloop: addi $t0, $t0, 1\n b loop\n";

async function slow({ page }) {
  const tab = await page();
  await fresh(tab, LOOP, "mars");
  await tab.click("#tab-registers");
  await tab.fill("#run-speed", "1");
  await shows(tab, "#run-speed-text", "3/s");
  await tab.click("#do-run");
  const t0 = () => tab.evaluate(() => Number(document.querySelector("#register-list input[aria-label^='t0']")?.value ?? 0));
  const count = () => tab.evaluate(() => Number(/(\d+) instruction/.exec(document.getElementById("status").textContent)?.[1] ?? 0));
  // The registers and the line follow while it runs.
  await tab.waitForFunction(() => Number(document.querySelector("#register-list input[aria-label^='t0']")?.value ?? 0) >= 2);
  assert.match(await tab.locator("#do-run").textContent(), /Stop/);
  await tab.locator("#editor .cm-now").waitFor();
  assert.ok((await count()) < 100 && (await t0()) < 50, "three instructions a second");
  // Another speed is taken at once.
  await tab.fill("#run-speed", "7");
  await tab.waitForFunction(() => Number(/([\d\u202f]+) instruction/.exec(document.getElementById("status").textContent)?.[1].replace(/\D/g, "") ?? 0) > 10_000);
  await tab.click("#do-run");
  await says(tab, "Stopped");
  // A step is not slowed down, and Stop ends the pause of a slow program.
  await tab.fill("#run-speed", "0");
  await tab.click("#do-run");
  await says(tab, "Running");
  await tab.click("#do-run");
  await says(tab, "Stopped");
  // Breakpoints hold.
  await tab.fill("#run-speed", "4");
  await tab.locator("#editor .cm-content").click();
  await tab.keyboard.press("Control+Home");
  await tab.keyboard.press("ArrowDown");
  await tab.keyboard.press("F9");
  await tab.keyboard.press("Control+Enter");
  await says(tab, "At a breakpoint");
  await at(tab, 2);
}

async function sleeping({ page }) {
  const tab = await page();
  const text = "main: li $v0, 1\n li $a0, 7\n syscall\n li $v0, 32\n li $a0, 600\n syscall\n li $v0, 1\n li $a0, 8\n syscall\n li $v0, 10\n syscall\n";
  await tab.click("#tab-setup");
  await tab.check("#sleeps");
  await fresh(tab, text, "mars");
  const begun = performance.now();
  await tab.click("#do-run");
  await says(tab, "Ended");
  assert.ok(performance.now() - begun > 600, "the program sleeps");
  await shows(tab, "#screen", "78");
  // A long sleep can be stopped.
  await fresh(tab, text.replace("600", "600000"), "mars");
  await tab.click("#do-run");
  await shows(tab, "#screen", "7");
  await says(tab, "Running");
  await tab.click("#do-run");
  await says(tab, "Stopped");
  // The choice is kept; without it, no time passes.
  await tab.reload();
  await tab.waitForSelector("body[data-ready=yes]");
  await tab.click("#tab-setup");
  assert.ok(await tab.isChecked("#sleeps"));
  await tab.uncheck("#sleeps");
  await tab.click("#do-run");
  await says(tab, "Ended");
}

/** Calls that play A4, wait for its end, and play A5; and one that plays nothing. */
const TUNE = "main: li $a0, 69\n li $a1, 400\n li $a2, 0\n li $a3, 100\n li $v0, 33\n syscall\n li $a0, 81\n li $v0, 31\n syscall\n li $v0, 1\n syscall\n li $v0, 10\n syscall\n";

async function notes({ page }) {
  const tab = await page();
  await tab.evaluate(() => {
    globalThis.played = [];
    // With a browser's clock that stands still, notes are at the program's times, however slow this computer is.
    Object.defineProperty(BaseAudioContext.prototype, "currentTime", { get: () => 1 });
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function begin(when) {
      globalThis.played.push([Math.round(this.frequency.value), this.type, when]);
      start.call(this, when);
    };
  });
  const played = () => tab.evaluate(() => globalThis.played.splice(0));
  const heard = (all) => {
    assert.deepEqual(all.map(([pitch, type]) => [pitch, type]), [[440, "triangle"], [880, "triangle"]]);
    const between = all[1][2] - all[0][2];
    assert.ok(Math.abs(between - 0.4) < 0.001, `the second note comes ${between} s after the first one`);
  };
  // By the program's clock, however fast it runs.
  await fresh(tab, TUNE, "mars");
  await tab.click("#do-run");
  await says(tab, "Ended");
  await shows(tab, "#screen", "81");
  heard(await played());
  await tab.click("#tab-setup");
  await tab.check("#sleeps");
  const begun = performance.now();
  await reruns(tab, "Ended");
  assert.ok(performance.now() - begun > 400, "the first call waits for the end of its note");
  heard(await played());
  // Silence is kept over a reload.
  await tab.uncheck("#sounds");
  await reruns(tab, "Ended");
  assert.deepEqual(await played(), []);
  await tab.reload();
  await tab.waitForSelector("body[data-ready=yes]");
  await tab.click("#tab-setup");
  assert.equal(await tab.isChecked("#sounds"), false);
  await tab.check("#sounds");
  await tab.uncheck("#sleeps");
}

const PIXELS = "main: li $t0, 0x10010000\n li $t1, 0\n li $t2, 0x00ff8040\nloop: sw $t2, 0($t0)\n addi $t0, $t0, 4\n addi $t1, $t1, 1\n blt $t1, 3, loop\n li $v0, 10\n syscall\n";

async function display({ page }) {
  const tab = await page();
  await tab.click("#tab-display");
  await shows(tab, "#display", "Run or Step starts one");
  await fresh(tab, PIXELS, "mars");
  await tab.selectOption("#display-unit", "8");
  await tab.click("#do-run");
  await says(tab, "Ended");
  await tab.locator("#display canvas").waitFor();
  await tab.waitForFunction(() => document.querySelector("#display canvas").getAttribute("aria-label") === "64 by 32 words as pixels; 3 are not black");
  const pixels = await tab.evaluate(() => [...document.querySelector("#display canvas").getContext("2d").getImageData(2, 0, 2, 1).data]);
  assert.deepEqual(pixels, [0xff, 0x80, 0x40, 0xff, 0, 0, 0, 0xff]);
  for (const [id, value] of [["width", "1024"], ["height", "512"], ["unit", "1"]]) await tab.selectOption(`#display-${id}`, value);
  await shows(tab, "#display", "more than 262,144 words");
  await tab.selectOption("#display-unit", "2");
  await tab.selectOption("#display-from", "0x10008000");
  await tab.waitForFunction(() => document.querySelector("#display canvas").getAttribute("aria-label") === "512 by 256 words as pixels; 3 are not black");
  // Back before the first pixel, all are black.
  await tab.selectOption("#display-from", "0x10010000");
  await tab.click("#do-restart");
  await says(tab, "Ready");
  await tab.waitForFunction(() => document.querySelector("#display canvas").getAttribute("aria-label").endsWith(" 0 are not black"));
  const found = [];
  await audit(tab, "display", found);
  assert.deepEqual(found, []);
}

/** A call that reads a character takes a key without Enter. */
async function character({ page }) {
  const tab = await page();
  await fresh(tab, "main: li $v0, 12\n syscall\n move $s0, $v0\n li $v0, 12\n syscall\n add $a0, $v0, $s0\n li $v0, 1\n syscall\n li $v0, 5\n syscall\n move $a0, $v0\n li $v0, 1\n syscall\n li $v0, 10\n syscall\n", "mars");
  await open(tab);
  await tab.click("#do-run");
  await says(tab, "Waiting for input");
  await tab.keyboard.type("ab");
  await screen(tab, "ab195");
  await says(tab, "Waiting for input");
  // A number ends with Enter.
  await tab.keyboard.type("42");
  await tab.waitForTimeout(200);
  await says(tab, "Waiting for input");
  await tab.keyboard.press("Enter");
  await says(tab, "Ended");
  await screen(tab, "42");
}

async function type340({ page }) {
  const tab = await page();
  await fresh(tab, "\tTITLE POINT\nGO:\t.DSTART LIST\n\t .VALUE\n\tMOVEI 1,100.\nWAIT:\tSOJG 1,WAIT\n\t.LOGOUT 1,\nLIST:\t0,,ENTRY\nENTRY:\tPTR,,0\nPTR:\t-2,,FIRST-1\nFIRST:\t020117,,220005\n\t002011,,0\n\tEND GO\n", "midas");
  await tab.click("#tab-display");
  await tab.click("#do-run");
  await tab.waitForFunction(() => document.querySelector("#display canvas")?.getAttribute("aria-label")?.endsWith("; 1 are not black"));
}

async function keys({ page }) {
  const tab = await page();
  await fresh(tab, "main: li $t0, 1\n li $t1, 2\n li $v0, 10\n syscall\n", "mars");
  await tab.click("#help-open");
  await tab.click("#key-step");
  await shows(tab, "#keys-message", "Press the new key");
  await tab.keyboard.press("Escape");
  await shows(tab, "#key-step", "F7");
  assert.ok(await tab.locator("#help").isVisible(), "Escape ends only the question");
  await tab.click("#key-step");
  await tab.keyboard.press("s");
  await shows(tab, "#keys-message", "is needed for writing");
  // A key of another command is taken from it.
  await tab.click("#key-step");
  await tab.keyboard.press("F8");
  await shows(tab, "#keys-message", "F8 is now “Step one line, into calls”. “Step back one line” has no key now.");
  const found = [];
  await audit(tab, "keys", found);
  assert.deepEqual(found, []);
  await tab.click("#help .close");
  await tab.click("#do-restart");
  await at(tab, 1);
  await tab.keyboard.press("F8");
  await at(tab, 2);
  await tab.reload();
  await tab.waitForSelector("body[data-ready=yes]");
  assert.match(await tab.locator("#do-step").getAttribute("title"), /\(F8\)$/);
  await tab.click("#help-open");
  await tab.click("#key-over");
  await tab.keyboard.press("Delete");
  await shows(tab, "#key-over", "none");
  await tab.click("#keys-reset");
  await shows(tab, "#key-step", "F7");
  await shows(tab, "#key-over", "F10");
  // The key of the context menu is the browser's.
  const all = await tab.locator("#keys kbd").allTextContents();
  assert.ok(!all.includes("Shift+F10"), `${all}`);
}

export const terminals = {
  "a key is a character for MARS": character,
  "a program for ITS draws on the terminal and reads keys": its,
  "bytes are sent as typed": codes,
  "cursor movement of ANSI": ansi,
  "a program runs slowly": slow,
  "a program sleeps in real time": sleeping,
  "a program plays notes": notes,
  "words are shown as pixels": display,
  "the display of the PDP-10": type340,
  "keys can be changed": keys,
};
