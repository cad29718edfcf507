// Puzzle and homework: every bundled solver against the reference model and the golden counts.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { cursor, example, fresh, says, shows, slowed, write } from "./steps.mjs";

const file = (path) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

/** Digits in a text. */
const number = (text) => Number(text.replace(/\D/g, ""));

/** First puzzle of a set with a golden count for a lane: its number, and all its counts. */
function golden(lane) {
  const rows = file(`golden/counts/${lane}.tsv`).split("\n").filter((line) => line !== "" && !line.startsWith("#")).map((line) => line.split("\t"));
  const [heads, first] = rows;
  const lines = (path) => file(path).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const at = Number(first[1]) - 1;
  return {
    puzzle: lines(`golden/puzzles/${first[0]}.txt`)[at].split("#")[0].trim(),
    solution: lines(`golden/solutions/${first[0]}.txt`)[at].trim(),
    counts: Object.fromEntries(heads.slice(2).map((head, index) => [head, Number(first[index + 2])])),
  };
}

const told = (tab, name) => tab.locator(`.race-counts dt:text-is("${name}") + dd`).first().textContent();

async function lanes({ page }) {
  const tab = await page();
  const all = await tab.locator("#example option").evaluateAll((all) => all.map(({ value }) => value));
  const solvers = all.filter((value) => existsSync(new URL(`../../../golden/counts/${value}.tsv`, import.meta.url)));
  assert.ok(solvers.length >= 18, `${solvers.length} solvers are offered`);
  await tab.click("#tab-puzzle");
  await tab.fill("#speed", "7");
  for (const lane of solvers) {
    const { puzzle, solution, counts } = golden(lane);
    await example(tab, lane);
    await tab.click("#tab-puzzle");
    await tab.waitForFunction(() => document.getElementById("solver-a").value === "open");
    await tab.fill("#puzzle-text", puzzle);
    await tab.click("#puzzle-play");
    await shows(tab, "#races h2", await tab.locator(`#solver-b option[value="${lane}"]`).textContent());
    await tab.locator(".race-result.good, .race-result.wrong").waitFor();
    await shows(tab, ".race-result", "Done: every decision matches the reference model");
    assert.equal(number(await told(tab, "instructions")), counts.instructions, lane);
    const grid = (await tab.locator(".grid td").allTextContents()).map((digit) => digit || ".").join("");
    // An exhaustive search has emptied its grid at the end.
    assert.equal(grid, lane.includes("-all") ? puzzle : solution, lane);
    await tab.click("#puzzle-debug");
    await says(tab, "Ready");
    await tab.click("#do-run");
    await says(tab, "Ended");
    await tab.click("#tab-costs");
    await shows(tab, "#cost-list", String(counts.instructions).replace(/\B(?=(\d{3})+$)/g, "\u202f"));
    const costs = await tab.locator("#cost-list tr").allTextContents();
    for (const [model, many] of Object.entries(counts)) {
      const row = costs.find((row) => (model === "instructions" ? /^(Instructions|Cells)/.test(row) : row.includes(` by ${model}`)));
      assert.ok(row?.replace(/\u202f/g, "").includes(`${many}`), `${lane}: ${model} ${many}: ${costs.join(" | ")}`);
    }
    const printed = (await tab.locator("#screen").textContent()).replace(/\D/g, "");
    assert.ok(printed.includes(solution), `${lane} prints ${printed.slice(0, 200)}`);
  }
}

async function pace({ page }) {
  const tab = await page();
  await tab.click("#tab-puzzle");
  await tab.selectOption("#solver-a", "mips32-mars-9x9");
  await tab.selectOption("#solver-b", "pdp10-its-9x9");
  await tab.waitForFunction(() => document.getElementById("puzzle-known").options.length > 200);
  await tab.selectOption("#puzzle-known", { index: 4 });
  await tab.click("#puzzle-begin");
  // Each solver loads its own machine.
  await tab.waitForFunction(() => [...document.querySelectorAll(".race-result")].filter((it) => it.textContent === "Ready").length === 2);
  // Full page: the grids are as large as possible.
  const side = () => tab.locator(".grid").first().evaluate((it) => it.getBoundingClientRect().width);
  const small = await side();
  await tab.click("#puzzle-whole");
  assert.ok((await side()) > 1.4 * small, `a grid is ${await side()} pixels wide, and was ${small}`);
  assert.ok(await tab.locator("#editor").isHidden());
  await tab.click("#puzzle-whole");
  assert.ok(await tab.locator("#editor").isVisible());
  for (let step = 1; step <= 3; step += 1) {
    await tab.click("#puzzle-one");
    await tab.waitForFunction((step) => [...document.querySelectorAll(".race-counts dd:nth-of-type(1)")].every((it) => it.textContent === String(step)), step);
  }
  for (const speed of ["0", "4", "5"]) {
    await tab.fill("#speed", speed);
    await tab.click("#puzzle-play");
    await shows(tab, "#puzzle-play", "Pause");
    await tab.waitForTimeout(300);
    await tab.click("#puzzle-play");
    await shows(tab, "#puzzle-play", "Play");
    // Two solvers of one algorithm keep pace, event by event.
    await tab.waitForFunction(() => {
      const [one, other] = [...document.querySelectorAll(".race-counts dd:nth-of-type(1)")].map((it) => it.textContent);
      return one === other;
    });
  }
  await tab.fill("#speed", "7");
  await tab.click("#puzzle-play");
  await tab.waitForFunction(() => document.querySelectorAll(".race-result.good").length === 2);
  await tab.fill("#puzzle-text", "12");
  await tab.click("#puzzle-play");
  await tab.locator("#notice").waitFor();
}

