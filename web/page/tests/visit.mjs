// The first visit, and what readers find where: two machines at one grid, memory at its data, small screens, much output.

import assert from "node:assert/strict";
import { audit } from "./access.mjs";
import { fresh, says, settled, shows, stop } from "./steps.mjs";

async function first({ page, url }) {
  const tab = await page();
  assert.ok(await tab.locator("#start").isVisible(), "the first visit begins with two machines");
  assert.equal(await tab.locator("#opening .grid").count(), 2);
  for (const property of ["og:title", "og:description", "og:image"]) {
    const content = await tab.locator(`meta[property="${property}"]`).getAttribute("content");
    assert.ok(content.length > 5 && !/LINKS|ADDRESS/.test(content), `${property}: ${content}`);
  }
  const links = await tab.locator("#start .links a").evaluateAll((all) => all.map((it) => it.getAttribute("href")));
  assert.ok(links.includes("LICENSE-MIT.txt"), `${links}`);
  for (const link of [...links.filter((it) => !it.includes("://")), "picture.png"]) assert.equal((await fetch(new URL(link, url))).status, 200, link);
  // They start by themselves.
  await shows(tab, "#opening-play", "Stop");
  await tab.click("#opening-play");
  await tab.waitForFunction(() => document.getElementById("opening-play").textContent.startsWith("Watch"));
  await tab.click("#opening-play");
  await tab.waitForFunction(() => document.getElementById("opening-result").textContent.includes("same decisions"), null, { timeout: 60_000 });
  const result = (await tab.locator("#opening-result").textContent()).replace(/\s/g, "");
  assert.match(result, /2991nodes.*573818and150607instructions/);
  assert.equal(await tab.locator("#opening .race-result.good").count(), 2);
  // Each machine has a program, which runs at the first click.
  const machines = await tab.locator("#machines button").allTextContents();
  for (const name of ["MIPS", "RISC-V", "PDP-10", "LC-3", "6502", "SPL"]) assert.ok(machines.includes(name), `${machines}`);
  const { machines: known, programs } = await (await fetch(new URL("menu.json", url))).json();
  const files = new Map(known.map(({ name, title }) => [title, programs.find(({ machine }) => machine === name)?.name]));
  for (const name of machines) {
    await tab.click("#tab-start");
    await tab.locator("#machines button", { hasText: new RegExp(`^${name}$`) }).click();
    await tab.waitForFunction((file) => document.getElementById("files").textContent.includes(file), files.get(name));
    await settled(tab);
    await tab.click("#do-run");
    await tab.waitForFunction(() => /^Ended|^At /.test(document.getElementById("status").textContent) || document.getElementById("screen").textContent !== "", null, { timeout: 60_000 })
      .catch(async () => assert.fail(`${name}: ${await tab.locator("#status").textContent()}`));
    await stop(tab);
  }
  // Later visits begin with the work.
  await tab.reload();
  await tab.waitForSelector("body[data-ready=yes]");
  assert.ok(await tab.locator("#registers").isVisible());
}

async function alone({ page }) {
  const tab = await page();
  await shows(tab, "#opening-play", "Stop");
  await tab.locator("#opening .placed").first().waitFor();
  await tab.keyboard.press("F7");
  await tab.locator("#registers").waitFor();
  await tab.click("#tab-start");
  await shows(tab, "#opening-play", "Watch");
  // Nothing moves by itself if the reader wants no motion.
  const { context } = { context: tab.context() };
  await tab.evaluate(() => { localStorage.clear(); sessionStorage.clear(); });
  const still = await context.newPage();
  await still.emulateMedia({ reducedMotion: "reduce" });
  await still.goto(tab.url());
  await still.waitForSelector("body[data-ready=yes]");
  await still.waitForTimeout(3500);
  assert.match(await still.locator("#opening-play").textContent(), /^Watch/);
}

const STORE = ".data\nfirst: .word 7\nsecond: .word 8\n.text\nmain: li $t0, 9\n sw $t0, second\n li $v0, 10\n syscall\n";

async function memory({ page }) {
  const tab = await page();
  await fresh(tab, STORE, "mars");
  await tab.click("#tab-memory");
  await tab.click("#do-step");
  const words = tab.locator("#memory-list input");
  await tab.waitForFunction(() => document.querySelector("#memory-list input")?.value === "0x00000007");
  assert.equal(await tab.locator("#memory-list input.changed").count(), 0);
  await tab.click("#do-step");
  await tab.click("#do-step");
  await tab.locator("#memory-list input.changed").waitFor();
  assert.equal(await words.nth(1).inputValue(), "0x00000009");
  assert.match(await words.nth(1).getAttribute("aria-label"), /changed/);
  assert.equal(await tab.locator("#memory-list input.changed").count(), 1);
}

/** Checks that elements are in sight together. */
async function together(tab, selectors) {
  for (const selector of selectors) {
    const box = await tab.locator(selector).first().boundingBox();
    const { width, height } = tab.viewportSize();
    assert.ok(box && box.y >= -1 && box.y + Math.min(box.height, 24) <= height && box.x < width, `${width}x${height}: ${selector} is at ${JSON.stringify(box)}`);
  }
}

