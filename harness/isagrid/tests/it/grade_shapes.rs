//! Function contracts: output, input, and all forms of arguments and results.

mod attacks;
mod mips;
mod pdp10;
mod riscv;

use std::fs;
use std::path::Path;

use crate::support::isagrid;

/// A function: contract, solution, a mistake in it, and the expected finding.
struct Shape {
    contract: &'static str,
    right: &'static str,
    /// Text in the solution, and its replacement by the mistake.
    mistake: (&'static str, &'static str),
    says: &'static str,
}

/// Assignment of a machine: text before and after its functions.
struct Machine {
    head: &'static str,
    ending: &'static str,
    before: &'static str,
    after: &'static str,
    /// End of an empty function.
    returns: &'static str,
    /// Text between two functions.
    between: &'static str,
    shapes: &'static [Shape],
}

impl Machine {
    fn source(&self, of: impl Fn(&Shape) -> String) -> String {
        let parts = self.shapes.iter().map(|shape| of(shape) + self.between);
        [self.before.to_owned(), parts.collect(), self.after.to_owned()].concat()
    }

    fn write(&self, folder: &Path) {
        let name = |shape: &Shape| shape.right.split(':').next().unwrap().trim().to_owned();
        let functions = self.shapes.iter().map(|shape| {
            format!(
                "[[function]]\nname = \"{}\"\n{}\npoints = {{ results = 10, convention = 5 }}\n",
                name(shape),
                shape.contract.trim().replace("[[cases]]", "[[function.cases]]\nname = \"cases\"")
            )
        });
        // Keys of the function precede its cases.
        let functions = functions.map(|text| {
            let (contract, points) = text.rsplit_once("points =").unwrap();
            let (keys, cases) = contract.split_once("[[function.cases]]").unwrap();
            format!("{keys}points ={points}[[function.cases]]{cases}\n")
        });
        let toml = [self.head.to_owned(), functions.collect()].concat();
        fs::create_dir(folder.join("hw")).unwrap();
        fs::write(folder.join("hw/assignment.toml"), toml).unwrap();
        let write = |name: &str, text: String| {
            fs::write(folder.join(name).with_extension(self.ending), text).unwrap();
        };
        let scaffold = self.source(|shape| format!("{}:{}", name(shape), self.returns));
        write("hw/scaffold", scaffold);
        write("hw/reference", self.source(|shape| shape.right.to_owned()));
        let wrong = |shape: &Shape| {
            let (right, wrong) = shape.mistake;
            assert_eq!(shape.right.matches(right).count(), 1, "{right}");
            shape.right.replace(right, wrong)
        };
        write("wrong", self.source(wrong));
    }

    /// The reference earns all points, and each mistake is found.
    fn is_graded(&self) {
        let folder = tempfile::tempdir().unwrap();
        self.write(folder.path());
        let file = |name: &str| format!("{name}.{}", self.ending);
        let right = isagrid(folder.path(), &["grade", "hw", &file("hw/reference"), "--all"], b"");
        assert_eq!(right.status, 0, "{}", right.printed());
        assert!(!right.out().contains("[CC") && !right.out().contains("[GR"), "{}", right.out());
        let wrong = isagrid(folder.path(), &["grade", "hw", &file("wrong"), "--all"], b"").out();
        for shape in self.shapes {
            assert!(wrong.contains(shape.says), "{}\n\nin\n\n{wrong}", shape.says);
        }
    }
}

