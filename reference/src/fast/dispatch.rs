//! The search compiled for each path, and the calls of the one that fits the processor.

use super::portable::Plain16;
use super::walk::Walk;
use super::{Met, Path};

/// Declares a walk for each path, its functions compiled with the features of the path.
macro_rules! paths {
    ($(#[$cfg:meta] $path:ident: $lanes:path, $module:ident, $features:literal;)*) => {
        /// A search on one of the paths.
        ///
        /// Those that need features are made only where [`Path::is_here`] found them.
        #[derive(Debug, Clone)]
        pub(super) enum Any {
            $(#[$cfg] $path(Walk<$lanes>),)*
            Portable(Walk<Plain16>),
        }

        $(#[$cfg] mod $module {
            use super::Met;

            type Walk = super::Walk<$lanes>;

            #[target_feature(enable = $features)]
            pub(super) fn start(walk: &mut Walk, givens: &[u8; 81], most_trials: u64) {
                walk.start(givens, most_trials);
            }

            #[target_feature(enable = $features)]
            pub(super) fn start_with(walk: &mut Walk, masks: &[u32; 81], most_trials: u64) {
                walk.start_with(masks, most_trials);
            }

            #[target_feature(enable = $features)]
            pub(super) fn next_digits(walk: &mut Walk) -> Met<[u8; 81]> {
                walk.next_digits()
            }

            #[target_feature(enable = $features)]
            pub(super) fn count(walk: &mut Walk, limit: u64) -> (u64, bool) {
                walk.count(limit)
            }
        })*

        impl Any {
            pub(super) fn new(path: Path) -> Self {
                match path {
                    $(#[$cfg] Path::$path if path.is_here() => Any::$path(Walk::new()),)*
                    _ => Any::Portable(Walk::new()),
                }
            }

            pub(super) fn start(&mut self, givens: &[u8; 81], most_trials: u64) {
                match self {
                    // SAFETY: the processor has what this walk needs, or it would not be.
                    $(#[$cfg] Any::$path(walk) => unsafe {
                        $module::start(walk, givens, most_trials);
                    },)*
                    Any::Portable(walk) => walk.start(givens, most_trials),
                }
            }

            pub(super) fn start_with(&mut self, masks: &[u32; 81], most_trials: u64) {
                match self {
                    // SAFETY: as above.
                    $(#[$cfg] Any::$path(walk) => unsafe {
                        $module::start_with(walk, masks, most_trials);
                    },)*
                    Any::Portable(walk) => walk.start_with(masks, most_trials),
                }
            }

            pub(super) fn next_digits(&mut self) -> Met<[u8; 81]> {
                match self {
                    // SAFETY: as above.
                    $(#[$cfg] Any::$path(walk) => unsafe { $module::next_digits(walk) },)*
                    Any::Portable(walk) => walk.next_digits(),
                }
            }

            pub(super) fn count(&mut self, limit: u64) -> (u64, bool) {
                match self {
                    // SAFETY: as above.
                    $(#[$cfg] Any::$path(walk) => unsafe { $module::count(walk, limit) },)*
                    Any::Portable(walk) => walk.count(limit),
                }
            }

            pub(super) fn trials(&self) -> u64 {
                match self {
                    $(#[$cfg] Any::$path(walk) => walk.trials(),)*
                    Any::Portable(walk) => walk.trials(),
                }
            }

            pub(super) fn set_most_trials(&mut self, most_trials: u64) {
                match self {
                    $(#[$cfg] Any::$path(walk) => walk.set_most_trials(most_trials),)*
                    Any::Portable(walk) => walk.set_most_trials(most_trials),
                }
            }
        }
    };
}

paths! {
    #[cfg(target_arch = "x86_64")]
    Avx512: crate::fast::x86::Avx512, avx512,
        "avx2,avx512f,avx512vl,avx512bw,avx512bitalg,bmi1,bmi2,popcnt,lzcnt";
    #[cfg(target_arch = "x86_64")]
    Avx2: crate::fast::x86::Avx2, avx2, "avx2,bmi1,bmi2,popcnt,lzcnt";
    #[cfg(target_arch = "x86_64")]
    Ssse3: crate::fast::x86::Ssse3, ssse3, "ssse3";
    #[cfg(target_arch = "aarch64")]
    Neon: crate::fast::neon::Neon, neon, "neon";
}
