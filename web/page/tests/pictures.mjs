// Pictures of the page, for people: each panel at three widths in both schemes.

import { join } from "node:path";
import { full, panelsOf } from "./access.mjs";

const WIDTHS = [360, 800, 1440];

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
  return { "pictures are taken": shoot };
}