/// Checks the error for a line of a function's contract.
#[test]
fn contract_mistakes_are_reported_with_lines() {
    let folder = tempfile::tempdir().unwrap();
    for (contract, row, why) in [
        ("arguments = [\"list 5\"]", "[[1]]", ":10: no argument is called `list 5`"),
        ("arguments = [\"length 2\", \"cell\"]", "[]", "argument 2 has none"),
        ("result = \"real\"", "[]", ":10: a result is `none`, `int LOW..HIGH`, `int64`"),
        (
            "arguments = [\"list 2 0..9\"]",
            "[[1, 2, 3]]",
            "does not fit the list: 0 to 2 numbers from 0 to 9",
        ),
        ("arguments = [\"list 2 0..9 sorted\"]", "[[2, 1]]", "does not fit the list"),
        ("arguments = [\"tree 3 0..9\"]", "[[1, [2]]]", "does not fit the tree"),
        ("arguments = [\"tree 3 0..9 sorted\"]", "[[1, [2], []]]", "does not fit the tree"),
        ("arguments = [\"matrix 2 2 0..9\"]", "[[[1, 2], [3]]]", "does not fit the matrix"),
        ("arguments = [\"texts 2 3\"]", "[[\"a\", \"long\"]]", "does not fit the table of texts"),
        ("arguments = [\"float 0..1\"]", "[1.5]", "a number from 0.0 to 1.0"),
        (
            "arguments = [\"words 0..3 0..9\", \"length 1\"]",
            "[[1], 1]",
            "the function 1 to write: sizes follow",
        ),
        ("result = \"list\"", "[], result = 5", "does not fit the result: the values of a list"),
        ("result = \"none\"", "[], output = \"x\"", "set `prints = true`"),
        ("result = \"none\"", "[], input = \"x\"", "set `input = []`"),
        ("exact = true", "[]", "also set `prints = true`"),
        ("input = [\"cell\"]", "[]", "a line of input is"),
        ("writes = [\"2\"]", "[]", "it has no argument `2` with memory to write"),
        ("arguments = [\"list 1000 0..9\"]", "[[1]]", "more memory than the available 6000 units"),
        ("tolerance = -1.0", "[]", "a tolerance must be 0 or more"),
    ] {
        let toml = format!(
            "title = \"f\"\nmachine = \"mips32\"\ndialect = \"mars\"\nsubmission = \"f.s\"\n\
             scaffold = \"f.s\"\nreference = \"f.s\"\n\n[[function]]\nname = \"f\"\n{contract}\n\
             points = {{ results = 1 }}\n[[function.cases]]\nname = \"rows\"\nrows = [{{ arguments = {row} }}]\n"
        );
        fs::write(folder.path().join("assignment.toml"), toml).unwrap();
        fs::write(folder.path().join("f.s"), "f: jr $ra\n").unwrap();
        let done = isagrid(folder.path(), &["assignment", "check", "."], b"");
        assert_eq!(done.status, 2, "{contract}");
        assert!(done.printed().contains(why), "{contract}: {}", done.printed());
    }
    let vary = "vary = \"draw\"\nevery = true";
    let toml = fs::read_to_string(folder.path().join("assignment.toml")).unwrap();
    let toml = toml.replace("tolerance = -1.0", "").replace("rows = [{ arguments = [] }]", vary);
    fs::write(folder.path().join("assignment.toml"), toml).unwrap();
    let done = isagrid(folder.path(), &["assignment", "check", "."], b"");
    assert!(
        done.printed().contains("only drawn cases vary: give `draw = COUNT`"),
        "{}",
        done.printed()
    );
}

/// Trailing blanks and a missing newline cost nothing; a missing character does.
#[test]
fn trailing_blanks_cost_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let toml = "title = \"Lines\"\nmachine = \"mips32\"\ndialect = \"mars\"\nsubmission = \"hw.s\"\n\
                scaffold = \"scaffold.s\"\nreference = \"reference.s\"\n[[function]]\nname = \"lines\"\n\
                arguments = [\"text 5\"]\nprints = true\npoints = { results = 10 }\n\
                [[function.cases]]\nname = \"drawn\"\ndraw = 5\n";
    let print = |character: &str| {
        format!("        li      $a0, {character}\n        li      $v0, 11\n        syscall\n")
    };
    let source = |parts: &[String]| {
        let text = "        li      $v0, 4\n        syscall\n";
        format!("        .text\nlines:\n{text}{}        jr      $ra\n", parts.concat())
    };
    let (x, newline, blank) = (print("'x'"), print("10"), print("32"));
    fs::create_dir(folder.join("hw")).unwrap();
    fs::write(folder.join("hw/assignment.toml"), toml).unwrap();
    fs::write(folder.join("hw/scaffold.s"), "        .text\nlines:  jr      $ra\n").unwrap();
    let right = source(&[newline.clone(), x.clone(), newline.clone()]);
    fs::write(folder.join("hw/reference.s"), right).unwrap();
    let grade = |parts: &[String]| {
        fs::write(folder.join("hw.s"), source(parts)).unwrap();
        isagrid(folder, &["grade", "hw", "hw.s"], b"").out()
    };
    let out = grade(&[blank, newline.clone(), x.clone()]);
    assert!(out.contains("10 of 10 points") && out.contains("[GR15]"), "{out}");
    let out = grade(std::slice::from_ref(&newline));
    assert!(out.contains("0 of 10 points") && out.contains("[GR11]"), "{out}");
    let exact = toml.replace("prints = true", "prints = true\nexact = true");
    fs::write(folder.join("hw/assignment.toml"), exact).unwrap();
    let out = grade(&[newline.clone(), x.clone()]);
    assert!(out.contains("0 of 10 points") && out.contains("x\\n\""), "{out}");
    let out = grade(&[newline.clone(), x.clone(), newline.clone()]);
    assert!(out.contains("10 of 10 points"), "{out}");
    let out = grade(&[x, newline]);
    assert!(out.contains("error[GR11]: `lines` with \"") && out.contains("x\\n\""), "{out}");
}
