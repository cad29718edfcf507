// Repeats recorded native calls with the modules of a page, and compares each answer:
// `node replay.mjs RECORD FOLDER`.
import { createReadStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [record, folder] = process.argv.slice(2);
const FEWEST_PROGRAMS = 500;
/** The module that a page loads first. */
const FIRST = JSON.parse(readFileSync(join(folder, "menu.json"), "utf8")).machines[0].name;

const modules = new Map();
/** A new session of a module. */
async function begin(name) {
  if (!modules.has(name)) {
    const module = await import(pathToFileURL(join(folder, `${name}.js`)));
    await module.default({ module_or_path: readFileSync(join(folder, `${name}_bg.wasm`)) });
    modules.set(name, { ...module, files: readFileSync(join(folder, `${name}.json`), "utf8"), asked: 0 });
  }
  return { name, simulator: new (modules.get(name).WasmSimulator)() };
}

let programs = 0, ran = 0, answers = 0, different = 0, instructions = 0, seconds = 0;
for await (const line of createInterface({ input: createReadStream(record) })) {
  const { name, machine, said } = JSON.parse(line);
  let at = await begin(machine ?? FIRST);
  programs += 1;
  for (const [call, expected] of said) {
    const text = JSON.stringify(call);
    let begun = performance.now(), answer = at.simulator.call(text);
    for (let moves = 0; moves < 3 && /^\{"(files|elsewhere)":/.test(answer); moves += 1) {
      const { elsewhere } = JSON.parse(answer);
      if (elsewhere) {
        at.simulator.free();
        at = await begin(elsewhere);
      } else if (!at.simulator.call(`{"call":"give","files":${modules.get(at.name).files}}`).startsWith('{"ok":')) throw new Error(`${at.name}.json is damaged`);
      begun = performance.now();
      answer = at.simulator.call(text);
    }
    if (call.call === "go") seconds += (performance.now() - begun) / 1000;
    answers += 1;
    if (answer !== expected) {
      different += 1;
      if (different <= 10) console.error(`${name}: ${text.slice(0, 200)}\n  native ${expected.slice(0, 400)}\n  ${at.name} ${answer.slice(0, 400)}`);
    }
    if (call.call === "counts") {
      ran += 1;
      instructions += JSON.parse(answer).ok.instructions;
    }
  }
  modules.get(at.name).asked += 1;
  at.simulator.free();
}
const speed = (instructions / seconds / 1e6).toFixed(0);
console.log(`${programs} programs, ${ran} of them ran, ${answers} answers: ${different} differ`);
console.log(`by module: ${[...modules].map(([name, { asked }]) => `${name} ${asked}`).join(", ")}`);
console.log(`${instructions} instructions at ${speed} million a second`);
if (ran < FEWEST_PROGRAMS) console.error(`fewer than ${FEWEST_PROGRAMS} programs ran`);
process.exit(different > 0 || ran < FEWEST_PROGRAMS ? 1 : 0);
