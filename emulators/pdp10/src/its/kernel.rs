//! The system's own memory, as programs see it that look up a symbol with `.EVAL` and then read the
//! word with `.GETLOC` or map its page.
//!
//! It has the tables below, computed when they are read, and zeros. A mapped page is a copy: it
//! does not change afterwards.
//!
//! Source: ITS 1652 for names and meanings, `SYSTEM;EVSYMS` for what programs use; the addresses
//! are Isagrid's.

use crate::Word36;
use crate::memory::PAGE_WORDS;
use crate::text::{sixbit, squoze};

use super::Answer;
use super::job::{CONSOLE, INDEX, SUPERIOR, variable};
use super::monitor::{Monitor, Outcome};

/// Words of the table of a job, `LUBLK`.
const JOB_WORDS: u32 = 0o40;
/// Number of jobs that the tables have room for.
const JOBS: u32 = 0o40;
/// Addresses of single words, of the terminals' tables and of the jobs' tables: among those that
/// programs map, which leave their own pages from 0 to 11777 alone.
const SINGLE: u32 = 0o103000;
const TERMINALS: u32 = 0o104000;
const JOB_TABLES: u32 = 0o110000;
/// Number of terminals: the program's, T01, and free ones. Programs begin at T00 or T02.
const TERMINAL_COUNT: u32 = 0o20;
/// Numbers of the jobs of the system itself.
const SYSTEM_JOB: u32 = 0;
const CORE_JOB: u32 = 1;
/// `.TTYSTS` of a free terminal, and other words that mean "none".
const NONE: Word36 = Word36::new(0o777777_777777);

