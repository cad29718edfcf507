//! A plan under construction: tens of bytes per item, besides its key.

use serde_json::Value;

use super::{End, FORMAT, Header, Input, ItemLine, MOST_SHARDS, VERSION};
use crate::digest::Digest;
use crate::lines::ascii;

/// Items of a future plan.
#[derive(Debug, Default)]
pub struct Draft {
    /// All keys, concatenated.
    keys: String,
    rows: Vec<Row>,
}

#[derive(Debug, Clone, Copy)]
struct Row {
    /// End of the key in `keys`.
    end: u64,
    shard: u32,
}

impl Draft {
    /// Adds an item.
    pub fn add(&mut self, key: &str) {
        self.keys.push_str(key);
        self.rows.push(Row { end: self.keys.len() as u64, shard: 0 });
    }

    fn key(&self, number: u32) -> &str {
        let end = |number: u32| self.rows[number as usize].end as usize;
        let start = number.checked_sub(1).map_or(0, end);
        &self.keys[start..end(number)]
    }

    /// Assigns the items to the shards in turn, in the order of their keys.
    ///
    /// # Errors
    /// An error message if there are too many shards or items, or two items have the same key.
    pub fn spread(&mut self, shards: u32) -> Result<(), String> {
        if shards == 0 || shards > MOST_SHARDS {
            return Err(format!("a plan has from 1 to {MOST_SHARDS} shards, not {shards}"));
        }
        let items = u32::try_from(self.rows.len())
            .map_err(|_| format!("a plan has at most {} items", u32::MAX))?;
        let mut by_key: Vec<u32> = (0..items).collect();
        by_key.sort_unstable_by(|&one, &other| self.key(one).cmp(self.key(other)));
        let same = by_key.windows(2).find(|two| self.key(two[0]) == self.key(two[1]));
        if let Some(two) = same {
            let key = asmkit::plain_name(self.key(two[0]));
            return Err(format!("two items have the name `{key}`; names in a plan must be unique"));
        }
        for (item, shard) in by_key.into_iter().zip((1..=shards).cycle()) {
            self.rows[item as usize].shard = shard;
        }
        Ok(())
    }

    /// Shard of each item, in the order in which they were added.
    pub fn spreading(&self) -> impl Iterator<Item = u32> {
        self.rows.iter().map(|row| row.shard)
    }

    /// Writes the plan in pieces and returns its digest; `detail` returns the input and data of an item.
    ///
    /// # Errors
    /// Any error of `detail` and `write`.
    pub fn write(
        &self,
        what: &Common,
        mut detail: impl FnMut(usize) -> Result<(Option<Input>, Value), String>,
        mut write: impl FnMut(&str) -> Result<(), String>,
    ) -> Result<String, String> {
        let header = Header {
            format: FORMAT.to_owned(),
            version: VERSION,
            tool: what.tool.clone(),
            kind: what.kind.clone(),
            arguments: what.arguments.clone(),
            inputs: what.inputs.clone(),
            items: self.rows.len() as u64,
            shards: what.shards,
        };
        let mut digest = Digest::default();
        let mut put = |line: serde_json::Result<String>| {
            let line = ascii(&line.map_err(|why| why.to_string())?) + "\n";
            digest.add(line.as_bytes());
            write(&line)
        };
        put(serde_json::to_string(&header))?;
        for (number, row) in self.rows.iter().enumerate() {
            let (input, data) = detail(number)?;
            let key = self.key(number as u32).to_owned();
            let line = ItemLine { key, shard: row.shard, input, data };
            put(serde_json::to_string(&line))?;
        }
        let end = End { plan: digest.show() };
        let line = serde_json::to_string(&end).map_err(|why| why.to_string())? + "\n";
        write(&line)?;
        Ok(end.plan)
    }
}

/// Facts common to all items of a plan.
#[derive(Debug, Clone, PartialEq)]
pub struct Common {
    /// Build of the program that makes it.
    pub tool: String,
    /// Kind of work.
    pub kind: String,
    /// Additional data of that kind.
    pub arguments: Value,
    /// Inputs of every item.
    pub inputs: Vec<Input>,
    /// Number of shards.
    pub shards: u32,
}
