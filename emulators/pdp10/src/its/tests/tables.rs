//! Tables of the system: its words by name, and calls that return whole tables.
//!
//! Source: *ITS UUOS*, `.EVAL`, `.GETLOC` and `.GETSYS`; ITS 1652 for the meanings.

use super::{Answer, Bench, IMMEDIATE, VALUE};
use crate::Word36;
use crate::text::{sixbit, squoze};

const GETSYS: u32 = 0o23;
const GETLOC: u32 = 0o25;
const EVAL: u32 = 0o73;

impl Bench {
    /// The value of a symbol of the system.
    fn symbol(&mut self, name: &str) -> u32 {
        self.put(1, squoze(name).unwrap());
        assert_eq!(self.oper(EVAL, 1), Answer::Skip, "{name}");
        self.word(1).right()
    }

    /// A word of the system, some words after a symbol.
    fn of_system(&mut self, name: &str, offset: u32) -> Word36 {
        let address = self.symbol(name) + offset;
        self.put(1, Word36::halves(address, 0o300));
        assert_eq!(self.oper(GETLOC, 1), Answer::Next);
        self.word(0o300)
    }
}

#[test]
fn the_system_has_words() {
    let mut bench = Bench::plain();
    bench.host.clock_nanos += 2_000_000_000;
    let (minus_one, seconds) = (Word36::from_signed(-1), 45_298);
    for (name, expected) in [
        // Not going down; one user; nothing runs but this job.
        ("SHUTDN", minus_one),
        ("DEDTIM", minus_one),
        ("SLOADU", Word36::from(1)),
        ("USRRCE", Word36::default()),
        ("PARERR", Word36::default()),
        // Half-seconds of the day, thirtieths since the start, sixtieths of the year.
        ("TIMOFF", Word36::from(seconds * 2 + 1)),
        ("TIME", Word36::from(60)),
        ("PDTIME", Word36::new((184 * 86_400 + u64::from(seconds)) * 60)),
    ] {
        assert_eq!(bench.of_system(name, 0), expected, "{name}");
    }
    assert_eq!(bench.of_system("FYEAR", 0).right(), 1983);
    // After the last job, which has the number 6.
    let words = bench.symbol("L");
    assert_eq!(bench.of_system("USRHI", 0), Word36::from(7 * words));
    assert_eq!(bench.of_system("USRHI", 0o40), Word36::default(), "no word of a table");
}

#[test]
fn the_system_has_terminals() {
    let mut bench = Bench::plain();
    // T01 is that of job 6; the others are free, which is -1.
    let job = Word36::from(6 * bench.symbol("LUBLK"));
    assert_eq!(bench.of_system("TTYSTS", 1), job);
    let last = bench.symbol("NCT") - 1;
    for free in [0, 2, last] {
        assert_eq!(bench.of_system("TTYSTS", free), Word36::from_signed(-1));
    }
    for (name, expected) in [("TTYTYP", 0), ("TCTYP", 0), ("TTITM", 0), ("TTYCOM", 0o777777)] {
        assert_eq!(bench.of_system(name, 1), Word36::from(expected), "{name}");
    }
    // The same as the fifth value of CNSGET.
    let get: Vec<_> = (0o310..0o315).map(|at| (VALUE, at)).collect();
    let get: Vec<_> = [(IMMEDIATE, 0o400001)].into_iter().chain(get).collect();
    assert_eq!(bench.call("CNSGET", &get), Answer::Skip);
    assert_eq!(bench.of_system("TTYOPT", 1), bench.word(0o314));
}

#[test]
fn the_system_has_jobs() {
    let mut bench = Bench::plain();
    let words = bench.symbol("L");
    for (job, user, name) in
        [(0, "SYS", "SYS"), (1, "CORE", "JOB"), (5, "GUEST", "HACTRN"), (6, "GUEST", "TEST")]
    {
        assert_eq!(bench.of_system("UNAME", job * words), sixbit(user), "{job}");
        assert_eq!(bench.of_system("JNAME", job * words), sixbit(name), "{job}");
    }
    assert_eq!(bench.of_system("UNAME", 7 * words), Word36::default());
    // Its superior, and a variable of its own; other jobs have none here.
    assert_eq!(bench.of_system("SUPPRO", 6 * words), Word36::from(5 * words));
    assert_eq!(bench.of_system("SUPPRO", 5 * words), Word36::from_signed(-1));
    bench.set_variable(0o6, Word36::from(0o40));
    assert_eq!(bench.of_system("MSKST", 6 * words), Word36::from(0o40));
    assert_eq!(bench.of_system("MSKST", 5 * words), Word36::default());
    for name in ["FLSINS", "LSUUO", "JTMU", "UTMPTR"] {
        assert_eq!(bench.of_system(name, 6 * words), Word36::default(), "{name}");
    }
}

/// Pairs of a name in SQUOZE and its value; half-killed and global symbols.
#[test]
fn the_table_of_calls_has_symbols() {
    const FLAGS: u64 = 0o44 << 30;
    let mut bench = Bench::plain();
    assert_eq!(bench.uuo(0o043, 6, 0o20), Answer::Skip);
    // A left half of zero: the area extends to the end of memory.
    bench.put(2, Word36::from(0o2000));
    bench.put(3, sixbit("CALLS"));
    assert_eq!(bench.oper(GETSYS, 2), Answer::Skip);
    let end = bench.word(2);
    assert_eq!(end.left(), 0);
    let pairs: Vec<[Word36; 2]> =
        (0o2000..end.right()).step_by(2).map(|at| [0, 1].map(|it| bench.word(at + it))).collect();
    let value = |name: &str| {
        let name = Word36::new(squoze(name).unwrap().bits() | FLAGS);
        pairs.iter().find(|pair| pair[0] == name).map(|pair| pair[1].bits())
    };
    assert_eq!(value(".LOGOU"), Some(0o042000_000033));
    assert_eq!(value(".VALUE"), Some(0o043200_000000));
    assert_eq!(value(".IOT"), Some(0o040000_000000));
    assert_eq!(value("%PIPDL"), Some(0o200000));
    assert_eq!(value("MOVE"), None, "it belongs to the processor");
}

#[test]
fn other_tables_have_names() {
    let mut bench = Bench::plain();
    let mut table = |name: &str| {
        bench.put(2, Word36::halves(0o777000, 0o400));
        bench.put(3, sixbit(name));
        assert_eq!(bench.oper(GETSYS, 2), Answer::Skip, "{name}");
        (0o400..bench.word(2).right()).map(|at| bench.word(at)).collect::<Vec<_>>()
    };
    assert_eq!(table("ITSNMS"), [sixbit("DB")]);
    assert!(table("NCALLS").contains(&sixbit("SIOT")));
    assert!(table("GETS").contains(&sixbit("NCALLS")));
}
