//! Number of this shard: from the command line, or from the environment of a scheduler.
//!
//! Shards are numbered from 1. Some schedulers count from 0, as stated in the rows of [`SOURCES`].

use std::path::PathBuf;

/// Number of a shard, and its source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChosenShard {
    /// Number, from 1.
    pub shard: u32,
    /// Such as `SLURM_ARRAY_TASK_ID=3`; none for the command line.
    pub source: Option<String>,
    /// File to create, which tells Bazel that the test supports sharding.
    pub touch: Option<PathBuf>,
}

/// Variables of a scheduler.
#[derive(Debug)]
pub struct Source {
    /// Name of the scheduler.
    pub of: &'static str,
    /// Variable with the number.
    pub number: &'static str,
    /// Number of the first shard.
    pub first: u32,
    /// Variable with the number of shards, if it must be that of the plan.
    pub total: Option<&'static str>,
}

/// Supported schedulers.
///
/// Source: sbatch(1), "OUTPUT ENVIRONMENT VARIABLES"; Kubernetes, "Indexed Job for Parallel Processing";
/// GitLab, "Predefined CI/CD variables"; Bazel, "Test encyclopedia", "Test sharding".
#[rustfmt::skip]
pub static SOURCES: &[Source] = &[
    // A Slurm array may begin anywhere and may be resubmitted for some tasks, so it has no total.
    Source { of: "Slurm",      number: "SLURM_ARRAY_TASK_ID",  first: 1, total: None },
    Source { of: "Kubernetes", number: "JOB_COMPLETION_INDEX", first: 0, total: None },
    Source { of: "GitLab",     number: "CI_NODE_INDEX",        first: 1, total: Some("CI_NODE_TOTAL") },
    Source { of: "Bazel",      number: "TEST_SHARD_INDEX",     first: 0, total: Some("TEST_TOTAL_SHARDS") },
];

/// Shard of a plan with `shards` shards; `written` (`3/16`) takes precedence over variables.
///
/// # Errors
/// An error message if no source is set, two contradict, or there is no such shard.
pub fn choose(
    written: Option<&str>,
    shards: u32,
    variable: impl Fn(&str) -> Option<String>,
) -> Result<ChosenShard, String> {
    if let Some(written) = written {
        let shard = parsed(written, shards)?;
        return Ok(ChosenShard { shard, source: None, touch: None });
    }
    let mut all = Vec::new();
    for source in SOURCES {
        if let Some(text) = variable(source.number) {
            let shard = by_variable(source, &text, shards, &variable)?;
            all.push((shard, format!("{}={}", source.number, asmkit::plain_name(&text)), source));
        }
    }
    let Some((shard, said, _)) = all.first() else {
        let names: Vec<&str> = SOURCES.iter().map(|source| source.number).collect();
        return Err(format!(
            "no shard is given: name it, as in `1/{shards}`, or set one of {}",
            names.join(", ")
        ));
    };
    if let Some((other, contradicts, _)) = all.iter().find(|(other, ..)| other != shard) {
        return Err(format!(
            "{said} means shard {shard}, but {contradicts} means shard {other}; name the shard, as in `{shard}/{shards}`"
        ));
    }
    let is_of_bazel = all.iter().any(|(.., source)| source.of == "Bazel");
    let touch = variable("TEST_SHARD_STATUS_FILE").filter(|_| is_of_bazel);
    Ok(ChosenShard { shard: *shard, source: Some(said.clone()), touch: touch.map(PathBuf::from) })
}

/// Parses a shard such as `3/16`.
fn parsed(text: &str, shards: u32) -> Result<u32, String> {
    let shown = asmkit::plain_name(text);
    let numbers = text.split_once('/').and_then(|(shard, of)| Some((number(shard)?, number(of)?)));
    let (shard, of) = numbers
        .ok_or_else(|| format!("`{shown}` is not a shard; expected one such as `1/{shards}`"))?;
    if of != shards {
        return Err(format!("`{shown}`: this plan has {shards} shards, not {of}"));
    }
    if shard == 0 || shard > shards {
        return Err(format!("`{shown}`: shards are numbered from 1 to {shards}"));
    }
    Ok(shard)
}

/// Parses a number of digits only.
fn number(text: &str) -> Option<u32> {
    let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain)
}

