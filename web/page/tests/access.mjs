// Accessibility: no findings of axe in any panel and scheme, nothing cut off on a phone, everything reachable by keys.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fresh, says, shows } from "./steps.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Fills every panel. */
export async function full(tab) {
  await tab.click("#tab-homework");
  await tab.click("#grade");
  await shows(tab, "#verdict", "of 100 points");
  await tab.click("#tab-puzzle");
  await tab.selectOption("#solver-b", "pdp10-its-9x9");
  await tab.click("#puzzle-play");
  await tab.locator("#races .placed").first().waitFor();
  await tab.click("#puzzle-play");
  await tab.click("#tab-setup");
  await tab.setInputFiles("#pick-given", { name: "in.txt", mimeType: "text/plain", buffer: Buffer.from("hello") });
  await tab.click("#tab-stops");
  await tab.fill("#watch-text", "$s1");
  await tab.click("#watch-form button");
  await tab.click("#profile");
  for (const step of [0, 1, 2, 3, 4]) {
    await tab.keyboard.press("F7");
    await says(tab, `${step} instruction`);
  }
}

export const panelsOf = (tab) => tab.locator("#panel-tabs [role=tab]:not([hidden])").evaluateAll((all) => all.map(({ id }) => id));

export async function audit(tab, view, found) {
  if (!(await tab.evaluate(() => "axe" in globalThis))) await tab.evaluate(AXE);
  // Colours change with a transition.
  await tab.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  const { violations } = await tab.evaluate(async (tags) => globalThis.axe.run(document, { runOnly: { type: "tag", values: tags } }), TAGS);
  for (const { id, help, nodes } of violations) found.push(`${view}: ${id}: ${help}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).slice(0, 3).join("; ")}`);
}

async function axe({ page }) {
  const tab = await page();
  await full(tab);
  await tab.evaluate(AXE);
  const found = [];
  for (const scheme of ["light", "dark"]) {
    await tab.selectOption("#scheme", scheme);
    for (const panel of await panelsOf(tab)) {
      await tab.click(`#${panel}`);
      await audit(tab, `${scheme} ${panel}`, found);
    }
    await tab.click("#help-open");
    await tab.locator("#keys tr").first().waitFor();
    await audit(tab, `${scheme} help`, found);
    await tab.keyboard.press("Escape");
    await tab.click("#more-open");
    await audit(tab, `${scheme} more`, found);
    await tab.keyboard.press("Escape");
  }
  for (const scheme of ["light", "dark"]) {
    await tab.selectOption("#scheme", scheme);
    await fresh(tab, "");
    for (const panel of await panelsOf(tab)) {
      await tab.click(`#${panel}`);
      await audit(tab, `${scheme} empty ${panel}`, found);
    }
    await fresh(tab, "main: li $t0, 1\n lw $t1, 0($t0)\n", "mars");
    await tab.click("#tab-registers");
    await tab.click("#do-run");
    await says(tab, "Fault");
    await audit(tab, `${scheme} fault`, found);
    await tab.click("#share");
    await tab.locator("#sharing[open]").waitFor();
    await audit(tab, `${scheme} share`, found);
    await tab.keyboard.press("Escape");
    await fresh(tab, "main: j main\n", "mars");
    await tab.click("#do-run");
    await says(tab, "Running");
    await audit(tab, `${scheme} running`, found);
    await tab.click("#do-run");
  }
  await tab.click("#tab-puzzle");
  await tab.click("#puzzle-whole");
  await audit(tab, "puzzle on the whole page", found);
  await tab.click("#puzzle-whole");
  await fresh(tab, "main: addd $t0, $t1, $t2\n", "mars");
  await tab.click("#tab-messages");
  await audit(tab, "messages", found);
  await tab.locator("#message-list .link").last().click();
  await audit(tab, "explanation", found);
  assert.deepEqual(found, []);
}

async function narrow({ page }) {
  const tab = await page();
  await full(tab);
  // 720 pixels at 200 % equal 360; WCAG 1.4.10 requires 320.
  for (const width of [320, 360, 720]) {
    await tab.setViewportSize({ width, height: 800 });
    for (const panel of await panelsOf(tab)) {
      await tab.click(`#${panel}`);
      await tab.waitForTimeout(120);
      const wide = await tab.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${panel} at ${width}: ${wide} pixels wide`);
      const cut = await tab.locator("#register-list input:visible, #memory-list input:visible").evaluateAll((all) =>
        all.filter((it) => it.scrollWidth > it.clientWidth + 1).map((it) => `${it.getAttribute("aria-label")} ${it.value}`));
      assert.deepEqual(cut, [], `${panel} at ${width} cuts values`);
    }
  }
}

async function keyboard({ page }) {
  const tab = await page();
  await tab.locator("#editor .cm-content").click();
  await tab.keyboard.press("Escape");
  await tab.keyboard.press("Tab");
  const left = await tab.evaluate(() => document.activeElement.id);
  assert.notEqual(left, "editor", "Escape, then Tab leaves the editor");
  const reached = new Set();
  await tab.reload();
  await tab.waitForSelector("body[data-ready=yes]");
  for (let step = 0; step < 300; step += 1) {
    await tab.keyboard.press("Tab");
    const id = await tab.evaluate(() => document.activeElement.id);
    if (id === "editor") await tab.keyboard.press("Escape");
    reached.add(id);
    if (id === "register-base") break;
  }
  for (const id of ["dialect", "example", "new", "open", "share", "scheme", "help-open", "do-run", "do-back", "more-open", "profile", "tab-console", "typed", "tab-registers", "register-base"]) {
    assert.ok(reached.has(id), `Tab does not come to #${id}`);
  }
  await tab.focus("#tab-registers");
  await tab.keyboard.press("ArrowRight");
  assert.ok(await tab.locator("#memory").isVisible());
  await tab.keyboard.press("End");
  await tab.keyboard.press("Home");
  await tab.keyboard.press("F1");
  assert.ok(await tab.locator("#help").isVisible());
}

export const access = {
  "axe finds nothing": axe,
  "nothing is cut off on a phone": narrow,
  "keys lead everywhere": keyboard,
};
