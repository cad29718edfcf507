//! docs/examples/ci: its workflows, its GitLab file and its Containerfile, run in a copy.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::action::{commands, is_pinned, runner};
use super::runner::{Runner, matrix};
use super::stand_ins::equip;
use super::{bash, copy, template, text, yaml};
use crate::support::isagrid;

const WORKFLOWS: &str = ".github/workflows";

#[test]
fn gate_passes() {
    let Some(runner) = runner() else { return };
    let workflow = yaml(&template().join(WORKFLOWS).join("isagrid.yml"));
    let done = runner.job(&workflow, "verify", &Value::Null, &Value::Null);
    assert_eq!(done.status, 0, "{}", done.log);
    assert_eq!(
        commands(&done.log),
        ["::notice title=isagrid verify::1 lane, 12 runs: all match the golden results"]
    );
    assert!(runner.at("artifacts/verification/verify.xml").is_file());
}

/// Results of a single process for the template's class.
fn by_one_process(folder: &Path) -> (String, Vec<u8>) {
    let grade = ["grade", "cs21-4x4", "submissions", "--report", "json=one.json"];
    let one = isagrid(folder, &grade, b"");
    assert_eq!(one.status, 1, "{}", one.printed());
    (one.out(), fs::read(folder.join("one.json")).unwrap())
}

#[test]
fn class_is_graded_by_matrix_jobs() {
    let Some(runner) = runner() else { return };
    let workflow = yaml(&template().join(WORKFLOWS).join("class.yml"));
    let none = Value::Null;
    let workspace = || {
        fs::remove_dir_all(runner.at("workspace")).unwrap();
        copy(&template(), &runner.at("workspace"));
    };
    let planned = runner.job(&workflow, "plan", &none, &none);
    assert_eq!(planned.status, 0, "{}", planned.log);
    let needs = json!({ "plan": { "outputs": planned.outputs } });
    let shards = matrix(&workflow["jobs"]["shard"], &needs);
    assert_eq!(shards.len(), 2);
    for shard in &shards {
        workspace();
        let done = runner.job(&workflow, "shard", &needs, shard);
        assert_eq!(done.status, 0, "{}", done.log);
    }
    workspace();
    let merged = runner.job(&workflow, "merge", &needs, &none);
    assert_eq!(merged.status, 0, "{}", merged.log);
    let (out, json) = by_one_process(&runner.at("workspace"));
    assert!(merged.log.contains(&out), "{out}\nand merged:\n{}", merged.log);
    assert!(fs::read(runner.at("artifacts/grades/merge.json")).unwrap() == json);
    assert!(merged.summary.contains("bob"), "{}", merged.summary);
    // A lost job is reported, even with --exit-zero.
    fs::remove_dir_all(runner.at("artifacts/shard-1")).unwrap();
    fs::remove_dir_all(runner.at("artifacts/grades")).unwrap();
    workspace();
    let missed = runner.job(&workflow, "merge", &needs, &none);
    assert_eq!(missed.status, 4, "{}", missed.log);
}

#[test]
fn workflows_follow_the_rules() {
    for entry in fs::read_dir(template().join(WORKFLOWS)).unwrap() {
        let file = entry.unwrap().path();
        let workflow = yaml(&file);
        assert_eq!(workflow["permissions"], json!({ "contents": "read" }), "{}", file.display());
        for job in workflow["jobs"].as_object().unwrap().values() {
            assert!(job["timeout-minutes"].is_u64());
            for step in job["steps"].as_array().unwrap() {
                assert!(!text(&step["run"]).contains("${{"), "{step}");
                match step["uses"].as_str().and_then(|uses| uses.strip_prefix("OWNER/isagrid@v")) {
                    Some(version) => assert_eq!(version, env!("CARGO_PKG_VERSION")),
                    None => step["uses"].as_str().into_iter().for_each(is_pinned),
                }
            }
        }
    }
}

/// Runs a job of the template's .gitlab-ci.yml.
fn gitlab(runner: &Runner, name: &str, variables: &[(&str, &str)]) -> (i32, String) {
    gitlab_job(runner, &yaml(&template().join(".gitlab-ci.yml")), name, variables)
}

