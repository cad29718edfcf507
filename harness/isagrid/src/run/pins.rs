//! `--pin`, `--adc`, `--pins` and `--trace-pins`: what is connected to a board's pins.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;

use architecture::BoardPins;
use clap::Args;
use machine::numbers::counted;
use machine::{PinChange, Pins};
use targets::files;

use crate::say;

#[derive(Debug, Args)]
pub(crate) struct PinArgs {
    /// Drive a pin of the board: PIN=high, low or open, then @TIME in ns, us, ms or s
    ///
    /// The time is simulated time since the start, 0 if it is missing; several changes are
    /// separated by commas, as in 9=low@10ms,9=high@60ms.
    #[arg(long, value_name = "PIN=LEVEL@TIME", value_delimiter = ',', value_parser = pin_change)]
    pin: Vec<PinChange>,
    /// Set the value that an analog input of the board reads, as in 0=1234
    #[arg(long, value_name = "CHANNEL=VALUE", value_delimiter = ',', value_parser = analog)]
    adc: Vec<(u8, u16)>,
    /// Show the changes of the board's pins at the end
    #[arg(long)]
    pins: bool,
    /// Write the changes of the board's pins to a VCD file, for GTKWave or PulseView
    #[arg(long, value_name = "FILE")]
    pub(super) trace_pins: Option<PathBuf>,
}

impl PinArgs {
    /// Pins of the host, given those of the board.
    ///
    /// # Errors
    /// An error message if the board does not have a pin, or if it has no pins and an option needs some.
    pub(super) fn connect(&self, board: Option<BoardPins>) -> Result<Pins, String> {
        let recording = self.pins || self.trace_pins.is_some();
        let is_used = recording || !self.pin.is_empty() || !self.adc.is_empty();
        let Some(board) = board else {
            let refused = "only a program for --board esp32c3 has pins".to_owned();
            return if is_used { Err(refused) } else { Ok(Pins::default()) };
        };
        let (digital, analog, most) = (board.digital, board.analog, board.most_analog);
        if let Some(change) = self.pin.iter().find(|change| change.pin >= digital) {
            let last = digital - 1;
            return Err(format!("there is no pin {}: the board has pins 0 to {last}", change.pin));
        }
        if let Some((channel, value)) = self.adc.iter().find(|(at, n)| *at >= analog || *n > most) {
            let last = analog - 1;
            return Err(format!(
                "`--adc {channel}={value}`: channels are 0 to {last}, and values are at most {most}"
            ));
        }
        let mut outside = self.pin.clone();
        outside.sort_by_key(|change| change.nanos);
        let mut pins = Pins::default();
        pins.analog = self.adc.iter().copied().collect();
        (pins.outside, pins.recording) = (outside, recording);
        Ok(pins)
    }

    /// Shows and writes the recorded changes.
    ///
    /// # Errors
    /// An error message if the file cannot be written.
    pub(super) fn report(&self, changes: &[PinChange]) -> Result<(), String> {
        if changes.len() == MOST_CHANGES {
            say::warning(&format!("only the first {MOST_CHANGES} changes of pins are kept"));
        }
        if self.pins {
            say::note(summary(changes).trim_end());
        }
        match &self.trace_pins {
            Some(path) => files::write(path, vcd(changes)),
            None => Ok(()),
        }
    }
}

/// Maximum number of changes kept of a run.
pub(super) const MOST_CHANGES: usize = 4_000_000;

/// Changes of a pin that are listed.
const LISTED: usize = 8;

fn summary(changes: &[PinChange]) -> String {
    let mut by_pin: BTreeMap<u8, Vec<&PinChange>> = BTreeMap::new();
    for change in changes {
        by_pin.entry(change.pin).or_default().push(change);
    }
    if by_pin.is_empty() {
        return "no pin changed".to_owned();
    }
    let mut text = String::new();
    for (pin, changes) in by_pin {
        let _ = write!(text, "GPIO{pin}: {}: ", counted(changes.len(), "change"));
        let shown = changes.iter().take(LISTED).map(|change| {
            let level = match change.level {
                Some(true) => "high",
                Some(false) => "low",
                None => "open",
            };
            format!("{level} at {} ms", milliseconds(change.nanos))
        });
        text += &shown.collect::<Vec<_>>().join(", ");
        text += if changes.len() > LISTED { ", ...\n" } else { "\n" };
    }
    text
}

