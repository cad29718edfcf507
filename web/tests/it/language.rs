//! Words of every dialect, for the editor; and new puzzles.

use crate::support::{ask, right};
use lanes::root::Root;
use serde_json::{Value, json};

fn words(dialect: &str) -> Value {
    right(&mut web::Simulator::new(), json!({"call": "words", "dialect": dialect}))
}

#[test]
fn every_dialect_of_the_menu_has_words_and_letters() {
    let menu = json!(web::menu(&Root::Bundled).expect("what came along is right"));
    let machines = menu["machines"].as_array().expect("machines");
    let dialects =
        machines.iter().flat_map(|machine| machine["dialects"].as_array().expect("some"));
    let mut count = 0;
    for dialect in dialects {
        let name = dialect["name"].as_str().expect("a name");
        let language = words(name);
        let letters = language["letters"].as_str().expect("letters");
        assert!(letters.contains("abc") && !letters.contains(['"', '(', ',']), "{name}: {letters}");
        let words = language["words"].as_array().expect("words").len();
        // The LC-3 has no more.
        assert!(words > if name == "lc3" { 40 } else { 80 }, "{name}: {words}");
        assert_ne!(language["comments"], json!([]), "{name}");
        count += 1;
    }
    assert_eq!(count, 10);
    let unknown = ask(&mut web::Simulator::new(), json!({"call": "words", "dialect": "x86"}));
    assert_eq!(unknown["error"], "no dialect is called `x86`");
}

#[test]
fn a_word_has_all_its_properties() {
    let language = words("mars");
    let all = language["words"].as_array().expect("words");
    let word = all.iter().find(|word| word["name"] == "addu").expect("addu");
    let expected = json!({
        "name": "addu", "kind": "instruction", "operands": "rd, rs, rt", "meaning": "rd = rs + rt",
        "page": "mips32", "any_case": true,
    });
    assert_eq!(*word, expected);
    assert_eq!(words("midas")["counted"], 6);
    assert_eq!(words("spl")["comments"], json!(["/"]));
    assert_eq!(words("gnu")["comments"], json!(["#", "//"]));
}

fn generate(seed: u64, wish: &Value) -> Value {
    ask(&mut web::Simulator::new(), json!({"call": "generate", "wish": wish, "seed": seed}))
}

#[test]
fn a_seed_has_the_same_puzzle_as_in_the_reference() {
    let wish = json!({"side": 9, "least_givens": null, "most_givens": null, "band": null});
    for seed in [1, 7] {
        let made = reference::generate(reference::Size::Nine, seed);
        let puzzle = &generate(seed, &wish)["ok"];
        assert_eq!(puzzle["puzzle"], made.puzzle.to_string(), "seed {seed}");
        assert_eq!(puzzle["solution"], made.solution.to_string(), "seed {seed}");
    }
    let wish = json!({"side": 9, "least_givens": 30, "most_givens": 32, "band": "easy"});
    let puzzle = generate(3, &wish);
    let about = puzzle["ok"]["about"].as_str().expect("a puzzle");
    assert!(about.starts_with('3') && about.contains("(easy)"), "{puzzle}");
    assert_eq!(generate(3, &wish), puzzle);
}

#[test]
fn impossible_requirements_are_reported() {
    let message = |wish: Value| generate(1, &wish)["error"].as_str().map(str::to_owned);
    let wish = |side: u32, most: Value, band: Value| json!({"side": side, "least_givens": null, "most_givens": most, "band": band});
    assert_eq!(
        message(wish(9, json!(16), Value::Null)).as_deref(),
        Some(
            "no such puzzle can be generated: a 9x9 puzzle with one solution has at least 17 givens"
        )
    );
    assert_eq!(
        message(wish(8, Value::Null, Value::Null)).as_deref(),
        Some("a side has 4, 9, 16 or 25 cells")
    );
    let unknown = message(wish(9, Value::Null, json!("mean")));
    assert_eq!(unknown.as_deref(), Some("no band is called `mean`"));
    assert!(message(wish(4, Value::Null, json!("hard"))).is_some());
}
