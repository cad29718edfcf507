//! A page module with one machine names the modules of the others. The table of machines is set once per
//! process, so this test needs its own process.

use serde_json::{Value, json};
use targets::table;

fn ask(call: Value) -> Value {
    let mut simulator = web::Simulator::new();
    serde_json::from_str(&web::answer(&mut simulator, &call.to_string())).expect("answers are JSON")
}

fn check(text: &str, dialect: Option<&str>, switches: &[&str]) -> Value {
    let sources = [json!({"name": "x.s", "text": text})];
    ask(
        json!({"call": "check", "work": {"sources": sources, "dialect": dialect, "switches": switches}}),
    )
}

#[test]
fn a_module_says_which_one_answers() {
    assert!(table::only(&[table::MIPS32]), "the table was not used before");
    let mips = check("main: li $v0, 10\n syscall\n", None, &[]);
    assert_eq!((&mips["ok"]["dialect"], &mips["ok"]["is_good"]), (&json!("mars"), &json!(true)));
    let errors = check("main: lw $t0, 4($sp)\n addd $t0, $t1, $t2\n", Some("mars"), &[]);
    assert_eq!(errors["ok"]["messages"][0]["code"], "A001");

    // The module recognizes the other dialects.
    assert_eq!(check("main: li a7, 10\n ecall\n", None, &[]), json!({"elsewhere": "riscv32"}));
    assert_eq!(
        check("TITLE X\nGO: .LOGOUT 1,\nEND GO\n", None, &[]),
        json!({"elsewhere": "pdp10"})
    );
    assert_eq!(check("", Some("spl"), &[]), json!({"elsewhere": "esproc"}));

    // The source may be for MIPS, which assembles it, or for another machine if MIPS refuses it.
    assert_eq!(check("main: nop\n", None, &[])["ok"]["dialect"], "mars");
    assert_eq!(check("main: nonsense\n", None, &[]), json!({"elsewhere": "all"}));
    assert_eq!(check("main: nop\n", None, &["start=x"]), json!({"elsewhere": "all"}));

    let none = json!({"call": "race_lane", "lane": "riscv32-gnu-9x9", "puzzle": ""});
    assert!(ask(none)["ok"].is_null(), "the table of lanes has a machine that is not here");
}
