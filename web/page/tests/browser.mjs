// Chromium with the served page: no requests outside its folder, and no console messages.

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";
import { serve } from "../serve.mjs";

const SWITCHES = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
  "--disable-sync", "--disable-crash-reporter", "--disable-breakpad", "--force-device-scale-factor=1",
];

/** Browser of this computer; null if there is none. */
export function program() {
  const names = ["chromium", "chromium-browser", "google-chrome"];
  const places = (process.env.PATH ?? "").split(delimiter);
  return names.flatMap((name) => places.map((place) => join(place, name))).find(existsSync) ?? null;
}

/** Ids of all controls used in any browser. */
export const used = new Set();

/** Browser with its server and folders; `close` removes them. */
export async function open(folder, executablePath) {
  const profile = mkdtempSync(join(tmpdir(), "isagrid-"));
  const { server, url } = await serve(folder, 0);
  const context = await chromium.launchPersistentContext(profile, {
    // What Chromium writes into a home is removed with its profile.
    env: { ...process.env, HOME: profile }, executablePath, headless: true, args: SWITCHES, viewport: { width: 1440, height: 900 }, acceptDownloads: true,
  });
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
    made.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
    await made.goto(address);
    await made.waitForSelector("body[data-ready=yes]");
    return made;
  };
  const close = async () => {
    await context.close();
    server.closeAllConnections();
    server.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { context, complaints, folder, page, url, server, close };
}
