//! Slurm jobs: an array with one task per shard, then one job that merges.
//!
//! Source: sbatch(1) of Slurm 22.05.

use crate::lines::shell_word;

/// Parameters of the jobs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Jobs {
    /// Name of the job.
    pub name: String,
    /// Shards to do, from 1, in ascending order.
    pub shards: Vec<u32>,
    /// Command that does one shard, with its number from the environment.
    pub shard: Vec<String>,
    /// Command that merges all shards.
    pub merge: Vec<String>,
    /// Folder for logs.
    pub logs: String,
    /// Partition, if any.
    pub partition: Option<String>,
    /// Time limit of a task, in Slurm syntax.
    pub time: Option<String>,
    /// Processors per task.
    pub cpus: u32,
}

impl Jobs {
    /// Script of the array, for the standard input of `sbatch --parsable`.
    ///
    /// A task whose node fails is requeued and resumes from its journal.
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

    /// Script of the merge, for `sbatch --dependency=afterany:JOB`.
    ///
    /// It starts after all tasks have ended, even if some failed: the merge reports missing shards.
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

/// Checks the name of a partition, which must be harmless in a script.
///
/// # Errors
/// An error message with the allowed characters.
pub fn partition(text: &str) -> Result<String, String> {
    only(text, "-_.,", "a partition name may have letters, digits, `-`, `_`, `.` and `,`")
}

/// Checks a time in Slurm syntax: minutes, `hours:minutes:seconds`, `days-hours`, and so on.
///
/// # Errors
/// An error message with examples.
pub fn time(text: &str) -> Result<String, String> {
    let is_right = text.bytes().all(|byte| byte.is_ascii_digit() || b":-".contains(&byte));
    let why = "expected a time such as 90, 1:30:00 or 2-12:00";
    if is_right { only(text, ":-", why) } else { Err(why.to_owned()) }
}

/// Checks the path of the log folder, which must be harmless in a script.
///
/// # Errors
/// An error message with the allowed characters.
pub fn logs(text: &str) -> Result<String, String> {
    only(text, "-_./+=", "a log folder for Slurm may have letters, digits and `-_./+=` in its name")
}

fn only(text: &str, more: &str, why: &str) -> Result<String, String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || more.contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        Ok(text.to_owned())
    } else {
        Err(why.to_owned())
    }
}

/// Command quoted for a shell.
#[must_use]
pub fn command(words: &[String]) -> String {
    words.iter().map(|word| shell_word(word)).collect::<Vec<_>>().join(" ")
}

/// Ascending numbers in Slurm syntax: `1-4,7,9-10`.
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
    fn no_value_adds_a_line_to_the_script() {
        for bad in ["", "a b", "a\n#SBATCH --uid=0", "$(x)", "a;b"] {
            assert!(partition(bad).is_err() && time(bad).is_err() && logs(bad).is_err(), "{bad:?}");
        }
        assert!(partition("main,short").is_ok() && time("2-12:00").is_ok() && time("1h").is_err());
    }
}
