// A desk behind a worker: calls go there and answers come back; it can be ended whatever it does.

import type { Answers, Asks, Call, Reply } from "./desk";

/** What is told of a call whose worker was ended. */
export class Ended extends Error {}

let compiled: Promise<WebAssembly.Module> | null = null;

/** The module, compiled once for all workers. */
function load(): Promise<WebAssembly.Module> {
  compiled ??= (async () => {
    const answer = await fetch("isagrid_bg.wasm");
    if (!answer.ok) throw new Error(`isagrid_bg.wasm cannot be loaded: ${answer.status} ${answer.statusText}`);
    // Some web spaces do not know the type of such files, which streaming insists on.
    return WebAssembly.compile(await answer.arrayBuffer());
  })();
  return compiled;
}

interface Waiting {
  resolve: (reply: string) => void;
  reject: (why: Error) => void;
}

export class Engine {
  private worker: Promise<Worker> | null = null;
  private waiting = new Map<number, Waiting>();
  private last = 0;

  /** The answer to a call; an `Error` with a sentence when there is none. */
  async ask<N extends Call["call"]>(call: N, fields: Omit<Asks<N>, "call">): Promise<Answers[N]> {
    const number = (this.last += 1);
    const text = JSON.stringify({ call, ...fields });
    const reply = new Promise<string>((resolve, reject) => this.waiting.set(number, { resolve, reject }));
    // The worker may be ended before it is there; the call is refused then.
    reply.catch(() => {});
    this.worker ??= this.begin();
    const worker = await this.worker;
    worker.postMessage({ number, call: text });
    const answer = JSON.parse(await reply) as Reply<N>;
    if ("error" in answer) throw new Error(answer.error);
    return answer.ok;
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

  private async begin(): Promise<Worker> {
    const module = await load();
    const worker = new Worker("worker.js", { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<{ number: number; reply?: string; broken?: string }>) => {
      const call = this.waiting.get(data.number);
      this.waiting.delete(data.number);
      if (data.reply !== undefined) call?.resolve(data.reply);
      else {
        call?.reject(new Error(`the machine broke, which is a mistake of Isagrid and not yours: ${data.broken}`));
        this.end("the machine broke");
      }
    };
    worker.onerror = (event) => this.end(`worker.js cannot be loaded: ${event.message || "it is missing"}`);
    worker.postMessage({ module });
    return worker;
  }
}
