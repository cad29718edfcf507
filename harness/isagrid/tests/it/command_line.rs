//! Help, colours, completions, manual pages and versions.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{isagrid, root};

fn here(arguments: &[&str]) -> crate::support::Done {
    isagrid(&root(), arguments, b"")
}

#[test]
fn machine_page_is_help_and_a_command() {
    let help = here(&["help", "machine"]);
    assert_eq!(help.status, 0);
    assert_eq!(here(&["machine"]).out(), help.out());
    assert!(help.out().contains("\nMIPS (mars, spim):\n"), "{}", help.out());
    let words = help.out().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("(spim -delayed_loads) [spim]"), "{words}");
    assert!(help.out().lines().all(|line| line.len() <= 100), "{}", help.out());
    let run = here(&["help", "run"]).out();
    assert!(!run.contains("--delayed-branches") && run.contains("isagrid help machine"), "{run}");
}

#[test]
fn colours_follow_option_and_environment() {
    let run = |arguments: &[&str], variables: &[(&str, &str)]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_isagrid"));
        command
            .args(arguments)
            .current_dir(root())
            .env_remove("CLICOLOR_FORCE")
            .env_remove("NO_COLOR");
        let output = command.envs(variables.iter().copied()).output().unwrap();
        output.stderr.contains(&0x1b)
    };
    let wrong = ["run", "no-such-file.s"];
    assert!(!run(&wrong, &[]), "a pipe has no colours");
    assert!(run(&[&["--color", "always"], &wrong[..]].concat(), &[]));
    assert!(run(&[&wrong[..], &["--color=always"]].concat(), &[("NO_COLOR", "1")]));
    assert!(run(&wrong, &[("CLICOLOR_FORCE", "1")]));
    assert!(!run(&[&wrong[..], &["--color", "never"]].concat(), &[("CLICOLOR_FORCE", "1")]));
    // Messages of clap and the help follow too.
    assert!(run(&["--color", "always", "rum"], &[]));
    assert!(!run(&["--color", "never", "rum"], &[("CLICOLOR_FORCE", "1")]));
    assert!(here(&["--color", "always", "--help"]).out().contains('\u{1b}'));
    assert!(here(&["--color", "sometimes", "lanes"]).stderr.contains("auto, always, never"));
}

#[test]
fn completions_have_commands_and_options() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let done = here(&["completions", shell]);
        assert_eq!((done.status, done.stderr.as_str()), (0, ""), "{shell}");
        for word in ["verify", "delayed-branches", "max-instructions", "venus"] {
            assert!(done.out().contains(word), "{shell} completes {word}");
        }
        assert!(!done.out().contains(char::REPLACEMENT_CHARACTER), "{shell}");
    }
    assert_eq!(here(&["completions", "tcsh"]).status, 2);
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let done = isagrid(folder.path(), &["man", "man1"], b"");
    assert_eq!(done.status, 0, "{}", done.printed());
    let pages: Vec<_> = fs::read_dir(folder.path().join("man1")).unwrap().flatten().collect();
    assert!(done.out().starts_with(&format!("wrote {} pages to ", pages.len())), "{}", done.out());
    let help = here(&["help"]).out();
    let commands = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let commands = commands.lines().filter_map(|line| {
        let name = line.strip_prefix("  ")?.split(' ').next()?;
        (!name.is_empty() && name != "help").then_some(name)
    });
    let read = |name: &str| fs::read_to_string(folder.path().join("man1").join(name)).unwrap();
    let mut count = 0;
    for command in commands {
        let page = read(&format!("isagrid-{command}.1"));
        assert!(page.contains(".SH EXAMPLES\n.nf\n  isagrid "), "{command}: {page}");
        count += 1;
    }
    assert!(count >= 17, "{count} commands");
    assert!(read("isagrid-run.1").contains("isagrid\\-machine(1)"));
    assert!(read("isagrid-machine.1").contains("\\-\\-delayed\\-branches"));
    assert!(read("isagrid-bench-solve.1").contains("\\-\\-path"));
    assert_eq!(here(&["man"]).out(), read("isagrid.1"));
}

#[test]
fn version_is_short_or_describes_the_build() {
    let name = format!("isagrid {}", env!("CARGO_PKG_VERSION"));
    assert_eq!(here(&["-V"]).out(), format!("{name}\n"));
    let long = here(&["--version"]).out();
    let lines: Vec<&str> = long.lines().collect();
    assert_eq!(lines[0], name);
    let rows: Vec<&str> = lines[1..].iter().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(rows, ["commit", "target", "machines", "solver", "native"]);
    assert!(
        long.contains("MIPS (mars, spim), RISC-V (rars, gnu, venus), PDP-10 (midas)"),
        "{long}"
    );
    assert!(long.contains(&format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS)));
}

#[test]
fn source_as_command_gets_a_tip() {
    let folder = Path::new("docs/examples");
    let done = isagrid(&root().join(folder), &["countdown.s"], b"");
    assert_eq!(done.status, 2);
    assert!(done.stderr.contains("run it with `isagrid run countdown.s`"), "{}", done.stderr);
    let done = isagrid(&root(), &["rum"], b"");
    assert!(
        done.stderr.contains("'run'") && !done.stderr.contains("run it with"),
        "{}",
        done.stderr
    );
}

#[test]
fn short_options_equal_long_ones() {
    let same = |short: &[&str], long: &[&str], input: &[u8]| {
        let (short, long) = (isagrid(&root(), short, input), isagrid(&root(), long, input));
        assert_eq!((short.status, short.out()), (long.status, long.out()));
        assert_eq!(short.status, 0, "{}", short.printed());
    };
    let (solver, puzzle) = ("asm/backtrack/mips32-mars-9x9.s", "docs/examples/founding.txt");
    same(&["run", "-i", puzzle, solver], &["run", "--input", puzzle, solver], b"");
    let countdown = "docs/examples/countdown.s";
    same(&["asm", "-l", countdown], &["asm", "--listing", countdown], b"");
    same(&["asm", "-l", "-I", "asm", countdown], &["asm", "--listing", countdown], b"");
    let seed = ["generate", "--size", "4", "--seed", "1"];
    same(&[&seed[..], &["-n", "3"]].concat(), &[&seed[..], &["--count", "3"]].concat(), b"");
    let lane = ["verify", "mips32-mars-4x4", "--puzzle", "4x4:1"];
    let (short, long) = (["-q", "-j", "1"], ["--quiet", "--jobs", "1"]);
    same(&[&lane[..], &short].concat(), &[&lane[..], &long].concat(), b"");
}

#[test]
fn similar_commands_and_lanes_are_suggested() {
    let slip = here(&["rnu", "x"]);
    assert_eq!(slip.status, 2, "{}", slip.printed());
    assert!(slip.stderr.contains("a similar subcommand exists: 'run'"), "{}", slip.stderr);
    assert!(!here(&["xyzzy"]).stderr.contains("similar"));
    let part = here(&["verify", "mips"]);
    assert!(
        part.stderr.contains("; `--only mips` selects all lanes whose name contains it"),
        "{}",
        part.stderr
    );
    assert!(!here(&["verify", "xyzzy"]).stderr.contains("--only"));
}
