//! Calls for channels and files.
//!
//! Source: *ITS .CALLS*; *ITS UUOS*; ITS 1652 and its `DISK`.

use crate::Word36;
use crate::files::names::{FileName, TypedName};
use crate::text::{from_sixbit, sixbit};

use super::Answer;
use super::arguments::{Arguments, channel_number};
use super::channels::{Device, Name, Open, OpenFile, OpenJob, mode};
use super::ddt;
use super::disk::{self, FileAttributes, is_directory, is_master_directory, is_new_directory};
use super::errors::{self, code, transfer};
use super::job::{self, variable};
use super::monitor::{CallError, Monitor, Outcome};
use super::terminal::option;

/// Mode bit that writes over a file instead of replacing it.
const WRITE_OVER: u32 = 0o100000;
/// Mode bit that leaves the date of the last read.
const KEEP_READ_DATE: u32 = 0o10;
/// Mode bits that select the style of writing.
const STYLE: u32 = 0o700000;
/// Maximum length of a name in a string.
const LONGEST_NAME: usize = 200;
/// A request to open something.
struct OpenRequest {
    channel: u8,
    mode: u32,
    device: String,
    name: FileName,
    /// The two names as given, for devices that take numbers.
    numbers: [Word36; 2],
}

impl Monitor<'_> {
    /// `.OPEN`: mode and device in one word, then two names.
    pub(super) fn open_block(&mut self, channel: u8, block: u32) -> Outcome<Answer> {
        let word = self.read(block)?;
        let device = from_sixbit(Word36::halves(word.right(), 0));
        let numbers = [self.read_name(block + 1, &device)?, self.read_name(block + 2, &device)?];
        let name = FileName::from_words(self.its.job.directory(), numbers[0], numbers[1]);
        self.open_wanted(OpenRequest { channel, mode: word.left(), device, name, numbers })
    }

    /// Reads a name after the device, which may be missing for the terminal.
    fn read_name(&self, address: u32, device: &str) -> Outcome<Word36> {
        match device {
            "TTY" | "NUL" => Ok(Word36::default()),
            _ => self.read(address),
        }
    }

    /// `OPEN`.
    pub(super) fn open(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let first = arguments.at(0);
        let channel = channel_number(first)?;
        self.its.job.channel_in_hand = channel;
        let numbers = [arguments.at(2), arguments.at(3)];
        let wanted = OpenRequest {
            channel,
            mode: first.left() ^ arguments.control,
            device: from_sixbit(arguments.at(1)),
            name: self.name(arguments.get(4), numbers[0], numbers[1]),
            numbers,
        };
        self.open_wanted(wanted)
    }

    /// `SOPEN`: the name is in a string.
    pub(super) fn open_by_string(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let first = arguments.at(0);
        let channel = channel_number(first)?;
        self.its.job.channel_in_hand = channel;
        let (device, name) = self.name_in_string(arguments.at(1))?;
        let (mode, numbers) = (first.left() ^ arguments.control, [Word36::default(); 2]);
        self.open_wanted(OpenRequest { channel, mode, device, name, numbers })
    }

    fn name(&self, directory: Option<Word36>, first: Word36, second: Word36) -> FileName {
        let given = directory.filter(|&word| word != Word36::default());
        FileName::from_words(given.unwrap_or(self.its.job.directory()), first, second)
    }

    /// Device and name in a string, given by a byte pointer, or by an AOBJN pointer to several.
    fn name_in_string(&self, pointer: Word36) -> Outcome<(String, FileName)> {
        const MOST_STRINGS: u32 = 0o77;
        let several = 0o1000000 - pointer.left();
        let pointers = match several {
            1..=MOST_STRINGS => (0..several).map(|at| self.read(pointer.right() + at)).collect(),
            _ => Ok(vec![pointer]),
        };
        let mut text = Vec::new();
        for pointer in pointers? {
            let whole = if pointer.left() == 0 { 0o440700 } else { pointer.left() };
            let pointer = Word36::halves(whole, pointer.right());
            text.extend(self.string_at(pointer, LONGEST_NAME)?);
        }
        let bad = CallError::Error(code::BAD_NAME);
        let typed = TypedName::parse(&String::from_utf8_lossy(&text)).map_err(|_| bad)?;
        let name = FileName {
            directory: typed.directory.unwrap_or_else(|| from_sixbit(self.its.job.directory())),
            first: typed.first.unwrap_or_default(),
            second: typed.second.unwrap_or_else(|| ">".to_owned()),
        };
        Ok((typed.device.unwrap_or_else(|| "DSK".to_owned()), name))
    }

    fn open_wanted(&mut self, wanted: OpenRequest) -> Outcome<Answer> {
        self.its.job.channel_in_hand = wanted.channel;
        self.close_channel(wanted.channel);
        let mut device = self.device(&wanted)?;
        if let Device::File(file) | Device::Text(_, file) = &mut device {
            disk::keep(self.host, file.kept_bytes())?;
        }
        let mut kept = wanted.mode & mode::STANDARD;
        match device {
            Device::Terminal => kept |= self.terminal_options(wanted.mode),
            // There is no other mode.
            Device::Job(_) => kept |= mode::IMAGE,
            _ => {}
        }
        let channel = self.its.channels.get_mut(wanted.channel);
        (channel.error, channel.transfer_error) = (0, 0);
        channel.open = Some(Open { device, mode: kept });
        Ok(Answer::Skip)
    }

    /// Source: *ITS .CALLS*, `OPEN`, the options of terminals.
    fn terminal_options(&mut self, asked: u32) -> u32 {
        const OUTPUT: [(u32, u32); 3] = [
            (0o10, option::ECHO | option::ECHO_AREA | option::NO_MORE),
            (0o20, option::DISPLAY),
            (0o40, option::SUPER_IMAGE),
        ];
        const ECHO_LINES: u32 = 0o40;
        let lasting = asked & 0o077400;
        if asked & mode::OUTPUT == 0 {
            if self.its.channels.terminal_input().is_none() {
                self.its.terminal.begin_input(asked);
            }
            if let Some(screen) = self.its.terminal.screen_mut().filter(|_| asked & ECHO_LINES != 0)
            {
                screen.set_echo_lines(3);
            }
            return lasting;
        }
        if asked & mode::IMAGE != 0 {
            self.its.terminal.set_image();
        }
        let also = OUTPUT.iter().filter(|&&(bit, _)| asked & bit != 0);
        also.fold(lasting, |options, &(_, bit)| options | bit)
    }

    fn device(&mut self, wanted: &OpenRequest) -> Outcome<Device> {
        let console = format!("T{:02o}", job::CONSOLE);
        match wanted.device.as_str() {
            "TTY" => Ok(Device::Terminal),
            device if device == console => Ok(Device::Terminal),
            "NUL" => Ok(Device::Null),
            "ERR" => self.error_text(wanted),
            "USR" => self.open_job(wanted),
            // Nothing ever arrives from other jobs.
            "IPC" => Ok(Device::Null),
            // The job is not a device for others. Source: ITS 1652, `BOJO`.
            "BOJ" => Err(CallError::Error(code::NOT_AVAILABLE)),
            "JOB" | "OJB" => self.unsupported(&format!("{}:", wanted.device)),
            device => {
                let name = self.on_disk(device, &wanted.name)?;
                self.open_disk(name, wanted.mode)
            }
        }
    }

    /// `USR`: a job by its two names or its number. Opening one that does not exist makes an
    /// inferior. DDT's job does not exist here.
    ///
    /// Source: *ITS USR*, "Opening the USR: device".
    fn open_job(&mut self, wanted: &OpenRequest) -> Outcome<Device> {
        const FOREIGN: u32 = 0o10;
        let none = Word36::default();
        let [user, _] = self.its.job.names();
        let [first, second] = wanted.numbers;
        let owner = if first == none { user } else { first };
        let is_ddt = if second == none {
            first.right() & 0o377 == job::SUPERIOR
        } else {
            owner == user && second == sixbit("HACTRN")
        };
        if is_ddt {
            return self.unsupported("USR:");
        }
        if owner == user && [sixbit("PDP6"), sixbit("PDP10")].contains(&second) {
            // There is no second processor. Source: ITS 1652, before `USROA`.
            return Err(CallError::Error(code::NO_DEVICE));
        }
        let found = if second == none {
            let found = self.job_number(Word36::from(first.right()));
            Some(found.map_err(|_| CallError::Error(code::NO_JOB))?)
        } else {
            self.job_named(owner, second)
        };
        let (writes, foreign) = (wanted.mode & mode::OUTPUT != 0, wanted.mode & FOREIGN != 0);
        let number = match found {
            Some(number) if writes && !self.is_inferior(number) => {
                return Err(CallError::Error(code::NO_MODE));
            }
            Some(number) => number,
            None if foreign => return Err(CallError::Error(code::NO_FILE)),
            None if owner != user => return Err(CallError::Error(code::NO_DIRECTORY)),
            None => self.make_inferior(second)?,
        };
        let names = self.names_of(number).unwrap_or_default();
        let names = [sixbit("USR"), names[0], names[1], none];
        Ok(Device::Job(OpenJob { names, number, address: 0 }))
    }

    fn open_disk(&mut self, name: FileName, asked: u32) -> Outcome<Device> {
        /// Looking for a name takes longer than other calls.
        const WORK: u64 = 1000;
        self.host.work.charge(WORK);
        let by_characters = asked & (mode::BLOCK | mode::IMAGE) == 0;
        if is_new_directory(&name) {
            self.its.disk.make_directory(self.host, &name.directory)?;
            return Ok(Device::Null);
        }
        match (asked & mode::OUTPUT != 0, asked & STYLE) {
            (false, _) if is_directory(&name) || is_master_directory(&name) => {
                self.open_directory(&name, asked)
            }
            (false, _) => self.open_old(&name, asked),
            (true, 0) => {
                let name = self.its.disk.new_name(self.host, &name)?;
                let characters = by_characters.then_some(0);
                Ok(Device::File(OpenFile { name, characters, writes: true, ..OpenFile::default() }))
            }
            (true, WRITE_OVER) => self.open_old(&name, asked),
            _ => Err(CallError::Error(code::NO_MODE)),
        }
    }

    fn open_old(&mut self, name: &FileName, asked: u32) -> Outcome<Device> {
        let name = self.its.disk.find(self.host, name)?;
        let FileAttributes { characters, referenced, .. } = self.its.disk.facts(&name);
        if asked & KEEP_READ_DATE == 0 {
            let today = Word36::halves(self.moment().disk().left(), 0);
            self.its.disk.note(self.host, &name, |facts| facts.referenced = today);
        }
        let (words, writes) = (self.its.disk.words(self.host, &name)?, asked & mode::OUTPUT != 0);
        let rest = OpenFile::default();
        Ok(Device::File(OpenFile { name, words, characters, referenced, writes, ..rest }))
    }

    /// A directory, or the list of them: text with a form feed at the end, or a block of words.
    fn open_directory(&mut self, name: &FileName, asked: u32) -> Outcome<Device> {
        let year = self.moment().year;
        let (disk, machine) = (&self.its.disk, self.its.machine);
        let file = match (is_directory(name), asked & mode::IMAGE != 0) {
            (true, true) => OpenFile::of_words(disk.block(self.host, &name.directory)?),
            (false, true) => OpenFile::of_words(disk.master_block(self.host, year)?),
            (true, false) => {
                OpenFile::of_text(&(disk.listing(self.host, machine, &name.directory)? + "\x0c"))
            }
            (false, false) => OpenFile::of_text(&(disk.master_listing(self.host) + "\x0c")),
        };
        let [directory, first, second] = name.words();
        let names = [sixbit("DSK"), first, second, directory];
        Ok(Device::Text(names, file))
    }

    /// The `ERR` device: message of an error; the two names select the status.
    fn error_text(&self, wanted: &OpenRequest) -> Outcome<Device> {
        let [how, which] = wanted.numbers;
        let status = match how.bits() {
            1 => self.status(self.its.job.bad_channel),
            2 => self.status(which.right() as u8 & 0o17),
            3 => which,
            4 => Word36::halves(which.right(), 0),
            _ => return Err(CallError::Error(code::BAD_NAME)),
        };
        let names = [sixbit("ERR"), Word36::from(3), status, Word36::default()];
        Ok(Device::Text(names, OpenFile::of_text(&(errors::text(status) + "\x0c"))))
    }

    /// Closes a channel; written data becomes a file.
    pub(super) fn close_channel(&mut self, number: u8) {
        let Some(open) = self.its.channels.get_mut(number).open.take() else { return };
        if let Device::File(file) | Device::Text(_, file) = &open.device {
            self.host.files.release(file.kept_bytes());
        }
        let Device::File(file) = open.device else { return };
        if file.deleted {
            if !file.writes {
                self.its.disk.delete(self.host, &file.name);
            }
        } else if file.writes {
            let characters = file.characters.filter(|_| open.mode & mode::BLOCK == 0);
            let author = self.variable(variable::UNAME);
            let facts = self.its.disk.fresh(self.now_nanos(), author, characters);
            self.its.disk.store(self.host, &file.name, &file.words, facts);
        }
    }

    /// `CLOSE`.
    pub(super) fn close(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let channel = arguments.channel()?;
        self.close_channel(channel);
        self.forget_errors(channel);
        Ok(Answer::Skip)
    }

    /// Clears the errors of a closed channel.
    pub(super) fn forget_errors(&mut self, number: u8) {
        let channel = self.its.channels.get_mut(number);
        (channel.error, channel.transfer_error) = (0, 0);
    }

    /// `IOPUSH`.
    pub(super) fn push_channel(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let channel = arguments.channel()?;
        self.push(channel).map(|()| Answer::Skip)
    }

    /// `IOPOP`.
    pub(super) fn pop_channel(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let channel = arguments.channel()?;
        self.pop(channel).map(|()| Answer::Skip)
    }

    /// Pushes a channel.
    pub(super) fn push(&mut self, channel: u8) -> Outcome {
        self.its.job.channel_in_hand = channel;
        if self.its.channels.push(channel) {
            Ok(())
        } else {
            Err(CallError::Channel(transfer::OVER_PUSH))
        }
    }

    /// Pops the channel pushed last, after closing the target channel.
    pub(super) fn pop(&mut self, channel: u8) -> Outcome {
        self.its.job.channel_in_hand = channel;
        self.close_channel(channel);
        let (_, popped) = self.its.channels.pop().ok_or(CallError::Channel(transfer::OVER_POP))?;
        *self.its.channels.get_mut(channel) = popped;
        Ok(())
    }

    /// Pops all channels to where they were pushed from.
    pub(super) fn pop_all(&mut self) -> Answer {
        while let Some((channel, popped)) = self.its.channels.pop() {
            self.close_channel(channel);
            *self.its.channels.get_mut(channel) = popped;
        }
        Answer::Next
    }

    /// File of an open channel, on the disk only.
    pub(super) fn file(&mut self, channel: u8) -> Outcome<&mut OpenFile> {
        match self.its.channels.get_mut(channel).open.as_mut().map(|open| &mut open.device) {
            Some(Device::File(file)) => Ok(file),
            _ => Err(CallError::Error(code::WRONG_DEVICE)),
        }
    }

    /// Name of an open channel's file.
    pub(super) fn file_name(&mut self, arguments: &Arguments) -> Outcome<FileName> {
        Ok(self.file(arguments.channel()?)?.name.clone())
    }

    /// `ACCESS`.
    pub(super) fn access(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        self.set_position(arguments.channel()?, arguments.at(1)).map(|()| Answer::Skip)
    }

    /// Sets the position in a file.
    pub(super) fn set_position(&mut self, channel: u8, position: Word36) -> Outcome {
        let open = self.its.channels.get_mut(channel).open.as_mut();
        let open = open.ok_or(CallError::Error(code::NOT_OPEN))?;
        match &mut open.device {
            Device::Job(job) => job.address = position.right(),
            _ => {
                let file = open.stored().ok_or(CallError::Error(code::WRONG_DEVICE))?;
                file.position = position.bits();
            }
        }
        Ok(())
    }

    /// `RFPNTR`.
    pub(super) fn pointer(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let channel = arguments.channel()?;
        let open = self.its.channels.get_mut(channel).open.as_mut();
        let open = open.ok_or(CallError::Error(code::NOT_OPEN))?;
        let bits = open.byte_bits();
        let file = open.stored().ok_or(CallError::Error(code::WRONG_DEVICE))?;
        arguments.values.extend([Word36::new(file.position), Word36::from(bits)]);
        Ok(Answer::Skip)
    }

    /// `FILLEN`: length in the channel's units, and in those the file was written in.
    pub(super) fn file_length(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let open = self.its.channels.get(arguments.channel()?).open.as_ref();
        let open = open.ok_or(CallError::Error(code::NOT_OPEN))?;
        let file = open.file().ok_or(CallError::Error(code::WRONG_DEVICE))?;
        let (written, bits) = match file.characters {
            Some(characters) => (characters, 7),
            None => (file.words.len() as u64, 36),
        };
        let length = file.length(open.by_characters());
        let sizes = [open.byte_bits(), bits].map(Word36::from);
        arguments.values.extend([Word36::new(length), sizes[0], Word36::new(written), sizes[1]]);
        Ok(Answer::Skip)
    }

    /// `DELETE`: by names, or by a name in a string.
    pub(super) fn delete(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let (device, name) = match arguments.given.len() {
            1 => self.name_in_string(arguments.at(0))?,
            _ => {
                let name = self.name(arguments.get(3), arguments.at(1), arguments.at(2));
                (from_sixbit(arguments.at(0)), name)
            }
        };
        self.delete_file(&device, &name)
    }

    pub(super) fn delete_file(&mut self, device: &str, name: &FileName) -> Outcome<Answer> {
        let name = self.on_disk(device, name)?;
        let name = self.its.disk.find(self.host, &name)?;
        self.its.disk.delete(self.host, &name);
        Ok(Answer::Skip)
    }

    /// `DELEWO`.
    pub(super) fn delete_open(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        self.file(arguments.channel()?)?.deleted = true;
        Ok(Answer::Skip)
    }

    /// `RENAME`: by names, or by names in strings.
    pub(super) fn rename(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        if arguments.given.len() == 2 {
            let (device, from) = self.name_in_string(arguments.at(0))?;
            let (_, to) = self.name_in_string(arguments.at(1))?;
            return self.rename_file(&device, &from, to);
        }
        if arguments.given.len() < 6 {
            return Err(CallError::Error(code::TOO_FEW_ARGUMENTS));
        }
        let from = self.name(arguments.get(3), arguments.at(1), arguments.at(2));
        let to = self.name(arguments.get(3), arguments.at(4), arguments.at(5));
        self.rename_file(&from_sixbit(arguments.at(0)), &from, to)
    }

    pub(super) fn rename_file(
        &mut self,
        device: &str,
        from: &FileName,
        to: FileName,
    ) -> Outcome<Answer> {
        let from = self.on_disk(device, from)?;
        let from = self.its.disk.find(self.host, &from)?;
        let to = FileName { directory: from.directory.clone(), ..to };
        let to = self.its.disk.new_name(self.host, &to)?;
        let today = self.moment().disk().left();
        self.its.disk.rename(self.host, &from, &to, today)?;
        Ok(Answer::Skip)
    }

    /// `RENMWO`.
    pub(super) fn rename_open(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let channel = arguments.channel()?;
        self.its.job.channel_in_hand = channel;
        if self.its.channels.get(channel).open.is_none() {
            return Err(CallError::Error(code::BAD_CHANNEL));
        }
        let to = match arguments.given.len() {
            2 => self.name_in_string(arguments.at(1))?.1,
            _ => self.name(None, arguments.at(1), arguments.at(2)),
        };
        self.rename_channel(channel, to)
    }

    pub(super) fn rename_channel(&mut self, channel: u8, to: FileName) -> Outcome<Answer> {
        let file = self.file(channel)?;
        let (from, writes) = (file.name.clone(), file.writes);
        let to = FileName { directory: from.directory.clone(), ..to };
        let to = self.its.disk.new_name(self.host, &to)?;
        if !writes {
            let today = self.moment().disk().left();
            self.its.disk.rename(self.host, &from, &to, today)?;
        }
        self.file(channel)?.name = to;
        Ok(Answer::Skip)
    }

    /// Names of a channel's target, and the mode to open it again.
    pub(super) fn names_and_mode(&self, channel: u8) -> (Name, u32) {
        let channel = self.its.channels.get(channel);
        (ddt::channel_names(channel), channel.open.as_ref().map_or(0, |open| open.mode))
    }

    /// `RFNAME`: values, and the name as a string if requested.
    pub(super) fn channel_names(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let number = match arguments.given.len() {
            1 => arguments.at(0),
            _ => {
                self.own_job(arguments.at(0)).and_then(|job| match job {
                    own if own == self.its.job.number() => Ok(()),
                    _ => self.unsupported("RFNAME"),
                })?;
                arguments.at(1)
            }
        };
        let (names, mode) = self.names_and_mode(channel_number(number)?);
        arguments.values.extend(names);
        arguments.values.push(Word36::from(mode));
        let string = arguments.at(2);
        if string != Word36::default() {
            let [device, first, second, directory] = names.map(from_sixbit);
            let text = format!("{device}:{directory};{first} {second}").into_bytes();
            let limit = arguments.get(3).map_or(text.len(), |limit| limit.bits() as usize);
            self.store_string(string, &text[..limit.min(text.len())])?;
        }
        Ok(Answer::Skip)
    }

    /// `RCHST`: four names, the pointer, the mode.
    pub(super) fn channel_state(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let state = self.state(arguments.channel()?);
        arguments.values.extend(state);
        Ok(Answer::Skip)
    }

    pub(super) fn state(&mut self, channel: u8) -> [Word36; 6] {
        let ([device, first, second, directory], mode) = self.names_and_mode(channel);
        let position = self.file(channel).map(|file| Word36::new(file.position));
        let position = position.unwrap_or(Word36::from_signed(-1));
        [device, first, second, directory, position, Word36::from(mode)]
    }

    /// `TRANS`: returns the names unchanged, as there are no translations.
    pub(super) fn translate(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let directory = arguments.get(3).unwrap_or(self.its.job.directory());
        let [device, first, second] = [0, 1, 2].map(|rank| arguments.at(rank));
        arguments.values.extend([device, first, second, directory]);
        Ok(Answer::Skip)
    }

    /// `.FDELE`: deletes or renames as its block specifies.
    ///
    /// Source: *ITS UUOS*, `.FDELE`.
    pub(super) fn old_delete(&mut self, block: u32) -> Outcome<Answer> {
        self.its.job.channel_in_hand = 0;
        let mut words = [Word36::default(); 5];
        let used = if self.read(block + 3)? == Word36::default() { 4 } else { 5 };
        for (word, at) in words.iter_mut().zip(block..).take(used) {
            *word = self.read(at)?;
        }
        let [device, first, second, new_first, new_second] = words;
        let device = from_sixbit(Word36::halves(device.right(), 0));
        let to = self.name(None, new_first, new_second);
        if first == Word36::default() {
            let channel = channel_number(second)?;
            return self.rename_channel(channel, to);
        }
        let name = self.name(None, first, second);
        if new_first == Word36::default() {
            self.delete_file(&device, &name)
        } else {
            self.rename_file(&device, &name, to)
        }
    }

    /// Name on the disk for a device; `SYS` and `COM` are directories.
    ///
    /// # Errors
    /// If there is no such device.
    fn on_disk(&self, device: &str, name: &FileName) -> Outcome<FileName> {
        let directory = match device {
            "DSK" => return Ok(name.clone()),
            _ if sixbit(device) == self.its.machine => return Ok(name.clone()),
            "SYS" => "SYS",
            "COM" => "COMMON",
            _ => return Err(CallError::Error(code::NO_DEVICE)),
        };
        Ok(FileName { directory: directory.to_owned(), ..name.clone() })
    }
}
