//! Costs of a run: exact instruction counts, and cycles by named models.

/// A cycle model; a number of cycles is never shown without its model.
#[derive(Debug, PartialEq, Eq)]
pub struct Model {
    /// Name in lanes and golden files.
    pub name: &'static str,
    /// Unit: `cycles`, or `ns` on a machine without a clock.
    pub unit: &'static str,
    /// Definition, in one sentence.
    pub meaning: &'static str,
    /// The manual or measurement it is based on.
    pub source: &'static str,
}

/// Cycles under one model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cycles {
    /// Name of the [`Model`].
    pub model: &'static str,
    /// Cycles since `load`, in the unit of the model.
    pub cycles: u64,
}

/// Clock of a cycle model, and the time when the slow unit is ready, for models that have one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Clock {
    /// Cycles since `load`, in the unit of the model.
    pub cycles: u64,
    /// Value of `cycles` at which the slow unit is ready.
    pub ready: u64,
}

/// Costs of a run since `load`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Counts {
    /// Machine instructions retired by the program; a faulting instruction is not counted.
    pub instructions: u64,
    /// Instructions retired in a supervisor, not part of `instructions`.
    pub supervisor_instructions: u64,
    /// Instructions cancelled by an exception, in neither of the two above.
    pub cancelled_instructions: u64,
    /// Cycles under each model of the machine, including the supervisor's instructions.
    pub cycles: Vec<Cycles>,
}

impl Counts {
    /// Attempted instructions: retired ones, including the supervisor's, and cancelled ones.
    #[must_use]
    pub fn attempted(&self) -> u64 {
        self.instructions + self.supervisor_instructions + self.cancelled_instructions
    }

    /// Cycles under the model with this name.
    #[must_use]
    pub fn cycles_by(&self, model: &str) -> Option<u64> {
        self.cycles.iter().find(|c| c.model == model).map(|c| c.cycles)
    }
}

/// Execution count of one instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InstructionCount {
    /// Address of the instruction.
    pub address: u64,
    /// Number of times it retired.
    pub times: u64,
    /// Number of times that control did not continue at the next instruction: branches taken,
    /// skips.
    ///
    /// With delay slots, it is counted for the instruction in the slot.
    pub turned: u64,
    /// Cost class in the instruction table.
    pub class: &'static str,
}
