// The program in its worker: starts, runs, stops and steps back; reports each change to the page.

import type { Answers, Asks, Back, Calls, Source, Start, Status, RunMode, Work } from "./simulator";
import { grouped } from "./dom";
import { Ended, Engine } from "./engine";
import type { Breakpoint } from "./editor";

/** Instructions in the first slice; later slices take about `SLICE_MS`. */
const FIRST_SLICE = 20_000;
const SLICE_MS = 25;
const MOST_SLICE = 20_000_000;

/** Time between two looks at a program that runs slowly. */
const TICK_MS = 50;

/** Instructions in one part of a search through the past. */
const PART = 4_000_000;

/**
 * Time a machine has to answer Stop before its worker is ended: a number of looks, and the time between two. Looks are counted
 * because an answer may have come while the page itself was busy, and then it is read before the next look.
 */
const LOOK_MS = 50;
const MOST_LOOKS = 20;

/** Time after which a program is shown as running. */
const LONG_MS = 150;

/** Maximum number of queued steps. */
const MOST_STEPS = 50;

/** Length of the next slice, from the length and duration of the last one. */
function next(slice: number, took: number): number {
  return Math.min(MOST_SLICE, Math.max(1000, Math.round((slice * SLICE_MS) / Math.max(1, took))));
}

export interface Setup {
  work: Work;
  input: string | null;
  arguments: string[];
  files: Source[];
  screen?: [lines: number, columns: number];
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
  /** Whether it has been running for long enough that the page shows Stop. */
  isLong = false;
  /** Whether the source has changed since the program was started. */
  isStale = true;
  watches: Watchpoint[] = [];

  /** Whether a program that sleeps takes the time. */
  sleeps = false;

  /** Called before each system call of a program that plays notes; null for other programs. */
  onCall: (() => Promise<void>) | null = null;
  /** Called when all notes shall end. */
  onSilence = () => {};

  /** Setup and breakpoints for the next start. */
  setup: () => Setup = () => { throw new Error("nothing is open"); };
  breakpoints: () => Breakpoint[] = () => [];
  /** Called when the program has stopped, and after each slice. */
  onStill = () => {};
  onSlice = () => {};
  /** Called with each new status and the output since the last one. */
  onCame: (status: Status) => void = () => {};
  onBegin = () => {};
  /** Called when the watchpoints have changed. */
  onWatch = () => {};
  onTrouble: (sentence: string) => void = () => {};
  /** Called with a breakpoint that cannot be set. */
  onNoBreak: (breakpoint: Breakpoint, why: string) => void = () => {};

  /** Replaces the plain start, for a solver with its puzzle. */
  starter: ((engine: Engine) => Promise<Status>) | null = null;

  private wantsStop = false;
  /** Instructions per second of a program that runs; infinite for full speed. */
  private perSecond = Infinity;
  /** Whether the program runs until something stops it, so that it may run slowly. */
  private isFree = false;
  private clock: (() => Promise<number>) | null = null;
  /** Ends a pause of a slow program. */
  private wake = () => {};
  private steps: (() => Promise<void>)[] = [];
  /** Whether Run stops the current action, and whether it is queued. */
  private isRun = false;
  private isRunQueued = false;
  private seekTo: number | null = null;
  /** Ends when the worker has the breakpoints and watchpoints that were last set. */
  private points = Promise.resolve();

  /** Whether there is a program that can continue. */
  get isAlive(): boolean {
    return this.status !== null && !["ended", "fault", "limit"].includes(this.status.why.is);
  }

  get waits(): boolean {
    return this.status?.why.is === "waits";
  }

  /** Whether a step has to wait until the program is stopped. A step that is requested during a start or another step is queued. */
  get runsFreely(): boolean {
    return this.isLong && this.isFree;
  }

  get speed(): number {
    return this.perSecond;
  }

  set speed(perSecond: number) {
    this.perSecond = perSecond;
    this.wake();
  }

