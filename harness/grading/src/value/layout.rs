//! Layout of values in memory.

use targets::target::Target;

use super::structure::Peek;
use super::{Branch, CELLS, Number, Structure, Value, only, real, show_cell};
use crate::assignment::{Argument, Cells, Item, Nodes, Width};

/// Layout of values in a machine's memory.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    /// Layout of a cell in memory.
    pub cells: Cells,
    /// Bits of a unit of memory: 8, or those of a word.
    pub unit_bits: u32,
    /// Bits of a word.
    pub word_bits: u32,
    /// Whether a word's highest byte comes first.
    pub is_big_endian: bool,
    /// Bits of a word that an address takes.
    pub address_bits: u32,
}

/// A piece of memory of an argument's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Object {
    /// Its first address.
    pub at: u64,
    /// Its content.
    pub units: Vec<u64>,
}

/// An argument in memory.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlacedArgument {
    /// Its word: a number's bits or a pointer.
    pub carried: u64,
    /// Its memory.
    pub objects: Vec<Object>,
}

/// Characters in a word of 36 bits, seven bits each from the left; other units have one character.
const PACKED_CHARACTERS: usize = 5;

/// Units that an object begins at a multiple of.
const ALIGNMENT: u64 = 16;

/// Units around an argument's memory that it may not touch.
pub(crate) const GUARD_UNITS: u64 = 64;

/// Units between two objects of one argument.
const GAP_UNITS: u64 = 32;

impl Layout {
    /// That of a machine.
    #[must_use]
    pub fn of(target: &Target, cells: Cells) -> Self {
        Layout {
            cells,
            unit_bits: target.spec().unit_bits,
            word_bits: target.spec().word_bits,
            is_big_endian: target.is_big_endian(),
            address_bits: target.spec().address_bits,
        }
    }

    /// Units that a cell takes.
    #[must_use]
    pub fn cell_units(self) -> u64 {
        match (self.cells, self.unit_bits) {
            (Cells::Strings, 8) => 10,
            (Cells::Strings, _) => 2,
            (_, 8) => 4,
            _ => 1,
        }
    }

    pub(crate) fn word_units(self) -> u64 {
        u64::from((self.word_bits / self.unit_bits).max(1))
    }

    fn width_units(self, width: Width) -> u64 {
        match (width, self.unit_bits) {
            (Width::Byte, 8) => 1,
            (Width::Half, 8) => 2,
            (Width::Long | Width::Double, 8) => 8,
            _ => self.word_units(),
        }
    }

    /// Whether a unit has several characters.
    fn packs_text(self) -> bool {
        self.unit_bits == 36
    }

    /// Units that characters take.
    pub(crate) fn units_of_characters(self, characters: u64) -> u64 {
        if self.packs_text() { characters.div_ceil(PACKED_CHARACTERS as u64) } else { characters }
    }

    fn text_units(self, most: u16) -> u64 {
        self.units_of_characters(u64::from(most) + 1)
    }

    /// Units of each object that an argument can have at most, the one its pointer names first.
    fn objects(self, kind: Argument) -> Vec<u64> {
        match kind {
            Argument::Cell => vec![self.cell_units()],
            Argument::Board => vec![self.cell_units() * CELLS as u64],
            Argument::Place | Argument::Number(_) | Argument::Size(..) => Vec::new(),
            Argument::Array { count, item, .. } => {
                vec![u64::from(count.high) * self.width_units(item.width)]
            }
            Argument::Matrix { rows, columns, item, has_pointers } => {
                let row = u64::from(columns.high) * self.width_units(item.width);
                let rows = u64::from(rows.high);
                if !has_pointers {
                    return vec![rows * row];
                }
                let all = std::iter::repeat_n(row, rows as usize);
                std::iter::once(rows * self.word_units()).chain(all).collect()
            }
            Argument::Text(most) => vec![self.text_units(most)],
            Argument::Texts { count, most } => {
                let all = std::iter::repeat_n(self.text_units(most), count.high.into());
                std::iter::once(u64::from(count.high) * self.word_units()).chain(all).collect()
            }
            Argument::List(nodes) => vec![2 * self.word_units(); nodes.count.high.into()],
            Argument::Tree(nodes) => vec![3 * self.word_units(); nodes.count.high.into()],
        }
    }

