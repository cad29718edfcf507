// Uses the page as a student does: `node tests/page.mjs FOLDER [PICTURES]`. Prints one line per test; exit status 1 if one fails.

import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { open, program, used } from "./browser.mjs";
import { access } from "./access.mjs";
import { debug } from "./debug.mjs";
import { documents } from "./documents.mjs";
import { danger } from "./danger.mjs";
import { devices } from "./devices.mjs";
import { embedded } from "./embed.mjs";
import { front } from "./front.mjs";
import { moments } from "./moments.mjs";
import { pictures } from "./pictures.mjs";
import { reach } from "./reach.mjs";
import { solvers } from "./solvers.mjs";
import { tasks } from "./tasks.mjs";
import { terminals } from "./terminal.mjs";
import { visit } from "./visit.mjs";
import { words } from "./words.mjs";

const [folder = "../../target/page", shots] = process.argv.slice(2);
if (!existsSync(join(folder, "index.html"))) {
  console.error(`${folder} holds no page: cargo xtask web makes it`);
  process.exit(1);
}
const chromium = program();
if (chromium === null) {
  console.log("page: not checked: none of chromium, chromium-browser, google-chrome is installed");
  process.exit(0);
}
/** Checks that earlier tests used each button, field and menu of the page. */
async function all({ page }) {
  const tab = await page();
  const known = await tab.locator("button, input, select, textarea").evaluateAll((all) => all.map(({ id }) => id).filter(Boolean));
  const unused = known.filter((id) => !used.has(id));
  if (unused.length > 0) throw new Error(`no test uses ${unused.join(", ")}`);
}
const only = process.env.ONLY;
if (shots) mkdirSync(shots, { recursive: true });
const tests = shots ? pictures(resolve(shots)) : { ...debug, ...moments, ...devices, ...solvers, ...danger, ...access, ...words, ...documents, ...visit, ...terminals, ...tasks, ...front, ...embedded, ...reach };
const last = shots || only ? {} : { "every button, field and menu is used": all };
const failed = [];
let done = 0;

/** Runs one test in a browser of its own. */
async function run(name, test) {
  const browser = await open(folder, chromium);
  const begun = performance.now();
  try {
    await test(browser);
    if (browser.complaints.length > 0) throw new Error(browser.complaints.join("\n"));
    console.log(`page: ok    ${name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed.push(name);
    console.log(`page: WRONG ${name}: ${error.stack}`);
  } finally {
    await browser.close();
  }
  done += 1;
}

/** Test of time, which runs without another one beside it. */
const ALONE = "the first step takes less than a second";
const wanted = Object.entries(tests).filter(([name]) => !only || name.includes(only));
const waiting = wanted.filter(([name]) => name !== ALONE).values();
// A test waits half of its time: two of them use two processors.
const worker = async () => {
  for (const [name, test] of waiting) await run(name, test);
};
await Promise.all([worker(), worker()]);
for (const [name, test] of [...wanted.filter(([name]) => name === ALONE), ...Object.entries(last)]) await run(name, test);
console.log(`page: ${done} tests, ${failed.length} failed${failed.map((name) => `\n    ${name}`).join("")}`);
process.exit(failed.length > 0 || done === 0 ? 1 : 0);
