//! Where text and sequences lie, and how what nobody holds any more is found.
//!
//! Values name their places by number, so a copy of the whole heap is a copy of the program's
//! state. A collection marks from the roots it is given and keeps the freed places, with the
//! room they had, for the next sequences.

use std::cell::Cell;
use std::ops::Range;

use super::{Value, Wrong};

/// Text and sequences.
#[derive(Debug, Clone)]
pub(crate) struct Heap {
    sequences: Vec<Sequence>,
    texts: Vec<Text>,
    free_sequences: Vec<usize>,
    free_texts: Vec<usize>,
    /// Bytes in use, or not yet collected.
    bytes: usize,
    /// Bytes in use at which the next collection is due.
    due_at: usize,
    most_bytes: usize,
    /// Members looked at since a cell began, so that a long one counts for what it is.
    work: Cell<u64>,
}

#[derive(Debug, Clone, Default)]
struct Sequence {
    members: Vec<Value>,
    /// Of a table or record: place of the sequence of field names, plus one.
    names: usize,
    /// The cell it was born to, plus one.
    owner: u32,
    state: State,
}

#[derive(Debug, Clone, Default)]
struct Text {
    text: String,
    state: State,
}

#[derive(Debug, Clone, Copy, Default, PartialEq)]
enum State {
    #[default]
    Free,
    Used,
    Marked,
}

/// Bytes that a place costs beside what it holds: itself, room for others that the list of places
/// grows by, and what the allocator adds.
const PLACE_BYTES: usize = 112;
/// The longest text; while one is made there may be some copies of it.
pub(crate) const LONGEST_TEXT: usize = 64 << 20;
/// Bytes of a member.
const MEMBER_BYTES: usize = size_of::<Value>();
/// Characters that take as long to look at as a member.
const CHARACTERS_OF_A_MEMBER: usize = 8;
/// A collection is not worth its while for less.
const LEAST_BYTES: usize = 1 << 20;
/// Members that one operation may look at: some seconds.
const MOST_WORK: u64 = 1_000_000_000;
/// Room for members that a freed place keeps.
const KEPT_MEMBERS: usize = 128;

impl Heap {
    pub(crate) fn new(most_bytes: usize) -> Self {
        Heap {
            sequences: Vec::new(),
            texts: Vec::new(),
            free_sequences: Vec::new(),
            free_texts: Vec::new(),
            bytes: 0,
            due_at: LEAST_BYTES,
            most_bytes,
            work: Cell::new(0),
        }
    }

    /// Bytes that values may take.
    pub(crate) fn most_bytes(&self) -> usize {
        self.most_bytes
    }

    /// Counts members that are looked at.
    ///
    /// # Errors
    /// When one operation looks at more than anybody waits for.
    pub(crate) fn spend(&self, members: u64) -> Result<(), Wrong> {
        let work = self.work.get().saturating_add(members);
        self.work.set(work);
        if work > MOST_WORK {
            return Err(Wrong::other("the sequences are too long for this operation"));
        }
        Ok(())
    }

    /// Counts all members of these sequences, and the characters of these texts.
    ///
    /// # Errors
    /// As [`spend`](Self::spend).
    pub(crate) fn spend_on(&self, values: &[Value]) -> Result<(), Wrong> {
        let length = |value: &Value| match value {
            Value::Sequence(place) => self.members(*place).len(),
            Value::Text(place) => self.characters(*place).len() / CHARACTERS_OF_A_MEMBER,
            _ => 0,
        };
        self.spend(values.iter().map(length).sum::<usize>() as u64)
    }

    /// What was counted and not taken.
    pub(crate) fn work(&self) -> u64 {
        self.work.get()
    }

    /// What was counted, and from now on less by it.
    pub(crate) fn take_work(&self) -> u64 {
        self.work.take()
    }

    /// Whether so many bytes more are allowed.
    pub(crate) fn room(&self, bytes: usize) -> Result<(), Wrong> {
        if self.bytes.saturating_add(bytes) > self.most_bytes {
            return Err(Wrong::Memory);
        }
        Ok(())
    }

