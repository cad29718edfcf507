// Menus of machines, dialects and examples.

import type { Dialect, ExampleText, Machine, Menu } from "./simulator";
import { byId, options } from "./dom";
import { load } from "./files";

/** Machine and dialect with this dialect name. */
export function dialectOf(menu: Menu, name: string): [Machine, Dialect] | null {
  for (const machine of menu.machines) {
    const dialect = machine.dialects.find((known) => known.name === name);
    if (dialect) return [machine, dialect];
  }
  return null;
}

/** Title of a dialect without its machine. */
export function calledOf(menu: Menu, name: string): string {
  return called(dialectOf(menu, name)?.[1].about ?? name);
}

const called = (about: string): string => about.replace(/ \([^)]*\)$/, "");

/** Prefix of first programs among the menu values. */
export const PROGRAM = "program:";

/** Fills both menus. */
export function fillMenus(menu: Menu): void {
  const dialects = menu.machines.flatMap(({ title, dialects }) =>
    dialects.map(({ name, about }) => ({ value: name, text: called(about), group: title })));
  options(byId<HTMLSelectElement>("dialect"), [{ value: "", text: "Detect from the source" }, ...dialects]);
  const title = (machine: string) => menu.machines.find(({ name }) => name === machine)?.title ?? machine;
  const examples = menu.examples.map(({ lane, machine, algorithm, side, dialect }) =>
    ({ value: lane, text: `${algorithm}, ${side}×${side} (${dialect})`, group: `${title(machine)}: Sudoku` }));
  const programs = menu.programs.map(({ name, title, dialect }) => ({ value: `${PROGRAM}${name}`, text: `${dialect}: ${title}`, group: "First programs" }));
  options(byId<HTMLSelectElement>("example"), [{ value: "", text: "Open an example…" }, ...programs, ...examples]);
}

/** Sources of an entry in the example menu. */
export async function textOf(menu: Menu, value: string): Promise<ExampleText> {
  const isProgram = value.startsWith(PROGRAM);
  const name = isProgram ? value.slice(PROGRAM.length) : value;
  const entry = isProgram ? menu.programs.find((it) => it.name === name) : menu.examples.find(({ lane }) => lane === name);
  const texts = entry && ((await (await load(`${entry.machine}.json`)).json()) as Record<string, ExampleText>);
  const text = texts?.[name];
  if (!text) throw new Error(`no example is called ${name}`);
  return text;
}

/** Program for the first visit: short, with a loop and a call to step through. */
export const FIRST = {
  name: "hello.s",
  text: `# The squares of 1 to 10, for MARS or SPIM.
        .data
line:   .asciiz " squared is "
end:    .asciiz "\\n"
        .text
        .globl main
main:   li      $s0, 1              # the number
loop:   move    $a0, $s0
        jal     square
        move    $s1, $v0
        move    $a0, $s0
        li      $v0, 1              # print an integer
        syscall
        la      $a0, line
        li      $v0, 4              # print a string
        syscall
        move    $a0, $s1
        li      $v0, 1
        syscall
        la      $a0, end
        li      $v0, 4
        syscall
        addi    $s0, $s0, 1
        ble     $s0, 10, loop
        li      $v0, 10             # end
        syscall

# In: $a0. Out: $v0, its square.
square: mul     $v0, $a0, $a0
        jr      $ra
`,
};
