// Front panel of the PDP-10: lamps, switches, the pace of a KA10, and DDT at the terminal.

import assert from "node:assert/strict";
import { audit } from "./access.mjs";
import { enter, fresh, says, shows } from "./steps.mjs";

/** Waits until the description of the lamps contains a text. */
const lit = (tab, text) => tab.waitForFunction((text) => document.querySelector(".lamps")?.getAttribute("aria-label").includes(text), text)
  .catch(async () => assert.fail(`the lamps show ${await tab.locator(".lamps").getAttribute("aria-label")}, and should show ${text}`));

/** Waits for a text on the terminal. */
const typed = (tab, text) => tab.waitForFunction((text) => document.querySelector("#xterm .xterm-rows")?.textContent.replaceAll("\u00a0", " ").includes(text), text)
  .catch(async () => assert.fail(`the terminal shows ${JSON.stringify(await tab.locator("#xterm .xterm-rows").innerText())}, and should show ${text}`));

async function lamps({ page }) {
  const tab = await page();
  assert.equal(await tab.locator("#tab-front").isVisible(), false);
  await fresh(tab, "\tTITLE L\nGO:\tMOVE 1,[777000,,5]\n\tMOVEM 1,300\n\tADDI 1,1\n\t.LOGOUT 1,\n\tEND GO\n", "midas");
  await tab.click("#tab-front");
  await tab.click("#do-step");
  await lit(tab, "IR, next instruction: 200040");
  await tab.click("#do-step");
  await lit(tab, "AC1, accumulator of the next instruction: 777000000005");
  await tab.click("#do-step");
  await lit(tab, "MA, address of the last store: 000300; MB, word of the last store: 777000000005");
  assert.equal(await tab.locator(".lamps .lit").count(), await tab.evaluate(() => {
    const text = document.querySelector(".lamps").getAttribute("aria-label");
    return [...text.matchAll(/: ([0-7]{6,12})/g)].flatMap(([, digits]) => [...digits]).reduce((sum, digit) => sum + Number(digit).toString(2).replaceAll("0", "").length, 0);
  }));
  // The lamps follow the timeline.
  await tab.keyboard.press("F8");
  await lit(tab, "MA, address of the last store: 000000");
  // Another machine has no such panel.
  await fresh(tab, "main: nop\n", "mars");
  await tab.locator("#tab-front").waitFor({ state: "hidden" });
  await tab.locator("#registers").waitFor();
}

/** Words are examined and changed by switches, by mouse and by keys; the program then runs with them. */
async function switches({ page }) {
  const tab = await page();
  await fresh(tab, "\tTITLE S\nGO:\tMOVE 1,X\n\tMOVEM 1,Y\n\t.LOGOUT 1,\n\tLOC 300\nX:\t1\nY:\t2\n\tEND GO\n", "midas");
  await tab.click("#tab-front");
  await enter(tab.locator("#front-address"), "300");
  // The first press loads the program.
  await tab.click("#front-examine");
  await lit(tab, "MA, examined address: 000300; MB, word at this address: 000000000001");
  await tab.click("#front-examine-next");
  await lit(tab, "MA, examined address: 000301; MB, word at this address: 000000000002");
  await tab.getByRole("switch", { name: "data switch 0", exact: true }).focus();
  await tab.keyboard.press("Space");
  await tab.keyboard.press("End");
  await tab.keyboard.press("Space");
  await tab.keyboard.press("ArrowLeft");
  await tab.keyboard.press("Space");
  assert.equal(await tab.inputValue("#front-data"), "400000,,000003");
  await tab.click("#front-deposit");
  await lit(tab, "MA, examined address: 000300; MB, word at this address: 400000000003");
  await enter(tab.locator("#front-data"), "5,,7");
  assert.equal(await tab.locator(".front [aria-checked=true]").count(), 2 + 3 + 2);
  await tab.click("#front-deposit-next");
  await lit(tab, "MA, examined address: 000301; MB, word at this address: 000005000007");
  // No number, and no memory.
  await enter(tab.locator("#front-data"), "8");
  await tab.locator("#front-data[aria-invalid=true]").waitFor();
  await enter(tab.locator("#front-address"), "600000");
  await tab.click("#front-examine");
  await shows(tab, "#notice-text", "no memory at 600000");
  for (let step = 0; step < 2; step += 1) await tab.click("#do-step");
  await lit(tab, "MA, address of the last store: 000301; MB, word of the last store: 400000000003");
  const found = [];
  for (const scheme of ["light", "dark"]) {
    await tab.selectOption("#scheme", scheme);
    await audit(tab, `${scheme} front panel`, found);
  }
  assert.deepEqual(found, []);
}