/** A race that has not begun yet stays in sight when its panel is shown again. */
async function begins({ page }) {
  const tab = await page();
  await slowed(tab);
  await tab.click("#tab-puzzle");
  await tab.fill("#speed", "7");
  await tab.click("#puzzle-play");
  await tab.locator(".race-result").waitFor();
  await tab.click("#tab-puzzle");
  await tab.locator(".race-result.good").waitFor();
}

async function differs({ page }) {
  const tab = await page();
  await example(tab, "mips32-mars-9x9");
  const text = file("asm/backtrack/mips32-mars-9x9.s");
  const wrong = text.replace(/(li \$a1 )0(\s+# column 0)/, "$11$2");
  assert.notEqual(wrong, text);
  await write(tab, wrong);
  await tab.click("#tab-puzzle");
  await tab.click("#puzzle-play");
  await shows(tab, "#races h2", "MIPS: backtrack, 9×9 (mars), changed");
  await tab.locator(".race-result.wrong").waitFor();
  await tab.locator(".grid td.wrong, .grid td.right-one").first().waitFor();
  await tab.locator(".race-result .link").click();
  assert.ok(await tab.locator("#editor .cm-content").evaluate((it) => it.getRootNode().activeElement === it), "the link leads into the source");
}

async function programs({ page }) {
  const tab = await page();
  const all = await tab.locator("#example option").evaluateAll((all) => all.map(({ value }) => value).filter((value) => value.startsWith("program:")));
  assert.ok(all.length >= 7);
  for (const name of all) {
    await example(tab, name);
    await shows(tab, "#files", name.replace("program:", ""));
    assert.equal(await tab.locator("#message-count").textContent(), "", `${name} assembles`);
    await tab.click("#do-step");
    await says(tab, "next:");
    await cursor(tab, 1);
  }
}

async function homework({ page }) {
  const tab = await page();
  await tab.click("#tab-homework");
  await tab.locator("#assignment option").first().waitFor({ state: "attached" });
  const all = await tab.locator("#assignment option").evaluateAll((all) => all.map(({ value }) => value));
  assert.ok(all.includes("cs21-4x4") && all.includes("csee3827"));
  await tab.selectOption("#assignment", "cs21-4x4");
  await tab.click("#scaffold");
  await tab.click("#grade");
  await shows(tab, "#verdict", "0 of 100 points");
  await write(tab, file("asm/assignments/cs21-4x4/reference.s"));
  await tab.click("#grade");
  await shows(tab, "#verdict", "100 of 100 points");
  await write(tab, "main: addd $t0, $t1, $t2\n");
  await tab.click("#grade");
  await shows(tab, "#verdict", "addd");
}

async function fromFolder({ page }) {
  const tab = await page();
  await tab.click("#tab-homework");
  const folder = new URL("../../../asm/assignments/cs21-4x4", import.meta.url).pathname;
  await tab.setInputFiles("#pick-folder", folder);
  await shows(tab, "#assignment-about", "files of a folder");
  await write(tab, file("asm/assignments/cs21-4x4/reference.s"));
  await tab.click("#grade");
  await shows(tab, "#verdict", "100 of 100 points");
}

/** A checked run reports a mistake that shows no fault, and nothing of the corrected program. */
async function checked({ page }) {
  const tab = await page();
  await tab.click("#tab-homework");
  for (const [name, result] of [["01-digit-sums.s", "check: 1 finding"], ["01-digit-sums.fixed.s", "check: no findings"]]) {
    await fresh(tab, file(`harness/checker/tests/mistakes/${name}`), "mars");
    await tab.click("#check-run");
    await shows(tab, "#verdict", result);
  }
  await fresh(tab, file("harness/checker/tests/mistakes/01-digit-sums.s"), "mars");
  await tab.click("#check-run");
  await shows(tab, "#verdict", "line 16 reads");
  await tab.locator("#verdict button", { hasText: "CC07" }).click();
  await shows(tab, "#explain", "CC07");
  await tab.keyboard.press("Escape");
  await fresh(tab, "main: addd $t0, $t1, $t2\n", "mars");
  await tab.click("#check-run");
  await shows(tab, "#verdict", "does not assemble");
}

/** The first click on Run prints a solved grid, without any other preparation. */
async function examples({ page }) {
  const tab = await page();
  const all = await tab.locator("#example option").evaluateAll((all) => all.map(({ value }) => value).filter((value) => value !== "" && !value.startsWith("program:")));
  assert.ok(all.length >= 20, `${all.length} examples`);
  const solved = ["4231132431422413", "397641258845273691621895347718429563452368179963517824274186935589732416136954782", "694127385257863194318549762845291673173685429926374518469752831732418956581936247"];
  for (const lane of all) {
    await example(tab, lane);
    await tab.click("#do-run");
    await tab.waitForFunction((solved) => {
      const digits = document.getElementById("screen").textContent.replace(/\D/g, "");
      return solved.some((it) => digits.includes(it));
    }, solved).catch(async () => assert.fail(`${lane}: ${await tab.locator("#status").textContent()} ${await tab.locator("#screen").textContent()}`));
  }
}

/** An example is shown instead of changed work, which can be brought back; edits after sharing survive a reload. */
async function kept({ page }) {
  const tab = await page();
  await fresh(tab, "main: li $v0, 10 # mine\n syscall\n", "mars");
  await tab.selectOption("#example", "program:first-mars.s");
  await shows(tab, "#notice-text", "main.s is kept");
  await tab.click("#notice-undo");
  await tab.waitForFunction(() => document.getElementById("editor").shadowRoot.querySelector(".cm-content").textContent.includes("mine"));
  await tab.click("#share");
  await tab.locator("#sharing[open]").waitFor();
  await tab.keyboard.press("Escape");
  await write(tab, "main: li $v0, 10 # later\n syscall\n");
  await tab.waitForTimeout(1500);
  await tab.reload();
  await tab.waitForFunction(() => document.getElementById("editor").shadowRoot?.querySelector(".cm-content")?.textContent.includes("later"));
}

/** Numbers stay next to their lines below messages; a program that waits has the Console and the focus. */
async function places({ page }) {
  const tab = await page();
  await tab.setViewportSize({ width: 1440, height: 1400 });
  await fresh(tab, `${" addd $t0,$t1,$t2\n".repeat(10)} nop\n nop\n nop\n`, "mars");
  const away = await tab.evaluate(() => {
    const root = document.getElementById("editor").shadowRoot;
    const top = (it) => it.getBoundingClientRect().top;
    const lines = [...root.querySelectorAll(".cm-line")].map(top);
    const numbers = [...root.querySelectorAll(".cm-lineNumbers .cm-gutterElement")].filter((it) => it.offsetHeight > 0 && /^\d+$/.test(it.textContent)).map(top);
    return lines.map((line, at) => Math.abs(line - numbers[at]));
  });
  assert.ok(away.length >= 13 && Math.max(...away) < 2, `${away}`);
  await fresh(tab, "main: li $v0, 5\n syscall\n li $v0, 10\n syscall\n", "mars");
  await tab.click("#tab-messages");
  await tab.click("#do-run");
  await tab.waitForFunction(() => document.activeElement?.id === "typed" && document.getElementById("console").checkVisibility());
  // A fault is one of the messages, until the program is changed.
  await fresh(tab, "main: li $t0, 1\n lw $t1, 0($t0)\n", "mars");
  await tab.click("#do-run");
  await says(tab, "Fault");
  await tab.click("#tab-messages");
  await shows(tab, "#message-list", "error M002: this reads 0x00000001");
  await fresh(tab, "main: li $t0, 1\n", "mars");
  await shows(tab, "#message-list", "assembles without messages");
}

export const solvers = {
  "every example solves a puzzle at the first click": examples,
  "replaced work can be brought back, and edits survive": kept,
  "numbers are next to their lines, and the console comes forward": places,
  "every solver makes the decisions of the reference model and has its golden counts": lanes,
  "two solvers side by side, event by event": pace,
  "a race stays in sight while it begins": begins,
  "a solver that differs is shown on the grid and in its source": differs,
  "first programs open": programs,
  "homework is graded": homework,
  "an assignment from a folder is graded": fromFolder,
  "a run is checked": checked,
};
