//! Jobs for Slurm: an array with a task a shard, and behind it one that merges.
//!
//! Source: sbatch(1) of Slurm 22.05.

use crate::lines::shell_word;

/// What an array of jobs is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Jobs {
    /// The job's name.
    pub name: String,
    /// Shards to be done, from 1, in rising order.
    pub shards: Vec<u32>,
    /// The command that does one of them, and takes its number from the environment.
    pub shard: Vec<String>,
    /// The command that merges all.
    pub merge: Vec<String>,
    /// Where what they say goes.
    pub logs: String,
    /// The partition, where one is wanted.
    pub partition: Option<String>,
    /// The limit of a task's time, as Slurm writes times.
    pub time: Option<String>,
    /// Processors of a task.
    pub cpus: u32,
}

impl Jobs {
    /// The script of the array, for the standard input of `sbatch --parsable`.
    ///
    /// A task whose node fails is sent again, and goes on where its journal ends.
    #[must_use]
    pub fn array(&self) -> String {
        let mut text = self.head("", "%A_%a");
        text.push_str(&format!("#SBATCH --array={}\n", ranges(&self.shards)));
        text.push_str("#SBATCH --requeue\n");
        text.push_str(&format!("#SBATCH --cpus-per-task={}\n", self.cpus));
        if let Some(time) = &self.time {
            text.push_str(&format!("#SBATCH --time={time}\n"));
        }
        text + "exec " + &command(&self.shard) + "\n"
    }

    /// The script that merges, for `sbatch --dependency=afterany:JOB`.
    ///
    /// It begins when all tasks have ended, however they did: it is the merge that says what is missing.
    #[must_use]
    pub fn merging(&self) -> String {
        self.head("-merge", "%j") + "exec " + &command(&self.merge) + "\n"
    }

    fn head(&self, what: &str, number: &str) -> String {
        let mut text = format!("#!/bin/sh\n#SBATCH --job-name={}{what}\n", self.name);
        text.push_str(&format!("#SBATCH --output={}/slurm-{number}.log\n", self.logs));
        text.push_str("#SBATCH --open-mode=append\n");
        if let Some(partition) = &self.partition {
            text.push_str(&format!("#SBATCH --partition={partition}\n"));
        }
        text
    }
}

/// A partition's name, which must not become anything else in a script.
///
/// # Errors
/// A sentence on what it may have.
pub fn partition(text: &str) -> Result<String, String> {
    only(text, "-_.,", "a partition's name has letters, digits, `-`, `_`, `.` and `,`")
}

/// A time as Slurm writes it: minutes, `hours:minutes:seconds`, `days-hours`, and so on.
///
/// # Errors
/// A sentence on how it is written.
pub fn time(text: &str) -> Result<String, String> {
    let is_right = text.bytes().all(|byte| byte.is_ascii_digit() || b":-".contains(&byte));
    let why = "a time is written 90, 1:30:00 or 2-12:00";
    if is_right { only(text, ":-", why) } else { Err(why.to_owned()) }
}

/// A path of a folder, as a line of a script takes it.
///
/// # Errors
/// A sentence when Slurm would read something else.
pub fn logs(text: &str) -> Result<String, String> {
    only(
        text,
        "-_./+=",
        "Slurm writes logs there, and takes letters, digits and `-_./+=` in its name",
    )
}

fn only(text: &str, more: &str, why: &str) -> Result<String, String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || more.contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        Ok(text.to_owned())
    } else {
        Err(why.to_owned())
    }
}

/// A command as a shell takes it.
#[must_use]
pub fn command(words: &[String]) -> String {
    words.iter().map(|word| shell_word(word)).collect::<Vec<_>>().join(" ")
}

/// Numbers in rising order as Slurm writes them: `1-4,7,9-10`.
///
/// ```
/// assert_eq!(shards::slurm::ranges(&[1, 2, 3, 7, 9, 10]), "1-3,7,9-10");
/// ```
#[must_use]
pub fn ranges(numbers: &[u32]) -> String {
    let runs = numbers.chunk_by(|one, next| *next == one + 1);
    let shown = runs.filter_map(|run| match run {
        [] => None,
        [one] => Some(one.to_string()),
        [first, .., last] => Some(format!("{first}-{last}")),
    });
    shown.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_becomes_a_line_of_its_own() {
        for bad in ["", "a b", "a\n#SBATCH --uid=0", "$(x)", "a;b"] {
            assert!(partition(bad).is_err() && time(bad).is_err() && logs(bad).is_err(), "{bad:?}");
        }
        assert!(partition("main,short").is_ok() && time("2-12:00").is_ok() && time("1h").is_err());
    }
}
