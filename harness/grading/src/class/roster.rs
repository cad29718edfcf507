//! A roster: the students of a course, as a platform exports them, compared with the submissions.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use targets::files;

use super::choice::listed;
use super::students::student;
use super::{Class, HANDED_IN_NOTHING, Submission, SubmissionContent};

/// Students of a course.
#[derive(Debug)]
pub struct Roster {
    path: PathBuf,
    people: Vec<Person>,
}

/// A student of a course.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Person {
    name: String,
    id: Option<String>,
    /// Unique numbers and addresses.
    ids: BTreeSet<String>,
    /// The name as platforms may write it.
    names: BTreeSet<String>,
}

/// Meaning of a roster's column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Name,
    First,
    Last,
    Id,
    Email,
    Username,
    Role,
}

/// Headings, without blanks, signs and capital letters.
#[rustfmt::skip]
const HEADINGS: &[(Column, &[&str])] = &[
    (Column::Name,     &["name", "student", "studentname", "fullname", "displayname"]),
    (Column::First,    &["firstname", "givenname", "first"]),
    (Column::Last,     &["lastname", "surname", "familyname", "last"]),
    (Column::Id,       &["id", "sid", "studentid", "sisuserid", "idnumber", "studentnumber", "orgdefinedid", "identifier", "rosteridentifier", "userid"]),
    (Column::Email,    &["email", "emailaddress"]),
    (Column::Username, &["username", "login", "loginid", "sisloginid", "githubusername", "githublogin"]),
    (Column::Role,     &["role"]),
];

impl Roster {
    /// Reads a table of students.
    ///
    /// # Errors
    /// An error message if it cannot be read or has no column with student names.
    pub fn read(path: &Path) -> Result<Roster, String> {
        let text = files::read_text(path)?;
        let people = people(&text).map_err(|why| format!("{}: {why}", files::shown(path)))?;
        Ok(Roster { path: path.to_owned(), people })
    }
}

fn people(text: &str) -> Result<Vec<Person>, String> {
    let text = text.trim_start_matches('\u{feff}');
    let first = text.lines().next().unwrap_or_default();
    let count = |sign: char| first.matches(sign).count();
    let separators = [',', ';', '\t'];
    let separator = separators.into_iter().max_by_key(|&sign| (count(sign), sign == ','));
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator.unwrap_or(',') as u8)
        .flexible(true)
        .from_reader(text.as_bytes());
    let heads = reader.headers().map_err(|why| why.to_string())?.clone();
    let columns: Vec<Option<Column>> = heads.iter().map(column).collect();
    if !columns.iter().flatten().any(|column| *column != Column::Role) {
        let heads: Vec<&str> = heads.iter().collect();
        return Err(format!(
            "no column is called `name`, `id`, `email` or `username`; there are {}",
            listed(&heads)
        ));
    }
    let mut people: Vec<Person> = Vec::new();
    for row in reader.records() {
        let row = row.map_err(|why| why.to_string())?;
        let person = person(&columns, &row);
        people.extend(person.filter(|person| !people.contains(person)));
    }
    Ok(people)
}

fn column(head: &str) -> Option<Column> {
    let head = plain(head);
    let found = HEADINGS.iter().find(|(_, names)| names.contains(&head.as_str()));
    found.map(|(column, _)| *column)
}

/// The student of a row; none if the row is not about a student.
fn person(columns: &[Option<Column>], row: &csv::StringRecord) -> Option<Person> {
    let all = |wanted: Column| {
        let cells = columns.iter().zip(row.iter()).filter(move |(is, _)| **is == Some(wanted));
        // Brightspace puts a sign before numbers, so that they stay text.
        cells.map(|(_, cell)| cell.trim().trim_start_matches('#')).filter(|cell| !cell.is_empty())
    };
    let one = |wanted: Column| all(wanted).next().unwrap_or_default();
    let is_student = |role: &str| {
        let role = role.to_lowercase();
        role.contains("student") || role.contains("learner")
    };
    // Rows of Canvas that are about points, and its student for tests.
    let given = one(Column::Name);
    let is_made = given.starts_with("Points Possible") || given == "Student, Test";
    if is_made || !all(Column::Role).all(is_student) {
        return None;
    }
    let (first, last) = (one(Column::First), one(Column::Last));
    let whole = if given.is_empty() { format!("{first} {last}") } else { given.to_owned() };
    let mut ids: BTreeSet<String> = BTreeSet::new();
    for column in [Column::Id, Column::Email, Column::Username] {
        ids.extend(all(column).map(str::to_lowercase));
    }
    ids.extend(
        all(Column::Email).filter_map(|email| Some(email.split_once('@')?.0.to_lowercase())),
    );
    let id =
        [Column::Id, Column::Username, Column::Email].into_iter().find_map(|it| all(it).next());
    let id = id.map(asmkit::plain_name);
    let named = if whole.trim().is_empty() { id.clone()? } else { whole.trim().to_owned() };
    Some(Person { names: orders(&named), name: student(&named), id, ids })
}

