//! Runs a plan as jobs of a real Slurm: one computer acts as two nodes, and one node dies while it works.
//!
//! Everything is in a temporary folder, on free ports, and ends with the step. The files of an
//! installed Slurm are neither read nor written.
//!
//! Source: slurm.conf(5), slurmd(8), munged(8) of Slurm 22.05.

use std::fs::{self, File};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use super::{Peers, Tally, installed, output, tool};

/// A plan in shards, and the same work in one process.
struct Work {
    name: &'static str,
    /// Arguments of `plan`, and of the single process.
    plan: &'static [&'static str],
    one: &'static [&'static str],
}

/// Folder of the submissions.
const CLASS: &str = "class";

const WORKS: &[Work] = &[Work {
    name: "grade",
    plan: &["grade", "csee3827", CLASS],
    one: &["grade", "csee3827", CLASS, "--exit-zero"],
}];

/// Number of shards; each takes a few seconds on one core.
const SHARDS: u32 = 8;

/// Time limits in tenths of a second: until the nodes are ready, and until all jobs have ended.
const READY: u32 = 300;
const DONE: u32 = 1100;

const COMMANDS: [&str; 6] = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "sinfo"];

/// Runs each plan in one process and as an array of jobs whose node dies; the reports must be equal.
pub(super) fn compare(peers: &Peers<'_>) -> Result<usize, String> {
    if !installed(&COMMANDS) {
        return Ok(0);
    }
    let mut tally = Tally::new("Slurm", "merged reports after the death of a node");
    for work in WORKS {
        let home = tempfile::tempdir().map_err(|why| format!("a folder for Slurm: {why}"))?;
        let Some(mut cluster) = Cluster::start(home.path())? else { return Ok(0) };
        let difference = cluster.compare(peers, work)?;
        tally.add(work.name, difference);
    }
    Ok(tally.end())
}

/// Daemons of a cluster. When this value is dropped, they end with everything they started.
struct Cluster {
    home: PathBuf,
    /// munged, slurmctld and the two nodes, in this order.
    daemons: Vec<Child>,
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // Nodes first, so that no new job starts.
        while let Some(mut daemon) = self.daemons.pop() {
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
        kill(&self.processes(""));
    }
}

impl Cluster {
    /// Starts the daemons, and waits until both nodes are idle.
    ///
    /// Prints a line and returns `None` if Slurm does not start for this user.
    fn start(home: &Path) -> Result<Option<Cluster>, String> {
        let text = |command: &mut Command| {
            Ok::<_, String>(String::from_utf8_lossy(&tool(command)?.stdout).trim().to_owned())
        };
        let user = text(Command::new("id").arg("-un"))?;
        let host = text(Command::new("hostname").arg("-s"))?;
        for folder in ["key", "run", "log", "state", "spool"] {
            fs::create_dir(home.join(folder)).map_err(|why| format!("{folder}: {why}"))?;
        }
        let write = |name: &str, bytes: &[u8]| {
            fs::write(home.join(name), bytes).map_err(|why| format!("{name}: {why}"))
        };
        // Only the owner may read the key, because anyone who can read it can submit jobs.
        write("key/munge.key", &secret()?)?;
        tool(Command::new("chmod").args(["-R", "go=", "key"]).current_dir(home))?;
        write("slurm.conf", configuration(home, &user, &host, free_ports()?).as_bytes())?;
        let mut cluster = Cluster { home: home.to_owned(), daemons: Vec::new() };
        let at = |name: &str| home.join(name).display().to_string();
        cluster.daemon(
            "munged",
            &[
                "--foreground".to_owned(),
                "--force".to_owned(),
                "--num-threads=2".to_owned(),
                format!("--key-file={}", at("key/munge.key")),
                format!("--seed-file={}", at("key/seed")),
                format!("--socket={}", at("run/munge.sock")),
                format!("--pid-file={}", at("run/munged.pid")),
                format!("--log-file={}", at("log/munged.log")),
            ],
        )?;
        wait_for(READY, || Ok(home.join("run/munge.sock").exists()))?;
        let conf = at("slurm.conf");
        cluster.daemon("slurmctld", &["-D".to_owned(), "-f".to_owned(), conf.clone()])?;
        for node in NODES {
            let words = ["-D", "-N", node, "-f", &conf].map(str::to_owned);
            cluster.daemon("slurmd", &words)?;
        }
        let is_ready = wait_for(READY, || {
            let nodes = output(cluster.command("sinfo").args(["-h", "-N", "-o", "%N %t"]), b"")?;
            Ok(String::from_utf8_lossy(&nodes.stdout).matches(" idle").count() == NODES.len())
        })?;
        if is_ready {
            return Ok(Some(cluster));
        }
        let why = cluster.last_error();
        if user == "root" {
            return Err(format!("Slurm's nodes do not become ready: {why}"));
        }
        println!("peers: Slurm does not start for {user}: nothing was compared with it; {why}");
        Ok(None)
    }

