//! Cycle models that are pipelines of five stages.

/// What a cycle model charges to an instruction besides its first cycle, as far as its bits decide it.
///
/// The rest is a change of flow, or a wait for an earlier result.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Delays {
    /// Cycles in the stage EX after the first.
    pub execution: u64,
    /// Register that it loads and that the next instruction uses, which costs one cycle.
    pub loaded: Option<&'static str>,
}

/// A cycle model that is a pipeline of the stages IF, ID, EX, MEM and WB.
#[derive(Debug)]
pub struct Pipeline {
    /// Name of the model.
    pub model: &'static str,
    /// Results that instructions may wait for, such as `HI and LO`.
    pub awaited: &'static str,
    /// Delays of an instruction, from its address, its word and the word after it.
    pub delays: fn(pc: u64, word: u64, next: u64) -> Delays,
}
