// Uses the page as a student does: `node tests/page.mjs FOLDER [PICTURES]`. Prints one line per test; exit status 1 if one fails.
//
// All tests run in Chromium, and some in Firefox where it is installed; with `--firefox` instead of PICTURES, all that
// its driver can do, and only there. The variable ONLY selects tests by parts of their names, with `|` between them;
// SLOW=N delays all files and machines by N milliseconds, which finds tests that pass only on a fast computer.

import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { browsers, open, used } from "./browser.mjs";
import { access } from "./access.mjs";
import { hardware } from "./hardware.mjs";
import { debug } from "./debug.mjs";
import { documentation } from "./documentation.mjs";
import { documents } from "./documents.mjs";
import { danger } from "./danger.mjs";
import { devices } from "./devices.mjs";
import { embedded } from "./embed.mjs";
import { IMPOSSIBLE, OFTEN } from "./firefox.mjs";
import { front } from "./front.mjs";
import { moments } from "./moments.mjs";
import { pictures } from "./pictures.mjs";
import { reach } from "./reach.mjs";
import { solvers } from "./solvers.mjs";
import { tasks } from "./tasks.mjs";
import { terminals } from "./terminal.mjs";
import { visit } from "./visit.mjs";
import { words } from "./words.mjs";

const [folder = "../../target/page", last] = process.argv.slice(2);
const isFirefox = last === "--firefox";
const shots = isFirefox ? undefined : last;
if (!existsSync(join(folder, "index.html"))) {
  console.error(`${folder} holds no page: cargo xtask web makes it`);
  process.exit(1);
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
const tests = shots ? pictures(resolve(shots)) : { ...debug, ...moments, ...devices, ...solvers, ...danger, ...access, ...words, ...documents, ...visit, ...terminals, ...tasks, ...front, ...hardware, ...documentation, ...embedded, ...reach };
const unknown = [...OFTEN, ...Object.keys(IMPOSSIBLE)].filter((name) => !shots && !(name in tests));
if (unknown.length > 0) throw new Error(`tests/firefox.mjs names tests that do not exist: ${unknown.join(", ")}`);

/** Tests of time, which run without another one at the same time. */
const ALONE = ["the first step takes less than a second", "a distant position is reached while the page stays responsive", "a million lines of output"];

/** Test that needs all others of Chromium. */
const LAST = "every button, field and menu is used";

/** Jobs: a test in a browser. */
const { chromium, firefox } = browsers;
const wanted = Object.entries(tests).filter(([name]) => !only || only.split("|").some((part) => name.includes(part))).map(([name, test]) => ({ name, test }));
const inFirefox = shots ? [] : wanted.filter(({ name }) => isFirefox || OFTEN.includes(name));
const impossible = inFirefox.filter(({ name }) => name in IMPOSSIBLE);
const jobs = [
  ...(isFirefox ? [] : wanted.map((job) => ({ ...job, browser: chromium }))),
  ...inFirefox.filter(({ name }) => !(name in IMPOSSIBLE)).map((job) => ({ ...job, browser: firefox })),
].filter(({ browser }) => browser.path !== null);
for (const { name, path } of isFirefox ? [firefox] : [chromium, firefox]) if (path === null) console.log(`page: not checked: ${name} is not installed`);
if (firefox.path !== null) for (const { name } of impossible) console.log(`page: not in Firefox: ${name}: ${IMPOSSIBLE[name]}`);
if (chromium.path !== null && !shots && !only && !isFirefox) jobs.push({ name: LAST, test: all, browser: chromium });

const failed = [];

/** Runs one test in a browser. */
async function run({ name, test, browser }) {
  const opened = await open(folder, browser);
  const begun = performance.now();
  const shown = `${name} in ${browser.name}`;
  try {
    await test(opened);
    if (opened.complaints.length > 0) throw new Error(opened.complaints.join("\n"));
    console.log(`page: ok    ${shown} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (error) {
    const wrong = `WRONG ${shown}: ${error.stack}`;
    failed.push(wrong);
    console.log(`page: ${wrong}`);
  } finally {
    await opened.close();
  }
}

const isAlone = ({ name }) => name === LAST || ALONE.includes(name);
const waiting = jobs.filter((job) => !isAlone(job)).values();
// A test waits half of its time: two of them use two processors.
const worker = async () => {
  for (const job of waiting) await run(job);
};
await Promise.all([worker(), worker()]);
for (const job of jobs.filter(isAlone)) await run(job);
const count = (browser) => `${jobs.filter((job) => job.browser === browser).length} tests in ${browser.name}`;
console.log(`page: ${[chromium, firefox].map(count).join(", ")}, ${failed.length} failed`);
// Once more at the end, because a long log is read from there.
for (const wrong of failed) console.log(`page: ${wrong}`);
const isNone = jobs.length === 0 && [chromium, firefox].some(({ path }) => path !== null);
process.exit(failed.length > 0 || isNone ? 1 : 0);
