// Tests in Firefox: those of every run, and those that its driver cannot do.

/** Tests of every run: what a reader does first, keys, storage, the terminal, files, frames, and work in several workers. */
export const OFTEN = [
  "the first program runs",
  "the first visit shows two machines at one grid",
  "every command by its button",
  "every command by its key",
  "breakpoints and watchpoints",
  "a program that reads typed input",
  "share, download, remember",
  "documents are kept, renamed, closed and downloaded",
  "breakpoints, input, files and watchpoints survive a reload",
  "a key is a character for MARS",
  "bytes are sent as typed",
  "homework is graded",
  "a frame of 700 by 420 shows source, registers and console",
  "an endless program is stopped",
  "offline after the first visit",
  "nothing is cut off on a phone",
];

/** Tests that the driver of Firefox cannot do, with the reasons. */
export const IMPOSSIBLE = {
  "two machines start by themselves": "the driver sets no reduced motion",
  "nothing moves with reduced motion": "the driver sets no reduced motion",
  "colours of the system": "the driver sets no forced colours",
  "axe finds nothing on the first visit, in documents and in a frame": "the driver sets no colours of the system",
  "an assignment from a folder is graded": "the driver gives no folder to a field",
  "a source of 5 MB": "the driver pastes no text",
};
