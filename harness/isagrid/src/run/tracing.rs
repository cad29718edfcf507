//! `--trace` and related options: all instructions or the last ones, as text or JSON.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use machine::{Host, Image, Machine as _, Spec};
use serde_json::{Map, Value, json};
use targets::escape;
use targets::files;
use targets::target::AnyMachine;
use targets::trace::{Step, Stores, Tracer};

use crate::program::Program;
use crate::say;

#[derive(Debug, Args)]
pub(crate) struct TraceArgs {
    /// Trace every instruction and its effects, on standard error or to a file
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    pub(crate) trace: Option<PathBuf>,
    /// Show only the last N instructions, after the program has ended
    #[arg(long, value_name = "N")]
    trace_last: Option<usize>,
    /// Start the trace at a label, a line, FILE:LINE or an address
    #[arg(long, value_name = "PLACE")]
    trace_from: Option<String>,
    /// Format of the trace
    #[arg(long, value_name = "FORM", default_value = "text")]
    trace_format: TraceFormat,
}

/// Format of a trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TraceFormat {
    /// One line of text per instruction
    Text,
    /// One JSON object per line
    Json,
}

/// Limit of --trace-last.
const MOST_KEPT: usize = 100_000;

impl TraceArgs {
    /// Whether a trace is requested.
    pub(crate) fn is_wanted(&self) -> bool {
        self.trace.is_some() || self.trace_last.is_some() || self.trace_from.is_some()
    }

    /// Opens the trace's output.
    pub(crate) fn open(&self, program: &Program, machine: &AnyMachine) -> Result<Tracing, String> {
        if !self.is_wanted() {
            if self.trace_format != TraceFormat::Text {
                return Err("--trace-format needs --trace, --trace-last or --trace-from".to_owned());
            }
            return Ok(Tracing::default());
        }
        if self.trace_last.is_some_and(|last| last > MOST_KEPT) {
            let most = escape::grouped(MOST_KEPT as u64);
            return Err(format!("--trace-last: expected at most {most} instructions"));
        }
        let path = self.trace.as_deref().unwrap_or(Path::new("-"));
        program.may_write(path)?;
        let look = program.parts();
        let from = self.trace_from.as_deref();
        let from = from.map(|place| debuggers::look::place(place, &look, machine)).transpose();
        let from = from.map_err(|why| format!("--trace-from: {why}"))?;
        let kept = VecDeque::new();
        let sink = Some(TraceSink::new(path)?);
        Ok(Tracing {
            format: self.trace_format,
            last: self.trace_last,
            from,
            kept,
            sink,
            tracer: None,
        })
    }
}

/// Trace of a running program.
pub(crate) struct Tracing {
    format: TraceFormat,
    last: Option<usize>,
    /// Start address, until it is reached.
    from: Option<u64>,
    kept: VecDeque<Step>,
    sink: Option<TraceSink>,
    tracer: Option<Tracer>,
}

impl Default for Tracing {
    fn default() -> Self {
        let kept = VecDeque::new();
        Tracing {
            format: TraceFormat::Text,
            last: None,
            from: None,
            kept,
            sink: None,
            tracer: None,
        }
    }
}

impl Tracing {
    /// Starts the trace if the program is at its start address.
    pub(crate) fn begin_at(&mut self, machine: &AnyMachine, host: &Host, image: &Image) {
        let is_there = self.from.is_none_or(|from| from == machine.pc());
        if self.sink.is_some() && self.tracer.is_none() && is_there {
            self.from = None;
            self.tracer = Some(Tracer::new(machine, host, image));
        }
    }

    /// Whether the trace has started.
    pub(crate) fn is_on(&self) -> bool {
        self.tracer.is_some()
    }

    /// Whether there is a trace, now or later.
    pub(crate) fn is_wanted(&self) -> bool {
        self.sink.is_some()
    }

    /// Start address, if not yet reached.
    pub(crate) fn from(&self) -> Option<u64> {
        self.from
    }

    /// Notes that the program received input.
    pub(crate) fn fed(&mut self, host: &Host) {
        if let Some(tracer) = &mut self.tracer {
            tracer.fed(host);
        }
    }