fn by_variable(
    source: &Source,
    text: &str,
    shards: u32,
    variable: impl Fn(&str) -> Option<String>,
) -> Result<u32, String> {
    let said = format!("{}={}", source.number, asmkit::plain_name(text));
    let no_number = || format!("{said} is not a number");
    let index = number(text).ok_or_else(no_number)?;
    if source.of == "Slurm" && variable("SLURM_ARRAY_TASK_MIN").as_deref() == Some("0") {
        // Task 3 could be shard 3 or shard 4.
        return Err(format!(
            "the array begins with task 0, but shards begin with 1; submit it with --array=1-{shards}"
        ));
    }
    if let Some(name) = source.total
        && let Some(total) = variable(name)
        && number(&total) != Some(shards)
    {
        let total = asmkit::plain_name(&total);
        return Err(format!("{name}={total}, but this plan has {shards} shards"));
    }
    let last = source.first + (shards - 1);
    if index < source.first || index > last {
        return Err(format!(
            "{said}: the {shards} shards of this plan have the numbers {} to {last} there",
            source.first
        ));
    }
    Ok(index - source.first + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(written: Option<&str>, variables: &[(&str, &str)]) -> Result<(u32, String), String> {
        let find = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        choose(written, 16, find).map(|chosen| (chosen.shard, chosen.source.unwrap_or_default()))
    }

    #[test]
    fn every_scheduler_counts_as_it_does() {
        let first_and_last: &[(&str, &str, u32)] = &[
            ("SLURM_ARRAY_TASK_ID", "1", 1),
            ("SLURM_ARRAY_TASK_ID", "16", 16),
            ("JOB_COMPLETION_INDEX", "0", 1),
            ("JOB_COMPLETION_INDEX", "15", 16),
            ("CI_NODE_INDEX", "1", 1),
            ("CI_NODE_INDEX", "16", 16),
            ("TEST_SHARD_INDEX", "0", 1),
            ("TEST_SHARD_INDEX", "15", 16),
        ];
        for &(name, value, shard) in first_and_last {
            assert_eq!(by(None, &[(name, value)]), Ok((shard, format!("{name}={value}"))));
        }
        // One too few, and one too many.
        for (name, value) in [
            ("SLURM_ARRAY_TASK_ID", "0"),
            ("SLURM_ARRAY_TASK_ID", "17"),
            ("JOB_COMPLETION_INDEX", "16"),
            ("CI_NODE_INDEX", "0"),
            ("CI_NODE_INDEX", "17"),
            ("TEST_SHARD_INDEX", "16"),
            ("TEST_SHARD_INDEX", "-1"),
            ("TEST_SHARD_INDEX", ""),
            ("TEST_SHARD_INDEX", "+1"),
        ] {
            let refused = by(None, &[(name, value)]).unwrap_err();
            assert!(refused.contains(&format!("{name}={value}")), "{refused}");
        }
    }

    #[test]
    fn an_array_from_0_is_refused_for_every_task() {
        for id in ["0", "3", "15"] {
            let reported = by(None, &[("SLURM_ARRAY_TASK_ID", id), ("SLURM_ARRAY_TASK_MIN", "0")]);
            assert!(reported.unwrap_err().ends_with("submit it with --array=1-16"));
        }
        // A few tasks, submitted again.
        let again = [
            ("SLURM_ARRAY_TASK_ID", "9"),
            ("SLURM_ARRAY_TASK_MIN", "7"),
            ("SLURM_ARRAY_TASK_COUNT", "2"),
        ];
        assert_eq!(by(None, &again).map(|found| found.0), Ok(9));
    }

    #[test]
    fn totals_must_be_the_plans() {
        let node = |total: &'static str| [("CI_NODE_INDEX", "2"), ("CI_NODE_TOTAL", total)];
        assert_eq!(by(None, &node("16")).map(|found| found.0), Ok(2));
        let refused = by(None, &node("8")).unwrap_err();
        assert_eq!(refused, "CI_NODE_TOTAL=8, but this plan has 16 shards");
        // GitLab sets the total alone in jobs that are not parallel.
        assert!(by(None, &[("CI_NODE_TOTAL", "1")]).is_err());
    }

    #[test]
    fn a_contradiction_is_refused_and_agreement_is_not() {
        let both =
            |index: &'static str| [("SLURM_ARRAY_TASK_ID", "3"), ("JOB_COMPLETION_INDEX", index)];
        assert_eq!(by(None, &both("2")).map(|found| found.0), Ok(3));
        let refused = by(None, &both("3")).unwrap_err();
        assert_eq!(
            refused,
            "SLURM_ARRAY_TASK_ID=3 means shard 3, but JOB_COMPLETION_INDEX=3 means shard 4; name the shard, as in `3/16`"
        );
        // What is written counts.
        assert_eq!(by(Some("5/16"), &both("3")), Ok((5, String::new())));
    }

    #[test]
    fn what_is_written_is_from_1_and_of_this_plan() {
        assert_eq!(by(Some("16/16"), &[]).map(|found| found.0), Ok(16));
        for wrong in
            ["0/16", "17/16", "3/8", "3", "/16", "3/", "a/16", "3/16/2", "+3/16", "-1/16", "3 /16"]
        {
            assert!(by(Some(wrong), &[]).is_err(), "{wrong}");
        }
        assert!(by(None, &[]).unwrap_err().contains("as in `1/16`"));
    }

    #[test]
    fn bazel_learns_that_shards_are_supported() {
        let find = |name: &str| match name {
            "TEST_SHARD_INDEX" => Some("0".to_owned()),
            "TEST_SHARD_STATUS_FILE" => Some("/x/status".to_owned()),
            _ => None,
        };
        assert_eq!(choose(None, 1, find).unwrap().touch, Some(PathBuf::from("/x/status")));
    }
}
