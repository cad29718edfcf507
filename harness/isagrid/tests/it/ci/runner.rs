//! The part of GitHub's runner that the workflows here need: jobs of steps with `if`, outputs, paths
//! and artifacts, composite actions, and the effects of GitHub's own actions on folders.
//!
//! Source: GitHub's documentation, "Workflow syntax", "Metadata syntax", "Contexts", "Workflow commands".

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::expressions::{filled, holds, value};
use super::{copy, text, yaml};
use crate::support::root;

/// A computer that runs jobs, each with an empty temporary folder.
pub(super) struct Runner {
    /// Root folder of the runner.
    pub(super) home: tempfile::TempDir,
    bash: PathBuf,
    /// Values of `RUNNER_OS` and `RUNNER_ARCH`.
    pub(super) system: (&'static str, &'static str),
}

/// Result of a job.
#[derive(Debug, Default)]
pub(super) struct Done {
    /// Status of the failed step, or 0.
    pub(super) status: i32,
    /// Output of its steps.
    pub(super) log: String,
    /// Text of its summary.
    pub(super) summary: String,
    /// Job outputs.
    pub(super) outputs: Value,
}

/// State of a running job.
struct Job<'a> {
    runner: &'a Runner,
    context: Value,
    environment: Vec<(String, String)>,
    path: Vec<String>,
    done: Done,
}

impl Runner {
    pub(super) fn new(bash: PathBuf) -> Self {
        let home = tempfile::tempdir().unwrap();
        for folder in ["bin", "site", "artifacts", "workspace"] {
            fs::create_dir(home.path().join(folder)).unwrap();
        }
        Runner { home, bash, system: ("Linux", "X64") }
    }

    pub(super) fn at(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    /// Runs a job of a workflow, with the outputs of previous jobs and the values of its matrix.
    pub(super) fn job(&self, workflow: &Value, name: &str, needs: &Value, matrix: &Value) -> Done {
        let temp = self.at("temp");
        let _ = fs::remove_dir_all(&temp);
        fs::create_dir(&temp).unwrap();
        let job = &workflow["jobs"][name];
        assert!(job.is_object(), "there is a job {name}");
        let (os, arch) = self.system;
        let context = json!({
            "github": { "action_ref": "", "action_path": "", "action_repository": "", "repository": "ada/sudoku" },
            "runner": { "os": os, "arch": arch, "temp": temp.display().to_string() },
            "steps": {}, "needs": needs, "matrix": matrix["values"], "strategy": matrix["strategy"],
        });
        let mut running = Job {
            runner: self,
            context,
            environment: Vec::new(),
            path: Vec::new(),
            done: Done::default(),
        };
        running.environment = running.pairs(&workflow["env"]);
        running.environment.extend(running.pairs(&job["env"]));
        running.steps(&job["steps"]);
        running.done.outputs = running.pairs(&job["outputs"]).into_iter().collect();
        running.done
    }
}

impl Job<'_> {
    /// Mapping with expressions evaluated.
    fn pairs(&self, table: &Value) -> Vec<(String, String)> {
        let rows = table.as_object().into_iter().flatten();
        rows.map(|(name, value)| (name.clone(), filled(&text(value), &self.context))).collect()
    }

    fn steps(&mut self, steps: &Value) {
        for (index, step) in steps.as_array().expect("a job has steps").iter().enumerate() {
            let condition = step["if"].as_str().unwrap_or("true");
            let also_after_failure =
                condition.contains("always()") || condition.contains("cancelled()");
            let is_asked = condition == "true" || holds(condition, &self.context);
            if !is_asked || self.done.status != 0 && !also_after_failure {
                continue;
            }
            let id = step["id"].as_str().map_or(format!("step-{index}"), str::to_owned);
            let (status, outputs) = match step["uses"].as_str() {
                Some(action) => self.action(action, step),
                None => self.run(step),
            };
            self.context["steps"][id] = json!({ "outputs": outputs });
            if self.done.status == 0 {
                self.done.status = status;
            }
        }
    }

    /// Runs a step's script, with `shell: bash` or the default shell.
    fn run(&mut self, step: &Value) -> (i32, Value) {
        let temp = self.runner.at("temp");
        let script = temp.join("script.sh");
        fs::write(&script, step["run"].as_str().expect("a step has `run` or `uses`")).unwrap();
        let files = ["output", "path", "summary"].map(|name| temp.join(name));
        files.iter().for_each(|file| fs::write(file, "").unwrap());
        let options = if step["shell"] == "bash" {
            &["--noprofile", "--norc", "-eo", "pipefail"][..]
        } else {
            &["-e"]
        };
        let mut bash = Command::new(&self.runner.bash);
        bash.args(options).arg(&script).current_dir(self.runner.at("workspace")).env_clear();
        let stand_ins = self.runner.at("bin").display().to_string();
        let path = [&self.path[..], &[stand_ins, "/usr/bin:/bin".to_owned()]].concat().join(":");
        let (os, arch) = self.runner.system;
        bash.envs([
            ("PATH", path.as_str()),
            ("RUNNER_OS", os),
            ("RUNNER_ARCH", arch),
            ("CI", "true"),
        ]);
        bash.env("HOME", self.runner.home.path()).env("RUNNER_TEMP", &temp);
        bash.env("GITHUB_WORKSPACE", self.runner.at("workspace"));
        bash.envs([
            ("GITHUB_SERVER_URL", "https://github.com"),
            ("GITHUB_REPOSITORY", "ada/sudoku"),
        ]);
        for (name, file) in
            ["GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STEP_SUMMARY"].iter().zip(&files)
        {
            bash.env(name, file);
        }
        bash.envs(self.environment.clone()).envs(self.pairs(&step["env"]));
        let done = bash.stdin(Stdio::null()).output().unwrap();
        self.done.log += &String::from_utf8_lossy(&done.stdout);
        self.done.log += &String::from_utf8_lossy(&done.stderr);
        let [output, path, summary] = files.map(|file| fs::read_to_string(file).unwrap());
        self.done.summary += &summary;
        // The path added last is searched first.
        path.lines().for_each(|line| self.path.insert(0, line.to_owned()));
        let outputs = output.lines().map(|line| {
            let (name, value) = line.split_once('=').expect("an output is `name=value`");
            (name, value)
        });
        (done.status.code().unwrap_or(-1), outputs.collect())
    }

