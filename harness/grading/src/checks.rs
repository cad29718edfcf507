//! The table of checks: what a finding's code stands for.

pub mod examples;

/// A check with a stable code.
#[derive(Debug, PartialEq, Eq)]
pub struct Check {
    /// The code, such as `CC07`.
    pub id: &'static str,
    /// What it finds, in a few words.
    pub finds: &'static str,
    /// How it is found.
    pub how: &'static str,
    /// What to do.
    pub mend: &'static str,
}

macro_rules! checks {
    ($($name:ident $id:literal $finds:literal $how:literal $mend:literal;)*) => {
        $(
            #[doc = $finds]
            pub static $name: Check = Check { id: $id, finds: $finds, how: $how, mend: $mend };
        )*
        /// All checks, by code.
        pub static CHECKS: &[&Check] = &[$(&$name),*];
    };
}

checks! {
    PRESERVED "CC01" "A preserved register is not as before at the return"
        "each preserved register holds a random number of its own when the function is called, and is compared when it returns"
        "save the register on the stack when the function begins, and load it back before it returns";
    STACK "CC02" "The stack pointer is not as before at the return"
        "the stack pointer is compared when the function returns; on a PDP-10 both halves of P are"
        "add to the stack pointer at the end what was taken from it at the beginning, on every way out";
    BACK "CC03" "The function returns to another place than behind the call"
        "the place a return comes to is compared with where the call comes back to"
        "a call writes over the return address: save it on the stack before, and load it back before the return";
    OUTSIDE "CC04" "A store goes outside of the frame and of the memory that was granted"
        "the address of every store is compared with the function's own frame, the memory its contract grants, and the function's own data"
        "look at the address: how long is the cell, and where does the loop end?";
    CONSTANT "CC05" "Memory was changed that must stay as it is"
        "what the function was given to read only is compared, byte by byte, when it returns"
        "compute with a copy in a register, and leave the argument as it is";
    ASTRAY "CC06" "The program runs into code that is not the function's, without a call"
        "every instruction's address is compared with where the function's own code lies"
        "end each function with its return, and call others at their beginning only";
    CLOBBERED "CC07" "A register is used that a call may have changed"
        "after a call, what the called function may change is taken as not defined, until it is set anew"
        "keep the value in a preserved register, or on the stack, while the other function runs";
    UNSET "CC08" "A register is used that nobody set"
        "when the function is called, only its arguments are defined among what a function may change"
        "give the register a value before it is read";
    CALLERS "CC09" "A preserved register is used that holds the caller's value"
        "preserved registers may be saved and loaded back, but not computed with, until they are set"
        "give the register a value of its own first, and save the old one before";
    UNWRITTEN "CC10" "Stack memory is used that nobody wrote"
        "the stack below the caller's frame is not defined until the function writes it, and again below the stack pointer after a call"
        "write the word before it is read, and keep it above the stack pointer";
    GARBAGE "CC11" "The result depends on what happened to lie in registers or memory"
        "each case is run with two fillings of all that is not defined; both must give the same result"
        "set everything to a value before it is read; other findings often say which line";
    ALIGNMENT "CC12" "The stack pointer is out of bounds, or not aligned"
        "at every call and return the stack pointer is compared with its alignment: 4 in the classroom, 8 or 16 in the ABI"
        "take frames from the stack in whole multiples of the alignment";
    SYSTEM "CC13" "A system call that the function may not make"
        "every system call is compared with the list in the function's contract"
        "return the result to the caller; printing and ending are main's business";
    ENDLESS "CC14" "The function did not end within its budget of instructions"
        "a case may take 20 times the reference's instructions and 5,000 more, or what the assignment says"
        "look at what ends the loop: does every way through it come closer?";
    OUTPUT "CC15" "The function printed more than it may"
        "output is counted, and what is over the limit ends the run"
        "look for a loop that prints";
    OWN_TEXT "CC16" "A store goes into the program's instructions"
        "the address of every store is compared with where instructions lie"
        "keep data in memory of its own";
    FAULT "CC17" "The machine stopped the program"
        "the run ended with a fault, which the message tells"
        "look at the line and at the registers it uses";
    RESERVED "CC18" "A register was changed that belongs to the system or the linker"
        "reserved registers hold random numbers where the program does not need them, and are compared when the function returns"
        "use a temporary register";
    SKIPS "CC19" "The function returns with a skip that its contract does not have"
        "on a PDP-10 the return may skip as many instructions as the contract says"
        "count how often the return address on the stack was incremented";
    NOT_ALLOWED "CC20" "A function or instruction is used that is not allowed"
        "calls are compared with the contract's list, instructions with the assignment's"
        "use what the assignment allows";
    ARGUMENT "CC21" "A call is given an argument that nobody set"
        "the registers of a called function's arguments must be defined"
        "put the argument into its register before the call, and again for every call";
    LOADED "CC22" "A load goes outside of the frame and of the memory that was granted"
        "the address of every load is compared with the function's own frame, the memory its contract grants, and the program's data"
        "look at the address: how long is the array, and where does the loop end?";
    BELOW "CC23" "A value is kept below the stack pointer"
        "loads and stores below the stack pointer are followed until the stack pointer is below them; the profile `abi` takes points, `classroom` only warns"
        "take room from the stack pointer before you store, and give it back after you have loaded";
    WRONG "GR01" "A result is wrong"
        "the result and all memory that was granted are compared with the reference's"
        "follow the case in the debugger";
    NOT_ATTEMPTED "GR02" "The function is as the scaffold has it"
        "the function's instructions are compared with the scaffold's"
        "write the function";
    MISSING "GR03" "The function's label is missing"
        "each function must begin with its label"
        "name the label as the assignment does";
    NOT_ASSEMBLED "GR04" "The function's part does not assemble"
        "each function is assembled by itself, beside the reference's others"
        "the assembler's message says what to mend";
    SEPARATORS "GR05" "Separator lines are missing, or functions lie in each other's parts"
        "separator lines are counted, and each function must lie above its own"
        "put the separator lines back as the scaffold has them";
    HELPERS "GR06" "A function needs names of another part"
        "a name the function uses is defined in another function's part or in the fixed part"
        "put helpers between the same separators as the function that uses them";
    TOGETHER "GR07" "The function is right by itself, and wrong together with the others"
        "all functions of the submission are run together"
        "look at the functions it calls, and at names that two of your functions have";
    FILE "GR08" "The file cannot be graded"
        "a submission is one source of at most 1 MiB"
        "hand in the source file";
    DECISIONS "GR09" "The program takes other decisions than the algorithm"
        "calls of the procedure and stores to the grid are compared with the algorithm's, one by one"
        "take the first blank cell in reading order, try digits from 1 up, and empty a cell whose digit leads nowhere";
    WRONG_OUTPUT "GR11" "The output is wrong"
        "what is printed is compared with what the assignment says or its reference prints"
        "look at what the line prints, and at where the value came from";
    STATUS "GR13" "The program ends with another status"
        "the status that the program ends with is compared with the one that the assignment asks for"
        "look at the call that ends the program, and at the register with the status";
    ANSWER "GR14" "Memory, a register or a file is wrong when the program has ended"
        "what the assignment names is compared with what is right, when the program has ended"
        "look at the instruction that wrote it last";
    BLANKS "GR15" "The output differs only in blanks, which are accepted"
        "the output is compared without blanks at the ends of lines, blank lines around it, and the kind of line ends"
        "print the same blanks and line ends as the assignment, and nothing is left to remark";
    NAME "GR16" "The file has another name than the assignment asks for"
        "the file's name is compared with the one in the assignment"
        "hand in the file under the name that the assignment gives it";
    WHOLE "GR10" "The file as a whole does not assemble"
        "the whole file is assembled as a simulator does it; what it lacks of the given part is the reference's"
        "assemble the file in the simulator before you hand it in: the message says what to mend";
    RULE "GR12" "A rule of the course is broken"
        "calls and loops are looked for in the code of the function and of its helpers, as it was assembled; lengths are counted there"
        "solve it as the assignment asks";
}

/// The check of a code.
#[must_use]
pub fn check(id: &str) -> Option<&'static Check> {
    CHECKS.iter().copied().find(|check| check.id.eq_ignore_ascii_case(id))
}
