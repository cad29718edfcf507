//! Every command in README.md works and prints what README.md says.

use crate::support::{isagrid, root};

/// A command of README.md and the output shown below it.
struct Shown {
    command: String,
    output: Vec<String>,
}

fn shown(text: &str) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line.starts_with("```console");
        } else if let (true, Some(command)) = (inside, line.strip_prefix("$ ")) {
            all.push(Shown { command: command.to_owned(), output: Vec::new() });
        } else if let (true, Some(last)) = (inside, all.last_mut()) {
            last.output.push(line.to_owned());
        }
    }
    all
}

#[test]
fn every_command_does_what_is_shown() {
    let text = std::fs::read_to_string(root().join("README.md")).unwrap();
    let all = shown(&text);
    assert!(all.len() >= 5, "README.md shows commands");
    for Shown { command, output } in all {
        let words: Vec<&str> = command.split_whitespace().collect();
        let ["cargo", "isagrid", rest @ ..] = words.as_slice() else {
            // Those two are what CI does; running them here would run this test again.
            let script = std::fs::read_to_string(root().join(".ci/run")).unwrap();
            assert!(script.contains(&command), "`{command}` is run by .ci/run");
            table_is_golden(&output);
            continue;
        };
        let (arguments, input) = match rest {
            [arguments @ .., "<", file] => (arguments, std::fs::read(root().join(file)).unwrap()),
            arguments => (arguments, Vec::new()),
        };
        let done = isagrid(&root(), arguments, &input);
        let all = done.out() + &done.stderr;
        for line in output.iter().filter(|line| !line.trim().is_empty() && *line != "...") {
            assert!(all.contains(line.trim_end()), "`{command}` prints `{line}`:\n{all}");
        }
    }
}

/// Rows of the verification's table: the numbers that golden counts have.
fn table_is_golden(output: &[String]) {
    for lane in lanes::lane::read_table(&root()).unwrap() {
        let Some(row) = output.iter().find(|row| row.split(' ').next() == Some(&lane.name)) else {
            assert!(output.is_empty(), "the table of README.md has no row {}", lane.name);
            continue;
        };
        let path = lanes::golden::counts_path(&root(), &lane.name);
        let costs = lanes::golden::read_counts(&path).unwrap();
        let mut instructions: Vec<u64> = costs.values().map(|cost| cost.instructions).collect();
        instructions.sort_unstable();
        let median = instructions[(instructions.len() - 1) / 2];
        let most = instructions[instructions.len() - 1];
        for number in [costs.len() as u64, median, most] {
            let number = machines::escape::grouped(number);
            assert!(row.split_whitespace().any(|word| word == number), "{number} is in: {row}");
        }
    }
}