    /// A command that uses this cluster and no other.
    fn command(&self, name: &str) -> Command {
        let mut command = Command::new(name);
        command.env("SLURM_CONF", self.home.join("slurm.conf"));
        command
    }

    fn daemon(&mut self, name: &str, arguments: &[String]) -> Result<(), String> {
        let log = self.home.join("log").join(format!("{name}-{}.out", self.daemons.len()));
        let log = File::create(log).map_err(|why| format!("{name}: {why}"))?;
        let both = log.try_clone().map_err(|why| format!("{name}: {why}"))?;
        let mut command = self.command(name);
        command.args(arguments).stdin(Stdio::null()).stdout(log).stderr(both);
        self.daemons.push(command.spawn().map_err(|why| format!("{name}: {why}"))?);
        Ok(())
    }

    /// Last line with an error in the daemons' logs.
    fn last_error(&self) -> String {
        let logs = fs::read_dir(self.home.join("log")).into_iter().flatten().flatten();
        let texts = logs.filter_map(|log| fs::read_to_string(log.path()).ok());
        let errors = texts.filter_map(|text| {
            text.lines().rev().find(|line| line.contains("rror")).map(str::to_owned)
        });
        errors.last().unwrap_or_else(|| "the logs have no errors".to_owned())
    }

    /// Runs a plan in shards while a node dies; returns the difference from one process, if any.
    fn compare(&mut self, peers: &Peers<'_>, work: &Work) -> Result<Option<String>, String> {
        let here = self.home.join("work");
        class(peers, &here.join(CLASS))?;
        let isagrid = |arguments: &[&str]| {
            tool(Command::new(peers.isagrid).args(arguments).current_dir(&here)).map(drop)
        };
        isagrid(&[work.one, &["--report", "json=one.json"]].concat())?;
        let shards = SHARDS.to_string();
        let plan = [&["plan"], work.plan, &["--shards", &shards, "-o", "plan.json"]].concat();
        isagrid(&plan)?;
        let mut submit = self.command(&peers.isagrid.display().to_string());
        submit.args(["submit", "slurm", "plan.json", "--report", "json=merged.json"]);
        let submitted = tool(submit.current_dir(&here))?;
        println!(
            "peers: Slurm: {}",
            String::from_utf8_lossy(&submitted.stdout).trim().replace('\n', "; ")
        );
        let Some(lost) = self.kill_a_node_at_work(&here)? else {
            return Ok(Some(format!("no shard ran on {}: {}", NODES[1], self.last_error())));
        };
        let merged = here.join("merged.json");
        if !wait_for(DONE, || Ok(merged.is_file() && self.queue("%i")?.is_empty()))? {
            return Ok(Some(format!("not all jobs ended:\n{}", self.queue("%i %T %r")?)));
        }
        let read = |path: &Path| fs::read(path).map_err(|why| format!("{}: {why}", path.display()));
        if read(&here.join("one.json"))? != read(&merged)? {
            return Ok(Some("the merged report differs from that of one process".to_owned()));
        }
        let starts = starts(&here.join("shards"), lost)?;
        println!(
            "peers: Slurm: shard {lost} was on the node that died, and was started {starts} times"
        );
        Ok((starts < 2).then(|| format!("shard {lost} was not started again")))
    }

