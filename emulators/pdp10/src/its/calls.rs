//! The table of symbolic calls.
//!
//! Source: *ITS .CALLS*; ITS 1652, `SYSCTB` and `SYSCTD`.

use crate::Word36;
use crate::text::sixbit;

use super::Answer;
use super::arguments::Arguments;
use super::monitor::{Monitor, Outcome};

/// What does a call.
pub(super) type Run = fn(&mut Monitor<'_>, &mut Arguments) -> Outcome<Answer>;

/// A symbolic call.
pub(super) struct Row {
    /// Its name, in SIXBIT in the block.
    pub(super) name: &'static str,
    /// Arguments it must have.
    pub(super) arguments: usize,
    /// Arguments it changes, whose addresses it gets: bit 0 for the first.
    pub(super) addresses: u32,
    /// Whether the first argument is a channel.
    pub(super) channel: Channel,
    /// What does it; nothing where it is not there.
    pub(super) run: Option<Run>,
    /// What it does, for the table of what is there.
    pub(super) meaning: &'static str,
}

/// What the first argument of a call is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Channel {
    /// No channel, or the call looks itself.
    None,
    /// A channel, open or not.
    Any,
    /// A channel that must be open.
    Open,
}

use Channel::{Any, None as No, Open};

/// The call of a name.
pub(super) fn find(name: Word36) -> Option<&'static Row> {
    CALLS.iter().find(|row| sixbit(row.name) == name)
}

const fn call(
    name: &'static str,
    arguments: usize,
    addresses: u32,
    channel: Channel,
    run: Run,
    meaning: &'static str,
) -> Row {
    Row { name, arguments, addresses, channel, run: Some(run), meaning }
}

/// A call of the real system that stops a program here.
const fn absent(name: &'static str, meaning: &'static str) -> Row {
    Row { name, arguments: 0, addresses: 0, channel: No, run: None, meaning }
}