  /** Whether the reader can follow the program while it runs. */
  get isSlow(): boolean {
    return this.isFree && (this.perSecond !== Infinity || this.sleeps || this.clock !== null);
  }

  /** Runs the program as slowly as its machine: by a clock, the milliseconds that the machine has taken; null for the page's speed. */
  setClock(clock: (() => Promise<number>) | null): void {
    this.clock = clock;
    this.wake();
  }

  /** Runs or continues the program; stops it if it runs. A step is finished first. */
  run(): void {
    if (this.isLong || (this.isGoing && this.isRun)) this.stop();
    else if (!this.isRunQueued) {
      this.isRunQueued = this.isGoing;
      void this.go("on");
    }
  }

  /** Loads the program, before its first instruction. */
  start(): Promise<void> {
    return this.exclusively(() => this.begin());
  }

  private async begin(): Promise<void> {
    this.status = null;
    this.isFree = false;
    this.onSilence();
    this.onBegin();
    this.isStale = false;
    try {
      this.takeStatus(await this.put());
    } catch (error) {
      this.isStale = true;
      throw error;
    }
    await this.queuePoints(true);
  }

  private async put(): Promise<Status> {
    if (this.starter) return this.starter(this.engine);
    return this.engine.ask("start", { start: this.setup() satisfies Start });
  }

  /** Runs the program; starts it first if there is none or its source has changed. */
  go(way: RunMode): Promise<void> {
    return this.forward({ call: "go", way });
  }

  goTo(place: string): Promise<void> {
    return this.forward({ call: "go_to", place });
  }

  private forward(call: Forward): Promise<void> {
    return this.exclusively(async () => {
      this.isRun = call.call === "go" && call.way === "on";
      if (this.isStale || !this.status) {
        await this.begin();
        // The first step shows the first instruction.
        if (call.call === "go" && call.way !== "on" && call.way !== "out") return;
      } else if (!this.isAlive) {
        if (call.call !== "go" || call.way !== "on") throw new Error(`the program ${this.ending()}: step back or restart it`);
        await this.begin();
      }
      await this.slices(call);
    });
  }

  private ending(): string {
    return this.status?.why.is === "ended" ? "has ended" : "cannot continue";
  }

  private async slices(first: Forward): Promise<void> {
    // A program that waited for input continues as before.
    if (first.call === "go_to" || first.way !== "resume") this.isFree = first.call === "go_to" || first.way === "on";
    this.isRun = this.isFree;
    let call: Forward = first;
    await this.repeat(async (slice) => {
      const slept = await this.slice(call, slice);
      call = { call: "go", way: "resume" };
      return slept;
    });
  }

  /** Runs the program by calls that are not the page's own, such as those to DDT. */
  runBy(call: (slice: number) => Promise<Status>): Promise<void> {
    return this.exclusively(async () => {
      this.isFree = this.isRun = true;
      await this.repeat(async (slice) => {
        this.takeStatus(await call(slice));
        return 0;
      });
    });
  }

  /** Repeats slices at the speed that the reader wants; `run` returns the time in milliseconds that the program slept. */
  private async repeat(run: (slice: number) => Promise<number>): Promise<void> {
    let slice = FIRST_SLICE;
    let time = this.isFree && this.clock ? await this.clock() : 0;
    do {
      const begun = performance.now();
      const speed = this.isFree ? this.perSecond : Infinity;
      const tick = speed === Infinity ? 0 : Math.max(TICK_MS, 1000 / speed);
      const { clock } = this;
      const slept = await run(speed === Infinity ? slice : Math.max(1, Math.round((speed * tick) / 1000)));
      const now = this.isFree && clock ? await clock() : time;
      const took = performance.now() - begun;
      // By a clock, a slice takes one tick on the machine.
      if (speed === Infinity) slice = now > time ? next(slice, ((now - time) * SLICE_MS) / TICK_MS) : next(slice, took);
      this.onSlice();
      await this.pause(Math.max(slept, tick, now - time) - took);
      time = now;
    } while (this.status?.why.is === "going" && !this.wantsStop);
  }