    fn action(&mut self, action: &str, step: &Value) -> (i32, Value) {
        let (name, reference) = action.split_once('@').expect("an action has a ref");
        let with: Value = self.pairs(&step["with"]).into_iter().collect();
        match name {
            // The workspace is already checked out.
            "actions/checkout" => (0, Value::Null),
            "classroom-resources/autograding-grading-reporter" => {
                (self.classroom(step), Value::Null)
            }
            "actions/upload-artifact" => (self.upload(&with), Value::Null),
            "actions/download-artifact" => (self.download(&with), Value::Null),
            "OWNER/isagrid" => self.ours(reference, &with),
            _ => panic!("a test knows no action {name}"),
        }
    }

    /// Reads the result of a step and prints points as GitHub Classroom's reporter does.
    ///
    /// Source: src/main.js and src/notify-classroom.js of classroom-resources/autograding-grading-reporter.
    fn classroom(&mut self, step: &Value) -> i32 {
        let runner = text(&step["with"]["runners"]).to_uppercase();
        let environment = self.pairs(&step["env"]);
        let named = format!("{runner}_RESULTS");
        let (_, encoded) = environment.iter().find(|(name, _)| *name == named).expect("a result");
        let decoded = data_encoding::BASE64.decode(encoded.as_bytes()).expect("base64");
        let results: Value = serde_json::from_slice(&decoded).expect("JSON");
        let tests = results["tests"].as_array().expect("tests");
        let points: f64 = tests.iter().map(|test| test["score"].as_f64().expect("a score")).sum();
        let most = results["max_score"].as_f64().expect("the maximum of points");
        self.done.log += &format!("::notice title=Autograding complete::Points {points}/{most}\n");
        i32::from(results["status"] != "pass")
    }

    /// Runs action.yml of this repository.
    fn ours(&mut self, reference: &str, with: &Value) -> (i32, Value) {
        let action = yaml(&root().join("action.yml"));
        let mut inside = self.context.clone();
        let inputs = action["inputs"].as_object().unwrap();
        for name in with.as_object().into_iter().flatten().map(|(name, _)| name) {
            assert!(inputs.contains_key(name), "the action has an input {name}");
        }
        let given = |(name, input): (&String, &Value)| {
            let value = with.get(name).unwrap_or(&input["default"]);
            (name.clone(), Value::String(text(value)))
        };
        inside["inputs"] = inputs.iter().map(given).collect();
        inside["steps"] = json!({});
        inside["github"]["action_ref"] = reference.into();
        inside["github"]["action_repository"] = "OWNER/isagrid".into();
        inside["github"]["action_path"] = root().display().to_string().into();
        let (outside, before) = (std::mem::replace(&mut self.context, inside), self.done.status);
        self.steps(&action["runs"]["steps"]);
        let outputs = action["outputs"].as_object().into_iter().flatten();
        let outputs = outputs
            .map(|(name, output)| (name.clone(), filled(&text(&output["value"]), &self.context)))
            .map(|(name, value)| (name, Value::String(value)))
            .collect();
        self.context = outside;
        (std::mem::replace(&mut self.done.status, before), outputs)
    }

    /// Uploads a file, a folder, or the files of a folder with a suffix.
    fn upload(&self, with: &Value) -> i32 {
        let place = self.runner.at("artifacts").join(text(&with["name"]));
        fs::create_dir(&place).expect("each artifact has a name of its own");
        let path = self.runner.at("workspace").join(text(&with["path"]));
        if path.is_dir() {
            copy(&path, &place);
            return 0;
        }
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        for entry in fs::read_dir(path.parent().unwrap()).unwrap() {
            let found = entry.unwrap().path();
            let found_name = found.file_name().unwrap().to_string_lossy().into_owned();
            let is_meant = name.strip_prefix('*').is_some_and(|end| found_name.ends_with(end));
            if is_meant || found_name == name {
                fs::copy(&found, place.join(found_name)).unwrap();
            }
        }
        0
    }

    /// Downloads an artifact into the workspace, or all of them, each into a folder with its name.
    fn download(&self, with: &Value) -> i32 {
        let (from, to) = (self.runner.at("artifacts"), self.runner.at("workspace"));
        copy(&from.join(text(&with["name"])), &to);
        0
    }
}

/// Jobs of a matrix made by a previous job, as in `strategy.matrix`.
pub(super) fn matrix(job: &Value, needs: &Value) -> Vec<Value> {
    let expression = job["strategy"]["matrix"].as_str().expect("the matrix is made by a job");
    let expression = expression.trim_start_matches("${{").trim_end_matches("}}");
    let table = value(expression, &json!({ "needs": needs }));
    let (name, all) = table.as_object().unwrap().iter().next().unwrap();
    let all = all.as_array().unwrap().iter().enumerate();
    all.map(
        |(index, value)| json!({ "values": { name: value }, "strategy": { "job-index": index } }),
    )
    .collect()
}
