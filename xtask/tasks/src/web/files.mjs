// Writes the data files of the page: `node files.mjs ROOT FOLDER`.
//
// The module with all machines makes them from the bundled files of the repository.
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [root, folder] = process.argv.slice(2);

/** Folders of the bundled files, as in data/lib.rs. */
const FOLDERS = ["asm", "golden", "docs/examples"];

const { default: init, Files } = await import(pathToFileURL(join(folder, "all.js")));
await init({ module_or_path: readFileSync(join(folder, "all_bg.wasm")) });
const files = new Files();
/** Adds the files in a folder. */
function add(name) {
  for (const entry of readdirSync(join(root, name))) {
    const inside = `${name}/${entry}`;
    if (statSync(join(root, inside)).isDirectory()) add(inside);
    else files.add(inside, readFileSync(join(root, inside)));
  }
}
FOLDERS.forEach(add);
for (const [name, text] of Object.entries(JSON.parse(files.written()))) writeFileSync(join(folder, name), text);