/// Meaning of a symbol.
enum Symbol {
    /// A number.
    Number(u32),
    /// Address of a word.
    Word(fn(&Monitor<'_>) -> Word36),
    /// Address of a word for each terminal, given by its number.
    Terminal(fn(&Monitor<'_>, u32) -> Word36),
    /// Address of a word in each job's table: a variable of the job.
    Variable(usize),
    /// The same: computed from the job's number.
    Job(fn(&Monitor<'_>, u32) -> Word36),
}

use Symbol::{Job, Number, Terminal, Variable, Word};

const fn none(_: &Monitor<'_>) -> Word36 {
    Word36::new(0)
}

/// Every symbol with its meaning.
#[rustfmt::skip]
static SYMBOLS: &[(&str, Symbol)] = &[
    ("L",      Number(JOB_WORDS)),       ("LUBLK",  Number(JOB_WORDS)),
    ("MAXJ",   Number(JOBS)),            ("NCT",    Number(TERMINAL_COUNT)),
    ("NSTTYS", Number(0)),               ("NFSTTY", Number(TERMINAL_COUNT)),
    ("N11TYS", Number(0)),               ("NF11TY", Number(TERMINAL_COUNT)),
    ("OIPBIT", Number(0o400)),
    ("TIMOFF", Word(|m| Word36::from(m.moment().disk().right()))),
    ("USRHI",  Word(|m| Word36::from((m.highest_job() + 1) * JOB_WORDS))),
    ("TIME",   Word(|m| m.ticks())),     ("SHUTDN", Word(|_| NONE)),
    ("DEDTIM", Word(|_| NONE)),          ("SLOADU", Word(|_| Word36::new(1))),
    ("USRRCE", Word(none)),              ("SWRCE",  Word(none)),
    ("IDLRCE", Word(none)),              ("LOSRCE", Word(none)),
    ("NULTIM", Word(none)),              ("PARERR", Word(none)),
    ("FYEAR",  Word(|m| m.moment().year_word())),
    ("PDTIME", Word(|m| m.moment().sixtieths_of_year())),
    ("TTYSTS", Terminal(|_, at| if at == CONSOLE { index_word(INDEX) } else { NONE })),
    ("TTITM",  Terminal(|m, _| m.ticks())),
    ("TTYTYP", Terminal(|_, _| Word36::new(0))),
    ("TTYCOM", Terminal(|_, _| Word36::new(0o777777))),
    ("TCTYP",  Terminal(|m, _| m.terminal_kind().0)),
    ("TTYOPT", Terminal(|m, _| m.terminal_kind().1)),
    ("UPC",    Variable(variable::UPC)), ("USTP",   Variable(variable::USTP)),
    ("PIRQC",  Variable(variable::PIRQC)), ("IFPIR",  Variable(variable::IFPIR)),
    ("MSKST",  Variable(variable::MASK)), ("MSKST2", Variable(variable::MSK2)),
    ("PICLR",  Variable(variable::PICLR)), ("APRC",   Variable(variable::APRC)),
    ("SV40",   Variable(variable::SV40)), ("SUUOH",  Variable(variable::UUOH)),
    ("USYSNM", Variable(variable::SNAME)), ("XUNAME", Variable(variable::XUNAME)),
    ("XJNAME", Variable(variable::XJNAME)), ("HSNAME", Variable(variable::HSNAME)),
    ("TTYTBL", Variable(variable::TTY)),
    ("UNAME",  Job(|m, at| m.system_names(at)[0])),
    ("JNAME",  Job(|m, at| m.system_names(at)[1])),
    ("SUPPRO", Job(|m, at| m.superior_index(at))),
    ("FLSINS", Job(|_, _| Word36::new(0))),
    ("LSUUO",  Job(|_, _| Word36::new(0))),
    ("JTMU",   Job(|_, _| Word36::new(0))),
    ("UTMPTR", Job(|_, _| Word36::new(0))),
];

/// User index of a job: its number times the words of its table.
fn index_word(number: u32) -> Word36 {
    Word36::from(number * JOB_WORDS)
}

/// Symbols before one of the same kind, which have the addresses before its own.
fn rank(symbol: usize, is_kind: fn(&Symbol) -> bool) -> u32 {
    SYMBOLS[..symbol].iter().filter(|(_, symbol)| is_kind(symbol)).count() as u32
}

/// Value of a symbol, given by its position.
fn value(at: usize) -> u32 {
    match SYMBOLS[at].1 {
        Number(number) => number,
        Word(_) => SINGLE + rank(at, |symbol| matches!(symbol, Word(_))),
        Terminal(_) => {
            TERMINALS + TERMINAL_COUNT * rank(at, |symbol| matches!(symbol, Terminal(_)))
        }
        Variable(_) | Job(_) => {
            JOB_TABLES + rank(at, |symbol| matches!(symbol, Variable(_) | Job(_)))
        }
    }
}

impl Monitor<'_> {
    /// `.EVAL`: skips with the value of a symbol, given in SQUOZE.
    pub(super) fn evaluate_symbol(&mut self, ac: u8) -> Answer {
        const NAME: u64 = (1 << 32) - 1;
        let name = Word36::new(self.ac(ac).bits() & NAME);
        let is_named = |known: &&str| squoze(known) == Some(name);
        let Some(at) = SYMBOLS.iter().position(|(known, _)| is_named(known)) else {
            return Answer::Next;
        };
        self.set_ac(ac, Word36::from(value(at)));
        Answer::Skip
    }

    /// `.GETLOC`: a word of the system.
    pub(super) fn system_location(&mut self, ac: u8) -> Outcome<Answer> {
        let word = self.ac(ac);
        let found = self.system_word(word.left());
        self.write(word.right(), found).map(|()| Answer::Next)
    }

    /// Words of a page of the system.
    pub(super) fn system_page(&mut self, page: u32) -> Vec<Word36> {
        let first = page * PAGE_WORDS;
        (first..first + PAGE_WORDS).map(|address| self.system_word(address)).collect()
    }

    /// A word of the system.
    fn system_word(&mut self, address: u32) -> Word36 {
        let job = address.wrapping_sub(JOB_TABLES);
        if job < JOBS * JOB_WORDS {
            return self.job_word(job / JOB_WORDS, JOB_TABLES + job % JOB_WORDS);
        }
        for (at, (_, symbol)) in (0..).zip(SYMBOLS) {
            let offset = address.wrapping_sub(value(at));
            match symbol {
                Word(read) if offset == 0 => return read(self),
                Terminal(read) if offset < TERMINAL_COUNT => return read(self, offset),
                _ => {}
            }
        }
        Word36::default()
    }

    /// A word of a job's table, given by its address in the first one.
    fn job_word(&mut self, number: u32, address: u32) -> Word36 {
        let found = (0..).zip(SYMBOLS).find(|&(at, (_, symbol))| {
            matches!(symbol, Variable(_) | Job(_)) && value(at) == address
        });
        match found {
            Some((_, (_, Job(read)))) => read(self, number),
            Some((_, (_, Variable(variable)))) if self.names_of(number).is_some() => {
                self.variable_of(number, *variable as u32).unwrap_or_default()
            }
            _ => Word36::default(),
        }
    }

    /// Names of a job, also of the system's and of DDT; zeros if there is none.
    fn system_names(&self, number: u32) -> [Word36; 2] {
        let user = self.its.job.names()[0];
        match number {
            SYSTEM_JOB => [sixbit("SYS"), sixbit("SYS")],
            CORE_JOB => [sixbit("CORE"), sixbit("JOB")],
            SUPERIOR => [user, sixbit("HACTRN")],
            _ => self.names_of(number).unwrap_or_default(),
        }
    }

    /// User index of a job's superior; -1 for a job without one.
    fn superior_index(&self, number: u32) -> Word36 {
        self.superior_of(number).map_or(NONE, index_word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_do_not_overlap() {
        let mut places: Vec<u32> = Vec::new();
        for (at, (_, symbol)) in (0..).zip(SYMBOLS) {
            let count = match symbol {
                Number(_) => 0,
                Terminal(_) => TERMINAL_COUNT,
                _ => 1,
            };
            places.extend(value(at)..value(at) + count);
        }
        let all = places.len();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), all);
        let per_job = |symbol: &Symbol| matches!(symbol, Variable(_) | Job(_));
        assert!(rank(SYMBOLS.len(), per_job) <= JOB_WORDS);
    }
}
