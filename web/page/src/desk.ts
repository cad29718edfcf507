// What the page asks of the machines, and what they answer. Written by `cargo xtask web --contract`
// from the types in web/src: change those.

/**
 * A part of memory.
 */
export type Area = { 
/**
 * What its source calls it, such as `.text`; or `stack`, `heap`.
 */
name: string, 
/**
 * What lies there, in words.
 */
what: string, 
/**
 * Its first address; of the stack, where its pointer points now.
 */
from: number, 
/**
 * The address behind its last; of the stack none.
 */
to: number | null, 
/**
 * Its first address as the manual prints it.
 */
shown: string, };

/**
 * An assignment that came with the machines.
 */
export type Assignment = { 
/**
 * Its name, such as `csee3827`.
 */
name: string, 
/**
 * Its title.
 */
title: string, 
/**
 * Its machine.
 */
machine: string, 
/**
 * Its dialect.
 */
dialect: string, 
/**
 * The name of the file that students hand in.
 */
submission: string, };

/**
 * A way back.
 */
export type Back = "line" | "instruction" | "stop";

/**
 * The calls that have not returned.
 */
export type Calls = { 
/**
 * The calls, the first one first; 1,000 at most.
 */
frames: Array<Frame>, 
/**
 * How many are left out before these.
 */
outer: number, 
/**
 * How many are left out behind these, because they were too many to be followed.
 */
inner: number, };

/**
 * Results of a group of cases.
 */
export type CaseGroup = { 
/**
 * Its name.
 */
name: string, 
/**
 * Number of right cases.
 */
right: number, 
/**
 * Number of cases that were not run.
 */
not_run: number, 
/**
 * Number of cases.
 */
cases: number, 
/**
 * Whether its cases are still hidden: then only these numbers may be shown.
 */
hidden: boolean, };

/**
 * What came of assembling sources.
 */
export type Checked = { 
/**
 * The dialect they were taken for.
 */
dialect: string, 
/**
 * Why it is this one, where another could be expected.
 */
told: string | null, 
/**
 * Which dialect would assemble what this one refuses.
 */
hint: string | null, 
/**
 * Whether there is a program.
 */
is_good: boolean, 
/**
 * What the assembler says; also of a good program it may be something.
 */
messages: Array<Message>, 
/**
 * What became of each line that holds instructions, in rising order of address; none where there is
 * no program.
 */
listing: Array<ListedLine>, };

/**
 * What a run cost until now.
 */
export type Counts = { 
/**
 * What is counted, such as `instructions`.
 */
counted: string, 
/**
 * How many the program retired.
 */
instructions: number, 
/**
 * How many a supervisor retired for it.
 */
supervisor_instructions: number, 
/**
 * Cycles, by each model.
 */
cycles: Array<Cycles>, };

/**
 * Execution count of a line.
 */
export type Covered = { 
/**
 * From 1.
 */
line: number, 
/**
 * Executions of its most often executed instruction.
 */
times: number, };

/**
 * Cycles under one model.
 */
export type Cycles = { 
/**
 * How many.
 */
cycles: number, 
/**
 * The model that says so.
 */
model: Model, };

/**
 * A source language.
 */
export type Dialect = { 
/**
 * Its name, such as `mars`.
 */
name: string, 
/**
 * Whose it is, such as `MARS 4.6 (MIPS)`.
 */
about: string, };

/**
 * Points of one kind.
 */
export type Earned = { 
/**
 * Which kind.
 */
of: EarnedFor, 
/**
 * Points earned.
 */
points: number, 
/**
 * Points that can be earned.
 */
out_of: number, 
/**
 * The reason, such as `500 of 512 cases right`.
 */
summary: string, };

/**
 * Kinds of things that earn points.
 */
export type EarnedFor = "results" | "convention" | "integration" | "decisions" | "rules";

/**
 * What an event is.
 */
export type EventKind = "node" | "place" | "undo" | "rule_out" | "strange";

/**
 * A solver that can be opened.
 */
