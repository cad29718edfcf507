// A desk of the machines, in a thread of its own. It answers one call after the other.

import init, { Desk } from "./isagrid.js";

let desk: Desk | null = null;

/** The page sends the compiled module first, then calls with their numbers. */
onmessage = async ({ data }: MessageEvent<{ module?: WebAssembly.Module; number: number; call: string }>) => {
  try {
    if (data.module) {
      await init({ module_or_path: data.module });
      desk = new Desk();
    } else {
      postMessage({ number: data.number, reply: desk?.call(data.call) });
    }
  } catch (error) {
    // A machine that broke answers nothing any more.
    postMessage({ number: data.number, broken: String(error) });
  }
};