    /// Records an instruction; returns whether the reader is still there.
    pub(crate) fn step(
        &mut self,
        machine: &AnyMachine,
        host: &Host,
        program: &targets::target::Program<'_>,
        stores: Stores,
        wrote: Vec<u8>,
    ) -> Result<bool, String> {
        let Some(tracer) = &mut self.tracer else { return Ok(true) };
        let Some(step) = tracer.step(machine, host, program, stores, wrote) else {
            return Ok(true);
        };
        match self.last {
            Some(last) => {
                self.kept.push_back(step);
                if self.kept.len() > last {
                    self.kept.pop_front();
                }
                Ok(true)
            }
            None => self.print(&step, program.image, machine.spec()),
        }
    }

    fn print(&mut self, step: &Step, image: &Image, spec: &Spec) -> Result<bool, String> {
        let Some(sink) = &mut self.sink else { return Ok(true) };
        match self.format {
            TraceFormat::Text => sink.write(&step.line(image, spec)),
            TraceFormat::Json => sink.write(&format!("{}\n", object(step, spec))),
        }
    }

    /// Writes the last instructions and flushes the output.
    pub(crate) fn finish(mut self, image: &Image, spec: &Spec) -> Result<(), String> {
        if let Some(from) = self.from {
            let from = spec.show_address(from);
            say::warning(&format!("the trace is empty: the program never reached {from}"));
        }
        for step in std::mem::take(&mut self.kept) {
            if !self.print(&step, image, spec)? {
                break;
            }
        }
        self.sink.map_or(Ok(()), TraceSink::finish)
    }
}

/// Step as JSON: numbers as numbers, guest bytes as text.
pub(crate) fn object(step: &Step, spec: &Spec) -> Value {
    let mut all = Map::new();
    all.insert("number".to_owned(), json!(step.number));
    let mut put = |name: &str, value: Value| all.insert(name.to_owned(), value);
    match &step.cell {
        Some(cell) => put("cell", json!(cell)),
        None => put("address", json!(step.address)),
    };
    put("instruction", json!(step.instruction));
    let registers = step.registers.iter().map(|(name, value)| ((*name).to_owned(), json!(value)));
    put("registers", Value::Object(registers.collect()));
    let units = u64::from(spec.unit_bits);
    let stores = step.stores.first.iter().map(|store| {
        json!({ "address": store.address, "bits": u64::from(store.size) * units, "value": store.value })
    });
    put("stores", stores.collect());
    let left_out = step.stores.count - step.stores.first.len() as u64;
    if left_out > 0 {
        put("stores_left_out", json!(left_out));
    }
    if let Some(to) = step.to {
        put("to", json!(to));
    }
    for (name, bytes) in [("read", &step.read), ("wrote", &step.wrote)] {
        if !bytes.is_empty() {
            put(name, json!(String::from_utf8_lossy(bytes)));
        }
    }
    if let Some(value) = &step.value {
        put("value", json!(value));
    }
    if let Some(source) = &step.source {
        put("file", json!(source.file));
        put("line", json!(source.line));
        put("source", json!(source.text));
        if let Some((file, line)) = &source.used_at {
            put("used_at", json!({ "file": file, "line": line }));
        }
    }
    Value::Object(all)
}

/// Output of a trace.
struct TraceSink(Box<dyn Write>);

impl TraceSink {
    /// Opens standard error for `-`, else a file.
    fn new(path: &Path) -> Result<Self, String> {
        if path == Path::new("-") {
            return Ok(TraceSink(Box::new(std::io::stderr())));
        }
        let failed =
            |error| format!("cannot write {}: {}", files::shown(path), files::reason(&error));
        let file = File::create(path).map_err(failed)?;
        Ok(TraceSink(Box::new(BufWriter::new(file))))
    }

    /// Writes a line; returns whether the reader is still there.
    fn write(&mut self, line: &str) -> Result<bool, String> {
        heard(self.0.write_all(line.as_bytes()))
    }

    /// Flushes the output.
    fn finish(mut self) -> Result<(), String> {
        heard(self.0.flush()).map(|_| ())
    }
}

/// Whether the reader is still there; an error message for other failures.
fn heard(written: std::io::Result<()>) -> Result<bool, String> {
    match written {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(format!("cannot write the trace: {}", files::reason(&error))),
    }
}