    /// Contents of the queue, in squeue's format.
    fn queue(&self, format: &str) -> Result<String, String> {
        let queue = tool(self.command("squeue").args(["-h", "-r", "-o", format]))?;
        Ok(String::from_utf8_lossy(&queue.stdout).into_owned())
    }

    /// Waits for a shard on the second node that has results in its journal, and kills that node and its
    /// processes. Returns the shard, or `None` if none ran there.
    fn kill_a_node_at_work(&mut self, here: &Path) -> Result<Option<u32>, String> {
        let mut lost = None;
        wait_for(READY, || {
            let queue = tool(self.command("squeue").args(["-h", "-t", "R", "-o", "%K %N"]))?;
            let queue = String::from_utf8_lossy(&queue.stdout).into_owned();
            let on_it = queue.lines().filter_map(|line| line.split_once(' '));
            let shard = on_it.filter(|(_, node)| *node == NODES[1]).find_map(|(shard, _)| {
                shard.parse().ok().filter(|shard| has_results(&here.join("shards"), *shard))
            });
            lost = shard;
            Ok(shard.is_some())
        })?;
        let mut node = self.daemons.pop().ok_or("there is no second node")?;
        let mut all = vec![node.id()];
        all.extend(self.processes(NODES[1]));
        kill(&all);
        let _ = node.wait();
        Ok(lost)
    }

    /// Processes of jobs on a node, or on all nodes for "", and the processes that started them.
    fn processes(&self, node: &str) -> Vec<u32> {
        let ours = format!("SLURM_CONF={}", self.home.join("slurm.conf").display());
        let theirs = format!("SLURMD_NODENAME={node}");
        let mut found = Vec::new();
        for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
            let Some(id) = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok())
            else {
                continue;
            };
            let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
            let environment = String::from_utf8_lossy(&environment);
            let has = |wanted: &str| environment.split('\0').any(|one| one == wanted);
            let is_there = environment.split('\0').any(|one| one.starts_with(&theirs));
            if !has(&ours) || !is_there {
                continue;
            }
            found.push(id);
            found.extend(parent(id).filter(|parent| is_step(*parent)));
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// Names of the nodes; the second one dies.
const NODES: [&str; 2] = ["n1", "n2"];

fn configuration(home: &Path, user: &str, host: &str, ports: [u16; 3]) -> String {
    let at = |name: &str| home.join(name).display().to_string();
    let mut text = format!(
        "ClusterName=isagrid\nSlurmctldHost={host}(127.0.0.1)\nSlurmUser={user}\nSlurmdUser={user}\n\
         AuthType=auth/munge\nAuthInfo=socket={},cred_expire=10\nCredType=cred/munge\nSlurmctldPort={}\n\
         StateSaveLocation={}\nSlurmdSpoolDir={}/%n\nSlurmctldPidFile={}\nSlurmdPidFile={}/%n.pid\n\
         SlurmctldLogFile={}\nSlurmdLogFile={}/%n.log\n",
        at("run/munge.sock"),
        ports[0],
        at("state"),
        at("spool"),
        at("run/slurmctld.pid"),
        at("run"),
        at("log/slurmctld.log"),
        at("log"),
    );
    // No cgroups, no database, no MPI. A node is declared dead after ten seconds, and its jobs may
    // start again when their credentials, above, have expired.
    text += "SwitchType=switch/none\nMpiDefault=none\nProctrackType=proctrack/linuxproc\n\
             TaskPlugin=task/none\nJobAcctGatherType=jobacct_gather/none\n\
             AccountingStorageType=accounting_storage/none\nJobCompType=jobcomp/none\n\
             SelectType=select/cons_tres\nSelectTypeParameters=CR_Core\nReturnToService=2\n\
             SlurmdTimeout=10\nJobRequeue=1\n\
             SchedulerParameters=sched_min_interval=0,batch_sched_delay=0,defer\n";
    for (node, port) in NODES.iter().zip(&ports[1..]) {
        text += &format!(
            "NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=1 RealMemory=500\n"
        );
    }
    text + &format!(
        "PartitionName=main Nodes={} Default=YES MaxTime=INFINITE State=UP\n",
        NODES.join(",")
    )
}

/// Three unused ports.
fn free_ports() -> Result<[u16; 3], String> {
    let failed = |why: std::io::Error| format!("no port is free: {why}");
    let mut ports = [0; 3];
    let mut held = Vec::new();
    for port in &mut ports {
        let listener = TcpListener::bind("127.0.0.1:0").map_err(failed)?;
        *port = listener.local_addr().map_err(failed)?.port();
        held.push(listener);
    }
    Ok(ports)
}

/// A random key.
fn secret() -> Result<Vec<u8>, String> {
    use std::io::Read as _;
    let mut key = vec![0; 1024];
    let random = File::open("/dev/urandom").and_then(|mut file| file.read_exact(&mut key));
    random.map_err(|why| format!("/dev/urandom: {why}"))?;
    Ok(key)
}

/// Copies the submissions with one mistake each.
fn class(peers: &Peers<'_>, folder: &Path) -> Result<(), String> {
    let failed = |why: std::io::Error| format!("{}: {why}", folder.display());
    fs::create_dir_all(folder).map_err(failed)?;
    for entry in fs::read_dir(peers.root.join(super::reports::CLASS)).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        fs::copy(&path, folder.join(path.file_name().unwrap_or_default())).map_err(failed)?;
    }
    Ok(())
}

