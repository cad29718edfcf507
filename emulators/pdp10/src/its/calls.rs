//! The table of symbolic calls.
//!
//! Source: *ITS .CALLS*; ITS 1652, `SYSCTB` and `SYSCTD`.

use crate::Word36;
use crate::text::sixbit;

use super::Answer;
use super::arguments::Arguments;
use super::errors::code;
use super::monitor::{CallError, Monitor, Outcome};

/// Function that executes a call.
pub(super) type CallHandler = fn(&mut Monitor<'_>, &mut Arguments) -> Outcome<Answer>;

/// A symbolic call.
pub(super) struct Row {
    /// Name, in SIXBIT in the block.
    pub(super) name: &'static str,
    /// Minimum number of arguments.
    pub(super) arguments: usize,
    /// Arguments it changes and so receives as addresses: bit 0 for the first.
    pub(super) addresses: u32,
    /// Whether the first argument is a channel.
    pub(super) channel: ChannelArgument,
    /// Its function; `None` if not implemented.
    pub(super) run: Option<CallHandler>,
    /// Meaning, for the page of calls.
    pub(super) meaning: &'static str,
}

/// Kind of a call's first argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ChannelArgument {
    /// Not a channel, or the call checks it itself.
    None,
    /// A channel, open or not.
    Any,
    /// A channel that must be open.
    Open,
}

use ChannelArgument::{Any, None as No, Open};

/// Looks up a call by name.
pub(super) fn find(name: Word36) -> Option<&'static Row> {
    CALLS.iter().find(|row| sixbit(row.name) == name)
}

const fn call(
    name: &'static str,
    arguments: usize,
    addresses: u32,
    channel: ChannelArgument,
    run: CallHandler,
    meaning: &'static str,
) -> Row {
    Row { name, arguments, addresses, channel, run: Some(run), meaning }
}

/// A call for a device that this system does not have. ITS 1652 has its name in any case.
const fn failing(name: &'static str, run: CallHandler, meaning: &'static str) -> Row {
    Row { name, arguments: 0, addresses: 0, channel: No, run: Some(run), meaning }
}

/// Fails for want of the device.
const NO_DEVICE: CallHandler = |_, _| Err(CallError::Error(code::NO_DEVICE));
/// Fails for a terminal of another kind.
const WRONG_DEVICE: CallHandler = |_, _| Err(CallError::Error(code::WRONG_DEVICE));

/// A call of the real system that stops the program here.
const fn absent(name: &'static str, meaning: &'static str) -> Row {
    Row { name, arguments: 0, addresses: 0, channel: No, run: None, meaning }
}