  /** Runs a slice; returns the time in milliseconds that the program slept and that shall pass. */
  private async slice(call: Forward, slice: number): Promise<number> {
    const before = this.status?.clock_ms ?? 0;
    const byCalls = this.isFree && call.call === "go" && (this.onCall !== null || (this.sleeps && this.perSecond === Infinity));
    if (!byCalls) await this.move(call, slice);
    else {
      // A sleep and a note are system calls: the slice ends after each.
      await this.move({ call: "go", way: "to_system_call" }, slice).catch((error: unknown) => {
        if (error instanceof Ended) throw error;
        // The machine has no system calls.
        return this.move(call, slice);
      });
      if (this.status?.why.is === "done") {
        // It is stopped between two calls as it is anywhere else.
        if (this.wantsStop) this.status.why = { is: "going" };
        else {
          await this.onCall?.();
          await this.move({ call: "go", way: "on" }, 1);
        }
      }
    }
    return this.sleeps && this.isFree ? (this.status?.clock_ms ?? 0) - before : 0;
  }

  /** Moves the program by one call. */
  private async move({ call, ...fields }: Forward, slice: number): Promise<void> {
    await this.points;
    const ask = { ...fields, slice } as Omit<Asks<"go" | "go_to">, "call">;
    this.takeStatus(await this.engine.ask(call, ask as never) as Status);
  }

