// Robustness: endless programs, large sources, hostile links, and no network.

import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { fresh, paste, says, shows, stop, write } from "./steps.mjs";

/** Checks that the page still works: runs a small program. */
async function alive(tab) {
  await fresh(tab, "main: li $v0, 10\n syscall\n", "mars");
  await tab.click("#do-run");
  await says(tab, "Ended · 2 instructions");
}

async function endless({ page }) {
  const tab = await page();
  await fresh(tab, "main: j main\n", "mars");
  await tab.click("#do-run");
  await shows(tab, "#do-run", "Stop");
  await tab.waitForTimeout(1500);
  await tab.keyboard.press("Control+Enter");
  await says(tab, "Stopped");
  await tab.keyboard.press("F8");
  await says(tab, "Stepped");
  await alive(tab);
}

async function deaf({ page }) {
  const tab = await page();
  // One cell that runs for a long time.
  await fresh(tab, "=to(2000).(to(20000).(~*~).sum()).sum()\n", "spl");
  await tab.click("#do-run");
  await shows(tab, "#do-run", "Stop");
  await tab.click("#do-run");
  await shows(tab, "#notice-text", "did not answer within a second");
  await alive(tab);
}

async function flood({ page }) {
  const tab = await page();
  await fresh(tab, ".data\ntext: .asciiz \"spam and eggs\\n\"\n.text\nmain: la $a0, text\n li $v0, 4\nagain: syscall\n j again\n", "mars");
  await tab.click("#do-run");
  await shows(tab, "#cut", "thousand characters of");
  await tab.waitForTimeout(1500);
  await stop(tab);
  await tab.waitForFunction(() => /Stopped/.test(document.getElementById("status").textContent));
  assert.ok((await tab.locator("#screen").textContent()).length < 400_000);
  await alive(tab);
}

async function large({ page }) {
  const tab = await page();
  const buffer = Buffer.from("# a line of a source that never ends\n".repeat(140_000));
  await tab.setInputFiles("#pick", { name: "large.s", mimeType: "text/plain", buffer });
  await shows(tab, "#notice-text", "large.s has 5.2 MB");
  await tab.click("#new");
  await paste(tab, buffer.toString());
  await tab.locator("#editor .cm-line", { hasText: "never ends" }).first().waitFor();
  await tab.click("#share");
  await shows(tab, "#notice-text", "download the source instead");
  // The answer to a click stays when the page finds out, a moment later, that it cannot store the document.
  await tab.locator("#unstored", { hasText: "cannot store" }).waitFor();
  await shows(tab, "#notice-text", "download the source instead");
  // This tab keeps the document, and asks before it is closed.
  await tab.click("#new");
  await tab.locator("#unstored").waitFor({ state: "hidden" });
  const asked = tab.waitForEvent("dialog");
  const closed = tab.close({ runBeforeUnload: true });
  const dialog = await asked;
  assert.equal(dialog.type(), "beforeunload");
  await dialog.dismiss();
  await closed;
  await tab.click("#notice-undo");
  await tab.locator("#editor .cm-line", { hasText: "never ends" }).first().waitFor();
  await tab.click("#documents-open");
  await shows(tab, "#document-list", "shown, not stored");
  await tab.click("#documents .close");
  await alive(tab);
}

async function links({ page, url }) {
  const pack = (value) => `${url}#s=${deflateRawSync(Buffer.from(value)).toString("base64url")}`;
  const evil = "<img src=x onerror=alert(1)><script>alert(2)</script>";
  for (const [link, told] of [
    [`${url}#s=!!!`, "damaged"],
    [`${url}#s=${"A".repeat(40_000)}`, "the limit is 32000"],
    [pack("x".repeat(20_000_000)), "longer than 1 MB"],
    [pack("[1,2"), "no source of Isagrid"],
    [pack("{\"sources\":[]}"), "no source of Isagrid"],
    [pack("{\"sources\":[{\"name\":1,\"text\":2}]}"), "no source of Isagrid"],
    [pack(JSON.stringify({ sources: [{ name: evil, text: evil }], dialect: evil, switches: [evil], input: evil, arguments: [evil] })), "Opened from a link"],
  ]) {
    const tab = await page(link);
    await shows(tab, "#notice-text", told);
    assert.equal(await tab.locator("script, img[src=x]").evaluateAll((all) => all.filter((it) => !it.src.endsWith("page.js")).length), 0);
    await alive(tab);
    await tab.close();
  }
}

