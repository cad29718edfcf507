// Checks HTML pages in Chromium for `xtask/tasks/src/browser.rs`.
//
// Reads a job as JSON, and prints one line of JSON for each finding and each page.

"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { chromium } = require("playwright-core");

/** Widths in CSS pixels. */
const TELEPHONE = 360;
const DESK = 1280;
const SCHEMES = ["light", "dark"];
const HEIGHT = 800;
/** At this width nothing may need to be scrolled sideways. Source: WCAG 2.2, 1.4.10. */
const REFLOW = 320;
/** Most presses of the key Tab on one page. */
const STOPS = 300;

/** Rules of axe by their tags. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

const SWITCHES = [
  "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
  "--disable-sync", "--disable-crash-reporter", "--disable-breakpad", "--force-device-scale-factor=1",
];

const job = JSON.parse(fs.readFileSync(0, "utf8"));
const source = (name) => fs.readFileSync(path.join(__dirname, name), "utf8");
const MEASURES = `globalThis.measure = (() => { ${source("layout.js")} ${source("drawings.js")}
  return { drawnContrast, drawnTexts, focus, layout, leaveOutBackgrounds, paperWidth, rememberLooks,
    scripts, settle, spaceOut, unfold, unreached };
})(); undefined`;
const AXE = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const print = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const measure = (tab, name, argument) => tab.evaluate(([name, argument]) => globalThis.measure[name](argument), [name, argument]);

/** A tab that opens pages, shows each in many views, and reports its mistakes. */
class Tab {
  constructor(tab) {
    this.tab = tab;
    this.url = "";
    this.view = "";
  }

  static async of(browser, options) {
    const context = await browser.newContext({ ...options, deviceScaleFactor: 1 });
    const made = new Tab(await context.newPage());
    await made.listen(context);
    return made;
  }

  tell(findings) {
    for (const finding of findings) print({ finding: { view: this.view, ...finding } });
  }

  /** Reports every request except for the page itself, and every line on the console. */
  async listen(context) {
    const refused = new Set();
    await context.route("**/*", (route) => {
      const url = route.request().url();
      if (url === this.url || url.startsWith("data:")) return route.continue();
      refused.add(url);
      this.tell([{ rule: "request", place: url, detail: "the page requests another file" }]);
      return route.abort();
    });
    this.tab.on("console", (message) => {
      // The request was reported already.
      if (refused.has(message.location().url) && message.text().startsWith("Failed to load")) return;
      this.tell([{ rule: "console", place: message.type(), detail: message.text() }]);
    });
    this.tab.on("pageerror", (error) => this.tell([{ rule: "console", place: "error", detail: error.message }]));
  }

  async open(page) {
    this.url = pathToFileURL(page.file).href;
    this.view = "opening";
    await this.tab.goto(this.url);
    await this.tab.evaluate(MEASURES);
  }

  /** Shows the page as it is in a view. */
  async show(view, width, scheme, media = "screen") {
    this.view = view;
    await this.tab.setViewportSize({ width, height: HEIGHT });
    await this.tab.emulateMedia({ colorScheme: scheme, media });
    await measure(this.tab, "settle");
  }

  async measure(...names) {
    for (const [name, argument] of names) this.tell(await measure(this.tab, name, argument));
  }
}

/** Checks of every view on a screen and in print, without scripts. */
async function look(tab, page) {
  await tab.open(page);
  await tab.measure(["scripts"]);
  if (job.pictures) await pictures(tab, page);
  await measure(tab.tab, "unfold");
  for (const [width, scheme] of views()) {
    await tab.show(`${width}-${scheme}`, width, scheme);
    await tab.measure(["layout"], ["drawnTexts"], ["drawnContrast"]);
  }
  await tab.show("reflow", REFLOW, "light");
  await tab.measure(["layout"], ["drawnTexts"]);
  await keys(tab);
  await paper(tab);
  await tab.show("spaced", TELEPHONE, "light");
  await measure(tab.tab, "spaceOut");
  await tab.measure(["layout"]);
}

const views = () => job.widths.flatMap((width) => SCHEMES.map((scheme) => [width, scheme]));

async function pictures(tab, page) {
  for (const [width, scheme] of views()) {
    await tab.show(`${width}-${scheme}`, width, scheme);
    const file = path.join(job.pictures.folder, `${page.name}-${width}-${scheme}.png`);
    const whole = await tab.tab.evaluate(() => Math.ceil(document.documentElement.getBoundingClientRect().height));
    const clip = { x: 0, y: 0, width, height: Math.min(whole, job.pictures.height ?? whole) };
    await tab.tab.screenshot({ path: file, fullPage: true, clip, animations: "disabled" });
  }
}

async function paper(tab) {
  for (const scheme of SCHEMES) {
    await tab.show(`print-${scheme}`, DESK, scheme, "print");
    const width = await measure(tab.tab, "paperWidth");
    await tab.tab.setViewportSize({ width, height: HEIGHT });
    await tab.measure(["layout", true], ["drawnTexts"], ["drawnContrast", true]);
  }
}

/** Moves through the page with the key Tab. */
async function keys(tab) {
  await tab.show("keys", DESK, "light");
  const stops = await measure(tab.tab, "rememberLooks");
  // A browser also stops at what scrolls, and at the page's end.
  for (let stop = 0; stop < Math.min(stops, STOPS) + 20; stop++) {
    await tab.tab.keyboard.press("Tab");
    await tab.measure(["focus"]);
  }
  if (stops <= STOPS) await tab.measure(["unreached"]);
}

/** All rules of axe, which is a script, on screens; in print only contrast, without backgrounds. */
async function audit(tab, page) {
  await tab.open(page);
  await tab.tab.evaluate(`${AXE}; undefined`);
  await measure(tab.tab, "unfold");
  for (const [width, scheme] of views()) {
    await tab.show(`${width}-${scheme}`, width, scheme);
    await rules(tab, { type: "tag", values: TAGS });
  }
  for (const scheme of SCHEMES) {
    await tab.show(`print-${scheme}`, DESK, scheme, "print");
    await measure(tab.tab, "leaveOutBackgrounds");
    await rules(tab, { type: "rule", values: ["color-contrast"] });
  }
}

async function rules(tab, runOnly) {
  const { violations } = await tab.tab.evaluate(
    (runOnly) => globalThis.axe.run(document, { runOnly, resultTypes: ["violations"] }), runOnly);
  const findings = violations.flatMap(({ id, help, nodes }) => nodes.map((node) => {
    const why = [...node.any, ...node.all, ...node.none].map((check) => check.message)[0];
    return { rule: `${id} (${node.impact})`, place: node.target.flat().join(" "), detail: why ?? help };
  }));
  tab.tell(findings);
}

async function main() {
  const browser = await chromium.launch({ executablePath: job.chromium, args: SWITCHES, timeout: 60_000 });
  const still = await Tab.of(browser, { javaScriptEnabled: false });
  const audited = await Tab.of(browser, { bypassCSP: true });
  for (const page of job.pages) {
    const begin = performance.now();
    await Promise.all([look(still, page), audit(audited, page)]);
    print({ page: { seconds: (performance.now() - begin) / 1000 } });
  }
  await browser.close();
  print({ end: { version: browser.version() } });
}

main().catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