export type Example = { 
/**
 * The name of its lane.
 */
lane: string, 
/**
 * The algorithm whose decisions it takes.
 */
algorithm: string, 
/**
 * The dialect it is written in.
 */
dialect: string, 
/**
 * Its machine.
 */
machine: string, 
/**
 * Cells of a side of the puzzles it solves.
 */
side: number, };

/**
 * An example with its sources, as they can be assembled.
 */
export type ExampleText = { 
/**
 * The sources, the first one first.
 */
sources: Array<Source>, 
/**
 * The dialect they are written in.
 */
dialect: string, 
/**
 * The switches they want.
 */
switches: Array<string>, };

/**
 * A number that is compared between students.
 */
export type Figure = { 
/**
 * Its name, such as `instructions`.
 */
name: string, 
/**
 * The number.
 */
value: number, 
/**
 * Whether less is better.
 */
less_is_better: boolean, };

/**
 * A finding.
 */
export type Finding = { 
/**
 * The check's stable name, such as `CC07`.
 */
check: string, 
/**
 * Its severity.
 */
weight: Weight, 
/**
 * Its place in the submission, if any.
 */
place: FoundAt | null, 
/**
 * Message about the student's program.
 */
message: string, 
/**
 * More messages: the cause, and what to do.
 */
notes: Array<string>, 
/**
 * Text for a terminal, with the source line and without colours; it has no facts of its own.
 */
rendered: string, 
/**
 * The case that showed it, as `--case` takes it; none if no case did.
 */
case: string | null, 
/**
 * Number of cases with this finding.
 */
times: number, 
/**
 * Whether only hidden cases showed it: then only `check` and `weight` may be shown.
 */
hidden: boolean, 
/**
 * Command that shows it again.
 */
replay: string | null, };

/**
 * A place in the submission.
 */
export type FoundAt = { 
/**
 * The file as it was named.
 */
file: string, 
/**
 * From 1.
 */
line: number, 
/**
 * Its text, as the submission has it.
 */
text: string, };

/**
 * A call that has not returned.
 */
export type Frame = { 
/**
 * The instruction that calls.
 */
call: Spot, 
/**
 * Where it comes back to.
 */
back: Spot, };

/**
 * Result of one function.
 */
export type GradedFunction = { 
/**
 * Its name.
 */
name: string, 
/**
 * The line of its label, from 1; none for a missing label and for a whole program.
 */
line: number | null, 
/**
 * Its state in the submission.
 */
state: GradedState, 
/**
 * Points by kind.
 */
kinds: Array<Earned>, 
/**
 * Groups of cases.
 */
groups: Array<CaseGroup>, 
/**
 * Findings, worst first.
 */
findings: Array<Finding>, };

/**
 * State of a function in the submission.
 */
export type GradedState = "attempted" | "not-attempted" | "not-assembled" | "missing";

/**
 * How far grading is.
 */
export type Grading = { 
/**
 * Parts that are done.
 */
done: number, 
/**
 * Parts in all.
 */
of: number, 
/**
 * What the next part does; none where all are done.
 */
next: string | null, 
/**
 * What came of it, as a line of `isagrid grade --report jsonl=FILE` has it; none before all parts are
 * done.
 */
graded: Reported | null, };

/**
 * A file that a program left.
 */
export type Kept = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its bytes as text, those that are no letters as U+FFFD.
 */
text: string, 
/**
 * How many bytes it has.
 */
bytes: number, 
/**
 * The bytes in base64, where they are no text.
 */
base64: string | null, };

/**
 * A source language.
 */
export type Language = { 
/**
 * The ASCII characters that names are made of, blanks apart; of others, all are.
 */
letters: string, 
/**
 * So many characters of a name count; null where all do.
 */
counted: number | null, 
/**
 * What begins a comment up to the end of the line.
 */
comments: Array<string>, 
/**
 * Whether that does so only where a cell of the source begins.
 */
comments_begin_cells: boolean, 
/**
 * The words that have a meaning, those of one kind in the order of their table; an instruction of
 * several forms is several words.
 */
words: Array<Term>, };

/**
 * How many instructions of a line ran.
 */
export type LineTimes = { 
/**
 * The file.
 */
file: string, 
/**
 * The line, from 1.
 */
line: number, 
/**
 * Instructions.
 */
times: number, };

