// The page in a frame of a course, and links to examples.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { says, shows } from "./steps.mjs";

const text = (tab) => tab.evaluate(() => document.getElementById("editor").shadowRoot.querySelector(".cm-content").textContent);

async function frame({ page, url }) {
  const tab = await page(`${url}?embed=1&example=first-mars&panels=registers,memory&readonly=1`);
  await tab.setViewportSize({ width: 700, height: 420 });
  await shows(tab, "#files", "first-mars.s");
  assert.ok(!(await tab.locator("#new").isVisible()));
  const tabs = await tab.locator("#panel-tabs [role=tab]:visible").allTextContents();
  assert.deepEqual(tabs, ["Registers", "Memory"]);
  assert.ok(!(await tab.locator("#console").isVisible()));
  const before = await text(tab);
  await tab.locator("#editor .cm-content").click();
  await tab.keyboard.type("nonsense");
  assert.equal(await text(tab), before, "a source to read is not edited");
  await tab.click("#do-step");
  await says(tab, "Ready");
  const opened = tab.context().waitForEvent("page");
  await tab.click("#whole-page");
  const whole = await opened;
  await whole.waitForSelector("body[data-ready=yes]");
  await shows(whole, "#files", "first-mars.s");
  assert.ok(await whole.locator("#new").isVisible());
}

async function fits({ page, url, context }) {
  const tab = await page(`${url}?embed=1&example=first-rars.s&dialect=rars&panels=registers,console`);
  await tab.setViewportSize({ width: 700, height: 420 });
  await tab.click("#do-run");
  await says(tab, "Ended");
  await shows(tab, "#screen", "120");
  for (const selector of ["#do-run", "#editor", "#screen", "#register-list .register:nth-child(3)"]) {
    const box = await tab.locator(selector).boundingBox();
    assert.ok(box.y >= 0 && box.y + Math.min(box.height, 40) <= 420 && box.x + Math.min(box.width, 100) <= 700, `${selector}: ${JSON.stringify(box)}`);
  }
  assert.ok((await tab.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight])).every((it, at) => it <= [700, 420][at]));
  // The page around the frame gets its height.
  const outer = await context.newPage();
  const height = await outer.evaluate((url) => new Promise((resolve) => {
    setTimeout(() => resolve("no message"), 20_000);
    window.addEventListener("message", ({ data }) => { if (data?.isagrid === "height") resolve(data.height); });
    const inner = document.createElement("iframe");
    inner.src = url;
    document.body.append(inner);
  }), `${url}?embed=1&example=first-mars`);
  assert.ok(height >= 320 && height <= 900, `${height}`);
  // A frame stores no documents.
  assert.deepEqual(await tab.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("isagrid.document"))), []);
}

async function links({ page, url }) {
  const tab = await page(`${url}?example=first-spim.s`);
  await shows(tab, "#files", "first-spim.s");
  assert.ok(!tab.url().includes("example="), "after that it is a document like any other");
  const solver = await page(`${url}?example=pdp10-its-9x9`);
  await shows(solver, "#files", "pdp10");
  const none = await page(`${url}?example=nothing`);
  await shows(none, "#notice-text", "no example is called nothing");
  const venus = await page(`${url}?dialect=venus`);
  await shows(venus, "#files", "first-venus.s");
  assert.equal(await venus.inputValue("#dialect"), "venus");
}

/** The page as one file: from a disk, and in a sandboxed frame, without any request. */
async function alone({ page, folder, context }) {
  const scratch = mkdtempSync(join(tmpdir(), "isagrid-single-"));
  try {
    const file = join(scratch, "isagrid.html");
    const build = fileURLToPath(new URL("../build.mjs", import.meta.url));
    const made = spawnSync(process.execPath, [build, folder, "--single", file], { encoding: "utf8" });
    assert.equal(made.status, 0, made.stderr);
    const tab = await page(pathToFileURL(file).href);
    await tab.selectOption("#example", "program:first-rars.s");
    await shows(tab, "#files", "first-rars.s");
    await tab.click("#do-run");
    await says(tab, "Ended");
    await shows(tab, "#screen", "120");
    await tab.click("#tab-puzzle");
    await tab.fill("#speed", "7");
    await tab.click("#puzzle-play");
    await tab.locator(".race-result.good").waitFor();
    const outer = await context.newPage();
    await outer.evaluate((html) => {
      const inner = document.createElement("iframe");
      inner.setAttribute("sandbox", "allow-scripts");
      inner.srcdoc = html;
      document.body.append(inner);
    }, readFileSync(file, "utf8"));
    const inner = outer.frameLocator("iframe");
    await inner.locator("body[data-ready=yes]").waitFor();
    await inner.locator("#do-run").click();
    await inner.locator("#status", { hasText: "Ended" }).waitFor();
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

export const embedded = {
  "a single file works without a server": alone,
  "a frame shows what its address asks for": frame,
  "a frame of 700 by 420 shows source, registers and console": fits,
  "links open examples by their names": links,
};
