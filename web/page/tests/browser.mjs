// Chromium or Firefox with the served page: no requests outside its folder, and no console messages.

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import playwright from "playwright-core";
import { serve } from "../serve.mjs";

const SWITCHES = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
  "--disable-sync", "--disable-crash-reporter", "--disable-breakpad", "--force-device-scale-factor=1",
];

/** First of these programs on this computer; null if there is none. */
function program(...names) {
  const places = (process.env.PATH ?? "").split(delimiter);
  return names.flatMap((name) => places.map((place) => join(place, name))).find(existsSync) ?? null;
}

const CONTEXT = { viewport: { width: 1440, height: 900 }, acceptDownloads: true };

/** Lets Playwright and Firefox understand each other: both follow WebDriver BiDi, but not all of it. */
function speak(session) {
  const { send } = session;
  // Playwright sets the colours of each context with a command that Firefox does not know yet.
  session.send = function sendKnown(method, ...all) {
    return method === "emulation.setMediaFeaturesOverride" ? Promise.resolve({}) : send.call(this, method, ...all);
  };
  const transport = session.connection._transport;
  const { onmessage } = transport;
  // Playwright knows downloads by a name, and Firefox gives them none.
  transport.onmessage = (message) => {
    if (message.method?.startsWith("browsingContext.download")) message.params.download ??= message.params.url;
    onmessage(message);
  };
}

const chromium = {
  name: "Chromium",
  path: program("chromium", "chromium-browser", "google-chrome"),
  launch: (folder, options) => playwright.chromium.launchPersistentContext(folder, { ...CONTEXT, ...options, args: SWITCHES }),
};

const firefox = {
  name: "Firefox",
  path: program("firefox-esr", "firefox"),
  async launch(_, options) {
    const browser = await playwright.firefox.launch({ ...options, channel: "moz-firefox" });
    speak(browser._connection.toImpl(browser)._browserSession);
    return browser.newContext(CONTEXT);
  },
};

export const browsers = { chromium, firefox };

/** Ids of all controls used in any browser. */
export const used = new Set();

/**
 * Delay of each file, and of each message to a machine, in milliseconds, from the variable SLOW. A test that passes
 * only on a fast computer fails with `SLOW=500`.
 */
const SLOW_MS = Number(process.env.SLOW ?? 0);

/** Lets a server and pages answer late. */
async function slow(server, context) {
  const [answer] = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (...all) => setTimeout(answer, SLOW_MS, ...all));
  await context.addInitScript((milliseconds) => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function post(...all) {
      // A program that runs would be slow only because it is asked often.
      if (/"way":"resume"/.test(all[0].call)) postMessage.apply(this, all);
      else setTimeout(() => postMessage.apply(this, all), milliseconds);
    };
  }, SLOW_MS);
}

/** A browser for one test, with its server and folders; `close` removes them. */
export async function open(folder, { path, launch }) {
  const profile = mkdtempSync(join(tmpdir(), "isagrid-"));
  const { server, url } = await serve(folder, 0);
  // What a browser writes into a home or a folder for temporary files is removed with its profile.
  const context = await launch(profile, { env: { ...process.env, HOME: profile, TMPDIR: profile }, executablePath: path, headless: true });
  if (SLOW_MS > 0) await slow(server, context);
  // Ids of controls that were clicked, typed into or changed.
  await context.exposeBinding("isagridUsed", (_, id) => used.add(id));
  await context.addInitScript(() => {
    for (const kind of ["click", "change", "input"]) {
      document.addEventListener(kind, ({ target }) => {
        const id = target instanceof Element && target.closest("[id]")?.id;
        if (id) globalThis.isagridUsed(id);
      }, true);
    }
  });
  const complaints = [];
  context.on("request", (request) => {
    const to = request.url();
    // The page as a single file.
    if (/^file:.*\/isagrid\.html(#.*)?$/.test(to)) return;
    if (!to.startsWith(url) && !to.startsWith("data:") && !to.startsWith("blob:")) complaints.push(`asks for ${to}`);
  });
  const page = async (address = url) => {
    const made = await context.newPage();
    // Long enough for a computer that does much else.
    made.setDefaultTimeout(60_000);
    made.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(`console: ${message.text()}`);
    });
    made.on("pageerror", (error) => {
      // For a picture, Playwright adds a style that hides the text cursor.
      if (!/blocked an inline style.*sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT\+SmwNZWA=/.test(error.message)) complaints.push(`error: ${error.message}`);
    });
    await made.goto(address);
    await made.waitForSelector("body[data-ready=yes]");
    return made;
  };
  const close = async () => {
    const browser = context.browser();
    await context.close();
    await browser?.close();
    server.closeAllConnections();
    server.close();
    // Firefox may still be writing.
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
  return { context, complaints, folder, page, url, server, close };
}
