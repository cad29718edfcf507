//! The rows.
//!
//! Source: the public function reference of esProc, and SPLWare/esProc, `FunctionLib` and the
//! classes it names.

use super::{Context, Function, On, Takes, Value, Wrong};
use super::{bits, files, members, numbers, order, records, sets, tables, text};

const MANY: u8 = 255;

type Run = fn(&mut Context<'_>, &[Value]) -> Result<Value, Wrong>;

const fn row(
    on: On,
    name: &'static str,
    arguments: (u8, u8),
    takes: Takes,
    options: &'static str,
    meaning: &'static str,
    run: Run,
) -> Function {
    Function { name, on, arguments, takes, options, meaning, run }
}

/// Never run: the checker makes its own code of the call.
fn special(_: &mut Context<'_>, _: &[Value]) -> Result<Value, Wrong> {
    Ok(Value::Null)
}

use On::{File, Nothing, Record, Sequence, Text};
use Takes::{Each, EachToFirst, EachToFirstWith1, Keys, Names, Orders, Ranges, Special, Values};

/// All functions, by what stands before their point, then by subject.
#[rustfmt::skip]
pub(crate) static FUNCTIONS: &[Function] = &[
    // the language itself
    row(Nothing, "func",   (1, MANY), Special, "",   "calls the function of a `func` cell, `func(A3,x,y)`; its value is what it returns", special),
    row(Nothing, "if",     (1, MANY), Special, "",   "`if(c,a,b)`: a when c is true, else b; `if(c:a,d:b;e)`: a when c is, b when d is, else e; only one of them is calculated", special),
    row(Nothing, "case",   (2, MANY), Special, "",   "`case(x,a:b,c:d;e)`: b when x is a, d when it is c, else e; only one of them is calculated", special),
    row(Nothing, "ifn",    (1, MANY), Values,  "",   "the first argument that is not null", members::first_not_null_argument),
    row(Nothing, "output", (1, MANY), Values,  "s",  "prints a line of the arguments, with tabs between; `@s` without the line's end", files::output),
    row(Nothing, "file",   (1, 1),    Values,  "",   "the file of this name", files::file),
    row(Nothing, "create", (1, MANY), Names,   "",   "an empty table with fields of these names", tables::create),
    row(Nothing, "to",     (1, 2),    Values,  "",   "`to(n)`: the numbers 1 to n; `to(a,b)`: those from a to b, falling when b is smaller", members::to_numbers),
    row(Nothing, "cmp",    (2, 2),    Values,  "",   "-1, 0 or 1: the first is smaller, equal, larger", order::cmp),
    row(Nothing, "between", (2, 2),   Ranges,  "lr", "`between(x,a:b)`: whether x is neither below a nor above b; `@l` not a itself, `@r` not b itself", order::between),
    row(Nothing, "ifnumber", (1, 1),  Values,  "",   "whether it is a number", members::if_number),
    row(Nothing, "ifstring", (1, 1),  Values,  "",   "whether it is text", members::if_text),
    row(Nothing, "ifa",    (1, 1),    Values,  "",   "whether it is a sequence", members::if_sequence),

    // numbers
    row(Nothing, "abs",    (1, 1),    Values,  "",   "the number without its sign", numbers::abs),
    row(Nothing, "ceil",   (1, 2),    Values,  "",   "the smallest whole number that is not below, as a real; with n decimals", numbers::ceil),
    row(Nothing, "floor",  (1, 2),    Values,  "",   "the largest whole number that is not above, as a real; with n decimals", numbers::floor),
    row(Nothing, "round",  (1, 2),    Values,  "",   "the nearest whole number, halves upward; with n decimals", numbers::round),
    row(Nothing, "int",    (1, 1),    Values,  "",   "the number without its fraction; text is read as a number", numbers::int),
    row(Nothing, "long",   (1, 1),    Values,  "",   "the same: whole numbers have 64 bits here", numbers::int),
    row(Nothing, "float",  (1, 1),    Values,  "",   "the number as a real; text is read as a number", numbers::float),
    row(Nothing, "number", (1, 1),    Values,  "",   "the number that text spells", numbers::number),
    row(Nothing, "sqrt",   (1, 2),    Values,  "",   "the square root; `sqrt(x,n)`: the n-th root", numbers::sqrt),
    row(Nothing, "power",  (1, 2),    Values,  "",   "`power(x,n)`: x to the n; `power(x)`: the square", numbers::power),
    row(Nothing, "exp",    (1, 1),    Values,  "",   "e to the x", numbers::exp),
    row(Nothing, "ln",     (1, 1),    Values,  "",   "the natural logarithm", numbers::ln),
    row(Nothing, "lg",     (1, 1),    Values,  "",   "the logarithm to base 10", numbers::lg),
    row(Nothing, "pi",     (0, 1),    Values,  "",   "3.14159..., times the argument", numbers::pi),
    row(Nothing, "sign",   (1, 1),    Values,  "",   "-1, 0 or 1", numbers::sign),
    row(Nothing, "fact",   (1, 1),    Values,  "",   "the factorial", numbers::fact),
    row(Nothing, "gcd",    (2, MANY), Values,  "",   "the greatest common divisor", numbers::gcd),
    row(Nothing, "lcm",    (2, MANY), Values,  "",   "the least common multiple", numbers::lcm),
    row(Nothing, "max",    (1, MANY), Values,  "",   "the largest argument, or member when a sequence is the only one; null does not count", order::largest_argument),
    row(Nothing, "min",    (1, MANY), Values,  "",   "the smallest argument, or member when a sequence is the only one; null does not count", order::smallest_argument),
    row(Nothing, "sum",    (1, MANY), Values,  "",   "the sum of the arguments, or of the members when a sequence is the only one", numbers::sum_of_arguments),
    row(Nothing, "avg",    (1, MANY), Values,  "",   "the mean of the same, without those that are null", numbers::mean_of_arguments),
    row(Nothing, "count",  (1, MANY), Values,  "",   "how many of the same are not null nor false", members::count_of_arguments),
    row(Nothing, "sin",    (1, 1),    Values,  "",   "the sine of an angle in radians", numbers::sin),
    row(Nothing, "cos",    (1, 1),    Values,  "",   "the cosine", numbers::cos),
    row(Nothing, "tan",    (1, 1),    Values,  "",   "the tangent", numbers::tan),
    row(Nothing, "asin",   (1, 1),    Values,  "",   "the angle of a sine", numbers::asin),
    row(Nothing, "acos",   (1, 1),    Values,  "",   "the angle of a cosine", numbers::acos),
    row(Nothing, "atan",   (1, 1),    Values,  "",   "the angle of a tangent", numbers::atan),
    row(Nothing, "rand",   (0, 1),    Values,  "",   "a random real from 0 to 1; `rand(n)`: a random whole number from 0 to n-1", numbers::rand),
    row(Nothing, "and",    (2, MANY), Values,  "",   "the bits that all have", bits::and),
    row(Nothing, "or",     (2, MANY), Values,  "",   "the bits that one has", bits::or),
    row(Nothing, "xor",    (2, MANY), Values,  "",   "the bits that differ", bits::xor),
    row(Nothing, "not",    (1, 1),    Values,  "",   "all bits the other way", bits::not),
    row(Nothing, "bit1",   (1, 2),    Values,  "",   "how many bits are 1; of two numbers, how many bits differ", bits::bit1),
    row(Nothing, "shift",  (2, 2),    Values,  "",   "`shift(x,n)`: the bits moved n places to the right; to the left when n is negative", bits::shift),

    // text
    row(Nothing, "string", (1, 1),    Values,  "",   "the value as text", text::string),
    row(Nothing, "parse",  (1, 1),    Values,  "",   "the constant that text spells", text::parse),
    row(Nothing, "len",    (1, 1),    Values,  "",   "how many characters text has", text::len),
    row(Nothing, "mid",    (2, 3),    Values,  "",   "`mid(s,b,n)`: n characters from the b-th on; without n all of them", text::mid),
    row(Nothing, "left",   (2, 2),    Values,  "",   "the first n characters; with negative n all but the last", text::left),
    row(Nothing, "right",  (2, 2),    Values,  "",   "the last n characters; with negative n all but the first", text::right),
    row(Nothing, "pos",    (2, 3),    Values,  "",   "`pos(s,t)`: where t begins in s, or null; `pos(s,t,b)`: from the b-th character on", text::pos),
    row(Nothing, "replace", (3, 3),   Values,  "1",  "`replace(s,a,b)`: b for every a; `@1` for the first one", text::replace),
    row(Nothing, "trim",   (1, 1),    Values,  "lr", "without blanks around it; `@l` on the left, `@r` on the right", text::trim),
    row(Nothing, "upper",  (1, 1),    Values,  "",   "in capital letters", text::upper),
    row(Nothing, "lower",  (1, 1),    Values,  "",   "in small letters", text::lower),
    row(Nothing, "fill",   (2, 2),    Values,  "",   "`fill(s,n)`: the text n times", text::fill),
    row(Nothing, "pad",    (3, 3),    Values,  "r",  "`pad(s,c,n)`: c before s until it has n characters; `@r` behind", text::pad),
    row(Nothing, "concat", (1, MANY), Values,  "",   "all arguments as one text", text::concat_arguments),
    row(Nothing, "like",   (2, 2),    Values,  "c",  "whether text has the form of a pattern with `*` and `?`; `@c`: capital or small alike", text::like),
    row(Nothing, "asc",    (1, 2),    Values,  "",   "the number of the first, or the k-th, character", text::asc),
    row(Nothing, "char",   (1, 1),    Values,  "",   "the character of this number", text::char_of),
    row(Nothing, "isdigit", (1, 1),   Values,  "",   "whether all characters are digits", text::is_digit),
    row(Nothing, "isalpha", (1, 1),   Values,  "",   "whether all characters are letters", text::is_alpha),
    row(Nothing, "islower", (1, 1),   Values,  "",   "whether all characters are small letters", text::is_lower),
    row(Nothing, "isupper", (1, 1),   Values,  "",   "whether all characters are capital letters", text::is_upper),
    row(Text,    "split",  (0, 1),    Values,  "pt1", "the parts between separators, or the characters; `@p` as constants, `@t` without blanks, `@1` in two at the first", text::split),

    // members of a sequence
    row(Sequence, "m",     (1, MANY), Ranges,  "r0", "members by number, ranges `a:b` too, from the end when negative; null where there is none; `@r` goes round, `@0` leaves nulls out", members::m),
    row(Sequence, "to",    (0, 2),    Values,  "",   "a copy; the first n or last -n members; those from a to b", members::to),
    row(Sequence, "step",  (1, MANY), Values,  "",   "`A.step(n,k)`: every n-th member from the k-th on; several k together", members::step),
    row(Sequence, "len",   (0, 0),    Values,  "",   "how many members there are", members::len),
    row(Sequence, "iterate", (1, 3),  Special, "a",  "`A.iterate(x,a,c)`: x for each member, where `~~` is its value for the one before, at first a; ends before a member for which c is true; `@a` all values", members::iterate),
    row(Sequence, "run",   (1, MANY), Special, "",   "calculates for every member, where `F=x` and `x:F` assign x to a field; its value is the sequence itself", members::run),
    row(Sequence, "count", (0, 1),    Each,    "",   "members that are not null nor false; those for which x is true", members::count),
    row(Sequence, "select", (1, 1),   EachToFirstWith1, "1z", "the members for which x is true; `@1` the first one; `@z` from the end", members::select),
    row(Sequence, "pselect", (1, 1),  EachToFirst, "az", "the number of the first member for which x is true, or null; `@a` of all; `@z` from the end", members::pselect),
    row(Sequence, "pos",   (1, 2),    Values,  "az", "the number of the member that is x, or null; of all members of a sequence x; `@a` all such numbers, `@z` the last; from the k-th on", members::pos),
    row(Sequence, "contain", (1, MANY), Values, "",  "whether all of these are members", members::contain),
    row(Sequence, "rvs",   (0, 0),    Values,  "",   "the members in reverse", members::rvs),
    row(Sequence, "ifn",   (0, 0),    Values,  "",   "the first member that is not null", members::first_not_null),
    row(Sequence, "insert", (2, MANY), Values, "n",  "puts x, or the members of x, before the k-th member, at the end when k is 0; into a table a record of these values, or of pairs `x:F` of value and field", members::insert),
    row(Sequence, "delete", (1, 1),   Values,  "n",  "takes out the k-th member, from the end when negative, or those of several numbers; `@n` gives what was taken out", members::delete),
    row(Sequence, "swap",  (2, 2),    Values,  "",   "a copy with the members of two numbers, or two groups of numbers side by side, exchanged", members::swap),
    row(Sequence, "concat", (0, 1),   Values,  "",   "the members as one text, with a separator between", text::concat),

    // sums and sets
    row(Sequence, "sum",   (0, 1),    Each,    "",   "the sum of the members, or of x for each; null counts for nothing", numbers::sum),
    row(Sequence, "avg",   (0, 1),    Each,    "",   "the mean of the members that are not null", numbers::avg),
    row(Sequence, "conj",  (0, 1),    Each,    "r",  "the members of the members as one sequence; `@r` however deep", sets::conj),
    row(Sequence, "union", (0, 1),    Each,    "",   "the union of the members", sets::union),
    row(Sequence, "isect", (0, 1),    Each,    "",   "what all members have", sets::isect),
    row(Sequence, "diff",  (0, 1),    Each,    "",   "the first member without what the others have", sets::diff),
    row(Sequence, "xunion", (0, 1),   Each,    "",   "what is in one of two members and not in the other", sets::xunion),
    row(Sequence, "id",    (0, 1),    Each,    "uo", "each value once, sorted; `@u` as they come, `@o` neighbours only", sets::id),
    row(Sequence, "icount", (0, 1),   Each,    "",   "how many different values there are", sets::icount),
    row(Sequence, "group", (0, MANY), Keys,    "uo1p", "members of equal value, or equal x, y, ..., together, sorted by it; `@u` as they come, `@o` neighbours only, `@1` the first of each, `@p` their numbers", sets::group),
    row(Sequence, "eq",    (1, 1),    Values,  "",   "whether both have the same members in any order", sets::eq),
    row(Sequence, "cand",  (0, 1),    Each,    "",   "whether all are true", members::all_true),
    row(Sequence, "cor",   (0, 1),    Each,    "",   "whether one is true", members::any_true),

    // order
    row(Sequence, "sort",  (0, MANY), Orders,  "zo", "the members in rising order, or by x, y, ...; `x:-1` falling by it; `@z` falling, `@o` in place", order::sort),
    row(Sequence, "psort", (0, MANY), Orders,  "z",  "the numbers of the members in that order", order::psort),
    row(Sequence, "max",   (0, 1),    Each,    "",   "the largest; null does not count", order::max),
    row(Sequence, "min",   (0, 1),    Each,    "",   "the smallest; null does not count", order::min),
    row(Sequence, "maxp",  (1, 1),    Each,    "a",  "the first member for which x is largest; `@a` all such", order::maxp),
    row(Sequence, "minp",  (1, 1),    Each,    "a",  "the first member for which x is smallest; `@a` all such", order::minp),
    row(Sequence, "pmax",  (0, 1),    Each,    "a",  "the number of the largest; `@a` of all such", order::pmax),
    row(Sequence, "pmin",  (0, 1),    Each,    "a",  "the number of the smallest; `@a` of all such", order::pmin),

    // tables and records
    row(Sequence, "new",   (1, MANY), Special, "",   "`A.new(x:F,...)`: a table with a record for every member, in which the field F is x", records::new),
    row(Sequence, "derive", (1, MANY), Special, "",  "`T.derive(x:F,...)`: a table of the same records, each with a further field F that is x", records::derive),
    row(Sequence, "groups", (0, MANY), Special, "uo", "`A.groups(x:F,...;y:G,...)`: a table with a record for each value of x, where y is `sum(z)`, `count(z)`, `max(z)`, `min(z)` or `avg(z)` of the members that have it; `@u` as they come, `@o` neighbours only", records::groups),
    row(Sequence, "top",   (1, 2),    Special, "1",  "`A.top(n)`: the n smallest members, the largest when n is negative; `A.top(n,x)` of the values x, `A.top(n;x,...)` the members for which x is smallest; `@1` one alone", records::top),
    row(Nothing, "join",   (1, MANY), Special, "1f", "`join(A:F,x;B:G,y)`: a table with fields F and G, members of A and B for which x and y are equal; `@1` all of A, `@f` all of both", records::join),
    row(Sequence, "record", (1, 2),   Values,  "",   "fills the table with records from these values, one after the other; from the k-th record on", tables::record),
    row(Sequence, "fname", (0, 1),    Values,  "",   "the names of the fields, or of the k-th", tables::field_names),
    row(Record,   "fname", (0, 1),    Values,  "",   "the names of the fields, or of the k-th", tables::field_names),
    row(Record,   "array", (0, 0),    Values,  "",   "the values as a sequence", tables::array),
    row(Record,   "field", (1, 2),    Values,  "",   "the value of the field of this number or name; `r.field(f,x)` makes it x", tables::field),

    // files
    row(File, "read",      (0, 0),    Values,  "n",  "the file as text; `@n` as a sequence of its lines", files::read),
    row(File, "write",     (1, 1),    Values,  "a",  "writes text, or a sequence of lines; `@a` behind what is there", files::write),
    row(File, "import",    (0, 0),    Values,  "tsicw", "the file as a table with tabs between fields; `@t` with a line of names, `@c` commas, `@s` lines as they are, `@i` one column as a sequence, `@w` rows as sequences", files::import),
    row(File, "export",    (1, 1),    Values,  "tca", "writes a table or a sequence as lines; `@t` with a line of names, `@c` commas, `@a` behind what is there", files::export),
    row(File, "exists",    (0, 0),    Values,  "",   "whether there is such a file", files::exists),
    row(File, "name",      (0, 0),    Values,  "",   "the name of the file", files::name),
];