    /// Units that an argument takes with what is around it.
    #[must_use]
    pub(crate) fn room(self, kind: Argument) -> u64 {
        let gaps: u64 = self.objects(kind).iter().map(|&units| slot(units)).sum();
        gaps - gaps.min(GAP_UNITS) + GUARD_UNITS
    }

    /// A value as memory has it from an address on; nodes are in an order that `order` decides.
    #[must_use]
    pub fn place(self, kind: Argument, value: &Value, start: u64, order: u64) -> PlacedArgument {
        let mut places = Places::new(&self.objects(kind), start);
        let one = |units: Vec<u64>| {
            let objects = vec![Object { at: start, units }];
            PlacedArgument { carried: start, objects }
        };
        match (kind, value) {
            (_, Value::Cell(cell)) => one(self.cell(*cell)),
            (_, Value::Board(cells)) => {
                one(cells.iter().flat_map(|&cell| self.cell(cell)).collect())
            }
            (Argument::Number(item), Value::Number(number)) => {
                PlacedArgument { carried: self.bits(item.width, *number), objects: Vec::new() }
            }
            (_, Value::Number(number)) => {
                PlacedArgument { carried: self.bits(Width::Word, *number), objects: Vec::new() }
            }
            (Argument::Array { item, .. }, Value::Array(numbers)) => {
                one(self.numbers(item, numbers))
            }
            (Argument::Matrix { item, has_pointers: false, .. }, Value::Matrix(rows)) => {
                one(rows.iter().flat_map(|row| self.numbers(item, row)).collect())
            }
            (Argument::Matrix { item, .. }, Value::Matrix(rows)) => {
                self.table(places, rows.iter().map(|row| self.numbers(item, row)))
            }
            (Argument::Text(most), Value::Text(text)) => one(self.padded(text, most)),
            (_, Value::Texts(texts)) => {
                self.table(places, texts.iter().map(|text| self.text(text)))
            }
            (Argument::List(nodes), Value::List(values)) => {
                places.shuffle(order);
                self.place_list(nodes, values, &places)
            }
            (Argument::Tree(nodes), Value::Tree(tree)) => {
                places.shuffle(order);
                let mut objects = Vec::new();
                let carried = self.place_tree(nodes, tree, &mut places.rest(), &mut objects);
                PlacedArgument { carried, objects }
            }
            _ => PlacedArgument::default(),
        }
    }

    /// A table of pointers to pieces.
    fn table(self, places: Places, pieces: impl Iterator<Item = Vec<u64>>) -> PlacedArgument {
        let (table, mut rest) = (places.first(), places.rest().skip(1));
        let mut objects = vec![Object { at: table, units: Vec::new() }];
        for units in pieces {
            let Some(at) = rest.next() else { break };
            objects[0].units.extend(self.word(at as i64));
            objects.push(Object { at, units });
        }
        PlacedArgument { carried: table, objects }
    }

    fn place_list(self, nodes: Nodes, values: &[i64], places: &Places) -> PlacedArgument {
        let at: Vec<u64> = places.rest().take(values.len()).collect();
        let next = at.iter().copied().skip(1).chain([0]);
        let objects = at.iter().zip(values).zip(next).map(|((&at, &value), next)| {
            let words = if nodes.links_first { [next as i64, value] } else { [value, next as i64] };
            Object { at, units: words.into_iter().flat_map(|word| self.word(word)).collect() }
        });
        PlacedArgument { carried: at.first().copied().unwrap_or(0), objects: objects.collect() }
    }