/// Runs a job as GitLab's runner does: jobs named by `extends` first, and all lines in one shell.
pub(super) fn gitlab_job(
    runner: &Runner,
    file: &Value,
    name: &str,
    variables: &[(&str, &str)],
) -> (i32, String) {
    let job = &file[name];
    let below = job["extends"].as_str().map_or(&Value::Null, |below| &file[below]);
    let of = |key: &str| if job[key].is_null() { &below[key] } else { &job[key] };
    let lines = ["before_script", "script"].map(|key| of(key).as_array().into_iter().flatten());
    let script: Vec<String> = lines.into_iter().flatten().map(text).collect();
    let mut bash = Command::new(bash().unwrap());
    bash.args(["-eo", "pipefail", "-c", &script.join("\n")]).current_dir(runner.at("workspace"));
    let path = format!("{}:/usr/bin:/bin", runner.at("bin").display());
    bash.env_clear().env("PATH", path).env("HOME", runner.home.path());
    let all = [&file["variables"], &job["variables"]].into_iter().filter_map(Value::as_object);
    let all = all.flatten();
    bash.envs(all.map(|(name, value)| (name, text(value)))).envs(variables.iter().copied());
    let done = bash.stdin(Stdio::null()).output().unwrap();
    let message = String::from_utf8_lossy(&done.stdout) + String::from_utf8_lossy(&done.stderr);
    (done.status.code().unwrap(), message.into_owned())
}

#[test]
fn gitlab_runs_the_same() {
    let Some(runner) = runner() else { return };
    let workspace = runner.at("workspace");
    let version = format!("isagrid-{}-x86_64-unknown-linux-musl", env!("CARGO_PKG_VERSION"));
    let file = yaml(&template().join(".gitlab-ci.yml"));
    assert_eq!(file["variables"]["ISAGRID"], version.as_str());
    let (status, message) = gitlab(&runner, "verify", &[]);
    assert_eq!(status, 0, "{message}");
    let junit = |name: &str| {
        let text = fs::read_to_string(workspace.join(name)).unwrap();
        quick_junit::Report::deserialize_from_str(&text).unwrap()
    };
    assert_eq!(junit("verify.xml").tests, 12);
    let (status, message) = gitlab(&runner, "plan", &[]);
    assert_eq!(status, 0, "{message}");
    let parallel = file["shard"]["parallel"].as_u64().unwrap();
    for index in 1..=parallel {
        let (index, total) = (index.to_string(), parallel.to_string());
        let variables = [("CI_NODE_INDEX", index.as_str()), ("CI_NODE_TOTAL", total.as_str())];
        let (status, message) = gitlab(&runner, "shard", &variables);
        assert_eq!(status, 0, "{message}");
        assert!(
            message.contains(&format!("shard {index}/{total}, from CI_NODE_INDEX={index}\n")),
            "{message}"
        );
    }
    let (status, message) = gitlab(&runner, "merge", &[]);
    assert_eq!(status, 0, "{message}");
    assert!(message.contains(&by_one_process(&workspace).0), "{message}");
    assert!(junit("grade.xml").tests > 0);
    // All artifacts exist.
    for (job, name) in [("plan", "plan.json"), ("shard", "shards/*.jsonl")] {
        assert_eq!(file[job]["artifacts"]["paths"], json!([name]));
    }
    assert_eq!(
        fs::read_dir(workspace.join("shards"))
            .unwrap()
            .filter(|entry| {
                entry.as_ref().unwrap().path().extension().is_some_and(|ending| ending == "jsonl")
            })
            .count() as u64,
        parallel
    );
    // A modified archive is not unpacked.
    let site = runner.at("site/OWNER/isagrid/releases/download/v0.1.0");
    fs::write(site.join(format!("{version}.tar.gz")), "no archive").unwrap();
    let (status, message) = gitlab(&runner, "verify", &[]);
    assert!(status != 0 && message.contains("FAILED"), "{message}");
}

/// Stages of the Containerfile: name and arguments of each instruction.
fn stages() -> Vec<Vec<(String, String)>> {
    let text = fs::read_to_string(template().join("Containerfile")).unwrap();
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut stages: Vec<Vec<(String, String)>> = Vec::new();
    for line in lines {
        let (name, rest) = line.split_once(' ').expect("an instruction has arguments");
        if name == "FROM" {
            stages.push(Vec::new());
        }
        stages
            .last_mut()
            .expect("a stage begins with FROM")
            .push((name.to_owned(), rest.to_owned()));
    }
    stages
}