/// Whether a shard has at least one result and is not finished.
fn has_results(shards: &Path, shard: u32) -> bool {
    let begins = format!("shard-{shard}-of-");
    let files = fs::read_dir(shards).into_iter().flatten().flatten().map(|entry| entry.path());
    let of_it = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.starts_with(&begins) && name.contains("journal")
    };
    let journals = files.filter(of_it).filter_map(|path| fs::read_to_string(path).ok());
    journals.map(|text| text.lines().count()).any(|lines| lines > 1)
}

/// Number of times a shard was started, by the logs of its jobs.
fn starts(shards: &Path, shard: u32) -> Result<usize, String> {
    let ending = format!("_{shard}.log");
    let logs = fs::read_dir(shards).map_err(|why| why.to_string())?.flatten();
    let mut log =
        logs.map(|entry| entry.path()).filter(|path| path.to_string_lossy().ends_with(&ending));
    let log = log.next().ok_or_else(|| format!("shard {shard} has no log"))?;
    let text = fs::read_to_string(log).map_err(|why| why.to_string())?;
    Ok(text.matches(&format!("shard {shard}/{SHARDS}, from SLURM_ARRAY_TASK_ID={shard}")).count())
}

fn parent(id: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name of the program, in parentheses, may contain any characters.
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

/// Whether this is Slurm's process around a job.
fn is_step(id: u32) -> bool {
    let line = fs::read_to_string(format!("/proc/{id}/cmdline")).unwrap_or_default();
    line.starts_with("slurmstepd")
}

/// Kills processes at once, like a failing computer.
fn kill(processes: &[u32]) {
    if !processes.is_empty() {
        let ids = processes.iter().map(u32::to_string);
        let _ = output(Command::new("kill").arg("-9").args(ids), b"");
    }
}

/// Waits for a condition, checked ten times a second, up to `times` times; returns whether it became true.
fn wait_for(times: u32, mut is_true: impl FnMut() -> Result<bool, String>) -> Result<bool, String> {
    for _ in 0..times {
        if is_true()? {
            return Ok(true);
        }
        thread::sleep(Duration::from_millis(100));
    }
    Ok(false)
}
