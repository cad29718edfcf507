//! Local and global labels.

use std::collections::HashMap;

use crate::Span;

/// A label.
#[derive(Debug, Clone, Copy)]
pub(super) struct Label {
    pub(super) address: u32,
    /// Place of its definition.
    pub(super) span: Span,
}

/// Labels by name.
#[derive(Debug, Default)]
pub(super) struct Labels {
    by_name: HashMap<String, Label>,
    /// Names at each address, which alignment moves together.
    by_address: HashMap<u32, Vec<String>>,
}

impl Labels {
    /// Adds a label.
    ///
    /// # Errors
    /// The label that already has this name.
    pub(super) fn add(&mut self, name: &str, label: Label) -> Result<(), Label> {
        if let Some(&known) = self.by_name.get(name) {
            return Err(known);
        }
        self.by_name.insert(name.to_owned(), label);
        self.by_address.entry(label.address).or_default().push(name.to_owned());
        Ok(())
    }

    pub(super) fn get(&self, name: &str) -> Option<Label> {
        self.by_name.get(name).copied()
    }

    /// Removes a label.
    pub(super) fn remove(&mut self, name: &str) -> Option<Label> {
        self.by_name.remove(name)
    }

    /// Moves the labels at an address to the aligned one.
    pub(super) fn realign(&mut self, from: u32, to: u32) {
        let Some(names) = self.by_address.remove(&from) else { return };
        for name in &names {
            if let Some(label) = self.by_name.get_mut(name) {
                label.address = to;
            }
        }
        self.by_address.entry(to).or_default().extend(names);
    }

    /// All labels, sorted by address and name.
    pub(super) fn sorted(&self) -> Vec<(&str, Label)> {
        let mut labels: Vec<(&str, Label)> =
            self.by_name.iter().map(|(name, &label)| (name.as_str(), label)).collect();
        labels.sort_unstable_by_key(|&(name, label)| (label.address, name));
        labels
    }
}