/// A text with nothing but its letters and digits, which are small.
fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// A name in all orders that its words may have: `Ada King`, `King, Ada`, `kingada`.
fn orders(name: &str) -> BTreeSet<String> {
    let words: Vec<String> =
        name.split([' ', ',']).map(plain).filter(|it| !it.is_empty()).collect();
    let turned = |at: usize| [&words[at..], &words[..at]].concat().concat();
    (0..words.len()).map(turned).collect()
}

impl Class {
    /// Adds a row for each student of a roster who handed in nothing, and names submissions of others.
    pub(super) fn compare(&mut self, roster: &Roster) {
        let (by_id, by_name) = roster.keys();
        let mut has_handed_in = vec![false; roster.people.len()];
        let (mut strangers, mut unsure) = (Vec::new(), Vec::new());
        for submission in &mut self.submissions {
            let mut is_known = false;
            for one in members(submission) {
                let with_id = one.1.and_then(|id| by_id.get(&id.to_lowercase()));
                let found = with_id
                    .or_else(|| by_id.get(&one.0.to_lowercase()))
                    .or_else(|| orders(one.0).iter().find_map(|name| by_name.get(name)));
                for &person in found.into_iter().flatten() {
                    has_handed_in[person] = true;
                }
                is_known |= found.is_some();
                if found.is_some_and(|found| found.len() > 1) {
                    unsure.push(submission.student.clone());
                }
                if let (Some([person]), None) = (found.map(Vec::as_slice), &submission.id)
                    && one.0 == submission.student
                {
                    submission.id.clone_from(&roster.people[*person].id);
                    break;
                }
            }
            if !is_known {
                strangers.push(submission.student.clone());
            }
        }
        for (person, _) in roster.people.iter().zip(&has_handed_in).filter(|(_, has)| !**has) {
            self.submissions.push(Submission {
                student: person.name.clone(),
                id: person.id.clone(),
                content: SubmissionContent::Refused(HANDED_IN_NOTHING.to_owned()),
                ..Submission::default()
            });
        }
        let shown = files::shown(&roster.path);
        let mut warn = |names: &[String], what: &str| {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            if !names.is_empty() {
                self.notes.push(format!("{what} {shown}: {}", all_listed(&names)));
            }
        };
        warn(&strangers, "handed in, but not in");
        warn(&unsure, "more than one student has this name in");
    }
}

/// Those who handed in a submission: the name and the number of each.
fn members(submission: &Submission) -> Vec<(&str, Option<&str>)> {
    let (name, id) = (submission.student.as_str(), submission.id.as_deref());
    let names: Vec<&str> = name.split(", ").collect();
    let ids: Vec<&str> = id.map(|id| id.split(", ").collect()).unwrap_or_default();
    let mut all = vec![(name, id)];
    // A group of Gradescope.
    if names.len() > 1 {
        all.extend(names.iter().enumerate().map(|(at, name)| {
            let has_ids = ids.len() == names.len();
            (*name, ids.get(at).copied().filter(|_| has_ids))
        }));
    }
    all
}

/// Students by name, number or address.
type Keys = BTreeMap<String, Vec<usize>>;

impl Roster {
    /// Students by their numbers and addresses, and by their names.
    fn keys(&self) -> (Keys, Keys) {
        let (mut by_id, mut by_name) = (Keys::new(), Keys::new());
        for (number, person) in self.people.iter().enumerate() {
            for id in &person.ids {
                by_id.entry(id.clone()).or_default().push(number);
            }
            for name in &person.names {
                by_name.entry(name.clone()).or_default().push(number);
            }
        }
        (by_id, by_name)
    }
}

