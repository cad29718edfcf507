//! The translator to native code, if this computer has one.

use std::sync::Arc;

use machine::native::Library;

/// Empty library of native code; `None` if there is no translator.
#[must_use]
pub(crate) fn library() -> Option<Arc<Library>> {
    #[cfg(feature = "translate")]
    {
        Some(Arc::new(Library::new(translator::get()?)))
    }
    #[cfg(not(feature = "translate"))]
    None
}

/// Processor that native code is compiled for.
///
/// # Errors
/// The reason why there is no native code, as part of a sentence.
pub fn made_for() -> Result<String, &'static str> {
    #[cfg(feature = "translate")]
    {
        translator::target().ok_or("this processor is not supported")
    }
    #[cfg(not(feature = "translate"))]
    Err("it was built without")
}

#[cfg(feature = "translate")]
mod translator {
    use std::sync::{Arc, OnceLock};

    use machine::native::Translator;
    use translate::Cranelift;

    static FOR_HOST: OnceLock<Option<Arc<Cranelift>>> = OnceLock::new();

    fn for_host() -> Option<Arc<Cranelift>> {
        FOR_HOST.get_or_init(|| Cranelift::for_host().map(Arc::new)).clone()
    }

    pub(super) fn get() -> Option<Arc<dyn Translator>> {
        Some(for_host()?)
    }

    pub(super) fn target() -> Option<String> {
        Some(for_host()?.target())
    }
}
