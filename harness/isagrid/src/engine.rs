//! How instructions are run, as an option.

use clap::ValueEnum;
use machine::Engine;
use machines::native;

use crate::Usage;

/// What `--engine` can be.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineArg {
    /// Hot code as code of this computer's processor, the rest by the plain engine
    #[default]
    Auto,
    /// Decoded blocks of instructions
    Plain,
    /// One instruction after the other, with every check: slow
    Careful,
    /// All code as code of this computer's processor at once, whatever that costs
    Translate,
}

impl EngineArg {
    /// The engine.
    ///
    /// # Errors
    /// When it cannot be had here.
    pub(crate) fn engine(self) -> Result<Engine, Usage> {
        match (self, native::made_for()) {
            (EngineArg::Auto, _) => Ok(Engine::Auto),
            (EngineArg::Plain, _) => Ok(Engine::Plain),
            (EngineArg::Careful, _) => Ok(Engine::Careful),
            (EngineArg::Translate, Ok(_)) => Ok(Engine::Translate),
            (EngineArg::Translate, Err(why)) => {
                Err(Usage(format!("this isagrid has no engine `translate`: {why}")))
            }
        }
    }

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            EngineArg::Auto => "auto",
            EngineArg::Plain => "plain",
            EngineArg::Careful => "careful",
            EngineArg::Translate => "translate",
        }
    }
}
