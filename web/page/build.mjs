// Bundles the page into a folder that already contains the modules and their files: `node build.mjs FOLDER`.
// `node build.mjs FOLDER --single FILE` makes one file of a bundled folder, which works without a server.

import { createHash } from "node:crypto";
import { cpSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { writeDocs } from "./docs.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const folder = process.argv[2] ?? join(here, "../../target/page");
const [, , , kind, single] = process.argv;
const shared = { bundle: true, minify: true, format: "esm", target: "es2022", legalComments: "none", logLevel: "warning" };

const root = join(here, "../..");
const read = (name) => readFileSync(join(root, name), "utf8");
const puzzle = read("golden/puzzles/9x9.txt").split("\n").find((line) => /^[.1-9]{81}/.test(line)).slice(0, 81);

if (kind === "--single") {
  writeFileSync(single, await inOne());
  process.exit(0);
}

/** The page with everything it loads. Its policy allows what is in it, and nothing else. */
async function inOne() {
  const define = { FOUNDING: JSON.stringify(puzzle), SINGLE: "true" };
  const bundled = async (entry, format) => (await build({ ...shared, loader: { ".css": "text" }, format, entryPoints: [join(here, entry)], write: false, define })).outputFiles[0].text;
  const packed = (bytes) => gzipSync(bytes, { level: 9 }).toString("base64");
  const wanted = /^(all\.js|all\.json|all_bg\.wasm|menu\.json|explanations\.json|scaffolds\.json|puzzles\/.*\.txt|[a-z0-9]+\.json)$/;
  const names = readdirSync(folder, { recursive: true }).map((name) => name.replaceAll("\\", "/")).filter((name) => wanted.test(name));
  const inside = { "worker.js": packed(await bundled("src/worker.ts", "iife")) };
  for (const name of names) inside[name] = packed(readFileSync(join(folder, name)));
  const icon = `data:image/svg+xml;base64,${readFileSync(join(folder, "icon.svg")).toString("base64")}`;
  const policy = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; style-src 'unsafe-inline'; worker-src blob:; img-src data:; base-uri 'none'; form-action 'none'";
  const script = (await bundled("src/page.ts", "esm")).replaceAll("</script", "<\\/script");
  const parts = [
    [/content="default-src[^"]*"/, `content="${policy}"`], [/<link rel="(manifest|modulepreload)"[^>]*>\n?/g, ""], [/"icon\.svg"/g, `"${icon}"`],
    [/<meta property="og:image"[^>]*>\n?/, ""], [/<a href="(?:LICENSE|docs\/)[^>]*>(.*?)<\/a>/g, (_, text) => `<span>${text}</span>`],
    [/<link rel="stylesheet"[^>]*>/, `<style>${readFileSync(join(folder, "page.css"), "utf8")}</style>`],
    [/<script type="module"[^>]*><\/script>/, `<script type="application/json" id="inside">${JSON.stringify(inside)}</script>\n<script type="module">${script}</script>`],
  ];
  return parts.reduce((html, [from, to]) => html.replace(from, typeof to === "string" ? () => to : to), readFileSync(join(folder, "index.html"), "utf8"));
}

// Code that is not always needed is split into parts, which are loaded on demand.
for (const name of readdirSync(folder)) if (/^part-.*\.js$/.test(name)) rmSync(join(folder, name));
const { metafile } = await build({
  ...shared, loader: { ".css": "text" }, entryPoints: [join(here, "src/page.ts")], outdir: folder, splitting: true, chunkNames: "part-[hash]", metafile: true,
  define: { FOUNDING: JSON.stringify(puzzle), SINGLE: "false" },
});
await build({ ...shared, entryPoints: [join(here, "src/worker.ts")], outfile: join(folder, "worker.js"), define: { SINGLE: "false" } });
// The scripts that load the modules.
const modules = readdirSync(folder).filter((name) => name.endsWith("_bg.wasm")).map((name) => name.replace("_bg.wasm", ".js"));
await build({ ...shared, bundle: false, entryPoints: modules.map((name) => join(folder, name)), outdir: folder, allowOverwrite: true });
await build({ ...shared, entryPoints: [join(here, "static/page.css")], outfile: join(folder, "page.css") });
for (const name of ["icon.svg", "isagrid.webmanifest"]) cpSync(join(here, "static", name), join(folder, name));
// Parts that the page needs at once are preloaded, so that they are not fetched one after the other.
const page = Object.keys(metafile.outputs).find((path) => basename(path) === "page.js");
const first = new Set([page]);
for (const path of first) for (const it of metafile.outputs[path].imports) if (it.kind === "import-statement") first.add(it.path);
first.delete(page);
const links = [...first].map((path) => `<link rel="modulepreload" href="${basename(path)}">\n`).join("");
// The repository is linked if its address is known; pictures in chats need the whole address of the page.
const named = process.env.PAGE_REPOSITORY ?? /^repository = "(.*)"/m.exec(read("Cargo.toml"))?.[1] ?? "";
const repository = named.includes("OWNER") ? "" : named;
const outside = repository ? [["Source code", repository], ["Report a mistake", `${repository}/issues`]] : [];
writeDocs(root, join(folder, "docs"), join(here, "static/docs.css"), repository);
// The licences of the packages that the page contains, in one file.
const packages = new Set(Object.keys(metafile.inputs).flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []));
const texts = [...packages].sort().map((name) => `${name}\n\n${readFileSync(join(here, "node_modules", name, "LICENSE"), "utf8").trim()}\n`);
writeFileSync(join(folder, "LICENSES-PACKAGES.txt"), texts.join("\n\n"));
const licences = ["LICENSE-MIT", "LICENSE-APACHE"].map((name) => {
  cpSync(join(root, name), join(folder, `${name}.txt`));
  return [`Licence: ${name.replace("LICENSE-", "").replace("APACHE", "Apache 2.0")}`, `${name}.txt`];
});
cpSync(join(root, "docs/page-puzzle.png"), join(folder, "picture.png"));
const anchors = [["Documentation", "docs/index.html"], ...outside, ...licences, ["Licences of packages", "LICENSES-PACKAGES.txt"]].map(([text, to]) => `<a href="${to}">${text}</a>`).join(" ");
const html = readFileSync(join(here, "static/index.html"), "utf8").replace("LINKS", anchors).replace("ADDRESS", process.env.PAGE_ADDRESS ?? "");
writeFileSync(join(folder, "index.html"), html.replace(/(?=<script type="module")/, links).replace(/\n\s+/g, "\n"));
cpSync(join(here, "../../golden/puzzles"), join(folder, "puzzles"), { recursive: true });

// List of files for offline use; the version changes with the files.
const own = /\.(html|js|css|svg|webmanifest|wasm|txt|json)$/;
const files = readdirSync(folder, { recursive: true }).map((name) => name.replaceAll("\\", "/"))
  .filter((name) => own.test(name) && name !== "offline.js" && statSync(join(folder, name)).isFile()).sort();
const hash = createHash("sha256");
for (const name of files) hash.update(name).update(readFileSync(join(folder, name)));
const define = { VERSION: JSON.stringify(hash.digest("hex").slice(0, 16)), FILES: JSON.stringify(["./", ...files]) };
await build({ ...shared, entryPoints: [join(here, "src/offline.js")], outfile: join(folder, "offline.js"), define });