  /** Waits, unless the program is stopped or its speed changes meanwhile. */
  private async pause(milliseconds: number): Promise<void> {
    if (milliseconds <= 0 || this.wantsStop) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wake = () => { clearTimeout(timer); resolve(); };
    });
    this.wake = () => {};
  }

  /** Restarts the program and runs it to a position. */
  goToMoment(position: number): Promise<void> {
    return this.exclusively(async () => {
      await this.begin();
      let [slice, way] = [FIRST_SLICE, "on" as RunMode];
      while (this.status && this.status.now < position && !this.wantsStop) {
        const begun = performance.now();
        this.takeStatus(await this.engine.ask("go", { way, slice: Math.min(slice, position - this.status.now) }));
        this.onSlice();
        if (this.status.why.is !== "going") {
          if (this.status.now < position) this.onTrouble(`The link points to instruction ${grouped(position)}, but this run stopped after ${grouped(this.status.now)}`);
          return;
        }
        slice = next(slice, performance.now() - begun);
        way = "resume";
      }
    });
  }

  back(by: Back): Promise<void> {
    return this.exclusively(() => this.inParts(() => this.engine.ask("back", { by, slice: PART })));
  }

  /** Repeats a request in parts, so that the user can stop it: going back may take as long as the run did. */
  private async inParts(part: () => Promise<Status>): Promise<void> {
    do {
      this.takeStatus(await part());
      this.onSlice();
    } while (this.status?.why.is === "going" && !this.wantsStop);
  }

  /** Goes to a position; while that takes time, only the last requested position counts. */
  async seek(position: number): Promise<void> {
    this.seekTo = position;
    if (this.isGoing) return;
    await this.exclusively(async () => {
      while (this.seekTo !== null) {
        const to: number = this.seekTo;
        this.seekTo = null;
        await this.inParts(() => this.engine.ask("seek", { position: this.seekTo ?? to, slice: PART }));
        if (this.wantsStop) break;
      }
    });
    this.seekTo = null;
  }

  /** Sends input, and resumes a program that waits for it. */
  async feed(text: string): Promise<void> {
    try {
      await this.engine.ask("feed", { text });
    } catch (error) {
      this.onTrouble((error as Error).message);
      return;
    }
    if (this.waits) await this.exclusively(() => this.slices({ call: "go", way: "resume" }));
  }

  /** Stops a running program at the end of its slice; if the slice does not end, ends the worker. */
  stop(): void {
    if (!this.isGoing || this.wantsStop) return;
    this.wantsStop = true;
    this.onSilence();
    this.wake();
    let looks = 0;
    const look = () => {
      if (!this.isGoing) return;
      looks += 1;
      if (looks <= MOST_LOOKS) window.setTimeout(look, LOOK_MS);
      else this.engine.end("The machine did not answer within a second and was ended. Run restarts the program.");
    };
    look();
  }

  /** Ends the worker with its program. */
  drop(): void {
    this.onSilence();
    this.engine.end();
    this.status = null;
    this.starter = null;
    this.isStale = true;
    this.onStill();
  }

  /** Changes a register or memory. */
  async assign(target: string, value: string): Promise<void> {
    this.takeStatus(await this.engine.ask("assign", { target, value }));
    this.onStill();
  }

  /** Answer to a question about the program. */
  ask<N extends "registers" | "memory" | "values" | "cells" | "picture" | "areas" | "stores" | "counts" | "profile" | "mix" | "files" | "points">(
    call: N,
    fields: Omit<Asks<N>, "call">,
  ): Promise<Answers[N]> {
    return this.engine.ask(call, fields);
  }

  /** Call chain, computed in parts; null if the program has continued or the chain is no longer wanted. */
  async calls(isWanted: () => boolean): Promise<Calls | null> {
    for (;;) {
      const all = await this.engine.ask("calls", { slice: PART });
      if (all || this.isGoing || !isWanted()) return all;
    }
  }

  /** Makes the worker's breakpoints and watchpoints those of the page, also while the program runs. */
  async setPoints(): Promise<void> {
    try {
      await this.queuePoints(false);
    } catch (error) {
      // The next start sets them.
      if (!(error instanceof Ended)) this.reportError(error);
    }
  }

  /** Sets points after earlier ones are set: two at once would set a breakpoint twice. */
  private queuePoints(isNew: boolean): Promise<void> {
    const put = this.points.then(() => this.putPoints(isNew));
    this.points = put.catch(() => {});
    return put;
  }

  private async putPoints(isNew: boolean): Promise<void> {
    if (!this.status || this.isStale) return;
    // A program that was just loaded has none.
    const there = isNew ? [] : await this.engine.ask("points", {});
    const wanted = new Map<string, () => Promise<unknown>>();
    for (const point of this.breakpoints()) {
      const place = `${point.file}:${point.line}`;
      wanted.set(`break ${place}`, () =>
        this.engine.ask("break", { place, condition: null }).catch((error: Error) => {
          if (error instanceof Ended) throw error;
          this.onNoBreak(point, error.message);
        }));
    }
    for (const { text, condition } of this.watches) {
      wanted.set(`watch ${text} ${condition}`, () =>
        this.engine.ask("watch", { text, condition: condition || null }).catch((error: Error) => {
          if (error instanceof Ended) throw error;
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

  private takeStatus(status: Status): void {
    this.status = status;
    this.onCame(status);
  }

  /** Runs actions one after the other; steps requested meanwhile are queued, and dropped when the program is stopped. */
  private async exclusively(work: () => Promise<void>): Promise<void> {
    if (this.isGoing) {
      if (!this.runsFreely && this.steps.length < MOST_STEPS) this.steps.push(work);
      return;
    }
    this.isGoing = true;
    this.wantsStop = false;
    const timer = window.setTimeout(() => {
      this.isLong = true;
      this.onSlice();
    }, LONG_MS);
    try {
      for (let next: typeof work | undefined = work; next && !this.wantsStop; next = this.steps.shift()) {
        this.isRun = false;
        await next();
      }
    } catch (error) {
      this.reportError(error);
    } finally {
      clearTimeout(timer);
      this.steps = [];
      this.isRunQueued = false;
      this.isGoing = this.isLong = false;
      this.onStill();
    }
  }

  private reportError(error: unknown): void {
    if (error instanceof Ended) {
      this.status = null;
      this.isStale = true;
      if (error.message === "") return;
    }
    this.onTrouble((error as Error).message);
  }
}
