// Requirements of WCAG 2.2 that axe does not check: targets, focus, motion, forced colours, large text, and short announcements.

import assert from "node:assert/strict";
import { full, panelsOf } from "./access.mjs";
import { fresh, says } from "./steps.mjs";

const LEAST = 24;

/** Visible controls that are smaller than WCAG 2.5.8 allows. */
function small(tab) {
  return tab.evaluate((least) => {
    const inside = document.getElementById("editor").shadowRoot;
    const all = [document, inside].flatMap((root) => [...root.querySelectorAll("button, a[href], input, select, textarea, summary, [role=tab]")]);
    const seen = all.filter((it) => it.checkVisibility({ visibilityProperty: true }) && !it.closest(".hidden"));
    return seen.map((it) => [it, it.getBoundingClientRect()])
      .filter(([, { width, height }]) => width > 0 && (width < least - 0.5 || height < least - 0.5))
      .map(([it, { width, height }]) => `${it.id || it.className || it.tagName} "${(it.textContent || it.getAttribute("aria-label") || "").slice(0, 30)}" ${width.toFixed(0)}x${height.toFixed(0)}`);
  }, LEAST);
}

async function targets({ page }) {
  const tab = await page();
  await full(tab);
  const found = [];
  for (const width of [1440, 360]) {
    await tab.setViewportSize({ width, height: 900 });
    for (const panel of await panelsOf(tab)) {
      await tab.click(`#${panel}`);
      await tab.waitForTimeout(150);
      for (const it of await small(tab)) found.push(`${width} ${panel}: ${it}`);
    }
    for (const opens of ["#more-open", "#help-open", "#share"]) {
      await tab.click(opens);
      await tab.locator({ "#more-open": "#more-list", "#help-open": "#keys tr", "#share": "#sharing[open]" }[opens]).first().waitFor();
      await tab.waitForTimeout(100);
      for (const it of await small(tab)) found.push(`${width} ${opens}: ${it}`);
      await tab.keyboard.press("Escape");
    }
  }
  await fresh(tab, "main: addd $t0, $t1, $t2\n", "mars");
  await tab.click("#tab-messages");
  for (const it of await small(tab)) found.push(`messages: ${it}`);
  await tab.locator("#editor .cm-content").click();
  await tab.keyboard.press("Control+F");
  await tab.locator("#editor .cm-search").waitFor();
  for (const it of await small(tab)) found.push(`search: ${it}`);
  assert.deepEqual([...new Set(found)], []);
}

/** Checks that each control reached by Tab shows its focus and is not covered. */
async function focus({ page }) {
  const tab = await page();
  await full(tab);
  for (const [width, height] of [[1440, 900], [360, 640]]) {
    await tab.setViewportSize({ width, height });
    for (const panel of ["tab-registers", "tab-memory", "tab-puzzle", "tab-setup"]) {
      await tab.click(`#${panel}`);
      await tab.focus("#dialect");
      for (let step = 0; step < 60; step += 1) {
        await tab.keyboard.press("Tab");
        const told = await tab.evaluate(() => {
          const it = document.activeElement;
          if (!it || it === document.body) return null;
          const { left, top, width, height } = it.getBoundingClientRect();
          const [x, y] = [left + width / 2, top + height / 2];
          const over = document.elementFromPoint(Math.min(Math.max(x, 1), innerWidth - 1), Math.min(Math.max(y, 1), innerHeight - 1));
          const isSeen = top < innerHeight && top + height > 0 && (it.contains(over) || over?.contains(it));
          const style = getComputedStyle(it);
          return { id: it.id || it.getAttribute("aria-label") || it.textContent.slice(0, 20), isSeen, isShown: it.id === "editor" || style.outlineStyle !== "none" };
        });
        if (!told) break;
        if (told.id === "editor") await tab.keyboard.press("Escape");
        assert.ok(told.isShown, `${width} ${panel}: the focus on ${told.id} is not shown`);
        assert.ok(told.isSeen, `${width} ${panel}: ${told.id} has the focus and is covered`);
      }
    }
  }
}

