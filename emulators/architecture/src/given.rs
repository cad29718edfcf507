//! A user's choices for a machine.

/// A user's dialect, if any, and switches with their values.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Choices {
    /// The dialect, if the user chose one.
    pub dialect: Option<&'static str>,
    switches: Vec<(&'static str, String)>,
}

/// Value of a switch without a value.
pub(crate) const ON: &str = "true";

impl Choices {
    /// Only these switches.
    #[must_use]
    pub fn with(switches: &[(&'static str, &str)]) -> Self {
        let switches = switches.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        Choices { dialect: None, switches }
    }

    /// Adds a switch without a value.
    pub fn turn_on(&mut self, switch: &'static str) {
        self.set(switch, ON.to_owned());
    }

    /// Adds a switch with its value.
    pub fn set(&mut self, switch: &'static str, value: String) {
        self.switches.push((switch, value));
    }

    /// Value of a given switch.
    #[must_use]
    pub fn value(&self, switch: &str) -> Option<&str> {
        self.switches.iter().find(|(name, _)| *name == switch).map(|(_, value)| value.as_str())
    }

    /// Whether a switch is given.
    #[must_use]
    pub fn has(&self, switch: &str) -> bool {
        self.value(switch).is_some()
    }

    /// Names of all given switches.
    pub fn switches(&self) -> impl Iterator<Item = &'static str> {
        self.switches.iter().map(|(name, _)| *name)
    }
}
