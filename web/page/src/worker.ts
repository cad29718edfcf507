// Worker with the machines of one module. It answers calls in order.

import type { Reply } from "./simulator";
import { load } from "./files";

/** Bindings that wasm-bindgen generates from web/src/wasm.rs. */
interface WasmSimulator {
  call(call: string): string;
}
interface Glue {
  default: (options: { module_or_path: WebAssembly.Module }) => Promise<unknown>;
  WasmSimulator: new () => WasmSimulator;
}

/** Messages from the page: first the compiled module, then calls with their numbers. */
export type WorkerRequest = { name: string; module: WebAssembly.Module; glue?: string; files?: string } | { number: number; call: string };
/** Messages to the page: a call is answered from now on, as nothing else must be loaded for it; and its answer. */
export type WorkerReply = { number: number; begins: true } | { number: number; reply: string } | { number: number; broken: string };

/** Answer of a simulator that first needs the bundled files. */
const NEEDS_FILES = '{"files":true}';

let name = "";
let simulator: WasmSimulator | null = null;
/** Bundled files that a single page sends with the module. */
let bundled: string | undefined;

async function begin(module: WebAssembly.Module, script?: string): Promise<void> {
  // A literal path would be bundled.
  const glue = script === undefined ? new URL(`${name}.js`, location.href).href
    : URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const { default: init, WasmSimulator } = (await import(glue)) as Glue;
  await init({ module_or_path: module });
  simulator = new WasmSimulator();
}

/** Sends a simulator the bundled files; returns an error message if that fails. */
async function give(simulator: WasmSimulator): Promise<string | undefined> {
  const file = `${name}.json`;
  try {
    const reply = JSON.parse(simulator.call(`{"call":"give","files":${bundled ?? (await (await load(file)).text())}}`)) as Reply<"give">;
    return "error" in reply ? `${file} is damaged: ${reply.error}` : undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

async function answer(number: number, call: string): Promise<string> {
  if (!simulator) throw new Error(`${name}.js is not loaded`);
  const begins = () => postMessage({ number, begins: true } satisfies WorkerReply);
  begins();
  const reply = simulator.call(call);
  if (reply !== NEEDS_FILES) return reply;
  const error = await give(simulator);
  begins();
  return error === undefined ? simulator.call(call) : JSON.stringify({ error });
}

async function take(request: WorkerRequest): Promise<void> {
  let number = 0;
  try {
    if ("module" in request) {
      name = request.name;
      bundled = request.files;
      await begin(request.module, request.glue);
      return;
    }
    number = request.number;
    postMessage({ number, reply: await answer(number, request.call) } satisfies WorkerReply);
  } catch (error) {
    // A crashed machine cannot answer further calls.
    postMessage({ number, broken: String(error) } satisfies WorkerReply);
  }
}

let last = Promise.resolve();
onmessage = ({ data }: MessageEvent<WorkerRequest>) => {
  last = last.then(() => take(data));
};
