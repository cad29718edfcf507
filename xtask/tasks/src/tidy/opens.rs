//! Files are opened in few places, which know whose files they are.
//!
//! A file that somebody handed in may be a link to a secret, a pipe that blocks, or endless. So crates that
//! read such files leave the opening to `files::read_below` and `files::Folder`, which follow no link.

/// Calls that open a file.
const OPENING: &[&str] = &[
    concat!("File::", "open("),
    concat!("File::", "create"),
    concat!("File::", "options("),
    concat!("Open", "Options"),
    concat!("fs::", "read("),
    concat!("fs::", "read_to_string("),
    concat!("fs::", "write("),
];

/// Readers that follow links, for files that the user names.
const FOLLOWING: &[&str] = &[concat!("files::", "read("), concat!("files::", "read_text(")];

/// Sources that must not call these, by the start of their paths.
const CLOSED: &[(&str, &[&[&str]])] = &[
    ("emulators/", &[OPENING]),
    ("harness/grading/src/", &[OPENING, FOLLOWING]),
    ("harness/checker/src/", &[OPENING, FOLLOWING]),
    ("harness/shards/src/", &[OPENING]),
    ("harness/targets/src/", &[OPENING]),
    ("harness/lanes/src/", &[OPENING]),
    ("harness/debuggers/src/", &[OPENING]),
    ("harness/reports/src/", &[OPENING]),
    ("harness/isagrid/src/grade", &[OPENING]),
    ("web/src/", &[OPENING, FOLLOWING]),
];

/// Sources that may nevertheless, each with the reason.
const MAY_OPEN: &[(&str, &str)] = &[
    ("harness/grading/src/cache.rs", "the grader's own file"),
    ("harness/grading/src/class/roster.rs", "the instructor names it"),
    ("harness/lanes/src/bench.rs", "the system's description of the processor"),
    ("harness/shards/src/lib.rs", "the two functions that open a shard's files"),
    ("harness/shards/src/record.rs", "a folder, whose entries are flushed"),
    ("harness/shards/src/sealed.rs", "a new file in place of what had its name"),
    ("harness/targets/src/files.rs", "the function that reads a file that the user names"),
    ("harness/targets/src/files/below.rs", "the function that follows no link"),
    ("harness/targets/src/files/write.rs", "the functions that write"),
];

/// Lines that open a file where none may be opened, with the message.
pub(super) fn found(file: &str, text: &str) -> Vec<(usize, String)> {
    let is_test =
        file.contains("/tests") || file.contains("/benches/") || file.contains("/examples/");
    let closed = CLOSED.iter().find(|(start, _)| file.starts_with(start));
    let Some((_, calls)) = closed.filter(|_| !is_test && !may_open(file)) else {
        return Vec::new();
    };
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().enumerate().filter_map(|(index, line)| {
        let line = line.split("//").next().unwrap_or_default();
        let call = calls.iter().copied().flatten().find(|call| line.contains(**call))?;
        let what = "opens a file: use `files::read_below` or `files::Folder`, which follow no link";
        Some((index + 1, format!("`{}` {what}", call.trim_end_matches('('))))
    });
    lines.collect()
}

fn may_open(file: &str) -> bool {
    MAY_OPEN.iter().any(|(known, _)| *known == file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use xtask::repository;

    #[test]
    fn only_few_sources_open_files() {
        let text = format!("let x = {}path)?;\n// {}\n", OPENING[0], OPENING[4]);
        let at = |file: &str| found(file, &text).len();
        assert_eq!(at("harness/grading/src/class/archive.rs"), 1);
        assert_eq!(at("harness/grading/src/class/tests.rs"), 0);
        assert_eq!(at("harness/targets/src/files/below.rs"), 0);
        assert_eq!(at("harness/isagrid/src/run.rs"), 0);
        let following = format!("{}path)", FOLLOWING[0]);
        assert_eq!(found("harness/grading/src/link.rs", &following).len(), 1);
        assert_eq!(found("harness/lanes/src/root.rs", &following).len(), 0);
    }

    #[test]
    fn every_exception_is_still_needed() {
        let root = repository::root();
        for (file, _) in MAY_OPEN {
            let text = repository::text(&root, file).unwrap_or_default();
            let calls = || OPENING.iter().chain(FOLLOWING);
            assert!(calls().any(|call| text.contains(call)), "{file} opens no file");
        }
    }
}