    /// Whether a text of so many bytes is allowed.
    pub(crate) fn room_for_text(&self, bytes: usize) -> Result<(), Wrong> {
        if bytes > LONGEST_TEXT {
            return Err(Wrong::other("text is limited to 64 MiB"));
        }
        self.room(bytes)
    }

    /// New text.
    pub(crate) fn text(&mut self, text: String) -> Result<Value, Wrong> {
        Ok(Value::Text(self.text_place(text)?))
    }

    fn text_place(&mut self, text: String) -> Result<usize, Wrong> {
        let bytes = PLACE_BYTES + text.len();
        self.room_for_text(text.len())?;
        self.room(bytes)?;
        self.spend((text.len() / CHARACTERS_OF_A_MEMBER) as u64)?;
        self.bytes += bytes;
        let entry = Text { text, state: State::Used };
        Ok(place(&mut self.texts, &mut self.free_texts, |slot| *slot = entry))
    }

    /// The characters of a text, a file's name included.
    pub(crate) fn characters(&self, place: usize) -> &str {
        &self.texts[place].text
    }

    /// An empty list with room for members, to become a sequence by [`finish`](Self::finish).
    #[inline]
    pub(crate) fn start(&mut self, members: usize) -> Result<(usize, Vec<Value>), Wrong> {
        self.room(PLACE_BYTES.saturating_add(members.saturating_mul(MEMBER_BYTES)))?;
        let sequences = &mut self.sequences;
        let at = place(sequences, &mut self.free_sequences, |slot| slot.state = State::Used);
        let mut list = std::mem::take(&mut self.sequences[at].members);
        list.clear();
        list.reserve(members);
        self.bytes += PLACE_BYTES;
        self.spend(members as u64)?;
        Ok((at, list))
    }

    /// The list as the sequence it was started for.
    #[inline]
    pub(crate) fn finish(&mut self, at: usize, list: Vec<Value>) -> Value {
        self.bytes += list.len() * MEMBER_BYTES;
        self.sequences[at].members = list;
        Value::Sequence(at)
    }

    /// A new sequence of these members.
    pub(crate) fn sequence(&mut self, members: &[Value]) -> Result<Value, Wrong> {
        let (at, mut list) = self.start(members.len())?;
        list.extend_from_slice(members);
        Ok(self.finish(at, list))
    }

    /// A new sequence of some members of another, by number from 1; all must be there.
    pub(crate) fn part(
        &mut self,
        of: usize,
        positions: impl ExactSizeIterator<Item = usize>,
    ) -> Result<Value, Wrong> {
        let (at, mut list) = self.start(positions.len())?;
        let members = &self.sequences[of].members;
        list.extend(positions.map(|position| members[position - 1]));
        Ok(self.finish(at, list))
    }

    /// A new sequence of neighbouring members of another, by number from 0; all must be there.
    pub(crate) fn stretch(&mut self, of: usize, positions: Range<usize>) -> Result<Value, Wrong> {
        let (at, mut list) = self.start(positions.len())?;
        list.extend_from_slice(&self.sequences[of].members[positions]);
        Ok(self.finish(at, list))
    }

    /// The members of a sequence, the values of a record.
    pub(crate) fn members(&self, place: usize) -> &[Value] {
        &self.sequences[place].members
    }

    /// A copy of them, for which there has to be room.
    pub(crate) fn copied(&self, place: usize) -> Result<Vec<Value>, Wrong> {
        let members = self.members(place);
        self.room(size_of_val(members))?;
        Ok(members.to_vec())
    }

    /// The same, to be changed in place.
    pub(crate) fn members_mut(&mut self, place: usize) -> &mut [Value] {
        &mut self.sequences[place].members
    }

    /// Adds a member at the end.
    pub(crate) fn push(&mut self, place: usize, value: Value) -> Result<(), Wrong> {
        self.room(MEMBER_BYTES)?;
        self.bytes += MEMBER_BYTES;
        self.sequences[place].members.push(value);
        Ok(())
    }