    fn place_tree(
        self,
        nodes: Nodes,
        tree: &Branch,
        places: &mut dyn Iterator<Item = u64>,
        objects: &mut Vec<Object>,
    ) -> u64 {
        let Branch::Node(value, both) = tree else { return 0 };
        let Some(at) = places.next() else { return 0 };
        let number = objects.len();
        objects.push(Object { at, units: Vec::new() });
        let left = self.place_tree(nodes, &both.0, places, objects) as i64;
        let right = self.place_tree(nodes, &both.1, places, objects) as i64;
        let words = if nodes.links_first { [left, right, *value] } else { [*value, left, right] };
        objects[number].units = words.into_iter().flat_map(|word| self.word(word)).collect();
        at
    }

    fn cell(self, cell: u16) -> Vec<u64> {
        match self.cells {
            Cells::Strings => self.text(&show_cell(cell)),
            Cells::Masks => self.word(cell.into()),
            Cells::Digits => self.word(only(cell).into()),
        }
    }

    pub(crate) fn word(self, number: i64) -> Vec<u64> {
        self.units(number as u64, self.word_units())
    }

    fn numbers(self, item: Item, numbers: &[Number]) -> Vec<u64> {
        let units = self.width_units(item.width);
        let numbers = numbers.iter().map(|&number| self.bits(item.width, number));
        numbers.flat_map(|bits| self.units(bits, units)).collect()
    }

    /// A number's bits.
    #[must_use]
    pub fn bits(self, width: Width, number: Number) -> u64 {
        match width {
            Width::Single if self.unit_bits != 8 => real::to_word36(number.real()),
            Width::Single => (number.real() as f32).to_bits().into(),
            Width::Double => number.real().to_bits(),
            Width::Long => number.int() as u64,
            Width::Word if self.unit_bits == 8 => number.int() as u32 as u64,
            Width::Word => number.int() as u64 & (u64::MAX >> (64 - self.unit_bits)),
            Width::Half => number.int() as u16 as u64,
            Width::Byte => number.int() as u8 as u64,
        }
    }

    /// The floating-point number of some bits.
    #[must_use]
    pub fn real(self, width: Width, bits: u64) -> f64 {
        match width {
            Width::Double => f64::from_bits(bits),
            _ if self.unit_bits != 8 => real::of_word36(bits),
            _ => f32::from_bits(bits as u32).into(),
        }
    }

    /// Bits as units of memory.
    fn units(self, bits: u64, units: u64) -> Vec<u64> {
        if self.unit_bits != 8 {
            return vec![bits & (u64::MAX >> (64 - self.unit_bits))];
        }
        let bytes = bits.to_le_bytes().into_iter().take(units as usize).map(u64::from);
        if self.is_big_endian { bytes.rev().collect() } else { bytes.collect() }
    }

    /// Units of memory as bits.
    fn gathered(self, units: &[u64]) -> u64 {
        let add = |bits: u64, &unit: &u64| bits << 8 | unit;
        match (self.unit_bits, self.is_big_endian) {
            (8, true) => units.iter().fold(0, add),
            (8, false) => units.iter().rev().fold(0, add),
            _ => units.first().copied().unwrap_or(0),
        }
    }

    /// A number of memory with its sign.
    pub(crate) fn number(self, units: &[u64]) -> i64 {
        let bits =
            if self.unit_bits == 8 { 8 * units.len().clamp(1, 8) as u32 } else { self.unit_bits };
        signed(self.gathered(units), bits)
    }

    /// Characters with a NUL after them.
    pub(crate) fn text(self, text: &str) -> Vec<u64> {
        let bytes: Vec<u8> = text.bytes().chain([0]).collect();
        self.characters(&bytes)
    }

