// The documentation next to the page: every link has a target, and pages are readable everywhere.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { audit } from "./access.mjs";

const folder = join(resolve(process.argv[2] ?? "../../target/page"), "docs");

/** Targets of a page: what its links name, and what they can name in it. */
function read(name) {
  const html = readFileSync(join(folder, name), "utf8");
  const all = (pattern) => [...html.matchAll(pattern)].map(([, text]) => text);
  return { links: all(/<a href="([^"]*)"/g), pictures: all(/<img src="([^"]*)"/g), ids: new Set(all(/ id="([^"]*)"/g)) };
}

async function links() {
  const names = readdirSync(folder).filter((name) => name.endsWith(".html"));
  assert.ok(names.length > 30 && names.includes("index.html"));
  const pages = new Map(names.map((name) => [name, read(name)]));
  const wrong = [];
  for (const [name, { links, pictures }] of pages) {
    for (const link of links.filter((link) => !link.startsWith("https://"))) {
      const [file, fragment] = link.split("#");
      const exists = file === "" || existsSync(join(folder, file));
      if (!exists || (fragment && !pages.get(file || name)?.ids.has(decodeURIComponent(fragment)))) wrong.push(`${name}: ${link}`);
    }
    for (const picture of pictures) if (!existsSync(join(folder, picture))) wrong.push(`${name}: ${picture}`);
  }
  assert.deepEqual(wrong, []);
  const index = pages.get("index.html").links;
  assert.deepEqual(names.filter((name) => name !== "index.html" && !index.some((link) => link.split("#")[0] === name)), []);
}

async function reading({ page }) {
  const tab = await page();
  await tab.click("a:has-text('Documentation')");
  await tab.locator("h1", { hasText: "All pages" }).waitFor();
  await tab.getByRole("link", { name: "limits", exact: true }).click();
  await tab.locator("h1", { hasText: "Limits" }).waitFor();
  const found = [];
  for (const name of ["index", "limits", "page", "run"]) {
    await tab.goto(new URL(`${name}.html`, tab.url()).href);
    for (const colorScheme of ["light", "dark"]) {
      await tab.emulateMedia({ colorScheme });
      await audit(tab, `${colorScheme} ${name}`, found);
    }
    for (const width of [320, 1440]) {
      await tab.setViewportSize({ width, height: 700 });
      const isCut = await tab.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      assert.ok(!isCut, `${name} at ${width}`);
    }
  }
  assert.deepEqual(found, []);
  await tab.click("nav a:has-text('Isagrid')");
  await tab.locator("#do-run").waitFor();
}

export const documentation = {
  "links of the documentation have targets": links,
  "the documentation is read": reading,
};
