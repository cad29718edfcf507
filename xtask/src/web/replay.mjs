// Asks the machines in this engine what they were asked natively, and compares each answer.
import { createReadStream, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import init, { Desk } from "./isagrid.js";

const module = readFileSync(new URL("./isagrid_bg.wasm", import.meta.url));
await init({ module_or_path: module });
const FEWEST_PROGRAMS = 500;
let programs = 0, ran = 0, answers = 0, different = 0, instructions = 0, seconds = 0;
for await (const line of createInterface({ input: createReadStream(process.argv[2]) })) {
  const { name, said } = JSON.parse(line);
  const desk = new Desk();
  programs += 1;
  for (const [call, expected] of said) {
    const begun = performance.now();
    const answer = desk.call(JSON.stringify(call));
    if (call.call === "go") seconds += (performance.now() - begun) / 1000;
    answers += 1;
    if (answer !== expected) {
      different += 1;
      if (different <= 10) console.error(`${name}: ${JSON.stringify(call).slice(0, 200)}\n  native ${expected.slice(0, 400)}\n  here   ${answer.slice(0, 400)}`);
    }
    if (call.call === "counts") {
      ran += 1;
      instructions += JSON.parse(answer).ok.instructions;
    }
  }
  desk.free();
}
const speed = (instructions / seconds / 1e6).toFixed(0);
console.log(`${programs} programs, ${ran} of them ran, ${answers} answers: ${different} differ`);
console.log(`${instructions} instructions at ${speed} million a second`);
if (ran < FEWEST_PROGRAMS) console.error(`fewer than ${FEWEST_PROGRAMS} programs ran`);
process.exit(different > 0 || ran < FEWEST_PROGRAMS ? 1 : 0);