/// Every call ITS knows.
#[rustfmt::skip]
pub(super) static CALLS: &[Row] = &[
    //   name   arguments addresses channel run                          meaning
    call("ACCESS", 2, 0,      Open, |m, a| m.access(a),       "sets where a file is read or written next"),
    call("CALL",   1, 0,      No,   |m, a| m.call_by_name(a), "does the call its first argument names"),
    call("CLOSE",  1, 0,      Any,  |m, a| m.close(a),        "closes a channel; what was written becomes a file"),
    call("CNSGET", 1, 0,      No,   |m, a| m.console(a),      "gives size, type and options of the terminal"),
    call("CNSSET", 1, 0,      No,   |m, a| m.set_console(a),  "sets options of the terminal; paper has none"),
    call("CORBLK", 3, 0o24,   No,   |m, a| m.core_blocks(a),  "makes, removes and maps pages"),
    call("CORTYP", 1, 0,      No,   |m, a| m.core_type(a),    "tells what kind of page one is"),
    call("DELETE", 1, 0,      No,   |m, a| m.delete(a),       "deletes a file"),
    call("DELEWO", 1, 0,      Open, |m, a| m.delete_open(a),  "deletes the file of a channel when it is closed"),
    call("DIRSIZ", 1, 0,      Open, |m, a| m.directory_size(a), "gives the blocks a directory uses"),
    call("DISMIS", 1, 0o1,    No,   |m, a| m.dismiss_call(a), "returns from an interrupt"),
    call("DSKUPD", 1, 0,      Open, |m, a| m.touch(a),        "sets the dates of a file"),
    call("FILBLK", 1, 0,      Open, |m, a| m.file_block(a),   "gives what the directory says of a file"),
    call("FILLEN", 1, 0,      Open, |m, a| m.file_length(a),  "gives the length of a file, in two units"),
    call("FINISH", 1, 0,      Open, |m, a| m.nothing(a),      "waits until output has arrived"),
    call("FLUSH",  1, 0,      Open, |m, a| m.nothing(a),      "is FINISH by its old name"),
    call("FORCE",  1, 0,      Open, |m, a| m.nothing(a),      "sends output on its way"),
    call("IOPOP",  1, 0,      Any,  |m, a| m.pop_channel(a),  "takes back the channel that was pushed last"),
    call("IOPUSH", 1, 0,      Any,  |m, a| m.push_channel(a), "puts a channel aside"),
    call("IOT",    1, 0o2,    Any,  |m, a| m.transfer_call(a), "reads or writes a datum or a block"),
    call("ITYIC",  1, 0,      No,   |m, a| m.interrupt_character(a), "gives the character that interrupted"),
    call("LISTEN", 1, 0,      No,   |m, a| m.listen_call(a),  "counts characters that were typed ahead"),
    call("LNKEDP", 1, 0,      Open, |m, a| m.not_linked(a),   "tells whether a file was found by a link"),
    call("LOAD",   2, 0,      No,   |m, a| m.load(a),      "loads a program over the job itself"),
    call("LOGOUT", 0, 0,      No,   |m, a| m.log_out_call(a), "logs out, which a job under DDT cannot"),
    call("LOSE",   1, 0,      No,   |m, a| m.lose_call(a),    "reports an error to DDT"),
    call("OPEN",   2, 0,      No,   |m, a| m.open(a),         "opens a file or a device"),
    call("PDUMP",  3, 0o4,    No,   |m, a| m.dump(a),      "writes the pages of the job to a file"),
    call("PGDUMP", 1, 0,      No,   |m, a| m.nothing(a),      "is PGWRIT by its old name"),
    call("PGWRIT", 1, 0,      No,   |m, a| m.nothing(a),      "writes a page to the disk"),
    call("RAUTH",  1, 0,      Open, |m, a| m.author(a),       "gives the author of a file"),
    call("RCHST",  1, 0,      No,   |m, a| m.channel_state(a), "gives names and pointer of a channel"),
    call("RCPOS",  1, 0,      No,   |m, a| m.cursor(a),       "gives the position on the terminal"),
    call("RDMPBT", 1, 0,      Open, |m, a| m.dump_bit(a),     "tells whether a file was backed up"),
    call("RENAME", 2, 0,      No,   |m, a| m.rename(a),       "renames a file"),
    call("RENMWO", 2, 0,      No,   |m, a| m.rename_open(a),  "renames the file of a channel"),
    call("RESET",  1, 0,      Any,  |m, a| m.nothing(a),      "resets a device; what is typed ahead stays"),
    call("RESRDT", 1, 0,      Open, |m, a| m.nothing(a),      "forgets that a file was read today"),
    call("RFDATE", 1, 0,      Open, |m, a| m.file_date(a),    "gives the date a file was made"),
    call("RFNAME", 1, 0,      No,   |m, a| m.channel_names(a), "gives names and mode of a channel"),
    call("RFPNTR", 1, 0,      Open, |m, a| m.pointer(a),      "gives where a file is read or written next"),
    call("RQDATE", 0, 0,      No,   |m, a| m.date(a),         "gives date and time as the disk has them"),
    call("RSSIZE", 1, 0,      No,   |m, a| m.screen_size(a),  "gives the size of the terminal"),
    call("SAUTH",  2, 0,      Open, |m, a| m.set_author(a),   "sets the author of a file"),
    call("SCML",   2, 0,      No,   |m, a| m.set_console(a),  "sets the lines for echoing; paper has none"),
    call("SCPOS",  1, 0,      No,   |m, a| m.set_cursor(a),   "says where the cursor is"),
    call("SDMPBT", 2, 0,      Open, |m, a| m.set_dump_bit(a), "says whether a file was backed up"),
    call("SFDATE", 2, 0,      Open, |m, a| m.set_file_date(a), "sets the date a file was made"),
    call("SIOT",   3, 0o6,    Any,  |m, a| m.string_transfer(a), "reads or writes a string"),
    call("SOPEN",  2, 0,      No,   |m, a| m.open_by_string(a), "opens a file by a name in a string"),
    call("SRDATE", 2, 0,      Open, |m, a| m.set_read_date(a), "sets the date a file was read"),
    call("SREAPB", 1, 0,      Open, |m, a| m.set_keep_bit(a), "says whether a file is to be kept"),
    call("SSTATU", 0, 0,      No,   |m, a| m.system_status(a), "gives the state of the system"),
    call("STATUS", 1, 0,      Any,  |m, a| m.status_call(a),  "gives the state of a channel"),
    call("TRANS",  1, 0,      No,   |m, a| m.translate(a),    "translates names of files, by no rules here"),
    call("TTYESC", 1, 0,      No,   |m, a| m.set_console(a),  "makes the next character one for the system"),
    call("TTYFLS", 1, 0,      No,   |m, a| m.set_console(a),  "forgets characters that interrupted"),
    call("TTYGET", 1, 0,      No,   |m, a| m.terminal_states(a), "gives how characters of the terminal work"),
    call("TTYSET", 3, 0,      No,   |m, a| m.set_terminal_states(a), "sets how characters of the terminal work"),
    call("TTYVAR", 2, 0o2,    No,   |m, a| m.terminal_variables(a), "gives and sets variables of the terminal"),
    call("UNLOCK", 1, 0,      No,   |m, a| m.nothing(a),      "lets go of the locks of a job"),
    call("USRMEM", 2, 0o2,    No,   |m, a| m.user_memory(a),  "reads and writes memory of a job"),
    call("USRVAR", 2, 0o2,    No,   |m, a| m.user_variables(a), "gives and sets variables of a job"),
    call("WHYINT", 1, 0,      Open, |m, a| m.why_interrupt(a), "tells why a channel interrupted"),

    absent("ATTACH", "gives jobs a terminal"),
    absent("ATTY",   "passes the terminal to an inferior"),
    absent("CHAOSO", "opens a connection of the Chaosnet"),
    absent("CHAOSQ", "queues a connection of the Chaosnet"),
    absent("DEMSIG", "signals a demon"),
    absent("DETACH", "takes the terminal from jobs"),
    absent("DISOWN", "lets an inferior go"),
    absent("DL10MP", "maps a PDP-11"),
    absent("ECHOIN", "echoes and stores what is typed"),
    absent("FLAP",   "takes off a tape"),
    absent("IPKIOT", "transfers a datagram"),
    absent("JOBCAL", "tells what a job device was called for"),
    absent("JOBGET", "tells what a job device was called for"),
    absent("JOBINT", "interrupts who called a job device"),
    absent("JOBIOC", "fails for who called a job device"),
    absent("JOBRET", "returns to who called a job device"),
    absent("JOBREU", "offers a job device again"),
    absent("JOBSTS", "sets the state of a job device"),
    absent("KLPERF", "uses the meters of a KL10"),
    absent("LOGIN",  "logs in"),
    absent("MLINK",  "makes a link"),
    absent("NETAC",  "accepts a connection"),
    absent("NETBLK", "waits for a connection"),
    absent("NETHST", "tells of a host"),
    absent("NETIMP", "tells of the network"),
    absent("NETINT", "interrupts a connection"),
    absent("NETRFC", "gives a request for a connection"),
    absent("PKTIOT", "transfers a packet"),
    absent("RDDMST", "tells of a demon"),
    absent("RELOAD", "loads the top job again"),
    absent("REOWN",  "takes a job that nobody owns"),
    absent("SETIOC", "fails for who called a job device"),
    absent("SSERVE", "sets the server of a job"),
    absent("STDMST", "sets a demon"),
    absent("STLGET", "tells of a network terminal"),
    absent("STYGET", "tells of a pseudo-terminal"),
    absent("STYNET", "connects a pseudo-terminal"),
    absent("T11MP",  "maps a PDP-11"),
    absent("TCPOPN", "opens a connection"),
    absent("TRANAD", "adds a translation of names"),
    absent("TRANCL", "removes translations of names"),
    absent("TRANDL", "removes a translation of names"),
    absent("TRANEX", "gives translations of names"),
    absent("TRPOPN", "opens a trap for an inferior"),
    absent("TVWHER", "tells where a display is"),
    absent("VIDBUF", "takes a buffer of the display"),
    absent("VIDSW",  "switches a display"),
    absent("WHOLIN", "sets the line at the foot of a display"),
    absent("XGPIM",  "prints on the Xerox printer"),
];