    /// Gives a sequence other members.
    pub(crate) fn replace(&mut self, place: usize, list: Vec<Value>) -> Result<(), Wrong> {
        let old = self.sequences[place].members.len();
        self.room(list.len().saturating_sub(old) * MEMBER_BYTES)?;
        self.bytes = self.bytes - old * MEMBER_BYTES + list.len() * MEMBER_BYTES;
        self.spend(list.len() as u64)?;
        self.sequences[place].members = list;
        Ok(())
    }

    /// The names of the fields of a table or record.
    pub(crate) fn names(&self, place: usize) -> Option<usize> {
        self.sequences[place].names.checked_sub(1)
    }

    /// Makes a sequence a table, or a record, of fields with these names.
    pub(crate) fn set_names(&mut self, place: usize, names: usize) {
        self.sequences[place].names = names + 1;
    }

    /// Number of the field of this name, from 0.
    pub(crate) fn field(&self, place: usize, name: &str) -> Option<usize> {
        let names = self.members(self.names(place)?);
        names
            .iter()
            .position(|value| matches!(value, Value::Text(text) if self.characters(*text) == name))
    }

    /// The cell a sequence was born to.
    pub(crate) fn owner(&self, place: usize) -> Option<u32> {
        self.sequences.get(place)?.owner.checked_sub(1)
    }

    /// Gives a sequence to a cell when it has none; true when it did.
    pub(crate) fn adopt(&mut self, place: usize, cell: u32) -> bool {
        let sequence = &mut self.sequences[place];
        let born = sequence.owner == 0;
        if born {
            sequence.owner = cell + 1;
        }
        born
    }

    /// Whether enough was made since the last collection.
    pub(crate) fn is_due(&self) -> bool {
        self.bytes >= self.due_at
    }

    /// Frees what cannot be reached from the roots.
    pub(crate) fn collect(&mut self, roots: impl Iterator<Item = Value>) {
        let mut open = Vec::new();
        for root in roots {
            self.mark(root, &mut open);
        }
        while let Some(place) = open.pop() {
            for at in 0..self.sequences[place].members.len() {
                self.mark(self.sequences[place].members[at], &mut open);
            }
        }
        self.bytes = self.sweep();
        self.due_at = (2 * self.bytes).max(self.bytes + LEAST_BYTES);
    }

    fn mark(&mut self, value: Value, open: &mut Vec<usize>) {
        match value {
            Value::Text(place) | Value::File(place) => {
                self.texts[place].state = State::Marked;
            }
            Value::Sequence(place) | Value::Record(place) | Value::Range(place) => {
                let mut next = Some(place);
                while let Some(place) = next {
                    let sequence = &mut self.sequences[place];
                    if sequence.state == State::Marked {
                        return;
                    }
                    sequence.state = State::Marked;
                    next = sequence.names.checked_sub(1);
                    open.push(place);
                }
            }
            _ => {}
        }
    }

    /// Frees unmarked places; the bytes of the others.
    fn sweep(&mut self) -> usize {
        let mut bytes = 0;
        for (at, sequence) in self.sequences.iter_mut().enumerate() {
            match sequence.state {
                State::Free => {}
                State::Marked => {
                    sequence.state = State::Used;
                    bytes += PLACE_BYTES + sequence.members.len() * MEMBER_BYTES;
                }
                State::Used => {
                    let mut members = std::mem::take(&mut sequence.members);
                    members.clear();
                    *sequence = Sequence::default();
                    if members.capacity() <= KEPT_MEMBERS {
                        sequence.members = members;
                    }
                    self.free_sequences.push(at);
                }
            }
        }
        for (at, text) in self.texts.iter_mut().enumerate() {
            match text.state {
                State::Free => {}
                State::Marked => {
                    text.state = State::Used;
                    bytes += PLACE_BYTES + text.text.len();
                }
                State::Used => {
                    *text = Text::default();
                    self.free_texts.push(at);
                }
            }
        }
        bytes
    }
}

/// A free place, or a new one, made ready.
fn place<T: Default>(
    places: &mut Vec<T>,
    free: &mut Vec<usize>,
    ready: impl FnOnce(&mut T),
) -> usize {
    let at = free.pop().unwrap_or_else(|| {
        places.push(T::default());
        places.len() - 1
    });
    ready(&mut places[at]);
    at
}