async function screens({ page }) {
  const tab = await page();
  for (const [width, height] of [[360, 800], [1024, 600], [800, 900]]) {
    await tab.setViewportSize({ width, height });
    await tab.click("#do-restart");
    await says(tab, "Ready");
    // Clicks with the mouse alone: the driver would scroll the page to the button first.
    const { x, y } = await tab.locator("#do-step").boundingBox();
    for (let step = 0; step < 3; step += 1) await tab.mouse.click(x + 10, y + 10);
    await says(tab, "Stepped");
    await together(tab, ["#do-step", "#editor .cm-now", "#screen", "#typed", "#register-list .register:nth-child(1)", "#register-list .register:nth-child(3)"]);
    assert.ok((await tab.locator("#panel-tabs").boundingBox()).height < 50, "the tabs are in one row");
  }
}

async function named({ page }) {
  const tab = await page();
  await fresh(tab, "main: mull $t0, $t1, $t2\n", "mars");
  await tab.locator("#editor .cm-message code", { hasText: "mull" }).first().waitFor();
  await tab.click("#tab-messages");
  await tab.locator("#message-list code", { hasText: "mull" }).first().waitFor();
  await tab.click("#do-run");
  await tab.locator("#notice-text code", { hasText: "mull" }).waitFor();
  for (const [text, what] of [["mov eax, 5\nadd eax, 3\nret\n", "x86"], ["def main():\n    print(\"hello\")\n", "Python"], ["", "empty"]]) {
    await fresh(tab, text);
    await tab.click("#do-run");
    await shows(tab, "#notice-text", what);
  }
  await fresh(tab, "main: li $t0, 0x10008000\n li $t1, 64\nloop: sw $t1, 0($t0)\n addi $t0, $t0, 4\n addi $t1, $t1, -1\n bgtz $t1, loop\n li $v0, 10\n syscall\n", "mars");
  await tab.click("#do-run");
  await says(tab, "Ended");
  await shows(tab, "#screen", "Bitmap Display");
  // A graded file begins with what was lost, and the editor marks it.
  await tab.setInputFiles("#pick", new URL("../../../harness/isagrid/tests/cases/class/temporary-over-call.s", import.meta.url).pathname);
  await tab.click("#tab-homework");
  await tab.selectOption("#assignment", "csee3827");
  await tab.click("#grade");
  await shows(tab, "#verdict .losses", "8 points lost in count_solved_cells, CC07 in line 53");
  await tab.locator("#verdict .losses .link").click();
  await tab.locator("#editor .cm-message", { hasText: "CC07" }).waitFor();
}

/** Time limit in milliseconds for a million lines of output. */
const MOST_MS = 20_000;

async function lines({ page }) {
  const tab = await page();
  await fresh(tab, ".data\nend: .asciiz \"\\n\"\n.text\nmain: li $s0, 1000000\nloop: move $a0, $s0\n li $v0, 1\n syscall\n la $a0, end\n li $v0, 4\n syscall\n addi $s0, $s0, -1\n bgtz $s0, loop\n li $v0, 10\n syscall\n", "mars");
  const begun = Date.now();
  await tab.click("#do-run");
  await tab.waitForFunction(() => document.getElementById("status").textContent.startsWith("Ended"), null, { timeout: MOST_MS });
  console.log(`page:       a million lines in ${Date.now() - begun} ms`);
  await tab.waitForFunction(() => document.getElementById("screen").textContent.endsWith("\n3\n2\n1\n"));
  const [from, text] = await tab.evaluate(() => {
    const screen = document.getElementById("screen");
    return [screen.scrollHeight - screen.clientHeight - screen.scrollTop, screen.textContent.slice(-8)];
  });
  assert.equal(text, "4\n3\n2\n1\n");
  assert.ok(from < 30, `the end is ${from} pixels away`);
}

/** States that the panels alone do not have. */
async function axe({ page, url }) {
  const tab = await page();
  const framed = await page(`${url}?embed=1&example=first-mars&panels=registers,console`);
  await framed.setViewportSize({ width: 700, height: 420 });
  await framed.click("#do-step");
  const found = [];
  for (const scheme of ["light", "dark"]) {
    await tab.selectOption("#scheme", scheme);
    await tab.click("#tab-start");
    for (const width of [360, 800, 1024, 1440]) {
      await tab.setViewportSize({ width, height: 800 });
      await audit(tab, `${scheme} first visit at ${width}`, found);
      assert.ok((await tab.evaluate(() => document.documentElement.scrollWidth)) <= width, `${width}`);
    }
    await tab.click("#documents-open");
    await tab.locator("#documents[open]").waitFor();
    await audit(tab, `${scheme} documents`, found);
    await tab.keyboard.press("Escape");
    await fresh(tab, "# one\n");
    await tab.selectOption("#example", "program:first-mars.s");
    await tab.locator("#notice-undo").waitFor();
    await audit(tab, `${scheme} kept`, found);
    await framed.emulateMedia({ colorScheme: scheme });
    await audit(framed, `${scheme} frame`, found);
  }
  assert.deepEqual(found, []);
}

export const visit = {
  "axe finds nothing on the first visit, in documents and in a frame": axe,
  "the first visit shows two machines at one grid": first,
  "two machines start by themselves": alone,
  "memory begins at the data and marks changed words": memory,
  "source, registers and console are together on small screens": screens,
  "code in messages, other languages, pixels, lost points": named,
  "a million lines of output": lines,
};
