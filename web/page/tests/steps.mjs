// Actions of a student on the page.

import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";

/** Replaces the text in the editor, as if pasted. */
export async function write(page, text) {
  await page.locator("#editor .cm-content").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(text);
}

/** Pastes a text that is too long to type. */
export async function paste(page, text) {
  await page.locator("#editor .cm-content").evaluate((content, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    content.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Opens a new source, and waits for the assembler. */
export async function fresh(page, text, dialect = "") {
  await page.click("#new");
  await page.selectOption("#dialect", dialect);
  // Undo and completion come with the language.
  await settled(page);
  await write(page, text);
  await settled(page);
}

/** Waits until the messages, the options and the colours are those of the source. */
export function settled(page) {
  return page.waitForFunction(() => document.getElementById("message-list").ariaBusy === "false");
}

/** Opens an example of the menu, and waits for the assembler. */
export async function example(page, value) {
  await page.selectOption("#example", value);
  await page.waitForFunction(() => document.getElementById("example").value === "");
  await settled(page);
}

/** Types a text in a field instead of what it has. Keys do not wait for a field that takes no focus yet: they are lost. */
export async function type(field, text) {
  await field.waitFor();
  // The panel of the field may still be loading.
  const takesFocus = () => field.evaluate((it) => { it.focus(); return it.matches(":focus"); });
  await becomes(field.page(), takesFocus, true);
  await field.press("Control+A");
  await field.pressSequentially(text);
}

/** The same, with Enter. */
export async function enter(field, text) {
  await type(field, text);
  await field.press("Enter");
}

/** Stops the program if it still runs, in one step: a click on its button after the end would start it again. */
export const stop = (page) => page.evaluate(() => {
  const button = document.getElementById("do-run");
  if (button.textContent.includes("Stop")) button.click();
});

export const status = (page) => page.locator("#status").textContent();

/** Waits until the status line contains a text. */
export async function says(page, text) {
  await page.waitForFunction((text) => document.getElementById("status").textContent.includes(text), text)
    .catch(async () => assert.fail(`the status line is "${await status(page)}", and should hold "${text}"`));
}

/** Runs the program once more, to an ending that the status line may show already. */
export async function reruns(page, ending) {
  await page.evaluate(() => {
    const status = document.getElementById("status");
    globalThis.said = [];
    new MutationObserver(() => globalThis.said.push(status.textContent)).observe(status, { childList: true, characterData: true, subtree: true });
  });
  await page.click("#do-run");
  await page.waitForFunction((ending) => globalThis.said.some((text) => !text.includes(ending)) && globalThis.said.at(-1).includes(ending), ending);
}

/** Waits until an element contains a text. */
export async function shows(page, selector, text) {
  await page.waitForFunction(([selector, text]) => document.querySelector(selector)?.textContent.includes(text), [selector, text])
    .catch(async () => assert.fail(`${selector} holds "${(await page.locator(selector).textContent()).slice(0, 300)}", and should hold "${text}"`));
}

/** Number of the next line, as marked in the editor. */
export async function now(page) {
  return page.evaluate(() => {
    const root = document.getElementById("editor").shadowRoot;
    const line = root.querySelector(".cm-now");
    if (!line) return null;
    const top = line.getBoundingClientRect().top;
    const numbers = [...root.querySelectorAll(".cm-lineNumbers .cm-gutterElement")];
    const number = numbers.find((it) => Math.abs(it.getBoundingClientRect().top - top) < 3 && it.offsetHeight > 0);
    return Number(number?.textContent);
  });
}

/** Time for something to happen, as of all other conditions. */
export const PATIENCE_MS = 60_000;

/** Waits until a value is as expected. */
export async function becomes(page, read, expected, why) {
  for (const begun = Date.now(); Date.now() - begun < PATIENCE_MS && !isDeepStrictEqual(await read(), expected);) await page.waitForTimeout(50);
  assert.deepEqual(await read(), expected, why);
}

/** Waits until this is the next line. */
export async function at(page, line) {
  let found = null;
  for (const begun = Date.now(); Date.now() - begun < PATIENCE_MS;) {
    found = await now(page);
    if (found === line) return;
    await page.waitForTimeout(50);
  }
  assert.fail(`line ${found} runs next, and ${line} should: ${await status(page)}`);
}

/** Makes the machines answer as late as on a slow computer. */
export async function slowed(page) {
  await page.evaluate(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function post(...all) {
      setTimeout(() => postMessage.apply(this, all), 300);
    };
  });
}

/** Moves the cursor to a visible line. */
export async function cursor(page, line) {
  await page.locator("#editor .cm-content").click();
  await page.keyboard.press("Control+Home");
  for (let at = 1; at < line; at += 1) await page.keyboard.press("ArrowDown");
}