    /// Characters, as memory has them.
    pub(crate) fn characters(self, bytes: &[u8]) -> Vec<u64> {
        let bytes: Vec<u64> = bytes.iter().copied().map(u64::from).collect();
        if !self.packs_text() {
            return bytes;
        }
        let word = |part: &[u64]| {
            let placed = part.iter().enumerate();
            placed.map(|(at, byte)| byte << (29 - 7 * at)).sum()
        };
        bytes.chunks(PACKED_CHARACTERS).map(word).collect()
    }

    fn padded(self, text: &str, most: u16) -> Vec<u64> {
        let mut units = self.text(text);
        units.resize(self.text_units(most) as usize, 0);
        units
    }

    /// The characters in some memory.
    pub(crate) fn bytes(self, units: &[u64]) -> Vec<u64> {
        if !self.packs_text() {
            return units.to_vec();
        }
        let characters = |word: &u64| {
            let word = *word;
            (0..PACKED_CHARACTERS).map(move |at| word >> (29 - 7 * at) & 0x7f)
        };
        units.iter().flat_map(characters).collect()
    }

    /// What an argument's memory is by its shape, where that is more than its units: with the value it
    /// was given, what carried that, and what floating-point numbers may differ by.
    #[must_use]
    pub(crate) fn shape(
        self,
        kind: Argument,
        value: &Value,
        placed: &PlacedArgument,
        tolerance: f64,
        peek: Peek<'_>,
    ) -> Option<Structure> {
        let at = placed.carried;
        Some(match (kind, value) {
            (Argument::List(nodes), _) => self.list(peek, at, nodes.links_first, &[]),
            (Argument::Tree(nodes), _) => {
                Structure::Tree(self.tree(peek, at, nodes.links_first, &[]))
            }
            (_, Value::Texts(texts)) => self.texts_at(peek, at, texts.len()),
            (Argument::Array { item, .. }, _) if item.width.is_real() => {
                let units = self.width_units(item.width) as usize;
                let object = placed.objects.first()?;
                let all = (at..at + object.units.len() as u64).map(|at| peek(at).unwrap_or(0));
                let all: Vec<u64> = all.collect();
                let numbers = all.chunks(units).map(|units| self.gathered(units));
                let numbers = numbers.map(|bits| self.real(item.width, bits)).collect();
                Structure::Rows(vec![numbers], tolerance)
            }
            _ => return None,
        })
    }

    /// Message about the first difference in an argument's memory.
    #[must_use]
    pub fn differs(self, kind: Argument, found: &[u64], right: &[u64]) -> Option<String> {
        let noun = kind.noun();
        let first = |units: u64| {
            let mut pieces = found.chunks(units as usize).zip(right.chunks(units as usize));
            pieces
                .clone()
                .position(|(found, right)| found != right)
                .zip(pieces.find(|(found, right)| found != right))
        };
        let (place, found, right) = match kind {
            Argument::Cell | Argument::Board => {
                let (at, (found, right)) = first(self.cell_units())?;
                let place = if kind == Argument::Board {
                    format!(" in row {}, column {}", at / 9 + 1, at % 9 + 1)
                } else {
                    String::new()
                };
                (place, self.show_cell(found), self.show_cell(right))
            }
            Argument::Array { item, .. } | Argument::Matrix { item, .. } => {
                let (at, (found, right)) = first(self.width_units(item.width))?;
                let is_unsigned = item.low.int() >= 0 && item.width != Width::Word;
                let number = |units| {
                    if is_unsigned { self.gathered(units) as i64 } else { self.number(units) }
                };
                let (found, right) = (number(found), number(right));
                return Some(format!(
                    "{} {at} of the {noun}, counted from 0, is {found}, expected {right}",
                    if item.width == Width::Word { "word" } else { "element" },
                ));
            }
            Argument::Text(_) if found == right => return None,
            Argument::Text(_) => (String::new(), self.show_text(found), self.show_text(right)),
            _ => return None,
        };
        Some(format!("the {noun}{place} is \"{found}\", expected \"{right}\""))
    }