/**
 * A source line and what was made of it.
 */
export type ListedLine = { 
/**
 * The file.
 */
file: string, 
/**
 * The line, from 1.
 */
line: number, 
/**
 * Of a line within a macro: file and line of its use.
 */
used_at: [string, number] | null, 
/**
 * The machine's instructions; more than one of a pseudo-instruction.
 */
words: Array<Word>, };

/**
 * A machine.
 */
export type Machine = { 
/**
 * Its instruction set, such as `mips32`.
 */
name: string, 
/**
 * What people call it.
 */
title: string, 
/**
 * Its source languages, the one first that is tried first.
 */
dialects: Array<Dialect>, 
/**
 * What a user can choose.
 */
switches: Array<Switch>, 
/**
 * The models of its cycles.
 */
models: Array<Model>, 
/**
 * Bits of a register.
 */
word_bits: number, 
/**
 * Bits of the smallest unit an address names.
 */
unit_bits: number, 
/**
 * What is counted, such as `instructions`.
 */
counted: string, };

/**
 * Words of memory, some to a row.
 */
export type Memory = { 
/**
 * The rows, in rising order of address.
 */
rows: Array<MemoryRow>, };

/**
 * A row of memory.
 */
export type MemoryRow = { 
/**
 * Where it begins.
 */
address: number, 
/**
 * The same as the manual prints it.
 */
shown: string, 
/**
 * Its words in the base that was asked for.
 */
words: Array<string>, 
/**
 * Its bytes as letters, a point for what is none; empty where a unit is no byte.
 */
text: string, };

/**
 * All that a page can offer.
 */
export type Menu = { 
/**
 * The machines, the one first that is taken where nothing tells.
 */
machines: Array<Machine>, 
/**
 * The solvers of the repository.
 */
examples: Array<Example>, 
/**
 * First programs, short ones.
 */
programs: Array<ProgramName>, 
/**
 * The assignments that came with the machines.
 */
assignments: Array<Assignment>, };

/**
 * A message about a source.
 */
export type Message = { 
/**
 * Whether it is an error; else it is a warning.
 */
is_error: boolean, 
/**
 * Its code, which `explain` tells more of.
 */
code: string, 
/**
 * What is wrong.
 */
text: string, 
/**
 * Where.
 */
at: Place, 
/**
 * What stands at that place; empty where that is plain.
 */
label: string, 
/**
 * Other places that have to do with it, and how.
 */
others: Array<[Place, string]>, 
/**
 * What would be right, where that is known.
 */
help: string | null, 
/**
 * What else there is to know.
 */
notes: Array<string>, };

/**
 * A part of the instruction mix.
 */
export type Mixed = { 
/**
 * The cost class, as the instruction table names it.
 */
class: string, 
/**
 * Instructions of it.
 */
times: number, };

/**
 * A model of cycles.
 */
export type Model = { 
/**
 * Its name.
 */
name: string, 
/**
 * What it counts in.
 */
unit: string, 
/**
 * What it charges, in one sentence.
 */
meaning: string, 
/**
 * The manual or measurement it was taken from.
 */
source: string, };

/**
 * A new puzzle.
 */
export type NewPuzzle = { 
/**
 * The givens, row by row, a point for each empty cell.
 */
puzzle: string, 
/**
 * Its only solution.
 */
solution: string, 
/**
 * How many givens it has, and how hard it is, in words.
 */
about: string, };

/**
 * Whether a submission could be graded.
 */
export type Outcome = { "status": "graded" } | { "status": "not-gradable", "why": string } | { "status": "infra", "why": string };

/**
 * What happened in a part of a race.
 */
export type Pace = { 
/**
 * The events; of more than 1,000 the last ones only.
 */
events: Array<RaceEvent>, 
/**
 * Events until now.
 */
number: number, 
/**
 * Nodes until now.
 */
nodes: number, 
/**
 * The grid as the events leave it, row by row, a point for an empty cell.
 */
grid: string, 
/**
 * Instructions until now.
 */
instructions: number, 
/**
 * How it stands.
 */
state: Stand, 
/**
 * Why the solver stands still, where it has ended.
 */
halt: Why | null, 
/**
 * Where it first did something else than the twin.
 */
difference: Parted | null, 
/**
 * What is wrong with what it printed.
 */
told: string | null, };