async function output({ page }) {
  const tab = await page();
  const text = ".data\ntext: .asciiz \"<b>bold</b>\\033[31mred\\007\\n\"\n.text\nmain: la $a0, text\n li $v0, 4\n syscall\n li $v0, 10\n syscall\n";
  await fresh(tab, text, "spim");
  await tab.click("#do-run");
  await shows(tab, "#screen", "<b>bold</b>");
  assert.equal(await tab.locator("#screen b").count(), 0);
  assert.doesNotMatch(await tab.locator("#screen").textContent(), /[\x00-\x08\x0b-\x1f]/);
}

/** The time limit of assembling does not include the loading of the machine, and ends an assembler that does not answer. */
async function late({ page, context, complaints }) {
  await context.route("**/offline.js", (route) => route.abort());
  await context.route("**/mips32_bg.wasm", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 9000));
    await route.continue();
  });
  await context.addInitScript(() => {
    const { set } = Object.getOwnPropertyDescriptor(Worker.prototype, "onmessage");
    Object.defineProperty(Worker.prototype, "onmessage", {
      set(take) { set.call(this, (event) => { if (!globalThis.isSilent || !("reply" in event.data)) take(event); }); },
    });
  });
  const tab = await page();
  await shows(tab, "#guess", "MARS");
  await tab.evaluate(() => { globalThis.isSilent = true; });
  await write(tab, "main: nop\n");
  await shows(tab, "#guess", "assembling took too long and was stopped");
  await tab.evaluate(() => { globalThis.isSilent = false; });
  await write(tab, "main: j main\n");
  await shows(tab, "#guess", "MARS");
  assert.ok(complaints.every((text) => /ERR_FAILED|fetching the script/.test(text)), complaints.join("\n"));
  complaints.length = 0;
}

/** A machine that was not loaded is loaded at the next click; a new source during a run is no trouble. */
async function again({ page, context, complaints }) {
  // The worker for offline use loads all machines.
  await context.route("**/offline.js", (route) => route.abort());
  const tab = await page();
  await fresh(tab, "main: j main\n", "mars");
  await tab.click("#do-run");
  await says(tab, "Running");
  await fresh(tab, "main: nop\n", "mars");
  await shows(tab, "#notice-text", "main.s is kept");
  await context.route("**/lc3_bg.wasm", (route) => route.abort());
  await tab.selectOption("#dialect", "lc3");
  await write(tab, ".ORIG x3000\n HALT\n.END\n");
  await tab.click("#do-run");
  await shows(tab, "#notice-text", "lc3_bg.wasm");
  await context.unroute("**/lc3_bg.wasm");
  await tab.click("#do-run");
  await says(tab, "Ended");
  // The browser reports the failed requests.
  assert.ok(complaints.every((text) => /ERR_FAILED|fetching the script/.test(text)), complaints.join("\n"));
  complaints.length = 0;
}

async function offline({ page, context, server, complaints }) {
  const tab = await page();
  await tab.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await tab.waitForFunction(async () => (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).length))).some((many) => many > 5));
  await tab.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await context.setOffline(true);
  const again = await page();
  await again.click("#do-run");
  await says(again, "Ended");
  assert.deepEqual(complaints, []);
}

export const danger = {
  "an endless program is stopped": endless,
  "a machine that does not answer is ended": deaf,
  "endless output is cut": flood,
  "a source of 5 MB": large,
  "hostile links": links,
  "program output is shown as text": output,
  "the time limit of assembling does not include loading": late,
  "a machine that was not loaded is loaded at the next try": again,
  "offline after the first visit": offline,
};
