// Terminal and timeline: output up to a position, links to a position, and long searches in parts.

import assert from "node:assert/strict";
import { enter, fresh, says, shows } from "./steps.mjs";

/** Prints 1 to 5. */
const COUNT = `main:   li      $t0, 1
loop:   move    $a0, $t0
        li      $v0, 1
        syscall
        addi    $t0, $t0, 1
        ble     $t0, 5, loop
        li      $v0, 10
        syscall
`;

const screen = (tab) => tab.locator("#screen").textContent();

/** Waits until the terminal shows exactly this text. */
async function written(tab, text) {
  await tab.waitForFunction((text) => document.getElementById("screen").textContent === text, text)
    .catch(async () => assert.fail(`the terminal shows "${await screen(tab)}", and should "${text}"`));
}

async function follows({ page }) {
  const tab = await page();
  await fresh(tab, COUNT, "mars");
  await tab.click("#do-run");
  await written(tab, "12345");
  // The first syscall is instruction 4; an iteration of the loop has 7.
  for (const [step, text] of [[3, ""], [4, "1"], [10, "1"], [11, "12"], [25, "1234"], [18, "123"], [32, "12345"]]) {
    await tab.locator("#timeline").fill(String(step));
    await says(tab, `${step} instructions`);
    await written(tab, text);
  }
  await tab.keyboard.press("Shift+F8");
  await written(tab, "1234");
  await tab.keyboard.press("Shift+F7");
  await written(tab, "12345");
  // A changed past: later output is dropped.
  await tab.locator("#timeline").fill("11");
  await written(tab, "12");
  await tab.click("#tab-registers");
  const t0 = tab.locator("#register-list input[aria-label^='t0']");
  await enter(t0, "4");
  await tab.click("#do-run");
  await written(tab, "125");
}

async function typed({ page }) {
  const tab = await page();
  await fresh(tab, "main: li $v0, 5\n syscall\n move $a0, $v0\n li $v0, 1\n syscall\n li $v0, 10\n syscall\n", "mars");
  await tab.click("#do-run");
  await says(tab, "Waiting for input");
  await tab.fill("#typed", "42");
  await tab.keyboard.press("Enter");
  await written(tab, "42\n42");
  await tab.locator("#timeline").press("Home");
  await written(tab, "");
  await tab.locator("#timeline").press("End");
  await written(tab, "42\n42");
}

/** 60 million instructions. */
const LONG = "main: nop\n li $t0, 20000000\nagain: addi $t0, $t0, -1\n nop\n bnez $t0, again\n jal leaf\n nop\nleaf: li $v0, 10\n syscall\n";

async function far({ page }) {
  const tab = await page();
  await fresh(tab, LONG, "mars");
  await tab.click("#do-run");
  await says(tab, "Ended");
  await tab.evaluate(() => {
    globalThis.longest = 0;
    let last = performance.now();
    const look = () => {
      globalThis.longest = Math.max(globalThis.longest, performance.now() - last);
      last = performance.now();
      requestAnimationFrame(look);
    };
    look();
  });
  await tab.click("#tab-calls");
  await shows(tab, "#call-list", "main.s:6");
  await tab.keyboard.press("Control+F8");
  await says(tab, "At the beginning");
  await tab.locator("#timeline").fill("55000000");
  await says(tab, "55\u202f000\u202f000 instructions");
  await tab.keyboard.press("F8");
  await says(tab, "54\u202f999\u202f999 instructions");
  assert.ok(await tab.evaluate(() => globalThis.longest) < 3000, "the page answers meanwhile");
}

async function link({ page, url }) {
  const tab = await page();
  await fresh(tab, COUNT, "mars");
  await tab.click("#share");
  await tab.locator("#sharing[open]").waitFor();
  assert.ok(await tab.isDisabled("#share-moment"), "there is no moment yet");
  await tab.click("#sharing .close");
  await tab.click("#do-run");
  await says(tab, "Ended");
  await tab.locator("#timeline").fill("18");
  await says(tab, "18 instructions");
  await tab.click("#share");
  await tab.check("#share-moment");
  await tab.waitForFunction(() => document.getElementById("link").value.endsWith("&at=18"));
  const address = await tab.inputValue("#link");
  const other = await page(address);
  await says(other, "18 instructions");
  await written(other, "123");
  await shows(other, "#notice-text", "running to instruction 18");
  for (const [broken, told] of [
    [address.replace("at=18", "at=-1"), "is not a number of instructions"],
    [address.replace("at=18", "at=<b>"), "is not a number of instructions"],
    [address.replace("at=18", "at=9999999999999999"), "is not a number of instructions"],
    [address.replace("at=18", "at=1000"), "this run stopped after"],
    [`${url}#s=abc&at=1`, "damaged"],
  ]) {
    const there = await page(broken);
    await shows(there, "#notice-text", told);
    await there.close();
  }
  // A search that would run for days can be stopped.
  const endless = await page();
  await fresh(endless, "main: j main\n", "mars");
  await endless.click("#do-step");
  await endless.click("#do-step");
  await says(endless, "1 instruction ");
  await endless.click("#share");
  await endless.check("#share-moment");
  await endless.waitForFunction(() => document.getElementById("link").value.includes("&at="));
  const days = await page((await endless.inputValue("#link")).replace(/at=\d+/, "at=999999999999999"));
  await says(days, "Running");
  await days.click("#do-run");
  await says(days, "Stopped");
}

export const moments = {
  "the terminal follows the timeline": follows,
  "typed input follows the timeline": typed,
  "a distant position is reached while the page stays responsive": far,
  "a link leads to a moment": link,
};