/**
 * Where a solver and the twin part.
 */
export type Parted = { 
/**
 * The number of the event, from 1.
 */
number: number, 
/**
 * What the solver does; none where it has ended.
 */
solver: RaceEvent | null, 
/**
 * What the twin does; none where it has ended.
 */
twin: RaceEvent | null, 
/**
 * The instruction that does it.
 */
spot: Spot, 
/**
 * All of it in a sentence.
 */
message: string, };

/**
 * A run of text in a source.
 */
export type Place = { 
/**
 * The name of the file.
 */
file: string, 
/**
 * Line of its start, from 1.
 */
line: number, 
/**
 * First unit of UTF-16 in the text of the file, from 0.
 */
start: number, 
/**
 * Unit of UTF-16 behind the last.
 */
end: number, };

/**
 * A breakpoint or watchpoint.
 */
export type Point = { 
/**
 * Its number.
 */
number: number, 
/**
 * Which of the two it is.
 */
kind: PointKind, 
/**
 * What was given: a place, or an expression.
 */
text: string, 
/**
 * The expression that must not be zero.
 */
condition: string | null, 
/**
 * Of a breakpoint: where it is.
 */
spot: Spot | null, 
/**
 * How often it was come to.
 */
hits: number, };

/**
 * What a point stops a program at.
 */
export type PointKind = "break" | "watch";

/**
 * Where the instructions of a run went.
 */
export type Profile = { 
/**
 * By source line; lines that hold instructions and never ran have 0.
 */
lines: Array<LineTimes>, 
/**
 * Instructions of no source line.
 */
elsewhere: number, };

/**
 * A first program.
 */
export type ProgramName = { 
/**
 * Its name, and that of its file.
 */
name: string, 
/**
 * What it does.
 */
title: string, 
/**
 * The dialect it is written in.
 */
dialect: string, 
/**
 * Its machine.
 */
machine: string, };

/**
 * A race that is about to begin.
 */
export type Race = { 
/**
 * The lane whose way in and out it takes.
 */
lane: string, 
/**
 * Cells of a side.
 */
side: number, 
/**
 * The puzzle, row by row, a point for an empty cell.
 */
given: string, 
/**
 * Its only solution; none where there is none, or more than one.
 */
solution: string | null, 
/**
 * The algorithm whose twin runs beside it; `any` where none does.
 */
algorithm: string, 
/**
 * Nodes of the whole search; none where nobody knows, or they are too many to be counted first.
 */
nodes_total: number | null, 
/**
 * Where the solver stands: before its first instruction.
 */
status: Status, };

/**
 * Something that a solver did.
 */
export type RaceEvent = { 
/**
 * What it is.
 */
kind: EventKind, 
/**
 * The row of the cell, from 1; none of a node.
 */
row: number | null, 
/**
 * Its column, from 1.
 */
column: number | null, 
/**
 * The digit that is placed or ruled out.
 */
digit: number | null, 
/**
 * Instructions until then; none where the race ran too fast to count them for each event.
 */
instructions: number | null, };

/**
 * A register.
 */
export type Register = { 
/**
 * Its name, as expressions have it behind a `$`.
 */
name: string, 
/**
 * Its value in the base that was asked for.
 */
shown: string, 
/**
 * Whether it was another when the program was last let go.
 */
is_changed: boolean, };

/**
 * A submission of a report; `--report jsonl` writes one per line.
 */
export type Reported = { 
/**
 * Total points earned.
 */
points: number, 
/**
 * Points that can be earned.
 */
out_of: number, 
/**
 * The assignment's name, such as `csee3827`.
 */
assignment: string, 
/**
 * Its title.
 */
title: string, 
/**
 * Whose it is, as the platform names the student: the name of a folder, or of a file without its ending.
 */
student: string, 
/**
 * The student's number or address on the platform that exported the submission.
 */
id?: string, 
/**
 * The file as it was named.
 */
file: string, 
/**
 * Whether it could be graded at all.
 */
outcome: Outcome, 
/**
 * The functions, in the order of the assignment; a whole program is one called `program`.
 */
functions: Array<GradedFunction>, 
/**
 * Findings that belong to no single function.
 */
findings: Array<Finding>, 
/**
 * Numbers that are compared between students, such as instructions.
 */
leaderboard: Array<Figure>, 
/**
 * Execution counts of the submission's lines, in rising order.
 */
coverage: Array<Covered>, };

