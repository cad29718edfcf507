//! The table of checks: the meaning of each finding's code.

/// A check with a stable code.
#[derive(Debug, PartialEq, Eq)]
pub struct Check {
    /// The code, such as `CC07`.
    pub id: &'static str,
    /// Short title of the mistake.
    pub finds: &'static str,
    /// Method of detection.
    pub how: &'static str,
    /// Advice on how to fix it.
    pub help: &'static str,
}

impl Check {
    /// How it is found and what to do, as two paragraphs.
    #[must_use]
    pub fn explanation(&self) -> String {
        let help = self.help.trim_end_matches(['.', '?']);
        let (first, rest) = help.split_at(help.chars().next().map_or(0, char::len_utf8));
        let first = first.to_uppercase();
        format!("How it is found: {}.\n\nWhat to do: {first}{rest}.\n", self.how)
    }
}

macro_rules! checks {
    ($($name:ident $id:literal $finds:literal $how:literal $help:literal;)*) => {
        $(
            #[doc = $finds]
            pub static $name: Check = Check { id: $id, finds: $finds, how: $how, help: $help };
        )*
        /// All checks, by code.
        pub static CHECKS: &[&Check] = &[$(&$name),*];
    };
}

checks! {
    PRESERVED "CC01" "A preserved register has changed at the return"
        "each preserved register holds its own random number at the call, and is compared at the return"
        "save the register on the stack at the beginning of the function, and restore it before the return";
    STACK "CC02" "The stack pointer has changed at the return"
        "the stack pointer is compared at the return; on a PDP-10, both halves of P are"
        "on every way out of the function, free the stack space that it allocated at its beginning";
    BACK "CC03" "The function does not return to its caller"
        "the address that a return reaches is compared with the return address of the call"
        "a call overwrites the return address: save it on the stack before the call, and restore it before the return";
    OUTSIDE "CC04" "A store is outside the frame and the granted memory"
        "the address of every store is compared with the function's own frame, the memory that its contract grants, and the function's own data"
        "check the address: how large is the frame or the object, and where does the loop end?";
    CONSTANT "CC05" "Read-only memory has changed"
        "memory that the function may only read is compared byte by byte at the return"
        "compute with a copy in a register, and leave the argument unchanged";
    ASTRAY "CC06" "The program runs into code outside the function, without a call"
        "every instruction's address is compared with the addresses of the function's own code"
        "end each function with a return, and call other functions only at their beginning";
    CLOBBERED "CC07" "A register is read that a call may have overwritten"
        "after a call, each register that the called function may change is undefined until it is set again"
        "keep the value in a preserved register, or on the stack, during the call";
    UNSET "CC08" "A register is read before it is set"
        "at the call, of the registers that a function may change, only its arguments are defined"
        "set the register before you read it";
    CALLERS "CC09" "A preserved register is used that holds the caller's value"
        "preserved registers may be saved and restored, but not computed with, until they are set"
        "save the old value first, then set the register";
    UNWRITTEN "CC10" "Stack memory is read before it is written"
        "the stack below the caller's frame is undefined until the function writes it, and below the stack pointer again after a call"
        "write the word before you read it, and keep it above the stack pointer";
    GARBAGE "CC11" "The result depends on undefined registers or memory"
        "each case is run twice, with different values in everything undefined; both runs must give the same result"
        "set everything before you read it; other findings often show the line";
    ALIGNMENT "CC12" "The stack pointer is out of bounds, or not aligned"
        "at every call and return, the stack pointer is compared with its alignment: 4 in the profile `classroom`, 8 or 16 in `abi`"
        "allocate frames in whole multiples of the alignment";
    SYSTEM "CC13" "A system call that the function may not make"
        "every system call is compared with the list in the function's contract"
        "return the result to the caller; leave printing and exiting to main";
    ENDLESS "CC14" "The function exceeds its instruction limit"
        "a case may take 20 times the reference's instructions and 5,000 more, or 1,000,000 if the function returns by then, or the limit that the assignment sets"
        "check what ends the loop or the recursion: does every path through it make progress?";
    OUTPUT "CC15" "The function prints more than it may"
        "output is counted, and the run ends at the limit"
        "look for a loop that prints";
    OWN_TEXT "CC16" "A store overwrites the program's instructions"
        "the address of every store is compared with the addresses of instructions"
        "reserve separate memory for data";
    FAULT "CC17" "The machine stopped the program"
        "the run ended with a fault, which the message describes"
        "check the line and the registers that it uses";
    RESERVED "CC18" "A register has changed that is reserved for the system or the linker"
        "reserved registers hold random numbers where the program does not need them, and are compared at the return"
        "use a temporary register instead";
    SKIPS "CC19" "The function skips more instructions than its contract allows"
        "on a PDP-10, the return may skip as many instructions as the contract says"
        "check how often the return address on the stack is incremented";
    NOT_ALLOWED "CC20" "A function or instruction is used that is not allowed"
        "calls are compared with the contract's list, instructions with the assignment's"
        "use only what the assignment allows";
    ARGUMENT "CC21" "A call has an undefined argument"
        "the registers of the called function's arguments must be defined"
        "put the argument into its register before each call";
    LOADED "CC22" "A load is outside the frame and the granted memory"
        "the address of every load is compared with the function's own frame, the memory that its contract grants, and the program's data"
        "check the address: how long is the array, and where does the loop end?";
    BELOW "CC23" "A value is kept below the stack pointer"
        "loads and stores below the stack pointer are followed until the stack pointer is below them; the profile `abi` deducts points, `classroom` only warns"
        "allocate stack space before you store, and free it after you have loaded";
    NUMBER "CC24" "The number of a system call is the result of another one"
        "the register of the number is followed from each system call that changes it to the next one"
        "set the number before each system call; a call that reads input overwrites it";
    PRINTED "CC25" "An address is printed as a number"
        "the result register is followed from a return that left an address of data in it to the call that prints it"
        "move the result into the result register before the return";
    WRONG "GR01" "A result is wrong"
        "the result and all granted memory are compared with the reference's"
        "step through the case in the debugger";
    NOT_ATTEMPTED "GR02" "The function is unchanged from the scaffold"
        "the function's instructions are compared with the scaffold's"
        "write the function";
    MISSING "GR03" "The function's label is missing"
        "each function must begin with its label"
        "name the label as the assignment does";
    NOT_ASSEMBLED "GR04" "The function's part does not assemble"
        "each function is assembled on its own, together with the reference's other functions"
        "fix what the assembler's message names";
    SEPARATORS "GR05" "Separator lines are missing, or a function is in another function's part"
        "separator lines are counted, and each function must be above its own"
        "restore the separator lines of the scaffold";
    HELPERS "GR06" "A function needs names from another part"
        "a name that the function uses is defined in another function's part or in the fixed part"
        "put helpers between the same separators as the function that uses them";
    TOGETHER "GR07" "The function is right on its own, but wrong together with the others"
        "all functions of the submission are run together"
        "check the functions that it calls, and names that two of your functions share";
    FILE "GR08" "The file cannot be graded"
        "a submission is one source of at most 1 MiB"
        "hand in the source file";
    DECISIONS "GR09" "The program decides differently from the algorithm"
        "calls of the procedure and stores to the grid are compared with the algorithm's, one by one"
        "take the first blank cell in reading order, try digits from 1 up, and empty a cell whose digit leads to no solution";
    WRONG_OUTPUT "GR11" "The output is wrong"
        "the output is compared with the one in the assignment, or with the reference's"
        "check what the line prints, and where the value came from";
    STATUS "GR13" "The program ends with the wrong exit status"
        "the exit status is compared with the one that the assignment asks for"
        "check the call that ends the program, and the register with the status";
    ANSWER "GR14" "Memory, a register or a file is wrong at the end of the program"
        "at the end, the memory, registers and files that the assignment names are compared with the expected values"
        "check the instruction that wrote the value last";
    BLANKS "GR15" "The output differs only in blanks, which are accepted"
        "the comparison ignores blanks at the ends of lines, blank lines around the output, and the kind of line endings"
        "print the same blanks and line endings as the assignment to avoid this warning";
    NAME "GR16" "The file name differs from the one in the assignment"
        "the file's name is compared with the one in the assignment"
        "rename the file to the name in the assignment";
    WHOLE "GR10" "The file as a whole does not assemble"
        "the whole file is assembled as a simulator does it; missing given parts are taken from the reference"
        "assemble the file in the simulator before you hand it in, and fix what its message names";
    RULE "GR12" "A rule of the course is broken"
        "calls and loops are searched for in the assembled code of the function and of its helpers; lengths are counted there"
        "follow the rules of the assignment";
}

/// Returns the check with a code.
#[must_use]
pub fn check(id: &str) -> Option<&'static Check> {
    CHECKS.iter().copied().find(|check| check.id.eq_ignore_ascii_case(id))
}