async function motion({ page }) {
  const tab = await page();
  await tab.emulateMedia({ reducedMotion: "reduce" });
  await tab.click("#tab-puzzle");
  await tab.click("#puzzle-one");
  await tab.locator(".grid td").first().waitFor();
  const moving = await tab.evaluate(() => [...document.querySelectorAll("*")].filter((it) => {
    const { transitionDuration, animationName } = getComputedStyle(it);
    return transitionDuration.split(",").some((time) => parseFloat(time) > 0) || animationName !== "none";
  }).length);
  assert.equal(moving, 0);
}

async function forced({ page }) {
  const tab = await page();
  await full(tab);
  await tab.emulateMedia({ forcedColors: "active" });
  const style = (selector, name) => tab.locator(selector).first().evaluate((it, name) => getComputedStyle(it)[name], name);
  assert.equal(await style("#panel-tabs [aria-selected=true]", "borderTopStyle"), "solid");
  assert.equal(await style("#panel-tabs [aria-selected=false]", "borderTopStyle"), "none");
  await tab.click("#tab-registers");
  assert.equal(await style(".register.changed", "outlineStyle"), "solid");
  assert.equal(await style("#editor .cm-now", "outlineStyle"), "solid");
}

async function large({ page }) {
  const tab = await page();
  await full(tab);
  for (const [size, width] of [["200", 1440], ["150", 1440], ["200", 720], ["125", 360]]) {
    await tab.setViewportSize({ width, height: 900 });
    await tab.selectOption("#size", size);
    for (const panel of await panelsOf(tab)) {
      await tab.click(`#${panel}`);
      await tab.waitForTimeout(120);
      const wide = await tab.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${panel} with text of ${size} % at ${width}: ${wide} pixels wide`);
    }
  }
  await tab.reload();
  await tab.waitForSelector("body[data-ready=yes]");
  assert.equal(await tab.inputValue("#size"), "125");
}

async function speech({ page }) {
  const tab = await page();
  await fresh(tab, ".data\nend: .asciiz \"\\n\"\n.text\nmain: li $t0, 200000\nagain: move $a0, $t0\n li $v0, 1\n syscall\n la $a0, end\n li $v0, 4\n syscall\n addi $t0, $t0, -1\n bnez $t0, again\n li $v0, 10\n syscall\n", "mars");
  await tab.evaluate(() => {
    globalThis.spoken = [];
    const live = [...document.querySelectorAll("[aria-live], [role=status], [role=alert], [role=log], output")].filter((it) => it.getAttribute("aria-live") !== "off");
    for (const it of live) new MutationObserver(() => globalThis.spoken.push(`${it.id}: ${it.textContent}`)).observe(it, { childList: true, characterData: true, subtree: true });
  });
  await tab.click("#do-run");
  await says(tab, "Ended");
  await tab.waitForTimeout(300);
  const spoken = await tab.evaluate(() => globalThis.spoken);
  assert.ok(spoken.length > 0 && spoken.length <= 3, `${spoken.length} times: ${spoken.slice(0, 5)}`);
  assert.match(spoken.at(-1), /Ended.*last output line: 1$/);
}

async function questions({ page }) {
  const tab = await page();
  await tab.focus("#tab-registers");
  await tab.keyboard.press("?");
  assert.ok(await tab.locator("#help").isVisible());
  await tab.locator("#keys tr").nth(14).waitFor();
  await tab.keyboard.press("Escape");
  await tab.locator("#editor .cm-content").click();
  await tab.keyboard.press("?");
  assert.ok(!(await tab.locator("#help").isVisible()), "a question mark is a letter of a source");
  const heads = await tab.locator("h1, h2").evaluateAll((all) => all.filter((it) => it.checkVisibility()).map((it) => it.textContent));
  for (const head of ["Isagrid", "Run", "Source", "Program"]) assert.ok(heads.includes(head), `${head}: ${heads}`);
}

export const reach = {
  "every target has 24 pixels": targets,
  "the focus is seen": focus,
  "nothing moves with reduced motion": motion,
  "colours of the system": forced,
  "large text": large,
  "the end of a run of 200 thousand lines is announced": speech,
  "a question mark shows the keys": questions,
};