/**
 * How numbers are shown.
 */
export type Shown = "manual" | "signed" | "unsigned" | "binary" | "letter" | "real";

/**
 * A file with its name.
 */
export type Source = { 
/**
 * Its name, whose end may tell its language.
 */
name: string, 
/**
 * What is in it.
 */
text: string, 
/**
 * Its bytes in base64, where they are no text: then `text` says nothing.
 */
base64?: string, };

/**
 * An address of a program in words, and the line it comes from.
 */
export type Spot = { 
/**
 * The address.
 */
address: number, 
/**
 * The same as the machine's manual prints it.
 */
shown: string, 
/**
 * Line, address and label in words.
 */
words: string, 
/**
 * The file of its line, where it has one.
 */
file: string | null, 
/**
 * The line, from 1.
 */
line: number | null, };

/**
 * How a race stands.
 */
export type Stand = "going" | "done" | "differs" | "halted";

/**
 * How a program begins.
 */
export type Start = { 
/**
 * The sources.
 */
work: Work, 
/**
 * All of its input; null where it is typed while the program runs.
 */
input: string | null, 
/**
 * Its arguments; under ITS its command line.
 */
arguments: Array<string>, 
/**
 * The files it can open; under ITS, its disk.
 */
files: Array<Source>, };

/**
 * Where a program stands.
 */
export type Status = { 
/**
 * Why it stands still.
 */
why: Why, 
/**
 * Instructions until now: the position in the run.
 */
now: number, 
/**
 * The position it ever came to.
 */
end: number, 
/**
 * The position one can go back to.
 */
start: number, 
/**
 * The instruction that runs next.
 */
spot: Spot, 
/**
 * The same as the manual spells it; none where there is none.
 */
instruction: string | null, 
/**
 * What it wrote since the last status.
 */
output: string, 
/**
 * The same to standard error.
 */
errors: string, 
/**
 * How much of all that it ever wrote was written at this point, as text: in units of UTF-16.
 */
written: Written, 
/**
 * Mistakes that its system let pass meanwhile.
 */
told: Array<string>, };

/**
 * A store that a program made.
 */
export type Stored = { 
/**
 * The position in the run behind the instruction.
 */
position: number, 
/**
 * The instruction.
 */
by: Spot, 
/**
 * The first address.
 */
address: number, 
/**
 * The same as the manual prints it.
 */
shown: string, 
/**
 * Units of memory.
 */
units: number, 
/**
 * What was there before.
 */
before: string, 
/**
 * What was stored.
 */
value: string, };

/**
 * Something to choose.
 */
export type Switch = { 
/**
 * Its name.
 */
name: string, 
/**
 * What it does, in one sentence without a full stop.
 */
help: string, 
/**
 * The dialects it means something to; none where it is of all dialects of its machine.
 */
of: Array<string>, 
/**
 * Words it takes; none where it takes nothing, or any text.
 */
values: Array<SwitchValue>, 
/**
 * What a text is called that it takes.
 */
takes: string | null, };

/**
 * A word that a switch takes.
 */
export type SwitchValue = { 
/**
 * The word.
 */
value: string, 
/**
 * What it does.
 */
help: string, };

/**
 * A word of a source language in one of its forms.
 */
export type Term = { 
/**
 * As the manual spells it.
 */
name: string, 
/**
 * What it is.
 */
kind: TermKind, 
/**
 * What stands behind it; empty where nothing does or the tables do not say.
 */
operands: string, 
/**
 * What it does in one line, code between backticks; empty where the tables do not say.
 */
meaning: string, 
/**
 * Page of `isagrid isa` that has it; empty if there is none.
 */
page: string, 
/**
 * Whether it is the same word in small letters and in capitals.
 */
any_case: boolean, };

