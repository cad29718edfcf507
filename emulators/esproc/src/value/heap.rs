//! Storage of text and sequences, and garbage collection.
//!
//! Values refer to their storage by index, so a copy of the whole heap is a copy of the program's
//! state. A collection marks from the given roots and keeps the freed slots, with their capacity,
//! for new sequences.

use std::cell::Cell;
use std::ops::Range;

use super::{Value, ValueError};

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
    /// Members processed since the current cell began, to charge for long operations.
    work: Cell<u64>,
}

#[derive(Debug, Clone, Default)]
struct Sequence {
    members: Vec<Value>,
    /// Index of the sequence of field names plus one, for a table or record.
    names: usize,
    /// Owner cell plus one.
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

/// Cost of a slot in bytes, besides its content: the slot itself, spare capacity of the list of
/// slots, and allocator overhead.
const PLACE_BYTES: usize = 112;
/// Maximum length of a text; several copies may exist while one is made.
pub(crate) const LONGEST_TEXT: usize = 64 << 20;
/// Bytes per member.
const MEMBER_BYTES: usize = size_of::<Value>();
/// Characters that take as long to process as one member.
const CHARACTERS_OF_A_MEMBER: usize = 8;
/// Minimum size for which a collection is worthwhile.
const LEAST_BYTES: usize = 1 << 20;
/// Maximum number of members that one operation may process: several seconds.
const MOST_WORK: u64 = 1_000_000_000;
/// Capacity for members that a freed slot keeps.
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

    /// Maximum bytes of values.
    pub(crate) fn most_bytes(&self) -> usize {
        self.most_bytes
    }

    /// Counts processed members.
    ///
    /// # Errors
    /// If one operation processes too many.
    pub(crate) fn spend(&self, members: u64) -> Result<(), ValueError> {
        let work = self.work.get().saturating_add(members);
        self.work.set(work);
        if work > MOST_WORK {
            return Err(ValueError::other("the sequences are too long for this operation"));
        }
        Ok(())
    }

    /// Counts all members of these sequences, and the characters of these texts.
    ///
    /// # Errors
    /// As [`spend`](Self::spend).
    pub(crate) fn spend_on(&self, values: &[Value]) -> Result<(), ValueError> {
        let length = |value: &Value| match value {
            Value::Sequence(place) => self.members(*place).len(),
            Value::Text(place) => self.characters(*place).len() / CHARACTERS_OF_A_MEMBER,
            _ => 0,
        };
        self.spend(values.iter().map(length).sum::<usize>() as u64)
    }

    /// Work counted but not yet taken.
    pub(crate) fn work(&self) -> u64 {
        self.work.get()
    }

    /// Takes the counted work.
    pub(crate) fn take_work(&self) -> u64 {
        self.work.take()
    }

    /// Checks that more bytes are allowed.
    pub(crate) fn room(&self, bytes: usize) -> Result<(), ValueError> {
        if self.bytes.saturating_add(bytes) > self.most_bytes {
            return Err(ValueError::Memory);
        }
        Ok(())
    }

    /// Checks that a text of this size is allowed.
    pub(crate) fn room_for_text(&self, bytes: usize) -> Result<(), ValueError> {
        if bytes > LONGEST_TEXT {
            return Err(ValueError::other("text is limited to 64 MiB"));
        }
        self.room(bytes)
    }

    /// Creates a text.
    pub(crate) fn text(&mut self, text: String) -> Result<Value, ValueError> {
        Ok(Value::Text(self.text_place(text)?))
    }

    fn text_place(&mut self, text: String) -> Result<usize, ValueError> {
        let bytes = PLACE_BYTES + text.len();
        self.room_for_text(text.len())?;
        self.room(bytes)?;
        self.spend((text.len() / CHARACTERS_OF_A_MEMBER) as u64)?;
        self.bytes += bytes;
        let entry = Text { text, state: State::Used };
        Ok(place(&mut self.texts, &mut self.free_texts, |slot| *slot = entry))
    }

    /// Characters of a text or of a file's name.
    pub(crate) fn characters(&self, place: usize) -> &str {
        &self.texts[place].text
    }

