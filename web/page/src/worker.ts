// A desk of one module's machines, in a thread of its own. It answers one call after the other.

import type { Reply } from "./desk";
import { load } from "./files";

/** What wasm-bindgen makes of web/src/wasm.rs. */
interface Desk {
  call(call: string): string;
}
interface Glue {
  default: (options: { module_or_path: WebAssembly.Module }) => Promise<unknown>;
  Desk: new () => Desk;
}

/** The page sends the compiled module first, then calls with their numbers. */
export type Told = { name: string; module: WebAssembly.Module } | { number: number; call: string };
export type Heard = { number: number; reply: string } | { number: number; broken: string };

/** What a desk answers that wants the files that come with its machines. */
const WANTS_FILES = '{"files":true}';

let name = "";
let desk: Desk | null = null;

async function begin(module: WebAssembly.Module): Promise<void> {
  // The bundler takes what looks like a file for one that it shall bundle.
  const glue = new URL(`${name}.js`, location.href).href;
  const { default: init, Desk } = (await import(glue)) as Glue;
  await init({ module_or_path: module });
  desk = new Desk();
}

/** Gives a desk its files; a sentence where they cannot be had. */
async function give(desk: Desk): Promise<string | undefined> {
  const file = `${name}.json`;
  try {
    const reply = JSON.parse(desk.call(`{"call":"give","files":${await (await load(file)).text()}}`)) as Reply<"give">;
    return "error" in reply ? `${file} is damaged: ${reply.error}` : undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

async function answer(call: string): Promise<string> {
  if (!desk) throw new Error(`${name}.js was not loaded`);
  const reply = desk.call(call);
  if (reply !== WANTS_FILES) return reply;
  const error = await give(desk);
  return error === undefined ? desk.call(call) : JSON.stringify({ error });
}

async function take(told: Told): Promise<void> {
  let number = 0;
  try {
    if ("module" in told) {
      name = told.name;
      await begin(told.module);
      return;
    }
    number = told.number;
    postMessage({ number, reply: await answer(told.call) } satisfies Heard);
  } catch (error) {
    // A machine that broke answers nothing any more.
    postMessage({ number, broken: String(error) } satisfies Heard);
  }
}

let last = Promise.resolve();
onmessage = ({ data }: MessageEvent<Told>) => {
  last = last.then(() => take(data));
};
