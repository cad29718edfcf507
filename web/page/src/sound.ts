// Notes of the MIDI calls of MARS and RARS, played by oscillators of the browser.

import { byId } from "./dom";
import type { Program } from "./program";

/** Registers of a call, by dialect: number, pitch, duration, instrument, volume. */
const CALLS: Record<string, string[]> = { mars: ["v0", "a0", "a1", "a2", "a3"], rars: ["a7", "a0", "a1", "a2", "a3"] };

/** Calls that play a note: the first one returns at once, the second one when the note has ended. */
const NOTES = [31, 33];

/** Pitch, milliseconds, instrument and volume of a call with a value that is out of range, as in MARS. */
const DEFAULTS = [60, 1000, 0, 100] as const;

/** Waveform of each family of eight instruments, and whether its notes fade by themselves. */
const FAMILIES: [OscillatorType, boolean][] = [
  ["triangle", true], ["sine", true], ["square", false], ["triangle", true], ["triangle", true], ["sawtooth", false], ["sawtooth", false], ["sawtooth", false],
  ["square", false], ["sine", false], ["square", false], ["triangle", false], ["sine", false], ["triangle", true], ["sine", true], ["sawtooth", true],
];

/** Maximum number of notes that are played or planned; later ones are left out. */
const MOST_NOTES = 2000;

/** Loudest part of one note, and times in seconds in which a note begins and ends. */
const LOUDEST = 0.2;
const [ATTACK, RELEASE] = [0.01, 0.05];

const notes = new Set<OscillatorNode>();
let audio: AudioContext | null = null;
/** Time of the browser's clock at which the program's clock was 0. */
let origin = 0;

/** Ends all notes. */
function silence(): void {
  for (const note of notes) note.stop();
  notes.clear();
  origin = 0;
}

/** Plays a note from a time of the program's clock on, however fast the program runs. */
function play(clockMs: number, [pitch, milliseconds, instrument, volume]: number[]): void {
  audio ??= new AudioContext();
  void audio.resume();
  const duration = milliseconds! / 1000;
  // A program that was stopped, or is slow, plays now.
  origin = Math.max(origin, audio.currentTime - clockMs / 1000);
  const begin = origin + clockMs / 1000;
  const [type, fades] = FAMILIES[instrument! >> 3]!;
  const note = new OscillatorNode(audio, { type, frequency: 440 * 2 ** ((pitch! - 69) / 12) });
  const gain = new GainNode(audio, { gain: 0 });
  const loud = (LOUDEST * volume!) / 127;
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(loud, begin + ATTACK);
  gain.gain.linearRampToValueAtTime(fades ? loud / 4 : loud, begin + ATTACK + duration);
  gain.gain.linearRampToValueAtTime(0, begin + ATTACK + duration + RELEASE);
  note.connect(gain).connect(audio.destination);
  note.start(begin);
  note.stop(begin + ATTACK + duration + RELEASE);
  note.addEventListener("ended", () => { notes.delete(note); gain.disconnect(); });
  notes.add(note);
}

/** Plays the note of a program that is before a system call, if the call plays one. */
export async function call(program: Program, dialect: string): Promise<void> {
  program.onSilence = silence;
  const names = CALLS[dialect];
  if (!names || !program.status || !byId<HTMLInputElement>("sounds").checked || notes.size >= MOST_NOTES) return;
  const all = new Map((await program.ask("registers", { shown: "signed" })).map(({ name, shown }) => [name, Number.parseInt(shown, 10)]));
  const [number, ...given] = names.map((name) => all.get(name) ?? 0);
  if (!NOTES.includes(number!)) return;
  const isGood = (value: number, at: number) => value >= 0 && (at === 1 || value <= 127);
  play(program.status.clock_ms, given.map((value, at) => (isGood(value, at) ? value : DEFAULTS[at]!)));
}
