// One program on one desk: started, let go, stopped, led back; who shows it is told of each change.

import type { Answers, Asks, Back, Calls, Source, Start, Status, Way, Work } from "./desk";
import { grouped } from "./dom";
import { Ended, Engine } from "./engine";
import type { Breakpoint } from "./editor";

/** Instructions of the first slice; those after it take about `SLICE_MS`. */
const FIRST_SLICE = 20_000;
const SLICE_MS = 25;
const MOST_SLICE = 20_000_000;

/** Instructions of one part of a look into the past. */
const PART = 4_000_000;

/** What a machine may take to answer before Stop ends it. */
const PATIENCE_MS = 1000;

/** Behind this a program is shown as one that runs; before it, steps that are asked for wait their turn. */
const LONG_MS = 150;

/** Steps that wait their turn at most. */
const MOST_STEPS = 50;

/** The slice behind one that took so long. */
function next(slice: number, took: number): number {
  return Math.min(MOST_SLICE, Math.max(1000, Math.round((slice * SLICE_MS) / Math.max(1, took))));
}

export interface Setup {
  work: Work;
  input: string | null;
  arguments: string[];
  files: Source[];
}

export interface Watchpoint {
  text: string;
  condition: string;
}

type Forward = Omit<Asks<"go">, "slice"> | Omit<Asks<"go_to">, "slice">;

export class Program {
  readonly engine = new Engine();
  status: Status | null = null;
  isGoing = false;
  /** Whether it goes for so long that one wants to stop it. */
  isLong = false;
  /** Whether the source is another than that of the program. */
  isStale = true;
  watches: Watchpoint[] = [];

  /** What a program is begun with, and the breakpoints it shall have. */
  setup: () => Setup = () => { throw new Error("nothing is open"); };
  breakpoints: () => Breakpoint[] = () => [];
  /** Called when the program stands still anew, after each slice, with output, and with what went wrong. */
  onStill = () => {};
  onSlice = () => {};
  /** Called wherever the program comes to, with what it wrote meanwhile. */
  onCame: (status: Status) => void = () => {};
  onBegin = () => {};
  onTrouble: (sentence: string) => void = () => {};
  /** Called with a breakpoint that cannot be. */
  onNoBreak: (breakpoint: Breakpoint, why: string) => void = () => {};

  /** What puts a program on the desk in place of a plain start, such as a solver with its puzzle. */
  starter: ((engine: Engine) => Promise<Status>) | null = null;

  private wantsStop = false;
  private steps: (() => Promise<void>)[] = [];
  private seekTo: number | null = null;

  /** Whether there is a program that can go on. */
  get isAlive(): boolean {
    return this.status !== null && !["ended", "fault", "limit"].includes(this.status.why.is);
  }

  get waits(): boolean {
    return this.status?.why.is === "waits";
  }

  /** Puts the program on the desk before its first instruction. */
  start(): Promise<void> {
    return this.busily(() => this.begin());
  }

  private async begin(): Promise<void> {
    this.status = null;
    this.onBegin();
    this.isStale = false;
    try {
      this.came(await this.put());
    } catch (error) {
      this.isStale = true;
      throw error;
    }
    await this.setPoints();
  }

  private async put(): Promise<Status> {
    if (this.starter) return this.starter(this.engine);
    const { work, input, arguments: words, files } = this.setup();
    const start: Start = { work, input, arguments: words, files };
    return this.engine.ask("start", { start });
  }

  /** Lets the program go, from its beginning where there is none or its source was changed. */
  go(way: Way): Promise<void> {
    return this.forward({ call: "go", way });
  }

  goTo(place: string): Promise<void> {
    return this.forward({ call: "go_to", place });
  }

  private forward(call: Forward): Promise<void> {
    return this.busily(async () => {
      if (this.isStale || !this.status) {
        await this.begin();
        // The first step of all shows where the program begins.
        if (call.call === "go" && call.way !== "on" && call.way !== "out") return;
      } else if (!this.isAlive) {
        if (call.call !== "go" || call.way !== "on") throw new Error(`the program ${this.ending()}; go back, or start it anew`);
        await this.begin();
      }
      await this.slices(call);
    });
  }

  private ending(): string {
    return this.status?.why.is === "ended" ? "has ended" : "stopped for good";
  }

  private async slices(first: Forward): Promise<void> {
    let slice = FIRST_SLICE;
    let call: Forward = first;
    do {
      const begun = performance.now();
      const { call: name, ...fields } = call;
      const ask = { ...fields, slice } as Omit<Asks<"go" | "go_to">, "call">;
      this.came(await this.engine.ask(name, ask as never) as Status);
      slice = next(slice, performance.now() - begun);
      call = { call: "go", way: "resume" };
      this.onSlice();
    } while (this.status?.why.is === "going" && !this.wantsStop);
  }

  /** Starts the program anew, and lets it go to a moment of its run. */
  goToMoment(position: number): Promise<void> {
    return this.busily(async () => {
      await this.begin();
      let [slice, way] = [FIRST_SLICE, "on" as Way];
      while (this.status && this.status.now < position && !this.wantsStop) {
        const begun = performance.now();
        this.came(await this.engine.ask("go", { way, slice: Math.min(slice, position - this.status.now) }));
        this.onSlice();
        if (this.status.why.is !== "going") {
          if (this.status.now < position) this.onTrouble(`The link leads to instruction ${grouped(position)}, and this run stands still after ${grouped(this.status.now)}`);
          return;
        }
        slice = next(slice, performance.now() - begun);
        way = "resume";
      }
    });
  }