/// There is no container engine here: this checks that each stage, in order, does what the next needs.
#[test]
fn containerfile_fetches_in_one_stage_and_runs_as_a_user_in_the_next() {
    let Some(bash) = bash() else { return };
    let runner = Runner::new(bash);
    equip(&runner);
    let stages = stages();
    let [fetch, run] = stages.as_slice() else { panic!("two stages: {stages:?}") };
    assert_eq!(fetch[0].1, "docker.io/library/buildpack-deps:bookworm-curl AS fetch");
    let folder = runner.at("fetch").display().to_string();
    let mut script = String::new();
    for (name, rest) in &fetch[1..] {
        script += &match name.as_str() {
            "ARG" => format!("{}'\n", rest.replace('=', "='")),
            "WORKDIR" => format!("mkdir {folder}\ncd {folder}\n"),
            "RUN" => format!("{}\n", rest.replace(" /fetch/", &format!(" {folder}/"))),
            other => panic!("the first stage only fetches: {other}"),
        };
    }
    let sh = || {
        let mut sh = Command::new("sh");
        sh.env_clear().env("HOME", runner.home.path());
        sh.env("PATH", format!("{}:/usr/bin:/bin", runner.at("bin").display()));
        let done = sh.args(["-ec", &script]).output().unwrap();
        (done.status.success(), String::from_utf8_lossy(&done.stderr).into_owned())
    };
    let (is_well, message) = sh();
    assert!(is_well, "{message}");
    let version = env!("CARGO_PKG_VERSION");
    assert!(script.contains(&format!("ISAGRID='isagrid-{version}-x86_64-unknown-linux-musl'")));
    assert!(runner.at("fetch/isagrid").is_file());
    // A modified archive is not unpacked.
    fs::remove_dir_all(runner.at("fetch")).unwrap();
    let site = runner.at("site/OWNER/isagrid/releases/download").join(format!("v{version}"));
    let archive = format!("isagrid-{version}-x86_64-unknown-linux-musl.tar.gz");
    fs::write(site.join(archive), "no archive").unwrap();
    assert!(!sh().0 && !runner.at("fetch/isagrid").exists());
    let rest: Vec<&str> = run.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(rest, ["FROM", "RUN", "COPY", "USER", "WORKDIR", "CMD"]);
    assert_eq!(run[2].1, "--from=fetch /fetch/isagrid /usr/local/bin/isagrid");
    let user: u32 = run[3].1.parse().expect("a number, which Kubernetes can see is not root");
    assert!(user > 0 && run[1].1.starts_with(&format!("useradd --uid {user} ")));
    let command: Vec<String> = serde_json::from_str(&run[5].1).unwrap();
    assert_eq!(
        (command[0].as_str(), isagrid(runner.home.path(), &[&command[1]], b"").status),
        ("isagrid", 0)
    );
}

/// The commands of the template's own page, in a copy of it.
#[test]
fn commands_of_its_page_work() {
    let home = tempfile::tempdir().unwrap();
    copy(&template(), home.path());
    let page = fs::read_to_string(home.path().join("README.md")).unwrap();
    let commands = page.lines().filter_map(|line| line.strip_prefix("$ isagrid "));
    let mut count = 0;
    for command in commands {
        let done = isagrid(home.path(), &command.split(' ').collect::<Vec<_>>(), b"");
        assert!(done.status < 2, "{command}: {}", done.printed());
        let shown = page.split_once(&format!("$ isagrid {command}\n")).unwrap().1.lines();
        for line in shown.take_while(|line| !line.starts_with(['$', '`'])) {
            let message = done.out().lines().any(|message| message == line);
            assert!(message, "{command}: {line}\n{}", done.printed());
        }
        count += 1;
    }
    assert!(count >= 3, "the page shows commands");
    // Files named in the page exist.
    for name in page.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()) {
        assert!(template().join(name).exists(), "{name}");
    }
}

/// The workflows of docs/gate.md run on the template, and a mistake is reported as shown there.
#[test]
fn page_about_the_gate_is_correct() {
    let Some(runner) = runner() else { return };
    let page = fs::read_to_string(crate::support::root().join("docs/gate.md")).unwrap();
    let blocks = |kind: &str| -> Vec<String> {
        let fence = format!("```{kind}\n");
        let parts = page.split(&fence).skip(1);
        parts.map(|part| part.split("```").next().unwrap().to_owned()).collect()
    };
    let workflows: Vec<Value> =
        blocks("yaml").iter().map(|block| serde_saphyr::from_str(block).unwrap()).collect();
    assert_eq!(workflows.len(), 2);
    for (workflow, job) in workflows.iter().zip(["verify", "grade"]) {
        let done = runner.job(workflow, job, &Value::Null, &Value::Null);
        assert_eq!(done.status, 0, "{}", done.log);
    }
    fs::remove_dir_all(runner.at("artifacts/verification")).unwrap();
    let solver = runner.at("workspace/asm/solver.s");
    let right = fs::read_to_string(&solver).unwrap();
    fs::write(&solver, right.replace("beq     $t3, $t9, next ", "beq     $t3, 99, next  "))
        .unwrap();
    let red = runner.job(&workflows[0], "verify", &Value::Null, &Value::Null);
    let shown = &blocks("text")[0];
    assert_eq!(commands(&red.log)[0], shown.trim_end(), "docs/gate.md shows another note");
    // The table of inputs lists those of the action.
    let action = yaml(&crate::support::root().join("action.yml"));
    for input in action["inputs"].as_object().unwrap().keys() {
        let is_reported = page
            .lines()
            .any(|line| line.starts_with("| `") && line.contains(&format!("`{input}`")));
        assert!(is_reported, "docs/gate.md says what `{input}` is");
    }
}
