// Connection to a simulator in a worker, which can be ended at any time.
//
// Each machine is a separate module, and one module has all machines, puzzles and homework. A simulator that cannot
// answer a call names the module that can; then a worker with that module replaces this one.

import type { Answers, Asks, Call, Reply } from "./simulator";
import { load } from "./files";
import type { WorkerReply, WorkerRequest } from "./worker";

/** Whether the page is a single file; then it has only the module with all machines. */
declare const SINGLE: boolean;

/** Error of a call whose worker was ended, with the reason; empty if the page wanted it. */
export class Ended extends Error {}

/** Module of the next worker: the last one that answered a call. */
let atHand = "";

/** Sets the module of the first worker. */
export function beginWith(module: string): void {
  atHand = module;
}

const modules = new Map<string, Promise<WebAssembly.Module>>();

/** Module, compiled once for all workers. */
function compiled(name: string): Promise<WebAssembly.Module> {
  let module = modules.get(name);
  if (!module) {
    // Streaming needs the right MIME type, which some servers do not send.
    module = load(`${name}_bg.wasm`).then(async (answer) => WebAssembly.compile(await answer.arrayBuffer()));
    module.catch(() => modules.delete(name));
    modules.set(name, module);
  }
  return module;
}

/** Address of a script inside a single file. */
async function inBlob(name: string): Promise<string> {
  const script = await (await load(name)).text();
  return URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
}

/** Start of an answer that names another module. */
const ELSEWHERE = '{"elsewhere":';

/** Time limit of a call, which begins when its module and its files are loaded; and the reason to give after it. */
interface Limit {
  milliseconds: number;
  why: string;
}

interface Waiting {
  call: string;
  limit: Limit | undefined;
  timer?: number;
  resolve: (reply: string) => void;
  reject: (why: Error) => void;
}

export class Engine {
  private worker: Promise<Worker> | null = null;
  private module = "";
  private waiting = new Map<number, Waiting>();
  private last = 0;

  /** Answer to a call; throws an error with a message if there is none. A call that exceeds its limit ends the worker. */
  async ask<N extends Call["call"]>(call: N, fields: Omit<Asks<N>, "call">, limit?: Limit): Promise<Answers[N]> {
    if (!this.worker) this.module = SINGLE ? "all" : atHand;
    const number = (this.last += 1);
    const text = JSON.stringify({ call, ...fields });
    const reply = new Promise<string>((resolve, reject) => this.waiting.set(number, { call: text, limit, resolve, reject }));
    // The worker may be ended before it has started; then the call is rejected.
    reply.catch(() => {});
    const begun = (this.worker ??= this.begin());
    const worker = await begun.catch((error: Error) => {
      // The next call tries again.
      if (this.worker === begun) this.end(error.message);
      throw error;
    });
    worker.postMessage({ number, call: text } satisfies WorkerRequest);
    const answer = JSON.parse(await reply) as Reply<N>;
    if ("ok" in answer) return answer.ok;
    throw new Error("error" in answer ? answer.error : "the module that answers this call is missing");
  }

  /** Starts the worker before the first call, which then is answered sooner. */
  warm(): void {
    if (this.worker || SINGLE) return;
    this.module = atHand;
    const worker = this.begin();
    this.worker = worker;
    // The next call reports the error.
    worker.catch(() => { if (this.worker === worker) this.worker = null; });
  }

  /** Whether a call is under way. */
  get isBusy(): boolean {
    return this.waiting.size > 0;
  }

  /** Ends the worker with its program. The next call starts a new one. */
  end(why = ""): void {
    void this.worker?.then((worker) => worker.terminate(), () => {});
    this.worker = null;
    const all = [...this.waiting.values()];
    this.stopTimers();
    this.waiting.clear();
    for (const { reject } of all) reject(new Ended(why));
  }

  private stopTimers(): void {
    for (const { timer } of this.waiting.values()) clearTimeout(timer);
  }

  /** Starts the time of a call that is answered from now on. */
  private startTimer(call: Waiting | undefined): void {
    const { limit, timer } = call ?? {};
    clearTimeout(timer);
    if (call && limit) call.timer = window.setTimeout(() => this.end(limit.why), limit.milliseconds);
  }

  /** Replaces the worker by one with another module, and repeats the open calls. */
  private move(module: string): void {
    void this.worker?.then((worker) => worker.terminate());
    this.stopTimers();
    this.module = module;
    const begun = this.worker = this.begin();
    const calls = [...this.waiting].map(([number, { call }]): WorkerRequest => ({ number, call }));
    begun.then((worker) => calls.forEach((call) => worker.postMessage(call)), (error: Error) => {
      if (this.worker === begun) this.end(error.message);
    });
  }

  private async begin(): Promise<Worker> {
    const name = this.module;
    const module = await compiled(name);
    const worker = SINGLE ? new Worker(await inBlob("worker.js")) : new Worker("worker.js", { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<WorkerReply>) => {
      // Messages of a replaced worker are ignored.
      if (this.module !== name) return;
      if ("reply" in data && data.reply.startsWith(ELSEWHERE)) {
        this.move((JSON.parse(data.reply) as { elsewhere: string }).elsewhere);
        return;
      }
      const call = this.waiting.get(data.number);
      if ("begins" in data) return this.startTimer(call);
      atHand = name;
      clearTimeout(call?.timer);
      this.waiting.delete(data.number);
      if ("reply" in data) call?.resolve(data.reply);
      else {
        call?.reject(new Error(`the machine crashed; this is a bug in Isagrid, not in your program: ${data.broken}`));
        this.end("the machine crashed");
      }
    };
    worker.onerror = (event) => this.end(`cannot load worker.js: ${event.message || "it is missing"}`);
    const parts = SINGLE ? { glue: await (await load(`${name}.js`)).text(), files: await (await load(`${name}.json`)).text() } : {};
    worker.postMessage({ name, module, ...parts } satisfies WorkerRequest);
    return worker;
  }
}
