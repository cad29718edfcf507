// One program on one desk: started, let go, stopped, led back; who shows it is told of each change.

import type { Answers, Asks, Back, Source, Start, Status, Way, Work } from "./desk";
import { Ended, Engine } from "./engine";
import type { Breakpoint } from "./editor";

/** Instructions of the first slice; those after it take about `SLICE_MS`. */
const FIRST_SLICE = 100_000;
const SLICE_MS = 25;
const MOST_SLICE = 20_000_000;

/** What a machine may take to answer before Stop ends it. */
const PATIENCE_MS = 1000;

/** Behind this a program is shown as one that runs; before it, steps that are asked for wait their turn. */
const LONG_MS = 150;

/** Steps that wait their turn at most. */
const MOST_STEPS = 50;

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
  onOutput: (text: string, isError: boolean) => void = () => {};
  onBegin = () => {};
  onTrouble: (sentence: string) => void = () => {};
  /** Called with a breakpoint that cannot be. */
  onNoBreak: (breakpoint: Breakpoint, why: string) => void = () => {};

  /** What puts a program on the desk in place of a plain start, such as a solver with its puzzle. */
  starter: ((engine: Engine) => Promise<unknown>) | null = null;

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
    if (this.starter) {
      await this.starter(this.engine);
      return this.engine.ask("seek", { position: 0 });
    }
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
      const took = Math.max(1, performance.now() - begun);
      slice = Math.min(MOST_SLICE, Math.max(1000, Math.round((slice * SLICE_MS) / took)));
      call = { call: "go", way: "resume" };
      this.onSlice();
    } while (this.status?.why.is === "going" && !this.wantsStop);
  }

  back(by: Back): Promise<void> {
    return this.busily(async () => this.came(await this.engine.ask("back", { by })));
  }

  /** Goes to a position; where that takes a while, only the last one asked for is gone to. */
  async seek(position: number): Promise<void> {
    this.seekTo = position;
    if (this.isGoing) return;
    await this.busily(async () => {
      while (this.seekTo !== null) {
        const to: number = this.seekTo;
        this.seekTo = null;
        this.came(await this.engine.ask("seek", { position: to }));
        this.onSlice();
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
    await this.engine.ask("assign", { target, value });
    // What is recorded behind this moment is void: the status is asked for anew.
    if (this.status) this.came(await this.engine.ask("seek", { position: this.status.now }));
    this.onStill();
  }

  /** The answer to a question about the program. */
  ask<N extends "registers" | "memory" | "areas" | "stores" | "calls" | "counts" | "profile" | "mix" | "files" | "points">(
    call: N,
    fields: Omit<Asks<N>, "call">,
  ): Promise<Answers[N]> {
    return this.engine.ask(call, fields);
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
    for (const { number, text, condition, spot } of there) {
      const key = spot ? `break ${text}` : `watch ${text} ${condition ?? ""}`;
      if (!wanted.delete(key)) await this.engine.ask("delete", { number });
    }
    for (const set of wanted.values()) await set();
  }

  private came(status: Status): void {
    this.status = status;
    if (status.output) this.onOutput(status.output, false);
    if (status.errors) this.onOutput(status.errors, true);
    for (const told of status.told) this.onOutput(`${told}\n`, true);
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
