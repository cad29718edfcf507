//! Execution engine, as an option.

use clap::ValueEnum;
use machine::Engine;
use targets::native;

use crate::Usage;

/// Values of `--engine`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineArg {
    /// Compile hot code to native code; interpret the rest
    #[default]
    Auto,
    /// Interpret decoded blocks of instructions
    Plain,
    /// Interpret one instruction at a time, with every check (slow)
    Careful,
    /// Compile all code to native code before it first runs, at any cost
    Translate,
}

impl EngineArg {
    /// The engine.
    ///
    /// # Errors
    /// An error message if this build or processor does not have it.
    pub(crate) fn engine(self) -> Result<Engine, Usage> {
        match (self, native::made_for()) {
            (EngineArg::Auto, _) => Ok(Engine::Auto),
            (EngineArg::Plain, _) => Ok(Engine::Plain),
            (EngineArg::Careful, _) => Ok(Engine::Careful),
            (EngineArg::Translate, Ok(_)) => Ok(Engine::Translate),
            (EngineArg::Translate, Err(why)) => {
                Err(Usage(format!("the engine `translate` is not available: {why}")))
            }
        }
    }

    /// Value on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            EngineArg::Auto => "auto",
            EngineArg::Plain => "plain",
            EngineArg::Careful => "careful",
            EngineArg::Translate => "translate",
        }
    }
}
