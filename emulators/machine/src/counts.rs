//! What a run cost: instructions exactly, cycles by named models.

/// A cycle model: a number of cycles is never shown without this.
#[derive(Debug, PartialEq, Eq)]
pub struct Model {
    /// The name lanes and golden files use.
    pub name: &'static str,
    /// What it counts in: `cycles`, or `ns` on a machine without a clock of its own.
    pub unit: &'static str,
    /// What it charges, in one sentence.
    pub meaning: &'static str,
    /// The manual or measurement it was taken from.
    pub source: &'static str,
}

/// Cycles under one model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cycles {
    /// Name of the [`Model`].
    pub model: &'static str,
    /// Cycles since `load`, or whatever the unit of the model is.
    pub cycles: u64,
}

/// What a run cost since `load`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Counts {
    /// Machine instructions retired by the program; a faulting instruction is not counted.
    pub instructions: u64,
    /// Of a machine with a supervisor: instructions retired there, not part of `instructions`.
    pub supervisor_instructions: u64,
    /// Instructions that an exception left undone, in neither of the two above.
    pub undone_instructions: u64,
    /// Cycles under each model the machine keeps, the supervisor's instructions included.
    pub cycles: Vec<Cycles>,
}

impl Counts {
    /// Instructions that were tried: those retired, the supervisor's too, and those left undone.
    #[must_use]
    pub fn tried(&self) -> u64 {
        self.instructions + self.supervisor_instructions + self.undone_instructions
    }

    /// Cycles under the model of this name.
    #[must_use]
    pub fn cycles_by(&self, model: &str) -> Option<u64> {
        self.cycles.iter().find(|c| c.model == model).map(|c| c.cycles)
    }
}

/// How often one instruction ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Executed {
    /// Address of the instruction.
    pub address: u64,
    /// Times it retired.
    pub times: u64,
    /// Times the one that ran next was not the next in memory: a branch was taken, a condition skipped.
    ///
    /// Where branches have delay slots it is the instruction in the slot that turns.
    pub turned: u64,
    /// Its cost class, as the instruction table names it.
    pub class: &'static str,
}
