//! What a user chose of a machine.

/// A dialect, if one was named, and switches with their values.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Given {
    /// The dialect that was named.
    pub dialect: Option<&'static str>,
    switches: Vec<(&'static str, String)>,
}

/// The value of a switch that takes none.
pub(crate) const ON: &str = "true";

impl Given {
    /// Nothing but these switches.
    #[must_use]
    pub fn with(switches: &[(&'static str, &str)]) -> Self {
        let switches = switches.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        Given { dialect: None, switches }
    }

    /// Adds a switch that takes no value.
    pub fn turn_on(&mut self, switch: &'static str) {
        self.set(switch, ON.to_owned());
    }

    /// Adds a switch with its value.
    pub fn set(&mut self, switch: &'static str, value: String) {
        self.switches.push((switch, value));
    }

    /// The value of a switch that was given.
    #[must_use]
    pub fn value(&self, switch: &str) -> Option<&str> {
        self.switches.iter().find(|(name, _)| *name == switch).map(|(_, value)| value.as_str())
    }

    /// Whether a switch was given.
    #[must_use]
    pub fn has(&self, switch: &str) -> bool {
        self.value(switch).is_some()
    }

    /// All switches that were given.
    pub fn switches(&self) -> impl Iterator<Item = &'static str> {
        self.switches.iter().map(|(name, _)| *name)
    }
}
