// Status line of the program.

import type { Status } from "./simulator";
import { grouped } from "./dom";
import type { Program } from "./program";

/** Reason of the stop, in words. */
export function why(status: Status): string {
  const { why } = status;
  switch (why.is) {
    case "ready": return "Ready";
    case "going": return "Stopped";
    case "done": return "Stepped";
    case "returned": return "Returned";
    case "breakpoint": return "At a breakpoint";
    case "watch": return `${why.text} changed from ${why.old} to ${why.new}`;
    case "waits": return "Waiting for input";
    case "ended": return why.status === null ? "Ended: it ran past its last instruction" : why.status === 0 ? "Ended" : `Ended with status ${why.status}`;
    case "limit": return `Reached a limit: ${why.text}`;
    case "fault": return `Fault ${why.code}: ${why.message?.text ?? why.text}`;
    case "beginning": return "At the beginning";
  }
}

function instructions({ now }: Status): string {
  return `${grouped(now)} ${now === 1 ? "instruction" : "instructions"}`;
}

/** The status line of a program. */
export function line(program: Program): string {
  const { status } = program;
  if (program.isLong) return status ? `Running: ${instructions(status)}` : "Starting";
  if (!status) return "No program";
  const alive = program.isAlive ? ` · next: ${status.spot.words}${status.instruction ? ` · ${status.instruction}` : ""}` : "";
  const stale = program.isStale ? " · the source has changed: Run restarts the program" : "";
  return `${why(status)} · ${instructions(status)}${alive}${stale}`;
}