/**
 * What a word is.
 */
export type TermKind = "instruction" | "pseudo" | "directive" | "register" | "symbol" | "function" | "service";

/**
 * A way a program can go.
 */
export type Way = "on" | "line" | "over_line" | "instruction" | "over_instruction" | "beyond" | "out" | "to_system_call" | "resume";

/**
 * Severity of a finding.
 */
export type Weight = "error" | "advice";

/**
 * The assignment that grades.
 */
export type Which = string | Array<Source>;

/**
 * Why a program stands still.
 */
export type Why = { "is": "ready" } | { "is": "going" } | { "is": "done" } | { "is": "returned" } | { "is": "breakpoint", 
/**
 * The number of the breakpoint.
 */
number: number, } | { "is": "watch", 
/**
 * The number of the watchpoint.
 */
number: number, 
/**
 * What is watched.
 */
text: string, 
/**
 * The value before, as the manual prints it.
 */
old: string, 
/**
 * The value now.
 */
new: string, } | { "is": "waits" } | { "is": "ended", 
/**
 * The status it gave; none where it ran past its last instruction.
 */
status: number | null, } | { "is": "limit", 
/**
 * More of what.
 */
text: string, } | { "is": "fault", 
/**
 * The code, which `explain` tells more of.
 */
code: string, 
/**
 * What is wrong.
 */
text: string, 
/**
 * The message about its source line, where there is one.
 */
message: Message | null, 
/**
 * How it came about, in sentences, where there is no such message that says so in its notes.
 */
story: Array<string>, } | { "is": "beginning" };

/**
 * What a new puzzle should be like.
 */
export type Wish = { 
/**
 * Cells of a side: 4, 9, 16 or 25.
 */
side: number, 
/**
 * The fewest givens; null where that does not matter.
 */
least_givens: number | null, 
/**
 * The most givens; null where that does not matter.
 */
most_givens: number | null, 
/**
 * The name of a band of DuPree's scores, such as `hard`; null where that does not matter.
 */
band: string | null, };

/**
 * An instruction of a program.
 */
export type Word = { 
/**
 * Its address.
 */
address: number, 
/**
 * The same as the machine's manual prints it.
 */
shown: string, 
/**
 * Its bits, as the manual prints them; empty where instructions are no words.
 */
bits: string, 
/**
 * The instruction as the manual spells it.
 */
instruction: string, };

/**
 * Sources and how they are to be assembled.
 */
export type Work = { 
/**
 * The sources, assembled together, the first one first; at least one.
 */
sources: Array<Source>, 
/**
 * Files that these may include.
 */
library: Array<Source>, 
/**
 * The dialect; null where it is to be told from the sources.
 */
dialect: string | null, 
/**
 * Switches as command lines spell them without `--`, such as `board=esp32c3`.
 */
switches: Array<string>, };

/**
 * How much a program wrote until a moment, in units of UTF-16 of what was told as text.
 */
export type Written = { 
/**
 * To standard output.
 */
output: number, 
/**
 * To standard error.
 */
errors: number, };

