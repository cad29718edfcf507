//! What MIDAS says of a program, and what we say beside it.

/// A message: a text of MIDAS's, and our sentence.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Message {
    /// Its stable name.
    pub(crate) id: &'static str,
    /// The text behind the place and the name, as MIDAS types it.
    pub(crate) midas: &'static str,
    /// Our sentence; `{}` stands for the name.
    pub(crate) sentence: &'static str,
    /// What would be right.
    pub(crate) help: Option<&'static str>,
}

impl Message {
    /// The same with help.
    const fn help(self, help: &'static str) -> Message {
        Message { help: Some(help), ..self }
    }
}

/// A message without help.
pub(crate) const fn message(
    id: &'static str,
    midas: &'static str,
    sentence: &'static str,
) -> Message {
    Message { id, midas, sentence, help: None }
}

macro_rules! messages {
    ($($name:ident $id:literal $midas:literal => $sentence:literal $(; $help:literal)?)*) => { $(
        #[doc = concat!("MIDAS: ", $midas)]
        pub(crate) static $name: Message = message($id, $midas, $sentence)$(.help($help))?;
    )* };
}

messages! {
    UNDEFINED "P001" "Undefined" => "nothing is called `{}`"
    UNDEFINED_IN_LITERAL "P001" "Undefined in literal" => "nothing is called `{}`"
    UNDEFINED_IN_EQUALS "P001" "Undefined in =" => "nothing is called `{}` yet"; "what is assigned must be defined above, on the first pass too"
    UNDEFINED_IN_PSEUDO "P001" "Undefined in " => "nothing is called `{}` yet"; "this argument must be defined above, on the first pass too"
    NO_END "P002" "No END statement" => "the source ends without an END statement"; "the last line of a program is `END`, and the label it starts at"
    TOO_DEEP "P003" "PDL overflow" => "macros and files are nested too deeply, or without end"
    TOO_LONG "P004" "Macro table full" => "macros and loops give text without end"
    GROUPINGS_TOO_DEEP "P005" "PDL overflow" => "brackets and arguments are nested too deeply"
    OUTPUT_TOO_LARGE "P006" "Output too large" => "the program has more words than the machine"
    TOO_MANY_ERRORS "P007" "Too many errors" => "the assembly is given up after so many errors"

    NOT_SEPARATED "P010" "Syllables not separated" => "two values stand side by side"; "put an operator, a blank or a comma between them"
    NUMBER_TOO_BIG "P011" "FIXNUM too big for 36 bits" => "the number does not fit into 36 bits"
    EXPONENT_OVERFLOW "P012" "Exponent overflow" => "the number is too large or too small for floating point"
    NAME_BEFORE_POWER "P013" "Symbolic 1st arg to \"^\"" => "a name stands before `^`, which takes a number"
    FLOAT_AFTER_SHIFT "P014" "Floating point 2nd arg to \"_\"" => "a floating-point number stands behind `_` or `^`"
    NOT_SIXBIT "P015" "Character not SIXBIT" => "a control character is not one of SIXBIT"
    COMMA_PAST_THIRD "P016" "Comma past the 3rd field of a word" => "a word has at most three fields"
    UNDEFINED_FORMAT "P017" "Undefined format" => "fields are not separated so in any word"; "an instruction is `OP AC,ADDRESS`, two halves are `LEFT,,RIGHT`"
    STRAY "P018" "Stray " => "a closing bracket closes nothing"
    WRONG_CLOSE "P019" " Seen when " => "a bracket is closed by one of another kind"
    MISSING_ANGLE "P020" "Missing >" => "`<` is not closed"
    MISSING_PAREN "P020" "Missing )" => "`(` is not closed"
    MISSING_BRACKET "P020" "Missing ]" => "`[` is not closed"
    FORM_FEED "P021" "Formfeed within <>, () or []" => "a page ends within brackets"
    NO_LITERALS "P022" "Literal" => "a literal stands where .LITSW forbids it"
    LINES_IN_BRACKETS "P023" "Multi-word text pseudo in brackets" => "a text of several words stands in `<>` or `()`"

    COLON_ALONE "P030" "Colon without preceding symbol" => "no name stands before the colon"
    LABEL_IN_EXPRESSION "P031" "Label inside an expression" => "the label `{}` stands within an expression"
    LABEL_IN_BRACKETS "P032" "Label inside <>, () or []" => "the label `{}` stands within brackets"; "what is in brackets has no address yet; write it as a line of its own"
    INITIAL_AS_LABEL "P033" "Pseudo, macro or initial sym as label" => "`{}` means something else already and is now a label"
    MULTIPLY_DEFINED "P034" "Multiply defined" => "`{}` is defined twice, with different values"
    BAD_EQUALS "P035" "= With bad format or bad context" => "`=` does not follow a name at the start of a line"
    SHADOWED "P036" "Shadowing a pseudo-op" => "`{}` is a pseudo-operation and is now a number"
    ILLEGAL_EQUALS "P037" "Illegal =" => "`{}` is a variable and cannot be assigned"
    MACRO_ASSIGNED "P038" "Pseudo or macro ='D" => "`{}` is a macro and cannot be assigned"
    NOT_A_VARIABLE "P039" "Can't be a variable" => "`{}` is a pseudo-operation or macro, no variable"
    NOT_GLOBAL "P040" "Can't be global" => "`{}` is a pseudo-operation or macro and cannot be global"
    VARIABLE_DEFINED "P041" "Multiply-defined variable" => "`{}` has a value already and cannot be a variable"

    NO_VALUE "P090" "Returns no value" => "`{}` has no value and stands where one is wanted"
    NO_ARGUMENT "P091" "No arg" => "`{}` has no name behind it"
    IN_PSEUDO "P092" "Inside pseudo or =" => "`{}` stands within another statement"
    IN_BRACKETS "P093" "Within <>, () or []" => "`{}` stands within brackets"
    STORAGE_WORD "P094" "Storage word assembled" => "a word is assembled where .NSTGW forbids it"
    TOO_FEW_NAMES "P096" "Too few args - EQUAL" => "EQUALS takes two names"
    VARIABLES_MOVED "P100" "Variables location phase error" => "the variables are elsewhere on the second pass"; "something takes another number of words on the second pass"
    VARIABLES_GREW "P100" "Variables area size phase error" => "there are more variables on the second pass"
    LITERALS_MOVED "P101" "Constants location phase error" => "the literals are elsewhere on the second pass"; "something takes another number of words on the second pass"
    LITERALS_GREW "P101" "More constants on pass 2 than 1" => "there are more literals on the second pass"
    BLOCKS_UNMATCHED "P102" "Unmatched .BEGIN - .END" => "a .BEGIN and an .END do not match"
    BLOCK_TWICE "P103" "Multiply defined BLOCK" => "the block `{}` comes twice"
    BLOCKS_TOO_DEEP "P104" ".BEGIN nesting too deep" => "blocks of symbols are nested too deeply"
    START_NEGATIVE "P105" "Start instruction negative" => "the word behind END is no start instruction"
    UNTERMINATED "P106" "Unterminated successful bracketed conditionals" => "a bracketed conditional is not closed"
    SYMTAB_TOO_BIG "P107" ".SYMTAB 1st arg too big" => ".SYMTAB asks for more symbols than MIDAS has room for"
    SYMTAB_WORDS "P107" ".SYMTAB 3rd arg out of range" => ".SYMTAB asks for entries of another size than three words"
    SYMTAB_LITERALS "P107" ".SYMTAB 2nd arg too big" => ".SYMTAB asks for more literals than MIDAS has room for"
    PROGRAM_ERROR "P070" "" => "the program says:"
    PROGRAM_FATAL "P071" "" => "the program says, and gives up:"
    STINK_ONLY "P080" "Allowed only for STINK relocatable format" => "`{}` is for relocatable programs only"
    NOT_OFFERED "P081" "Output format not offered" => "`{}` makes a program for a linking loader, which this assembler does not write"; "leave it out: SBLK files, as DDT loads them, are what is written"
    NO_ARITHMETIC "P084" "Arithmetic statement not done" => "`{}` statements are not translated"; "write the instructions that the formula comes to"
    NO_SYSTEM "P085" "" => "there is no system to ask while assembling: the answer is taken as nothing"
    NO_SUCH_OPERATION "P082" "Instruction not done" => "this instruction cannot be done while assembling"
    NOT_ASCII "P083" "Character not ASCII" => "a byte of the source is no character of ITS"; "sources are ASCII; bytes from 200 octal on are read as the public repository of ITS encodes what is not"
}
