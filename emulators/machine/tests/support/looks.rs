//! For tests that compare engines on random programs: native code, and an observer of its events.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use machine::native::Library;
use machine::{Observer, Store};
use proptest::test_runner::Config;

/// Configuration for tests of long runs: few cases, because each does a lot.
pub(crate) fn long_runs() -> Config {
    let config = Config::default();
    Config { cases: config.cases.div_ceil(16), ..config }
}

/// Prints the total number of instructions of all long runs so far.
pub(crate) fn tell_compared(instructions: u64) {
    static ALL: AtomicU64 = AtomicU64::new(0);
    let all = ALL.fetch_add(instructions, Ordering::Relaxed) + instructions;
    eprintln!("{} million instructions compared", all / 1_000_000);
}

/// A library of native code for this host; prints a note if there is no translator.
pub(crate) fn library() -> Option<Arc<Library>> {
    let cranelift = translate::Cranelift::for_host();
    if cranelift.is_none() {
        eprintln!("no native code for this host: the plain engine runs in its place");
    }
    Some(Arc::new(Library::new(Arc::new(cranelift?))))
}

/// Observes instructions selected by bits, and watched stores.
#[derive(Debug, PartialEq)]
pub(crate) struct SelectedEvents {
    text: u64,
    units: u64,
    marks: u64,
    arrivals: Vec<u64>,
    stores: Vec<Store>,
}

impl SelectedEvents {
    /// Observer of the instructions in `marks`, for a text with a possible instruction every
    /// `units`.
    pub(crate) fn at(marks: u64, text: u32, units: u64) -> Self {
        let (arrivals, stores) = (Vec::new(), Vec::new());
        SelectedEvents { text: text.into(), units, marks, arrivals, stores }
    }
}

impl Observer for SelectedEvents {
    const MARKS: bool = true;
    const STORES: bool = true;

    fn is_mark(&self, address: u64) -> bool {
        let place = address.wrapping_sub(self.text) / self.units;
        place < 64 && self.marks >> place & 1 != 0
    }

    fn arrived(&mut self, address: u64) {
        self.arrivals.push(address);
    }

    fn stored(&mut self, store: Store) {
        self.stores.push(store);
    }

    fn may_pause(&self) -> bool {
        false
    }
}