    fn show_cell(self, units: &[u64]) -> String {
        if self.cells != Cells::Strings {
            return units.iter().map(|unit| format!("{unit:x}")).collect::<Vec<_>>().join(".");
        }
        let bytes = self.bytes(units);
        shown(bytes.strip_suffix(&[0]).unwrap_or(&bytes))
    }

    /// A text up to its NUL.
    fn show_text(self, units: &[u64]) -> String {
        let bytes = self.bytes(units);
        shown(bytes.split(|&byte| byte == 0).next().unwrap_or(&[]))
    }
}

/// A number of some bits with its sign.
pub(crate) fn signed(bits: u64, width: u32) -> i64 {
    let above = 64 - width;
    (bits << above) as i64 >> above
}

/// Units from one object to the next.
fn slot(units: u64) -> u64 {
    units.next_multiple_of(ALIGNMENT) + GAP_UNITS
}

/// Possible addresses of an argument's objects.
struct Places(Vec<u64>);

impl Places {
    fn new(objects: &[u64], start: u64) -> Self {
        let places = objects.iter().scan(start, |next, &units| {
            let at = *next;
            *next += slot(units);
            Some(at)
        });
        Places(places.collect())
    }

    fn first(&self) -> u64 {
        self.0.first().copied().unwrap_or(0)
    }

    fn rest(&self) -> impl Iterator<Item = u64> + use<> {
        self.0.clone().into_iter()
    }

    /// Puts them in another order.
    fn shuffle(&mut self, order: u64) {
        let places = &mut self.0;
        for at in (1..places.len()).rev() {
            places.swap(at, crate::rig::mixed(order, at as u64) as usize % (at + 1));
        }
    }
}