/// Every call of an ITS without networks and a PDP-11, which does not know their names.
#[rustfmt::skip]
pub(super) static CALLS: &[Row] = &[
    //   name   arguments addresses channel run                          meaning
    call("ACCESS", 2, 0,      Open, |m, a| m.access(a),       "sets the position in a file"),
    call("ATTY",   1, 0,      No,   |m, a| m.pass_terminal_call(a), "passes the terminal to an inferior"),
    call("CALL",   1, 0,      No,   |m, a| m.call_by_name(a), "executes the call named by its first argument"),
    call("CLOSE",  1, 0,      Any,  |m, a| m.close(a),        "closes a channel; written data becomes a file"),
    call("CNSGET", 1, 0,      No,   |m, a| m.console(a),      "returns size, type and options of the terminal"),
    call("CNSSET", 1, 0,      No,   |m, a| m.set_console(a),  "sets options of the terminal; a printing terminal has none"),
    call("CORBLK", 3, 0o24,   No,   |m, a| m.core_blocks(a),  "makes, removes and maps pages"),
    call("CORTYP", 1, 0,      No,   |m, a| m.core_type(a),    "returns the kind of a page"),
    call("DELETE", 1, 0,      No,   |m, a| m.delete(a),       "deletes a file"),
    call("DELEWO", 1, 0,      Open, |m, a| m.delete_open(a),  "deletes the file of a channel when it is closed"),
    call("DETACH", 0, 0,      No,   |m, a| m.nothing(a),      "releases the tree of jobs; it keeps its terminal here"),
    call("DIRSIZ", 1, 0,      Open, |m, a| m.directory_size(a), "returns the blocks a directory uses"),
    call("DISMIS", 1, 0o1,    No,   |m, a| m.dismiss_call(a), "returns from an interrupt"),
    call("DSKUPD", 1, 0,      Open, |m, a| m.touch(a),        "sets the dates of a file"),
    call("ECHOIN", 5, 0o6,    No,   |m, a| m.echo_in(a),      "echoes and stores characters up to one that breaks"),
    call("FILBLK", 1, 0,      Open, |m, a| m.file_block(a),   "returns a file's directory entry"),
    call("FILLEN", 1, 0,      Open, |m, a| m.file_length(a),  "returns the length of a file in two units"),
    call("FINISH", 1, 0,      Open, |m, a| m.nothing(a),      "waits until output is complete"),
    call("FLUSH",  1, 0,      Open, |m, a| m.nothing(a),      "old name of FINISH"),
    call("FORCE",  1, 0,      Open, |m, a| m.nothing(a),      "sends pending output"),
    call("IOPOP",  1, 0,      Any,  |m, a| m.pop_channel(a),  "restores the channel pushed last"),
    call("IOPUSH", 1, 0,      Any,  |m, a| m.push_channel(a), "saves a channel"),
    call("IOT",    1, 0o2,    Any,  |m, a| m.transfer_call(a), "reads or writes a datum or a block"),
    call("ITYIC",  1, 0,      No,   |m, a| m.interrupt_character(a), "returns the character that interrupted"),
    call("LISTEN", 1, 0,      No,   |m, a| m.listen_call(a),  "returns the number of characters typed ahead"),
    call("LNKEDP", 1, 0,      Open, |m, a| m.not_linked(a),   "returns whether a file was found through a link"),
    call("LOAD",   2, 0,      No,   |m, a| m.load(a),      "loads a program over the job itself"),
    call("LOGIN",  1, 0,      No,   |m, a| m.log_out_call(a), "logs in, which a job under DDT cannot do"),
    call("LOGOUT", 0, 0,      No,   |m, a| m.log_out_call(a), "logs out, which a job under DDT cannot do"),
    call("LOSE",   1, 0,      No,   |m, a| m.lose_call(a),    "reports an error to DDT"),
    call("OPEN",   2, 0,      No,   |m, a| m.open(a),         "opens a file or a device"),
    call("PDUMP",  3, 0o4,    No,   |m, a| m.dump(a),      "writes the pages of the job to a file"),
    call("PGDUMP", 1, 0,      No,   |m, a| m.nothing(a),      "old name of PGWRIT"),
    call("PGWRIT", 1, 0,      No,   |m, a| m.nothing(a),      "writes a page to the disk"),
    call("RAUTH",  1, 0,      Open, |m, a| m.author(a),       "returns the author of a file"),
    call("RCHST",  1, 0,      No,   |m, a| m.channel_state(a), "returns names and pointer of a channel"),
    call("RCPOS",  1, 0,      No,   |m, a| m.cursor(a),       "returns the position on the terminal"),
    call("RDMPBT", 1, 0,      Open, |m, a| m.dump_bit(a),     "returns whether a file was backed up"),
    call("RENAME", 2, 0,      No,   |m, a| m.rename(a),       "renames a file"),
    call("RENMWO", 2, 0,      No,   |m, a| m.rename_open(a),  "renames the file of a channel"),
    call("RESET",  1, 0,      Any,  |m, a| m.reset_call(a),   "resets a device or an inferior; characters typed ahead stay"),
    call("RESRDT", 1, 0,      Open, |m, a| m.restore_read_date(a), "forgets that a file was read today"),
    call("RFDATE", 1, 0,      Open, |m, a| m.file_date(a),    "returns the creation date of a file"),
    call("RFNAME", 1, 0,      No,   |m, a| m.channel_names(a), "returns names and mode of a channel"),
    call("RFPNTR", 1, 0,      Open, |m, a| m.pointer(a),      "returns the position in a file"),
    call("RQDATE", 0, 0,      No,   |m, a| m.date(a),         "returns date and time in disk format"),
    call("RSSIZE", 1, 0,      No,   |m, a| m.screen_size(a),  "returns the size of the terminal"),
    call("SAUTH",  2, 0,      Open, |m, a| m.set_author(a),   "sets the author of a file"),
    call("SCML",   2, 0,      No,   |m, a| m.set_echo_lines(a), "sets the lines of the echo area, which only a display has"),
    call("SCPOS",  1, 0,      No,   |m, a| m.set_cursor(a),   "tells the system the position of the cursor"),
    call("SDMPBT", 2, 0,      Open, |m, a| m.set_dump_bit(a), "sets whether a file was backed up"),
    call("SFDATE", 2, 0,      Open, |m, a| m.set_file_date(a), "sets the creation date of a file"),
    call("SIOT",   3, 0o6,    Any,  |m, a| m.string_transfer(a), "reads or writes a string"),
    call("SOPEN",  2, 0,      No,   |m, a| m.open_by_string(a), "opens a file whose name is in a string"),
    call("SRDATE", 2, 0,      Open, |m, a| m.set_read_date(a), "sets the date a file was read"),
    call("SREAPB", 1, 0,      Open, |m, a| m.set_keep_bit(a), "sets whether a file is to be kept"),
    call("SSTATU", 0, 0,      No,   |m, a| m.system_status(a), "returns the state of the system"),
    call("STATUS", 1, 0,      Any,  |m, a| m.status_call(a),  "returns the state of a channel"),
    call("STYGET", 1, 0,      No,   |m, a| m.pseudo_terminal(a), "returns the owner of a terminal, which is not a pseudo-terminal"),
    call("TRANS",  1, 0,      No,   |m, a| m.translate(a),    "translates file names; there are no translations here"),
    call("TTYESC", 1, 0,      No,   |m, a| m.set_console(a),  "makes the next character one for the system"),
    call("TTYFLS", 1, 0,      No,   |m, a| m.set_console(a),  "forgets characters that interrupted"),
    call("TTYGET", 1, 0,      No,   |m, a| m.terminal_states(a), "returns how the terminal handles characters"),
    call("TTYSET", 3, 0,      No,   |m, a| m.set_terminal_states(a), "sets how the terminal handles characters"),
    call("TTYVAR", 2, 0o2,    No,   |m, a| m.terminal_variables(a), "reads and sets variables of the terminal"),
    call("UNLOCK", 1, 0,      No,   |m, a| m.nothing(a),      "releases the locks of a job"),
    call("USRMEM", 2, 0o2,    No,   |m, a| m.user_memory(a),  "reads and writes a job's memory"),
    call("USRVAR", 2, 0o2,    No,   |m, a| m.user_variables(a), "reads and sets variables of a job"),
    call("WHYINT", 1, 0,      Open, |m, a| m.why_interrupt(a), "returns why a channel interrupted"),

    failing("FLAP",   NO_DEVICE,    "unloads a tape"),
    failing("NETBLK", NO_DEVICE,    "waits for a connection"),
    failing("T11MP",  NO_DEVICE,    "maps a PDP-11"),
    failing("TVWHER", NO_DEVICE,    "returns the location of a display"),
    failing("VIDBUF", NO_DEVICE,    "allocates a display buffer"),
    failing("VIDSW",  NO_DEVICE,    "switches a display"),
    failing("WHOLIN", WRONG_DEVICE, "sets the line at the bottom of a display"),
    failing("XGPIM",  NO_DEVICE,    "prints on the Xerox printer"),

    absent("ATTACH", "gives jobs a terminal"),
    absent("DEMSIG", "signals a demon"),
    absent("DISOWN", "releases an inferior"),
    absent("JOBCAL", "returns the request made to a job device"),
    absent("JOBGET", "returns the request made to a job device"),
    absent("JOBINT", "interrupts the caller of a job device"),
    absent("JOBIOC", "reports failure to the caller of a job device"),
    absent("JOBRET", "returns to the caller of a job device"),
    absent("JOBREU", "offers a job device again"),
    absent("JOBSTS", "sets the state of a job device"),
    absent("MLINK",  "makes a link"),
    absent("RDDMST", "returns data about a demon"),
    absent("RELOAD", "loads the top job again"),
    absent("REOWN",  "takes over a job without an owner"),
    absent("SETIOC", "reports failure to the caller of a job device"),
    absent("SSERVE", "sets the server of a job"),
    absent("STDMST", "sets a demon"),
    absent("STLGET", "returns data about a network terminal"),
    absent("TRANAD", "adds a translation of names"),
    absent("TRANCL", "removes translations of names"),
    absent("TRANDL", "removes a translation of names"),
    absent("TRANEX", "returns translations of names"),
    absent("TRPOPN", "opens a trap for an inferior"),
];