/// Milliseconds with up to three decimals.
fn milliseconds(nanos: u64) -> String {
    let text = format!("{}.{:03}", nanos / 1_000_000, nanos / 1000 % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Value change dump with one variable for each pin that changed.
///
/// Source: IEEE 1364-2005, chapter 18.
fn vcd(changes: &[PinChange]) -> String {
    let pins: BTreeSet<u8> = changes.iter().map(|change| change.pin).collect();
    let code = |pin: u8| char::from(b'!' + pin);
    let mut text = String::from("$timescale 1ns $end\n$scope module board $end\n");
    for &pin in &pins {
        let _ = writeln!(text, "$var wire 1 {} GPIO{pin} $end", code(pin));
    }
    text += "$upscope $end\n$enddefinitions $end\n#0\n$dumpvars\n";
    for &pin in &pins {
        let _ = writeln!(text, "z{}", code(pin));
    }
    text += "$end\n";
    let mut now = 0;
    for change in changes {
        if change.nanos > now {
            now = change.nanos;
            let _ = writeln!(text, "#{now}");
        }
        let level = match change.level {
            Some(true) => '1',
            Some(false) => '0',
            None => 'z',
        };
        let _ = writeln!(text, "{level}{}", code(change.pin));
    }
    text
}

fn pin_change(text: &str) -> Result<PinChange, String> {
    let form = || format!("`{text}` is not of the form 9=low@10ms");
    let (pin, rest) = text.split_once('=').ok_or_else(form)?;
    let (level, time) = rest.split_once('@').unwrap_or((rest, "0ns"));
    let pin = pin.parse().map_err(|_| form())?;
    let level = match level {
        "high" => Some(true),
        "low" => Some(false),
        "open" => None,
        _ => return Err("a level is high, low or open".to_owned()),
    };
    Ok(PinChange { nanos: nanos(time).ok_or_else(form)?, pin, level })
}

/// Nanoseconds of a whole number with a unit.
fn nanos(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches(|unit: char| unit.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "ns" => 1,
        "us" => 1_000,
        "ms" => 1_000_000,
        "s" => 1_000_000_000,
        _ => return None,
    };
    digits.parse::<u64>().ok()?.checked_mul(unit)
}

fn analog(text: &str) -> Result<(u8, u16), String> {
    let form = || format!("`{text}` is not of the form 0=1234");
    let (channel, value) = text.split_once('=').ok_or_else(form)?;
    Ok((channel.parse().map_err(|_| form())?, value.parse().map_err(|_| form())?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pins_are_driven_at_their_time() {
        let change = PinChange { nanos: 10_000_000, pin: 9, level: Some(false) };
        assert_eq!(pin_change("9=low@10ms"), Ok(change));
        assert_eq!(pin_change("9=open").map(|change| change.level), Ok(None));
        for wrong in ["9", "x=low", "9=up", "9=low@10", "9=low@x"] {
            assert!(pin_change(wrong).is_err(), "{wrong}");
        }
        assert_eq!(analog("0=1234"), Ok((0, 1234)));
        assert!(analog("0").is_err() && analog("0=x").is_err());
    }

    #[test]
    fn pins_that_the_board_does_not_have_are_refused() {
        let board = Some(BoardPins { digital: 22, analog: 6, most_analog: 4095 });
        let args = |pin: &str, adc: &str| PinArgs {
            pin: vec![pin_change(pin).unwrap()],
            adc: vec![analog(adc).unwrap()],
            pins: false,
            trace_pins: None,
        };
        assert!(args("21=low", "5=4095").connect(board).is_ok());
        assert!(args("22=low", "0=1").connect(board).unwrap_err().contains("0 to 21"));
        assert!(args("0=low", "6=1").connect(board).unwrap_err().contains("0 to 5"));
        assert!(args("0=low", "0=4096").connect(board).unwrap_err().contains("4095"));
        assert!(args("0=low", "0=1").connect(None).is_err());
    }

    #[test]
    fn changes_are_written_in_their_order() {
        let change = |nanos, pin, level| PinChange { nanos, pin, level };
        let changes = [change(0, 8, Some(false)), change(5, 8, Some(true)), change(5, 2, None)];
        let expected = "$timescale 1ns $end\n$scope module board $end\n$var wire 1 # GPIO2 $end\n\
            $var wire 1 ) GPIO8 $end\n$upscope $end\n$enddefinitions $end\n#0\n$dumpvars\nz#\n\
            z)\n$end\n0)\n#5\n1)\nz#\n";
        assert_eq!(vcd(&changes), expected);
        let summary = summary(&changes);
        assert_eq!(
            summary,
            "GPIO2: 1 change: open at 0 ms\nGPIO8: 2 changes: low at 0 ms, high at 0 ms\n"
        );
    }
}