/** Endless loop: 800,000 instructions take no time at full speed, and more than a second on a KA10. */
async function pace({ page }) {
  const tab = await page();
  await fresh(tab, "\tTITLE P\nGO:\tADDI 1,1\n\tJRST GO\n\tEND GO\n", "midas");
  await tab.click("#tab-front");
  await tab.check("#front-pace");
  const begun = performance.now();
  await tab.click("#do-run");
  await tab.waitForFunction(() => Number(/([\d\u202f]+) instruction/.exec(document.getElementById("status").textContent)?.[1].replace(/\D/g, "") ?? 0) > 800_000);
  await tab.click("#do-run");
  await says(tab, "Stopped");
  const took = (performance.now() - begun) / 1000;
  await tab.click("#tab-costs");
  await shows(tab, "#cost-list", "ns by ka10");
  const text = await tab.locator("#cost-list tr", { hasText: "ns by ka10" }).locator("td").nth(1).textContent();
  const seconds = Number(text.replace(/\D/g, "")) / 1e9;
  assert.ok(seconds > 1 && seconds < took, `the machine has run for ${seconds} s in ${took} s`);
}

/** DDT runs the program by its command, deposits, executes an instruction, and stops at a breakpoint. */
async function ddt({ page }) {
  const tab = await page();
  await tab.selectOption("#example", "pdp10-its-9x9");
  await shows(tab, "#files", "pdp10.mid");
  await tab.locator("#tab-front").waitFor();
  await tab.click("#tab-front");
  await tab.click("#front-ddt");
  await typed(tab, "this is ITS's DDT");
  await tab.keyboard.type(":SUDOKU PUZZL1 SUDOKU\n");
  await typed(tab, "|| 7 | 3 | 2 || 4 | 1 | 8 ||");
  await says(tab, "102 221 instructions".replace(" ", "\u202f"));
  await tab.keyboard.type("MOVEI 1,5");
  await tab.keyboard.press("Escape");
  await tab.keyboard.type("X");
  await typed(tab, "has ended");
  await tab.keyboard.type("SOLVE/");
  await typed(tab, "SOLVE/   ");
  await tab.keyboard.press("Enter");
  await tab.keyboard.type("SOLVE");
  await tab.keyboard.press("Escape");
  await tab.keyboard.type("B");
  await tab.keyboard.press("Escape");
  await tab.keyboard.type("G");
  await typed(tab, "$1B; SOLVE>>");
  await tab.keyboard.type("MOVEI 1,1234");
  await tab.keyboard.press("Escape");
  await tab.keyboard.type("X");
  // The page shows the same machine: its lamps, its registers and its line.
  await lit(tab, "PC, address of the next instruction");
  await tab.click("#tab-registers");
  await tab.waitForFunction(() => document.querySelector("#register-list input[aria-label^='AC1'], #register-list input[aria-label^='1']")?.value.endsWith("001234"));
  await tab.click("#do-step");
  await says(tab, "Stepped");
  await tab.click("#tab-front");
  await tab.locator("#xterm").click();
  await tab.keyboard.press("Escape");
  await tab.keyboard.type("P");
  await typed(tab, "$1B; SOLVE>>");
  await tab.keyboard.type(":KILL\n");
  await tab.locator("#front-ddt[aria-pressed=false]").waitFor();
}

/** A link opens the panel, and the program runs at the pace of its machine. */
async function link({ page, url }) {
  const tab = await page(`${url}#pdp10`);
  await tab.locator("#front .lamps").waitFor();
  await says(tab, "Running");
  assert.ok(await tab.isChecked("#front-pace"));
  const before = await tab.locator(".lamps").getAttribute("aria-label");
  await tab.waitForFunction((before) => document.querySelector(".lamps").getAttribute("aria-label") !== before, before);
  await tab.uncheck("#front-pace");
  await says(tab, "Ended");
  await shows(tab, "#screen", "||===|");
  assert.match(await tab.locator("#status").textContent(), /10\u202f094\u202f\d\d\d instructions/);
  // In an open page, too.
  await tab.goto(`${url}#`);
  await tab.evaluate(() => { location.hash = "#pdp10"; });
  await says(tab, "Running");
}

export const front = {
  "the lamps of a PDP-10 show its state": lamps,
  "switches of the front panel examine and deposit": switches,
  "a PDP-10 runs at the pace of a KA10": pace,
  "DDT at the terminal works on the run of the page": ddt,
  "a link opens a PDP-10 that runs": link,
};
