//! The shapes of calls and answers as TypeScript.

use std::collections::BTreeMap;

use ts_rs::{Config, TS, TypeVisitor};

use crate::call::{types, visit};
use crate::menu::{ExampleText, Menu};

const HEAD: &str = "\
// What the page asks of the machines, and what they answer. Written by `cargo xtask web --contract`
// from the types in web/src: change those.
";

const TAIL: &str = "
/** A call by its name. */
export type Asks<N extends Call[\"call\"]> = Extract<Call, { call: N }>;

/** What comes back: the answer, a sentence about what the call cannot have, the module that answers it, or
 * that it wants the files that come with the machines first. */
export type Reply<N extends Call[\"call\"]> = { ok: Answers[N] } | { error: string } | { elsewhere: string } | { files: true };
";

/// All declarations, by name.
struct Declarations<'c> {
    config: &'c Config,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // What has no file of its own is no type of ours.
        if T::output_path().is_none() {
            return;
        }
        let name = T::ident(self.config);
        if self.found.contains_key(&name) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        self.found.insert(name, format!("{docs}export {}\n", T::decl(self.config)));
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

/// The file `page/src/desk.ts`.
#[must_use]
pub fn contract() -> String {
    let config = Config::new().with_large_int("number");
    let mut all = Declarations { config: &config, found: BTreeMap::new() };
    visit(&mut all);
    all.visit::<Menu>();
    all.visit::<ExampleText>();
    let mut text = String::from(HEAD);
    for declaration in all.found.values() {
        text += &format!("\n{}\n", declaration.trim_end());
    }
    let calls = types(&config);
    text += "\n/** What a page can ask for. */\nexport type Call =\n";
    for [name, fields, _] in &calls {
        text += &format!("  | {{ call: \"{name}\" }} & {fields}\n");
    }
    text += "\n/** The answer of each call. */\nexport type Answers = {\n";
    for [name, _, answer] in &calls {
        text += &format!("  {name}: {answer};\n");
    }
    text + "};\n" + TAIL
}
