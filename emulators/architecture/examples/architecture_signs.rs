//! Looks for a sign of a dialect in a source.

use std::path::Path;

use architecture::{SURE, Sign, SignPattern, Source, statements};

const SIGN: Sign =
    Sign::of(&["rars"], SURE, SignPattern::First(&["ecall"]), "`{}` is a system call of RISC-V");

#[expect(clippy::print_stdout, reason = "an example shows what it found")]
fn main() {
    let sources =
        [Source { name: Path::new("sum.s"), text: "main: li a7, 10 # exit\n      ecall\n" }];
    for finding in SIGN.find(&sources, &statements(&sources, &["#"]), |_| false) {
        let reason = SIGN.reason.replace("{}", &finding.what);
        println!(
            "line {}: {reason}, which is worth {} for {:?}",
            finding.line, SIGN.weight, SIGN.says
        );
    }
}