/** What a page can ask for. */
export type Call =
  | { call: "check" } & { 
/**
 * The sources.
 */
work: Work, }
  | { call: "words" } & { 
/**
 * The dialect.
 */
dialect: string, }
  | { call: "start" } & { 
/**
 * How it begins.
 */
start: Start, }
  | { call: "go" } & { 
/**
 * Which way.
 */
way: Way, 
/**
 * For at most so many instructions.
 */
slice: number, }
  | { call: "go_to" } & { 
/**
 * A label, a line, `file:line` or `*address`.
 */
place: string, 
/**
 * For at most so many instructions.
 */
slice: number, }
  | { call: "back" } & { 
/**
 * How far.
 */
by: Back, 
/**
 * Looking through about so many instructions.
 */
slice: number, }
  | { call: "seek" } & { 
/**
 * Instructions from the beginning.
 */
position: number, 
/**
 * Looking through about so many instructions.
 */
slice: number, }
  | { call: "feed" } & { 
/**
 * What is typed, with its line end.
 */
text: string, }
  | { call: "points" } & Record<symbol, never>
  | { call: "break" } & { 
/**
 * A label, a line, `file:line` or `*address`.
 */
place: string, 
/**
 * An expression that must not be zero.
 */
condition: string | null, }
  | { call: "watch" } & { 
/**
 * A label, a register behind a `$`, or another expression.
 */
text: string, 
/**
 * An expression that must not be zero.
 */
condition: string | null, }
  | { call: "delete" } & { 
/**
 * Its number.
 */
number: number, }
  | { call: "assign" } & { 
/**
 * A register behind a `$`, a label, `{int} ADDRESS`, `$pc`.
 */
target: string, 
/**
 * An expression.
 */
value: string, }
  | { call: "registers" } & { 
/**
 * How their values are shown.
 */
shown: Shown, }
  | { call: "memory" } & { 
/**
 * An address, a label, a register or another expression; `*ADDRESS` is the same as the address,
 * and `*(ADDRESS)` the word there. A line is `file:line`.
 */
from: string, 
/**
 * How many; 4096 at most are shown.
 */
words: number, 
/**
 * How they are shown.
 */
shown: Shown, }
  | { call: "areas" } & Record<symbol, never>
  | { call: "stores" } & Record<symbol, never>
  | { call: "calls" } & { 
/**
 * Looking through about so many instructions.
 */
slice: number, }
  | { call: "counts" } & Record<symbol, never>
  | { call: "profile" } & Record<symbol, never>
  | { call: "mix" } & Record<symbol, never>
  | { call: "files" } & Record<symbol, never>
  | { call: "give" } & { 
/**
 * The files.
 */
files: Array<Source>, }
  | { call: "solve" } & { 
/**
 * The name of the lane.
 */
lane: string, 
/**
 * The puzzle, in any format of one.
 */
puzzle: string, }
  | { call: "race" } & { 
/**
 * The solver.
 */
work: Work, 
/**
 * The algorithm; `any` where nobody says which: then only the grid is compared.
 */
algorithm: string, 
/**
 * The puzzle, in any format of one.
 */
puzzle: string, 
/**
 * The lane whose puzzle goes in as this one's; null for the first one that fits.
 */
lane: string | null, }
  | { call: "race_lane" } & { 
/**
 * The name of the lane.
 */
lane: string, 
/**
 * The puzzle, in any format of one.
 */
puzzle: string, }
  | { call: "pace" } & { 
/**
 * For at most so many events.
 */
events: number, 
/**
 * For at most so many instructions.
 */
slice: number, }
  | { call: "bands" } & Record<symbol, never>
  | { call: "generate" } & { 
/**
 * What it should be like.
 */
wish: Wish, 
/**
 * The seed.
 */
seed: number, }
  | { call: "grade" } & { 
/**
 * The assignment.
 */
assignment: Which, 
/**
 * The submission, one file.
 */
sources: Array<Source>, 
/**
 * Today's date, such as `2026-11-23`, which says what is hidden.
 */
today: string, }
  | { call: "grade_on" } & Record<symbol, never>

/** The answer of each call. */
export type Answers = {
  check: Checked;
  words: Language;
  start: Status;
  go: Status;
  go_to: Status;
  back: Status;
  seek: Status;
  feed: null;
  points: Array<Point>;
  break: number;
  watch: number;
  delete: boolean;
  assign: Status;
  registers: Array<Register>;
  memory: Memory;
  areas: Array<Area>;
  stores: Array<Stored>;
  calls: Calls | null;
  counts: Counts;
  profile: Profile;
  mix: Array<Mixed>;
  files: Array<Kept>;
  give: null;
  solve: Status;
  race: Race;
  race_lane: Race;
  pace: Pace;
  bands: Array<string>;
  generate: NewPuzzle;
  grade: Grading;
  grade_on: Grading;
};

/** A call by its name. */
export type Asks<N extends Call["call"]> = Extract<Call, { call: N }>;

/** What comes back: the answer, a sentence about what the call cannot have, the module that answers it, or
 * that it wants the files that come with the machines first. */
export type Reply<N extends Call["call"]> = { ok: Answers[N] } | { error: string } | { elsewhere: string } | { files: true };
