//! Table of functions.
//!
//! Source: the public function reference of esProc, and SPLWare/esProc, `FunctionLib` and the
//! classes that it names.

use super::{ArgumentMode, Context, Function, Receiver, Value, ValueError};
use super::{bits, files, members, numbers, order, records, sets, tables, text};

const MANY: u8 = 255;

type Run = fn(&mut Context<'_>, &[Value]) -> Result<Value, ValueError>;

const fn row(
    on: Receiver,
    name: &'static str,
    arguments: (u8, u8),
    takes: ArgumentMode,
    options: &'static str,
    meaning: &'static str,
    run: Run,
) -> Function {
    Function { name, on, arguments, takes, options, meaning, run }
}

/// Never called: the compiler generates its own code for the call.
fn special(_: &mut Context<'_>, _: &[Value]) -> Result<Value, ValueError> {
    Ok(Value::Null)
}

use ArgumentMode::{
    Each, EachToFirst, EachToFirstWith1, Keys, Names, Orders, Ranges, Special, Values,
};
use Receiver::{File, Nothing, Record, Sequence, Text};

/// All functions, by receiver, then by subject.
#[rustfmt::skip]
pub(crate) static FUNCTIONS: &[Function] = &[
    // the language itself
    row(Nothing, "func",   (1, MANY), Special, "",   "calls the function of a `func` cell, as in `func(A3,x,y)`; returns its value", special),
    row(Nothing, "if",     (1, MANY), Special, "",   "`if(c,a,b)`: a if c is true, otherwise b; `if(c:a,d:b;e)`: a if c is true, b if d is true, otherwise e; evaluates only the chosen one", special),
    row(Nothing, "case",   (2, MANY), Special, "",   "`case(x,a:b,c:d;e)`: b if x equals a, d if x equals c, otherwise e; evaluates only the chosen one", special),
    row(Nothing, "ifn",    (1, MANY), Values,  "",   "first argument that is not null", members::first_not_null_argument),
    row(Nothing, "output", (1, MANY), Values,  "s",  "prints the arguments on one line, separated by tabs; `@s` without a line break", files::output),
    row(Nothing, "file",   (1, 1),    Values,  "",   "the file with this name", files::file),
    row(Nothing, "create", (1, MANY), Names,   "",   "an empty table with these fields", tables::create),
    row(Nothing, "to",     (1, 2),    Values,  "",   "`to(n)`: the numbers 1 to n; `to(a,b)`: the numbers a to b, descending if b is smaller", members::to_numbers),
    row(Nothing, "cmp",    (2, 2),    Values,  "",   "-1, 0 or 1 if x is smaller than, equal to or larger than y", order::cmp),
    row(Nothing, "between", (2, 2),   Ranges,  "lr", "`between(x,a:b)`: whether x is between a and b; `@l` excludes a, `@r` excludes b", order::between),
    row(Nothing, "ifnumber", (1, 1),  Values,  "",   "whether x is a number", members::if_number),
    row(Nothing, "ifstring", (1, 1),  Values,  "",   "whether x is text", members::if_text),
    row(Nothing, "ifa",    (1, 1),    Values,  "",   "whether x is a sequence", members::if_sequence),

    // numbers
    row(Nothing, "abs",    (1, 1),    Values,  "",   "absolute value", numbers::abs),
    row(Nothing, "ceil",   (1, 2),    Values,  "",   "smallest integer that is not below x, as a real; `ceil(x,n)`: to n decimals", numbers::ceil),
    row(Nothing, "floor",  (1, 2),    Values,  "",   "largest integer that is not above x, as a real; `floor(x,n)`: to n decimals", numbers::floor),
    row(Nothing, "round",  (1, 2),    Values,  "",   "x rounded to the nearest integer, halves up; `round(x,n)`: to n decimals", numbers::round),
    row(Nothing, "int",    (1, 1),    Values,  "",   "x without its fraction; text is converted to a number", numbers::int),
    row(Nothing, "long",   (1, 1),    Values,  "",   "same as `int`: integers have 64 bits here", numbers::int),
    row(Nothing, "float",  (1, 1),    Values,  "",   "x as a real; text is converted to a number", numbers::float),
    row(Nothing, "number", (1, 1),    Values,  "",   "the number in a text", numbers::number),
    row(Nothing, "sqrt",   (1, 2),    Values,  "",   "square root; `sqrt(x,n)`: n-th root", numbers::sqrt),
    row(Nothing, "power",  (1, 2),    Values,  "",   "`power(x,n)`: x to the power of n; `power(x)`: the square", numbers::power),
    row(Nothing, "exp",    (1, 1),    Values,  "",   "e to the power of x", numbers::exp),
    row(Nothing, "ln",     (1, 1),    Values,  "",   "natural logarithm", numbers::ln),
    row(Nothing, "lg",     (1, 1),    Values,  "",   "logarithm to base 10", numbers::lg),
    row(Nothing, "pi",     (0, 1),    Values,  "",   "3.14159..., multiplied by the argument", numbers::pi),
    row(Nothing, "sign",   (1, 1),    Values,  "",   "-1, 0 or 1", numbers::sign),
    row(Nothing, "fact",   (1, 1),    Values,  "",   "factorial", numbers::fact),
    row(Nothing, "gcd",    (2, MANY), Values,  "",   "greatest common divisor", numbers::gcd),
    row(Nothing, "lcm",    (2, MANY), Values,  "",   "least common multiple", numbers::lcm),
    row(Nothing, "max",    (1, MANY), Values,  "",   "largest argument, or largest member if the only argument is a sequence; null is ignored", order::largest_argument),
    row(Nothing, "min",    (1, MANY), Values,  "",   "smallest argument, or smallest member if the only argument is a sequence; null is ignored", order::smallest_argument),
    row(Nothing, "sum",    (1, MANY), Values,  "",   "sum of the arguments, or of the members if the only argument is a sequence", numbers::sum_of_arguments),
    row(Nothing, "avg",    (1, MANY), Values,  "",   "mean of the arguments, or of the members if the only argument is a sequence; null is ignored", numbers::mean_of_arguments),
    row(Nothing, "count",  (1, MANY), Values,  "",   "number of arguments, or of members if the only argument is a sequence, that are neither null nor false", members::count_of_arguments),
    row(Nothing, "sin",    (1, 1),    Values,  "",   "sine of an angle in radians", numbers::sin),
    row(Nothing, "cos",    (1, 1),    Values,  "",   "cosine of an angle in radians", numbers::cos),
    row(Nothing, "tan",    (1, 1),    Values,  "",   "tangent of an angle in radians", numbers::tan),
    row(Nothing, "asin",   (1, 1),    Values,  "",   "arcsine, in radians", numbers::asin),
    row(Nothing, "acos",   (1, 1),    Values,  "",   "arccosine, in radians", numbers::acos),
    row(Nothing, "atan",   (1, 1),    Values,  "",   "arctangent, in radians", numbers::atan),
    row(Nothing, "rand",   (0, 1),    Values,  "",   "random real from 0 to 1; `rand(n)`: random integer from 0 to n-1", numbers::rand),
    row(Nothing, "and",    (2, MANY), Values,  "",   "bitwise and", bits::and),
    row(Nothing, "or",     (2, MANY), Values,  "",   "bitwise or", bits::or),
    row(Nothing, "xor",    (2, MANY), Values,  "",   "bitwise exclusive or", bits::xor),
    row(Nothing, "not",    (1, 1),    Values,  "",   "bitwise not", bits::not),
    row(Nothing, "bit1",   (1, 2),    Values,  "",   "number of bits that are 1; of two numbers, number of bits that differ", bits::bit1),
    row(Nothing, "shift",  (2, 2),    Values,  "",   "`shift(x,n)`: x shifted right by n bits, left if n is negative", bits::shift),

    // text
    row(Nothing, "string", (1, 1),    Values,  "",   "x as text", text::string),
    row(Nothing, "parse",  (1, 1),    Values,  "",   "the constant in a text", text::parse),
    row(Nothing, "len",    (1, 1),    Values,  "",   "number of characters", text::len),
    row(Nothing, "mid",    (2, 3),    Values,  "",   "`mid(s,b,n)`: n characters from the b-th; without n, all the rest", text::mid),
    row(Nothing, "left",   (2, 2),    Values,  "",   "the first n characters; if n is negative, all but the last -n", text::left),
    row(Nothing, "right",  (2, 2),    Values,  "",   "the last n characters; if n is negative, all but the first -n", text::right),
    row(Nothing, "pos",    (2, 3),    Values,  "",   "`pos(s,t)`: position of t in s, or null; `pos(s,t,b)`: searched from the b-th character", text::pos),
    row(Nothing, "replace", (3, 3),   Values,  "1",  "`replace(s,a,b)`: s with every a replaced by b; `@1` only the first", text::replace),
    row(Nothing, "trim",   (1, 1),    Values,  "lr", "text without leading and trailing blanks; `@l` only leading, `@r` only trailing", text::trim),
    row(Nothing, "upper",  (1, 1),    Values,  "",   "text in capital letters", text::upper),
    row(Nothing, "lower",  (1, 1),    Values,  "",   "text in small letters", text::lower),
    row(Nothing, "fill",   (2, 2),    Values,  "",   "`fill(s,n)`: s repeated n times", text::fill),
    row(Nothing, "pad",    (3, 3),    Values,  "r",  "`pad(s,c,n)`: s padded on the left with c to n characters; `@r` on the right", text::pad),
    row(Nothing, "concat", (1, MANY), Values,  "",   "all arguments concatenated as text", text::concat_arguments),
    row(Nothing, "like",   (2, 2),    Values,  "c",  "whether text matches a pattern with `*` and `?`; `@c` ignores case", text::like),
    row(Nothing, "asc",    (1, 2),    Values,  "",   "code of the first or the k-th character", text::asc),
    row(Nothing, "char",   (1, 1),    Values,  "",   "the character with this code", text::char_of),
    row(Nothing, "isdigit", (1, 1),   Values,  "",   "whether all characters are digits", text::is_digit),
    row(Nothing, "isalpha", (1, 1),   Values,  "",   "whether all characters are letters", text::is_alpha),
    row(Nothing, "islower", (1, 1),   Values,  "",   "whether all characters are small letters", text::is_lower),
    row(Nothing, "isupper", (1, 1),   Values,  "",   "whether all characters are capital letters", text::is_upper),
    row(Text,    "split",  (0, 1),    Values,  "pt1", "parts between separators, or the single characters; `@p` parses the parts as constants, `@t` trims blanks, `@1` splits only at the first separator", text::split),

    // members of a sequence
    row(Sequence, "m",     (1, MANY), Ranges,  "r0", "members by number or by range `a:b`, counted from the end if negative; null if there is no such member; `@r` wraps around, `@0` omits nulls", members::m),
    row(Sequence, "to",    (0, 2),    Values,  "",   "`A.to()`: a copy; `A.to(n)`: the first n members, or the last -n if n is negative; `A.to(a,b)`: members a to b", members::to),
    row(Sequence, "step",  (1, MANY), Values,  "",   "`A.step(n,k)`: every n-th member from the k-th; several k are combined", members::step),
    row(Sequence, "len",   (0, 0),    Values,  "",   "number of members", members::len),
    row(Sequence, "iterate", (1, 3),  Special, "a",  "`A.iterate(x,a,c)`: evaluates x for each member, where `~~` is the value for the previous member, initially a; stops before a member for which c is true; `@a` returns all values", members::iterate),
    row(Sequence, "run",   (1, MANY), Special, "",   "evaluates its arguments for every member, where `F=x` and `x:F` assign x to a field; returns the sequence itself", members::run),
    row(Sequence, "count", (0, 1),    Each,    "",   "number of members that are neither null nor false, or of those for which x is true", members::count),
    row(Sequence, "select", (1, 1),   EachToFirstWith1, "1z", "members for which x is true; `@1` only the first; `@z` from the end", members::select),
    row(Sequence, "pselect", (1, 1),  EachToFirst, "az", "number of the first member for which x is true, or null; `@a` the numbers of all such members; `@z` from the end", members::pselect),
    row(Sequence, "pos",   (1, 2),    Values,  "azpni", "number of the member that equals x, or null; if x is a sequence, the numbers of all its members; `@a` all numbers, `@z` the last one, `@p` a sequence x is one member, `@n` one more than the length instead of null, `@i` the numbers of x's members increase; `A.pos(x,k)`: from the k-th member", members::pos),
    row(Sequence, "p",     (1, 1),    Values,  "r0", "number of the member with this number, counted from the end if negative, or several of them; null if there is no such member; `@r` wraps around, `@0` omits nulls", members::p),
    row(Sequence, "contain", (1, MANY), Values, "",  "whether all arguments are members", members::contain),
    row(Sequence, "rvs",   (0, 0),    Values,  "",   "members in reverse order", members::rvs),
    row(Sequence, "ifn",   (0, 0),    Values,  "",   "first member that is not null", members::first_not_null),
    row(Sequence, "insert", (2, MANY), Values, "n",  "`A.insert(k,x)`: inserts x, or the members of x, before the k-th member, at the end if k is 0; into a table, inserts a record of these values, or of pairs `x:F` of value and field", members::insert),
    row(Sequence, "delete", (1, 1),   Values,  "n",  "removes the k-th member, counted from the end if negative, or several members by number; `@n` returns the removed members", members::delete),
    row(Sequence, "swap",  (2, 2),    Values,  "",   "a copy with two members, or two groups of adjacent members, exchanged", members::swap),
    row(Sequence, "concat", (0, 1),   Values,  "",   "the members concatenated as text, with a separator between them", text::concat),

    // sums and sets
    row(Sequence, "sum",   (0, 1),    Each,    "",   "sum of the members, or of x for each member; null is ignored", numbers::sum),
    row(Sequence, "avg",   (0, 1),    Each,    "",   "mean of the members, or of x for each member; null is ignored", numbers::avg),
    row(Sequence, "conj",  (0, 1),    Each,    "r",  "the members of all members as one sequence; `@r` recursively", sets::conj),
    row(Sequence, "union", (0, 1),    Each,    "",   "union of the members", sets::union),
    row(Sequence, "isect", (0, 1),    Each,    "",   "intersection of the members", sets::isect),
    row(Sequence, "diff",  (0, 1),    Each,    "",   "first member without the members of the others", sets::diff),
    row(Sequence, "xunion", (0, 1),   Each,    "",   "symmetric difference of two members", sets::xunion),
    row(Sequence, "id",    (0, 1),    Each,    "uo", "distinct values, sorted; `@u` in order of occurrence, `@o` removes only adjacent duplicates", sets::id),
    row(Sequence, "icount", (0, 1),   Each,    "",   "number of distinct values", sets::icount),
    row(Sequence, "group", (0, MANY), Keys,    "uo1p", "groups of members with equal values, or equal x, y, ..., in sorted order; `@u` in order of occurrence, `@o` only adjacent members, `@1` the first member of each group, `@p` member numbers", sets::group),
    row(Sequence, "eq",    (1, 1),    Values,  "",   "whether both have the same members, in any order", sets::eq),
    row(Sequence, "cand",  (0, 1),    Each,    "",   "whether all members are true", members::all_true),
    row(Sequence, "cor",   (0, 1),    Each,    "",   "whether at least one member is true", members::any_true),

    // order
    row(Sequence, "sort",  (0, MANY), Orders,  "zo", "members in ascending order, or ordered by x, y, ...; `x:-1` descending by x; `@z` descending, `@o` in place", order::sort),
    row(Sequence, "psort", (0, MANY), Orders,  "z",  "member numbers in sorted order", order::psort),
    row(Sequence, "max",   (0, 1),    Each,    "",   "largest member, or largest x; null is ignored", order::max),
    row(Sequence, "min",   (0, 1),    Each,    "",   "smallest member, or smallest x; null is ignored", order::min),
    row(Sequence, "maxp",  (1, 1),    Each,    "a",  "first member for which x is largest; `@a` all such members", order::maxp),
    row(Sequence, "minp",  (1, 1),    Each,    "a",  "first member for which x is smallest; `@a` all such members", order::minp),
    row(Sequence, "pmax",  (0, 1),    Each,    "a",  "number of the largest member, or of the largest x; `@a` all such numbers", order::pmax),
    row(Sequence, "pmin",  (0, 1),    Each,    "a",  "number of the smallest member, or of the smallest x; `@a` all such numbers", order::pmin),

    // tables and records
    row(Sequence, "new",   (1, MANY), Special, "",   "`A.new(x:F,...)`: a table with one record for each member, in which field F is x", records::new),
    row(Sequence, "derive", (1, MANY), Special, "",  "`T.derive(x:F,...)`: a table of the same records, each with another field F that is x, or null in `:F`", records::derive),
    row(Sequence, "groups", (0, MANY), Special, "uo", "`A.groups(x:F,...;y:G,...)`: a table with one record for each value of x, where y is `sum(z)`, `count(z)`, `max(z)`, `min(z)` or `avg(z)` over the members with that value; `@u` in order of occurrence, `@o` only adjacent members", records::groups),
    row(Sequence, "top",   (1, 2),    Special, "1",  "`A.top(n)`: the n smallest members, or the largest if n is negative; `A.top(n,x)`: the smallest values of x; `A.top(n;x,...)`: the members for which x is smallest; `@1` a single one", records::top),
    row(Sequence, "ptop",  (1, MANY), Special, "1",  "`A.ptop(n,x,...)`: numbers of the n members with the smallest x, or the largest if n is negative; `@1` a single one", records::ptop),
    row(Sequence, "align", (1, 2),    Special, "an", "`A.align(B:x,y)`: for each member of B the first of A whose y equals its x, or null; `@a` all of them as a sequence, `@n` also the others as a last sequence", records::align),
    row(Sequence, "enum",  (1, 2),    Special, "nrp", "`A.enum(E,y)`: for each condition of E the members whose y fulfils it and no earlier one; a condition is a text in which `?` is y, and E is written here or the constant of a cell; `@r` all members that fulfil it, `@n` also the others as a last sequence, `@p` member numbers", sets::enumerate),
    row(Nothing, "join",   (1, MANY), Special, "1f", "`join(A:F,x;B:G,y)`: a table with fields F and G: members of A and B for which x and y are equal; `@1` keeps all members of A, `@f` of both", records::join),
    row(Sequence, "record", (1, 2),   Values,  "",   "fills the table with records from a sequence of values; `T.record(x,k)`: from the k-th record", tables::record),
    row(Sequence, "fname", (0, 1),    Values,  "",   "names of the fields, or name of the k-th field", tables::field_names),
    row(Record,   "fname", (0, 1),    Values,  "",   "names of the fields, or name of the k-th field", tables::field_names),
    row(Record,   "array", (0, 0),    Values,  "",   "values of the record as a sequence", tables::array),
    row(Record,   "field", (1, 2),    Values,  "",   "value of the field with this number or name; `r.field(f,x)` sets it to x", tables::field),

    // files
    row(File, "read",      (0, 0),    Values,  "n",  "content of the file as text; `@n` as a sequence of lines", files::read),
    row(File, "write",     (1, 1),    Values,  "a",  "writes text or a sequence of lines; `@a` appends", files::write),
    row(File, "import",    (0, 0),    Values,  "tsicw", "content of the file as a table with tab-separated fields; `@t` with a header line, `@c` comma-separated, `@s` lines unsplit, `@i` one column as a sequence, `@w` rows as sequences", files::import),
    row(File, "export",    (1, 1),    Values,  "tca", "writes a table or a sequence as lines; `@t` with a header line, `@c` comma-separated, `@a` appends", files::export),
    row(File, "exists",    (0, 0),    Values,  "",   "whether the file exists", files::exists),
    row(File, "name",      (0, 0),    Values,  "",   "name of the file", files::name),
];
