// A desk behind a worker: calls go there and answers come back; it can be ended whatever it does.
//
// Each machine is a module of its own, and one has all of them with puzzles and homework. A desk that cannot
// answer says which module can: the worker is another then, and is asked again.

import type { Answers, Asks, Call, Reply } from "./desk";
import { load } from "./files";
import type { Heard, Told } from "./worker";

/** What is told of a call whose worker was ended. */
export class Ended extends Error {}

/** The module that the next desk begins with: the last one that had what was asked for. */
let atHand = "";

/** Says which module is the first, where nothing tells. */
export function beginWith(module: string): void {
  atHand = module;
}

const modules = new Map<string, Promise<WebAssembly.Module>>();

/** A module, compiled once for all workers. */
function compiled(name: string): Promise<WebAssembly.Module> {
  let module = modules.get(name);
  if (!module) {
    // Some web spaces do not know the type of such files, which streaming insists on.
    module = load(`${name}_bg.wasm`).then(async (answer) => WebAssembly.compile(await answer.arrayBuffer()));
    module.catch(() => modules.delete(name));
    modules.set(name, module);
  }
  return module;
}

/** How a desk begins its answer that is elsewhere. */
const ELSEWHERE = '{"elsewhere":';

interface Waiting {
  call: string;
  resolve: (reply: string) => void;
  reject: (why: Error) => void;
}

export class Engine {
  private worker: Promise<Worker> | null = null;
  private module = "";
  private waiting = new Map<number, Waiting>();
  private last = 0;

  /** The answer to a call; an `Error` with a sentence when there is none. */
  async ask<N extends Call["call"]>(call: N, fields: Omit<Asks<N>, "call">): Promise<Answers[N]> {
    if (!this.worker) this.module = atHand;
    const number = (this.last += 1);
    const text = JSON.stringify({ call, ...fields });
    const reply = new Promise<string>((resolve, reject) => this.waiting.set(number, { call: text, resolve, reject }));
    // The worker may be ended before it is there; the call is refused then.
    reply.catch(() => {});
    this.worker ??= this.begin();
    const worker = await this.worker;
    worker.postMessage({ number, call: text } satisfies Told);
    const answer = JSON.parse(await reply) as Reply<N>;
    if ("ok" in answer) return answer.ok;
    throw new Error("error" in answer ? answer.error : "the module that answers this is missing");
  }

  /** Whether a call is under way. */
  get isBusy(): boolean {
    return this.waiting.size > 0;
  }

  /** Ends the worker, and what it had on its desk. The next call begins a new one. */
  end(why = "it was ended"): void {
    void this.worker?.then((worker) => worker.terminate());
    this.worker = null;
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of all) reject(new Ended(why));
  }

  /** Makes the worker one of another module, which is asked all that has no answer yet. */
  private move(module: string): void {
    void this.worker?.then((worker) => worker.terminate());
    this.module = module;
    this.worker = this.begin();
    const calls = [...this.waiting].map(([number, { call }]): Told => ({ number, call }));
    this.worker.then((worker) => calls.forEach((call) => worker.postMessage(call)), (error: Error) => this.end(error.message));
  }

  private async begin(): Promise<Worker> {
    const name = this.module;
    const module = await compiled(name);
    const worker = new Worker("worker.js", { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<Heard>) => {
      // One that was left for another has no say any more.
      if (this.module !== name) return;
      if ("reply" in data && data.reply.startsWith(ELSEWHERE)) {
        this.move((JSON.parse(data.reply) as { elsewhere: string }).elsewhere);
        return;
      }
      atHand = name;
      const call = this.waiting.get(data.number);
      this.waiting.delete(data.number);
      if ("reply" in data) call?.resolve(data.reply);
      else {
        call?.reject(new Error(`the machine broke, which is a mistake of Isagrid and not yours: ${data.broken}`));
        this.end("the machine broke");
      }
    };
    worker.onerror = (event) => this.end(`worker.js cannot be loaded: ${event.message || "it is missing"}`);
    worker.postMessage({ name, module } satisfies Told);
    return worker;
  }
}