fn shown(text: &[u64]) -> String {
    let shown = text.iter().map(|&byte| match u8::try_from(byte) {
        Ok(byte) if byte.is_ascii_graphic() => char::from(byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    });
    shown.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::read_cell;

    const BYTES: Layout = Layout {
        cells: Cells::Strings,
        unit_bits: 8,
        word_bits: 32,
        is_big_endian: false,
        address_bits: 32,
    };
    const WORDS: Layout = Layout { unit_bits: 36, address_bits: 18, ..BYTES };

    fn placed(layout: Layout, kind: &str, value: &Value) -> PlacedArgument {
        layout.place(Argument::named(kind).expect("a kind"), value, 0x100, 7)
    }

    fn units(layout: Layout, kind: &str, value: &Value) -> Vec<u64> {
        placed(layout, kind, value).objects.remove(0).units
    }

    fn ints(numbers: &[i64]) -> Value {
        Value::Array(numbers.iter().map(|&number| Number::Int(number)).collect())
    }

    #[test]
    fn a_cell_is_ten_bytes_or_two_words() {
        let cell = Value::Cell(0b101);
        assert_eq!(units(BYTES, "cell", &cell), b"1.3......\0".map(u64::from));
        let words = units(WORDS, "cell", &cell);
        assert_eq!(words, [0o305_346_327_134, 0o271_345_627_000]);
        assert_eq!(WORDS.show_cell(&words), "1.3......");
        assert_eq!((read_cell("1.3......"), read_cell("3.1......")), (Some(0b101), None));
    }

    #[test]
    fn arrays_and_texts_are_words_and_characters() {
        let big = Layout { is_big_endian: true, ..BYTES };
        let kind = "words 2 -9..9";
        assert_eq!(units(big, kind, &ints(&[1, -2])), [0, 0, 0, 1, 255, 255, 255, 254]);
        assert_eq!(units(WORDS, kind, &ints(&[1, -2])), [1, 0o777_777_777_776]);
        assert_eq!(units(BYTES, "halves 2 -9..9", &ints(&[1, -2])), [1, 0, 254, 255]);
        let doubles = Value::Array(vec![Number::Real(1.0)]);
        assert_eq!(units(big, "doubles 1 0..1", &doubles), [0x3f, 0xf0, 0, 0, 0, 0, 0, 0]);
        let text = Value::Text("abc".to_owned());
        assert_eq!(units(BYTES, "text 5", &text), b"abc\0\0\0".map(u64::from));
        assert_eq!(units(WORDS, "text 5", &text).len(), 2);
    }

    #[test]
    fn what_differs_is_said_in_words() {
        let of = |layout, kind: &str, found: &Value, right: &Value| {
            let [found, right] = [found, right].map(|value| units(layout, kind, value));
            Layout::differs(layout, Argument::named(kind).expect("a kind"), &found, &right)
        };
        let differs = of(WORDS, "words 2 -9..9", &ints(&[1, -2]), &ints(&[1, -3]));
        let expected_message = "word 1 of the array, counted from 0, is -2, expected -3";
        assert_eq!(differs.as_deref(), Some(expected_message));
        let differs = of(BYTES, "bytes 2 0..255", &ints(&[1, 200]), &ints(&[1, 3]));
        let expected_message = "element 1 of the array, counted from 0, is 200, expected 3";
        assert_eq!(differs.as_deref(), Some(expected_message));
        let [abc, ab] = ["abc", "ab"].map(|text| Value::Text(text.to_owned()));
        assert_eq!(of(BYTES, "text 5", &abc, &abc), None);
        let expected_message = "the text is \"abc\", expected \"ab\"";
        assert_eq!(of(BYTES, "text 5", &abc, &ab).as_deref(), Some(expected_message));
    }

    #[test]
    fn linked_structures_are_read_back_as_they_were_placed() {
        let tree = |links| format!("tree 9 0..9{links}");
        let [left, right] = [Branch::node(1, Branch::Empty, Branch::Empty), Branch::Empty];
        let branch = Branch::node(5, Branch::node(3, left, right), Branch::Empty);
        for layout in [BYTES, Layout { is_big_endian: true, ..BYTES }, WORDS] {
            for links in ["", " links-first"] {
                let (tree, list) = (tree(links), format!("list 9 -9..9{links}"));
                let all = [
                    (list.as_str(), Value::List(vec![4, -5, 6]), "[4, -5, 6]"),
                    (list.as_str(), Value::List(Vec::new()), "[]"),
                    (tree.as_str(), Value::Tree(branch.clone()), "[5, [3, [1], []], []]"),
                ];
                for (kind, value, shown) in all {
                    let placed = placed(layout, kind, &value);
                    let peek = |at: u64| {
                        let mut objects = placed.objects.iter();
                        objects.find_map(|object| {
                            object.units.get(at.checked_sub(object.at)? as usize)
                        })
                    };
                    let peek = |at: u64| peek(at).copied();
                    let kind = Argument::named(kind).expect("a kind");
                    let shape = layout.shape(kind, &value, &placed, 0.0, &peek);
                    assert_eq!(shape.map(|shape| shape.to_string()).as_deref(), Some(shown));
                }
            }
        }
        let list = placed(BYTES, "list 9 0..9", &Value::List((0..9).collect()));
        let rise = list.objects.windows(2).all(|pair| pair[0].at < pair[1].at);
        assert!(!rise, "nodes are in no order that a program could count on");
    }

    #[test]
    fn objects_of_an_argument_are_apart_and_within_its_room() {
        for kind in
            ["list 9 0..9", "tree 5 0..9", "texts 4 7", "row-pointers 3 5 0..9", "words 7 0..1"]
        {
            let kind = Argument::named(kind).expect("a kind");
            let objects = BYTES.objects(kind);
            let places = Places::new(&objects, 0x100).0;
            let ends = places.iter().zip(&objects).map(|(at, units)| at + units);
            assert!(ends.clone().zip(&places[1..]).all(|(end, next)| end + GAP_UNITS <= *next));
            assert_eq!(
                ends.max().map(|end| end <= 0x100 + BYTES.room(kind) - GAP_UNITS),
                Some(true)
            );
        }
    }
}