/// Names in a warning, which an instructor has to read one by one.
fn all_listed(names: &[&str]) -> String {
    const MOST: usize = 50;
    let quoted = |name: &&str| format!("`{}`", asmkit::plain_name(name));
    let shown: Vec<String> = names.iter().take(MOST).map(quoted).collect();
    let more = names.len().saturating_sub(MOST);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", shown.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Vec<(String, Option<String>)> {
        people(text).unwrap().into_iter().map(|person| (person.name, person.id)).collect()
    }

    fn is(name: &str, id: &str) -> (String, Option<String>) {
        (name.to_owned(), (!id.is_empty()).then(|| id.to_owned()))
    }

    #[test]
    fn rosters_of_platforms_are_read() {
        let canvas = "\u{feff}Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n\
                      \"King, Ada\",12345,s01,aking,A\n\"Student, Test\",9,,x,\n";
        assert_eq!(parsed(canvas), [is("King, Ada", "12345")]);
        let moodle = "First name;Surname;Email address\nAda;King;a.king@x.edu\n";
        assert_eq!(parsed(moodle), [is("Ada King", "a.king@x.edu")]);
        let gradescope = "Name,SID,Email,Role\nAda King,s01,a@x.edu,Student\nT. A.,s9,t@x.edu,TA\n";
        assert_eq!(parsed(gradescope), [is("Ada King", "s01")]);
        let brightspace = "OrgDefinedId,Username,Last Name,First Name,Email,End-of-Line Indicator\n\
                           #01,#aking,King,Ada,a@x.edu,#\n";
        assert_eq!(parsed(brightspace), [is("Ada King", "01")]);
        let classroom = "\"identifier\",\"github_username\",\"github_id\",\"name\"\n\"s01\",\"ada-k\",\"77\",\"\"\n";
        assert_eq!(parsed(classroom), [is("s01", "s01")]);
        assert_eq!(parsed("name\n\nAda\nAda\n"), [is("Ada", "")]);
        let none = people("Points,Section\n1,A\n").unwrap_err();
        assert!(none.ends_with("there are `Points`, `Section`"), "{none}");
    }

    fn compared(roster: &str, handed_in: &[(&str, &str)]) -> (Vec<String>, Vec<String>) {
        let row = |(student, id): &(&str, &str)| Submission {
            student: (*student).to_owned(),
            id: (!id.is_empty()).then(|| (*id).to_owned()),
            ..Submission::default()
        };
        let submissions = handed_in.iter().map(row).collect();
        let mut class = Class { submissions, ..Class::default() };
        let people = people(roster).unwrap();
        class.compare(&Roster { path: "r.csv".into(), people });
        class.tell_apart();
        let rows = class.submissions[handed_in.len()..].iter();
        (rows.map(|row| row.student.clone()).collect(), class.notes)
    }

    #[test]
    fn missing_submissions_are_listed_by_name_number_and_address() {
        let roster = "name,id,email,username\nAda King,1,aking@x.edu,ada-k\n\"Poe, Bob van\",2,bob@x.edu,bobby\n\
                      Cy Dee,3,cy@x.edu,cyd\nEve Fox,4,eve@x.edu,evef\n";
        let (missing, notes) = compared(
            roster,
            &[("kingada", ""), ("bobby", ""), ("Participant", "3"), ("zoe", ""), ("Gil, eve", "")],
        );
        assert_eq!(
            (missing, notes),
            (vec![], vec!["handed in, but not in `r.csv`: `zoe`".to_owned()])
        );
        let (missing, notes) = compared(roster, &[("vanbobpoe", ""), ("Bob van Poe", "")]);
        assert_eq!(missing, ["Ada King", "Cy Dee", "Eve Fox"]);
        assert_eq!(notes, ["handed in, but not in `r.csv`: `vanbobpoe`"]);
    }

    #[test]
    fn two_students_of_one_name_are_distinguished_by_their_numbers_only() {
        let roster = "name,id\nAda King,1\nAda King,2\n";
        let (missing, notes) = compared(roster, &[("Ada King", "2")]);
        assert_eq!((missing, notes), (vec!["Ada King (1)".to_owned()], vec![]));
        // The participants of a platform have other numbers than a roster.
        let (missing, notes) =
            compared("name\nAda King\nBob Poe\n", &[("Ada King", "7"), ("Ada King", "8")]);
        assert_eq!((missing, notes), (vec!["Bob Poe".to_owned()], vec![]));
        let (missing, notes) = compared(roster, &[("Ada King", "")]);
        assert!(missing.is_empty());
        assert_eq!(notes, ["more than one student has this name in `r.csv`: `Ada King`"]);
    }
}