    /// Empty list with capacity for members, to become a sequence by [`finish`](Self::finish).
    #[inline]
    pub(crate) fn start(&mut self, members: usize) -> Result<(usize, Vec<Value>), ValueError> {
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

    /// Turns the list into the sequence for which it was started.
    #[inline]
    pub(crate) fn finish(&mut self, at: usize, list: Vec<Value>) -> Value {
        self.bytes += list.len() * MEMBER_BYTES;
        self.sequences[at].members = list;
        Value::Sequence(at)
    }

    /// Creates a sequence of these members.
    pub(crate) fn sequence(&mut self, members: &[Value]) -> Result<Value, ValueError> {
        let (at, mut list) = self.start(members.len())?;
        list.extend_from_slice(members);
        Ok(self.finish(at, list))
    }

    /// Creates a sequence of some members of another, by number from 1; all must exist.
    pub(crate) fn part(
        &mut self,
        of: usize,
        positions: impl ExactSizeIterator<Item = usize>,
    ) -> Result<Value, ValueError> {
        let (at, mut list) = self.start(positions.len())?;
        let members = &self.sequences[of].members;
        list.extend(positions.map(|position| members[position - 1]));
        Ok(self.finish(at, list))
    }

    /// Creates a sequence of adjacent members of another, by index from 0; all must exist.
    pub(crate) fn stretch(
        &mut self,
        of: usize,
        positions: Range<usize>,
    ) -> Result<Value, ValueError> {
        let (at, mut list) = self.start(positions.len())?;
        list.extend_from_slice(&self.sequences[of].members[positions]);
        Ok(self.finish(at, list))
    }

    /// Members of a sequence, or values of a record.
    pub(crate) fn members(&self, place: usize) -> &[Value] {
        &self.sequences[place].members
    }

    /// Copy of the members, if there is memory for it.
    pub(crate) fn copied(&self, place: usize) -> Result<Vec<Value>, ValueError> {
        let members = self.members(place);
        self.room(size_of_val(members))?;
        Ok(members.to_vec())
    }

    /// Members of a sequence, for changes in place.
    pub(crate) fn members_mut(&mut self, place: usize) -> &mut [Value] {
        &mut self.sequences[place].members
    }

    /// Appends a member.
    pub(crate) fn push(&mut self, place: usize, value: Value) -> Result<(), ValueError> {
        self.room(MEMBER_BYTES)?;
        self.bytes += MEMBER_BYTES;
        self.sequences[place].members.push(value);
        Ok(())
    }

    /// Replaces the members of a sequence.
    pub(crate) fn replace(&mut self, place: usize, list: Vec<Value>) -> Result<(), ValueError> {
        let old = self.sequences[place].members.len();
        self.room(list.len().saturating_sub(old) * MEMBER_BYTES)?;
        self.bytes = self.bytes - old * MEMBER_BYTES + list.len() * MEMBER_BYTES;
        self.spend(list.len() as u64)?;
        self.sequences[place].members = list;
        Ok(())
    }

    /// Index of the field names of a table or record.
    pub(crate) fn names(&self, place: usize) -> Option<usize> {
        self.sequences[place].names.checked_sub(1)
    }

    /// Makes a sequence a table or record with these field names.
    pub(crate) fn set_names(&mut self, place: usize, names: usize) {
        self.sequences[place].names = names + 1;
    }

    /// Number of the field with this name, from 0.
    pub(crate) fn field(&self, place: usize, name: &str) -> Option<usize> {
        let names = self.members(self.names(place)?);
        names
            .iter()
            .position(|value| matches!(value, Value::Text(text) if self.characters(*text) == name))
    }

    /// Owner cell of a sequence.
    pub(crate) fn owner(&self, place: usize) -> Option<u32> {
        self.sequences.get(place)?.owner.checked_sub(1)
    }

    /// Sets the owner cell of a sequence without one; returns whether it did.
    pub(crate) fn set_owner(&mut self, place: usize, cell: u32) -> bool {
        let sequence = &mut self.sequences[place];
        let born = sequence.owner == 0;
        if born {
            sequence.owner = cell + 1;
        }
        born
    }

    /// Whether enough was allocated since the last collection.
    pub(crate) fn is_due(&self) -> bool {
        self.bytes >= self.due_at
    }

    /// Frees everything that is unreachable from the roots.
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

    /// Frees unmarked slots; returns the bytes of the others.
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

/// Prepares a free or new slot.
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
