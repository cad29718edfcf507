// Screenshots for reviewers: each panel at four widths in both schemes.

import { join } from "node:path";
import { full, panelsOf } from "./access.mjs";

const WIDTHS = [360, 800, 1024, 1440];

/** The two screenshots in the documents. */
async function ofDocuments(page, folder) {
  const tab = await page();
  await tab.setViewportSize({ width: 1440, height: 900 });
  await tab.selectOption("#scheme", "light");
  for (let step = 0; step < 26; step += 1) {
    await tab.keyboard.press("F7");
    await tab.waitForTimeout(60);
  }
  await tab.click("#profile");
  await tab.waitForTimeout(500);
  await tab.screenshot({ path: join(folder, "page-1440-light.png") });
  await tab.selectOption("#example", "mips32-mars-9x9");
  await tab.click("#tab-puzzle");
  await tab.selectOption("#solver-b", "pdp10-its-9x9");
  await tab.fill("#speed", "5");
  await tab.click("#puzzle-play");
  await tab.waitForTimeout(2500);
  await tab.click("#puzzle-play");
  await tab.waitForTimeout(500);
  await tab.screenshot({ path: join(folder, "page-puzzle.png") });
}

export function pictures(folder) {
  const shoot = async ({ page }) => {
    const tab = await page();
    await full(tab);
    for (const width of WIDTHS) {
      await tab.setViewportSize({ width, height: 900 });
      for (const scheme of ["light", "dark"]) {
        await tab.selectOption("#scheme", scheme);
        for (const panel of await panelsOf(tab)) {
          await tab.click(`#${panel}`);
          await tab.waitForTimeout(300);
          await tab.screenshot({ path: join(folder, `${panel.replace("tab-", "")}-${width}-${scheme}.png`), fullPage: width < 1000 });
        }
      }
    }
  };
  return { "pictures are taken": shoot, "pictures of the documents": ({ page }) => ofDocuments(page, folder) };
}