  back(by: Back): Promise<void> {
    return this.busily(() => this.inParts(() => this.engine.ask("back", { by, slice: PART })));
  }

  /** What takes as long as the run did is asked for in parts, so that one can stop it. */
  private async inParts(part: () => Promise<Status>): Promise<void> {
    do {
      this.came(await part());
      this.onSlice();
    } while (this.status?.why.is === "going" && !this.wantsStop);
  }

  /** Goes to a position; where that takes a while, only the last one asked for is gone to. */
  async seek(position: number): Promise<void> {
    this.seekTo = position;
    if (this.isGoing) return;
    await this.busily(async () => {
      while (this.seekTo !== null) {
        const to: number = this.seekTo;
        this.seekTo = null;
        await this.inParts(() => this.engine.ask("seek", { position: this.seekTo ?? to, slice: PART }));
        if (this.wantsStop) break;
      }
    });
    this.seekTo = null;
  }

  /** Gives input, and lets a program go on that waits for it. */
  async feed(text: string): Promise<void> {
    try {
      await this.engine.ask("feed", { text });
    } catch (error) {
      this.onTrouble((error as Error).message);
      return;
    }
    if (this.waits) await this.busily(() => this.slices({ call: "go", way: "resume" }));
  }

  /** Stops a program that goes: at the end of its slice, or with its worker where that does not end. */
  stop(): void {
    if (!this.isGoing || this.wantsStop) return;
    this.wantsStop = true;
    const asked = performance.now();
    const look = () => {
      if (!this.isGoing) return;
      if (performance.now() - asked < PATIENCE_MS) window.setTimeout(look, 50);
      else this.engine.end();
    };
    look();
  }

  /** Takes the program from the desk, and ends whatever it does. */
  drop(): void {
    this.engine.end();
    this.status = null;
    this.starter = null;
    this.isStale = true;
    this.onStill();
  }

  /** Changes a register or memory. */
  async assign(target: string, value: string): Promise<void> {
    this.came(await this.engine.ask("assign", { target, value }));
    this.onStill();
  }

  /** The answer to a question about the program. */
  ask<N extends "registers" | "memory" | "areas" | "stores" | "counts" | "profile" | "mix" | "files" | "points">(
    call: N,
    fields: Omit<Asks<N>, "call">,
  ): Promise<Answers[N]> {
    return this.engine.ask(call, fields);
  }

  /** The calls that led here, in parts; null where the program went on meanwhile, or nobody wants them any more. */
  async calls(isWanted: () => boolean): Promise<Calls | null> {
    for (;;) {
      const all = await this.engine.ask("calls", { slice: PART });
      if (all || this.isGoing || !isWanted()) return all;
    }
  }

  /** Makes the desk's breakpoints and watchpoints those that the page has. */
  async setPoints(): Promise<void> {
    if (!this.status || this.isStale) return;
    const there = await this.engine.ask("points", {});
    const wanted = new Map<string, () => Promise<unknown>>();
    for (const point of this.breakpoints()) {
      const place = `${point.file}:${point.line}`;
      wanted.set(`break ${place}`, () =>
        this.engine.ask("break", { place, condition: null }).catch((error: Error) => this.onNoBreak(point, error.message)));
    }
    for (const { text, condition } of this.watches) {
      wanted.set(`watch ${text} ${condition}`, () =>
        this.engine.ask("watch", { text, condition: condition || null }).catch((error: Error) => {
          this.watches = this.watches.filter((watch) => watch.text !== text || watch.condition !== condition);
          this.onTrouble(error.message);
        }));
    }
    for (const { number, kind, text, condition } of there) {
      const key = kind === "break" ? `break ${text}` : `watch ${text} ${condition ?? ""}`;
      if (!wanted.delete(key)) await this.engine.ask("delete", { number });
    }
    for (const set of wanted.values()) await set();
  }

  private came(status: Status): void {
    this.status = status;
    this.onCame(status);
  }

  /** One thing after the other: what is asked for meanwhile waits, and is left out when the program is stopped. */
  private async busily(work: () => Promise<void>): Promise<void> {
    if (this.isGoing) {
      if (!this.isLong && this.steps.length < MOST_STEPS) this.steps.push(work);
      return;
    }
    this.isGoing = true;
    this.wantsStop = false;
    const timer = window.setTimeout(() => {
      this.isLong = true;
      this.onSlice();
    }, LONG_MS);
    try {
      for (let next: typeof work | undefined = work; next && !this.wantsStop; next = this.steps.shift()) await next();
    } catch (error) {
      this.fails(error);
    } finally {
      clearTimeout(timer);
      this.steps = [];
      this.isGoing = this.isLong = false;
      this.onStill();
    }
  }

  private fails(error: unknown): void {
    if (error instanceof Ended) {
      this.status = null;
      this.isStale = true;
      this.onTrouble("The machine did not answer within a second, so it was ended. Run starts the program anew.");
    } else this.onTrouble((error as Error).message);
  }
}
