//! Table of instruction sets ("paths"), and the search compiled for each.

use std::sync::OnceLock;

#[cfg(target_arch = "aarch64")]
use std::arch::is_aarch64_feature_detected as is_detected;
#[cfg(target_arch = "x86_64")]
use std::arch::is_x86_feature_detected as is_detected;

use super::SearchResult;
use super::portable::Plain16;
use super::walk::Walk;

/// Declares the paths and a walk for each.
///
/// The features of a row are used both for detection at run time and for compilation, so they
/// cannot differ.
macro_rules! paths {
    ($(
        $(#[doc = $doc:literal])*
        $path:ident $name:literal, $arch:literal, $module:ident, $lanes:path, [$($feature:tt)*];
    )*) => {
        /// Instruction set of an engine.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Path {
            $($(#[doc = $doc])* $path,)*
            /// Instructions that every processor has.
            Portable,
        }

        impl Path {
            /// Every path, the fastest first.
            pub const ALL: [Path; [$($name),*].len() + 1] = [$(Path::$path,)* Path::Portable];

            /// Name in reports.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Path::$path => $name,)*
                    Path::Portable => "portable",
                }
            }

            /// Whether this processor supports it.
            #[must_use]
            pub fn is_here(self) -> bool {
                match self {
                    $(#[cfg(target_arch = $arch)] Path::$path => $(is_detected!($feature))&&*,)*
                    $(#[cfg(not(target_arch = $arch))] Path::$path => false,)*
                    Path::Portable => true,
                }
            }
        }

        /// A search on one of the paths.
        ///
        /// Only [`AnyPath::new`] creates those that need features, after [`Path::is_here`].
        #[derive(Debug, Clone)]
        pub(super) enum AnyPath {
            $(#[cfg(target_arch = $arch)] $path(Walk<$lanes>),)*
            Portable(Walk<Plain16>),
        }

        $(#[cfg(target_arch = $arch)] mod $module {
            use super::SearchResult;

            type Walk = super::Walk<$lanes>;

            $(#[target_feature(enable = $feature)])*
            pub(super) fn start(walk: &mut Walk, givens: &[u8; 81], most_trials: u64) {
                walk.start(givens, most_trials);
            }

            $(#[target_feature(enable = $feature)])*
            pub(super) fn start_with(walk: &mut Walk, masks: &[u32; 81], most_trials: u64) {
                walk.start_with(masks, most_trials);
            }

            $(#[target_feature(enable = $feature)])*
            pub(super) fn next_digits(walk: &mut Walk) -> SearchResult<[u8; 81]> {
                walk.next_digits()
            }

            $(#[target_feature(enable = $feature)])*
            pub(super) fn count(walk: &mut Walk, limit: u64) -> (u64, bool) {
                walk.count(limit)
            }
        })*

        impl AnyPath {
            pub(super) fn new(path: Path) -> Self {
                match path {
                    $(#[cfg(target_arch = $arch)] Path::$path if path.is_here() => AnyPath::$path(Walk::new()),)*
                    _ => AnyPath::Portable(Walk::new()),
                }
            }

            pub(super) fn start(&mut self, givens: &[u8; 81], most_trials: u64) {
                match self {
                    // SAFETY: the processor has the features, or `new` would not have created this
                    // walk.
                    $(#[cfg(target_arch = $arch)] AnyPath::$path(walk) => unsafe {
                        $module::start(walk, givens, most_trials);
                    },)*
                    AnyPath::Portable(walk) => walk.start(givens, most_trials),
                }
            }

            pub(super) fn start_with(&mut self, masks: &[u32; 81], most_trials: u64) {
                match self {
                    // SAFETY: as above.
                    $(#[cfg(target_arch = $arch)] AnyPath::$path(walk) => unsafe {
                        $module::start_with(walk, masks, most_trials);
                    },)*
                    AnyPath::Portable(walk) => walk.start_with(masks, most_trials),
                }
            }

            pub(super) fn next_digits(&mut self) -> SearchResult<[u8; 81]> {
                match self {
                    // SAFETY: as above.
                    $(#[cfg(target_arch = $arch)] AnyPath::$path(walk) => unsafe { $module::next_digits(walk) },)*
                    AnyPath::Portable(walk) => walk.next_digits(),
                }
            }

            pub(super) fn count(&mut self, limit: u64) -> (u64, bool) {
                match self {
                    // SAFETY: as above.
                    $(#[cfg(target_arch = $arch)] AnyPath::$path(walk) => unsafe { $module::count(walk, limit) },)*
                    AnyPath::Portable(walk) => walk.count(limit),
                }
            }

            pub(super) fn trials(&self) -> u64 {
                match self {
                    $(#[cfg(target_arch = $arch)] AnyPath::$path(walk) => walk.trials(),)*
                    AnyPath::Portable(walk) => walk.trials(),
                }
            }

            pub(super) fn set_most_trials(&mut self, most_trials: u64) {
                match self {
                    $(#[cfg(target_arch = $arch)] AnyPath::$path(walk) => walk.set_most_trials(most_trials),)*
                    AnyPath::Portable(walk) => walk.set_most_trials(most_trials),
                }
            }
        }
    };
}

paths! {
    /// AVX-512 with VL, BW and BITALG.
    Avx512 "AVX-512", "x86_64", avx512, crate::fast::x86::Avx512,
        ["ssse3" "avx2" "bmi1" "bmi2" "popcnt" "lzcnt"
         "avx512f" "avx512vl" "avx512bw" "avx512bitalg"];
    /// AVX2.
    Avx2 "AVX2", "x86_64", avx2, crate::fast::x86::Avx2,
        ["ssse3" "avx2" "bmi1" "bmi2" "popcnt" "lzcnt"];
    /// SSSE3.
    Ssse3 "SSSE3", "x86_64", ssse3, crate::fast::x86::Ssse3, ["ssse3"];
    /// NEON, of AArch64.
    Neon "NEON", "aarch64", neon, crate::fast::neon::Neon, ["neon"];
}

impl Path {
    /// Returns the fastest path of this processor.
    #[must_use]
    pub fn best() -> Path {
        static BEST: OnceLock<Path> = OnceLock::new();
        *BEST.get_or_init(|| {
            Path::ALL.into_iter().find(|path| path.is_here()).unwrap_or(Path::Portable)
        })
    }
}
