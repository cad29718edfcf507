//! A class: submissions among files, and the pages about their results.

use grading::class::{self, GivenFile, Submission, SubmissionContent};
use grading::graded::Graded;
use grading::reports::{self, Format, Together, WriteText};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::call_error::CallError;
use crate::homework::AssignmentSource;
use crate::simulator::Simulator;
use crate::work::Source;

/// A submission of a class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Submitted {
    /// The file; its name has the folders it is in.
    pub file: Source,
    /// Whose it is, as the platform that exported it names the student.
    pub student: String,
    /// The student's number or address on that platform.
    pub id: Option<String>,
    /// A message about the file's name if it differs from the requested one.
    pub about_name: Option<String>,
    /// Why it cannot be graded; null if it can.
    pub refused: Option<String>,
}

/// Submissions among files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct ClassFiles {
    /// The submissions, in the order of their names.
    pub submissions: Vec<Submitted>,
    /// Files that belong to no submission, each with the reason.
    pub left_out: Vec<String>,
    /// Warnings for the instructor.
    pub notes: Vec<String>,
}

impl Submitted {
    fn of(submission: Submission) -> Self {
        let (bytes, refused) = match submission.bytes() {
            Ok(bytes) => (bytes, None),
            Err(why) => (Vec::new(), Some(why)),
        };
        let name = submission.file.to_string_lossy().into_owned();
        let Submission { student, id, about_name, .. } = submission;
        Submitted { file: Source::of_bytes(name, bytes), student, id, about_name, refused }
    }

    /// The submission to grade.
    pub(crate) fn submission(&self) -> Result<Submission, String> {
        let content = match &self.refused {
            Some(why) => SubmissionContent::Refused(why.clone()),
            None => SubmissionContent::Bytes(self.file.bytes()?),
        };
        Ok(Submission {
            file: self.file.name.clone().into(),
            student: self.student.clone(),
            id: self.id.clone(),
            about_name: self.about_name.clone(),
            content,
        })
    }
}

/// Name of the folder that all files are in, and their names in it.
fn unwrapped(files: &[Source]) -> Result<(String, Vec<GivenFile>), String> {
    let folder = |file: &Source| Some(file.name.split_once('/')?.0.to_owned());
    let first = files.first().and_then(folder);
    let common = first.filter(|first| files.iter().all(|it| folder(it).as_ref() == Some(first)));
    let start = common.as_ref().map_or(0, |folder| folder.len() + 1);
    let inside = files.iter().map(|file| Ok((file.name[start..].to_owned(), file.bytes()?)));
    Ok((common.unwrap_or_else(|| "class".to_owned()), inside.collect::<Result<_, String>>()?))
}

impl Simulator {
    /// The submissions among files.
    pub(crate) fn submissions(
        &self,
        which: &AssignmentSource,
        files: &[Source],
    ) -> Result<ClassFiles, CallError> {
        let assignment = which.read(self.root())?;
        let (name, files) = unwrapped(files)?;
        let class = class::submissions_of(&name, files, &assignment.submission)?;
        let submissions = class.submissions.into_iter().map(Submitted::of).collect();
        Ok(ClassFiles { submissions, left_out: class.left_out, notes: class.notes })
    }
}

/// Reports of a class that are one file each, by format.
const REPORTS: [(&str, &str); 2] = [("csv", "gradebook.csv"), ("jsonl", "results.jsonl")];

/// Pages about a class: an index, a page for each submission, and a gradebook; `results` are the submissions'
/// results in the same order, as JSON.
///
/// # Errors
/// An error message if a result is not one, or the number of them is wrong.
pub(crate) fn pages(results: &[String], submitted: &[Submitted]) -> Result<Vec<Source>, String> {
    if results.len() != submitted.len() {
        return Err(format!("{} results of {} submissions", results.len(), submitted.len()));
    }
    let read =
        |text: &String| serde_json::from_str(text).map_err(|why| format!("no result: {why}"));
    let graded: Vec<Graded> = results.iter().map(read).collect::<Result<_, String>>()?;
    let submissions: Vec<Submission> =
        submitted.iter().map(Submitted::submission).collect::<Result<_, String>>()?;
    let grades = Together { graded: &graded, submissions: &submissions };
    let format = |name| Format::named(name).ok_or_else(|| format!("no format is called `{name}`"));
    let mut files = Vec::new();
    let mut add = |name: &str, write: WriteText<'_>| {
        let mut text = String::new();
        write(&mut |piece| {
            text.push_str(piece);
            Ok(())
        })?;
        files.push(Source::of_text(name.to_owned(), text));
        Ok(())
    };
    reports::in_folder(format("html")?, &grades, &mut add)?;
    for (name, file) in REPORTS {
        let format = format(name)?;
        add(file, &|take| format.write(&grades, take))?;
    }
    Ok(files)
}
