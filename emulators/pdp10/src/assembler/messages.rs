//! MIDAS's messages about a program, and our own next to them.

/// An assembler message: MIDAS's text and our own.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Message {
    /// Its stable code.
    pub(crate) id: &'static str,
    /// Text after the place and the name, as MIDAS types it.
    pub(crate) midas: &'static str,
    /// Our own text; `{}` is replaced by the name.
    pub(crate) sentence: &'static str,
    /// Help line.
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
    UNDEFINED "P001" "Undefined" => "undefined symbol `{}`"
    UNDEFINED_IN_LITERAL "P001" "Undefined in literal" => "undefined symbol `{}`"
    UNDEFINED_IN_EQUALS "P001" "Undefined in =" => "`{}` is not defined yet"; "a value after `=` must be defined earlier, on the first pass too"
    UNDEFINED_IN_PSEUDO "P001" "Undefined in " => "`{}` is not defined yet"; "this argument must be defined earlier, on the first pass too"
    NO_END "P002" "No END statement" => "the source ends without an END statement"; "end the program with `END LABEL`, where LABEL is its start"
    TOO_DEEP "P003" "PDL overflow" => "macros and files are nested too deeply, perhaps endlessly"
    TOO_LONG "P004" "Macro table full" => "macros and loops produce endless text"
    GROUPINGS_TOO_DEEP "P005" "PDL overflow" => "brackets and arguments are nested too deeply"
    OUTPUT_TOO_LARGE "P006" "Output too large" => "the program has more words than the machine's memory"
    TOO_MANY_ERRORS "P007" "Too many errors" => "too many errors; the assembly stops here"

    NOT_SEPARATED "P010" "Syllables not separated" => "no operator between two values"; "put an operator, a space or a comma between them"
    NUMBER_TOO_BIG "P011" "FIXNUM too big for 36 bits" => "the number does not fit in 36 bits"
    EXPONENT_OVERFLOW "P012" "Exponent overflow" => "the number is too large or too small for floating point"
    NAME_BEFORE_POWER "P013" "Symbolic 1st arg to \"^\"" => "`^` needs a number before it, not a name"
    FLOAT_AFTER_SHIFT "P014" "Floating point 2nd arg to \"_\"" => "`_` and `^` cannot be followed by a floating-point number"
    NOT_SIXBIT "P015" "Character not SIXBIT" => "SIXBIT has no control characters"
    COMMA_PAST_THIRD "P016" "Comma past the 3rd field of a word" => "a word has at most three fields"
    UNDEFINED_FORMAT "P017" "Undefined format" => "no word has fields separated like this"; "write an instruction as `OP AC,ADDRESS`, two halves as `LEFT,,RIGHT`"
    STRAY "P018" "Stray " => "closing bracket without an opening one"
    WRONG_CLOSE "P019" " Seen when " => "mismatched closing bracket"
    MISSING_ANGLE "P020" "Missing >" => "`<` is not closed"
    MISSING_PAREN "P020" "Missing )" => "`(` is not closed"
    MISSING_BRACKET "P020" "Missing ]" => "`[` is not closed"
    FORM_FEED "P021" "Formfeed within <>, () or []" => "form feed within brackets"
    NO_LITERALS "P022" "Literal" => ".LITSW forbids literals here"
    LINES_IN_BRACKETS "P023" "Multi-word text pseudo in brackets" => "text of several words within `<>` or `()`"

    COLON_ALONE "P030" "Colon without preceding symbol" => "no name before the colon"
    LABEL_IN_EXPRESSION "P031" "Label inside an expression" => "the label `{}` is within an expression"
    LABEL_IN_BRACKETS "P032" "Label inside <>, () or []" => "the label `{}` is within brackets"; "code in brackets has no address yet; write it on separate lines"
    INITIAL_AS_LABEL "P033" "Pseudo, macro or initial sym as label" => "`{}` already had another meaning and is now a label"
    MULTIPLY_DEFINED "P034" "Multiply defined" => "`{}` is defined twice, with different values"
    BAD_EQUALS "P035" "= With bad format or bad context" => "`=` does not follow a name at the start of a line"
    SHADOWED "P036" "Shadowing a pseudo-op" => "`{}` was a pseudo-operation and is now a number"
    ILLEGAL_EQUALS "P037" "Illegal =" => "`{}` is a variable and cannot be assigned"
    MACRO_ASSIGNED "P038" "Pseudo or macro ='D" => "`{}` is a macro and cannot be assigned"
    NOT_A_VARIABLE "P039" "Can't be a variable" => "`{}` is a pseudo-operation or macro and cannot be a variable"
    NOT_GLOBAL "P040" "Can't be global" => "`{}` is a pseudo-operation or macro and cannot be global"
    VARIABLE_DEFINED "P041" "Multiply-defined variable" => "`{}` already has a value and cannot be a variable"

    NO_VALUE "P090" "Returns no value" => "`{}` has no value, and one is needed here"
    NO_ARGUMENT "P091" "No arg" => "`{}` needs a name after it"
    IN_PSEUDO "P092" "Inside pseudo or =" => "`{}` is within another statement"
    IN_BRACKETS "P093" "Within <>, () or []" => "`{}` is within brackets"
    STORAGE_WORD "P094" "Storage word assembled" => ".NSTGW forbids a word here"
    TOO_FEW_NAMES "P096" "Too few args - EQUAL" => "EQUALS takes two names"
    VARIABLES_MOVED "P100" "Variables location phase error" => "the variables have another address on the second pass"; "a statement takes more or fewer words on the second pass"
    VARIABLES_GREW "P100" "Variables area size phase error" => "there are more variables on the second pass"
    LITERALS_MOVED "P101" "Constants location phase error" => "the literals have another address on the second pass"; "a statement takes more or fewer words on the second pass"
    LITERALS_GREW "P101" "More constants on pass 2 than 1" => "there are more literals on the second pass"
    BLOCKS_UNMATCHED "P102" "Unmatched .BEGIN - .END" => "a .BEGIN and an .END do not match"
    BLOCK_TWICE "P103" "Multiply defined BLOCK" => "the block `{}` is defined twice"
    BLOCKS_TOO_DEEP "P104" ".BEGIN nesting too deep" => "blocks of symbols are nested too deeply"
    START_NEGATIVE "P105" "Start instruction negative" => "the word after END is not a start instruction"
    UNTERMINATED "P106" "Unterminated successful bracketed conditionals" => "a bracketed conditional is not closed"
    SYMTAB_TOO_BIG "P107" ".SYMTAB 1st arg too big" => ".SYMTAB asks for more symbols than MIDAS has room for"
    SYMTAB_WORDS "P107" ".SYMTAB 3rd arg out of range" => ".SYMTAB asks for entries that are not three words long"
    SYMTAB_LITERALS "P107" ".SYMTAB 2nd arg too big" => ".SYMTAB asks for more literals than MIDAS has room for"
    PROGRAM_ERROR "P070" "" => "the program reports:"
    PROGRAM_FATAL "P071" "" => "the program reports a fatal error:"
    STINK_ONLY "P080" "Allowed only for STINK relocatable format" => "`{}` is only for relocatable programs"
    NOT_OFFERED "P081" "Output format not offered" => "`{}` selects a format for linking loaders, which this assembler does not write"; "leave it out to write an SBLK file, which DDT loads"
    SECOND_LOADER "P081" "Output format not offered" => "`{}` writes another paper tape loader here, which this assembler does not"; "leave it out: an SBLK file starts with the loader"
    OPERAND_RELOCATED "P108" "Relocatable arg to * or / or Boolean" => "an address of a relocatable program cannot be an operand here"; "only the loader knows it: add and subtract it"
    MULTIPLIED_EXTERNAL "P108" "Externals multiplied" => "a symbol of another program cannot be an operand of `*`"; "only the loader knows its value: add and subtract it"
    MULTIPLIED_EXTERNALS "P108" "Multiplying two externals" => "two symbols of other programs cannot be multiplied"; "only the loader knows their values: add and subtract them"
    DIVIDED_EXTERNAL "P108" "Division involving externals" => "a symbol of another program cannot be an operand of `/`"; "only the loader knows its value: add and subtract it"
    OPERAND_EXTERNAL "P108" "External in arg to \\, & or #" => "a symbol of another program cannot be an operand here"; "only the loader knows its value: add and subtract it"
    FIELD_RELOCATED "P108" "Relocation attempted in irrelocatable field" => "an address of a relocatable program does not fit in this field"
    FIELD_EXTERNAL "P108" "Global symbol in illegal field" => "a symbol of another program does not fit in this field"
    LOCATION_RELOCATED "P108" "Illegal relocation in LOC/BLOCK/.=" => "the location is not an address of the program or a number"
    RELOCATION_TOO_LARGE "P108" "Relocation too large" => "the address of the program is added too often"
    TWO_FORMATS "P081" "Output format not offered" => "a relocatable program cannot change to another format"
    BAD_FORMULA "P084" "" => "the formula cannot be translated:"
    NO_SYSTEM "P085" "" => "no system answers during assembly: the monitor call changes nothing"
    NO_SUCH_OPERATION "P082" "Instruction not done" => "this instruction cannot be executed during assembly"
    NOT_ASCII "P083" "Character not ASCII" => "a byte of the source is not an ITS character"; "sources are ASCII; bytes from 200 octal on are decoded as in the public ITS repository"
}
