//! The Type 340 display with the Type 342 character generator.
//!
//! It reads commands of 18 bits, two in a word, and lights points of a screen of 1024 by 1024.
//!
//! Source: *340 Display Programming Manual* (DECUS 7-13); ITS 1652, `ITSDEV`, for the size of
//! characters; `SPCWAR;340DEF` for the bits.

mod font;
mod phosphor;

pub(crate) use phosphor::{Phosphor, SIDE};

use crate::Word36;

/// A lit point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Dot {
    /// Position from the left, 0 to 1023.
    pub(crate) x: u16,
    /// Position from the bottom, 0 to 1023.
    pub(crate) y: u16,
    /// Intensity, 0 to 7.
    pub(crate) intensity: u8,
}

/// Meaning of the next command.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Mode {
    #[default]
    Parameter,
    Point,
    Character,
    Vector,
    VectorContinue,
    Increment,
}

/// Why a display stops before the end of its data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Halt {
    /// Whether it interrupts.
    pub(crate) interrupts: bool,
}

/// Both lengths of a vector.
const MOVES: u32 = 0o077577;

/// Width of a character and height of a line at scale 1: 170 characters and 88 lines fit.
///
/// Source: ITS 1652, `ITSDEV`, `DISO`.
const CHARACTER_STEPS: i32 = 6;
const LINE_STEPS: i32 = 11;

/// State of the display.
#[derive(Debug, Clone, Default)]
pub(crate) struct Type340 {
    mode: Mode,
    x: i32,
    y: i32,
    /// Power of two by which steps are multiplied.
    scale: u32,
    intensity: u8,
    /// Whether characters are of the shifted set, which has the lower-case letters.
    is_shifted: bool,
}

impl Type340 {
    /// Returns to parameter mode and the lower left corner.
    pub(crate) fn reset(&mut self) {
        *self = Type340::default();
    }

    /// Executes both commands of a word.
    ///
    /// # Errors
    /// If a command stops the display; the rest of the word is not executed.
    pub(crate) fn execute(
        &mut self,
        word: Word36,
        light: &mut impl FnMut(Dot),
    ) -> Result<(), Halt> {
        self.command(word.left(), light)?;
        self.command(word.right(), light)
    }

    fn command(&mut self, command: u32, light: &mut impl FnMut(Dot)) -> Result<(), Halt> {
        match self.mode {
            Mode::Parameter => return self.parameter(command),
            Mode::Point => self.point(command, light),
            Mode::Character => self.characters(command, light),
            Mode::Vector => {
                self.vector(command, light);
                self.escape(command);
            }
            Mode::VectorContinue => {
                // The beam moves on to the edge of the screen.
                while self.vector(command, light) && command & MOVES != 0 {}
                self.mode = Mode::Parameter;
            }
            Mode::Increment => self.increments(command, light),
        }
        Ok(())
    }

    /// Bits 2 to 4: mode of the next command. There are no slaves and no subroutines.
    fn set_mode(&mut self, command: u32) {
        self.mode = match command >> 13 & 7 {
            1 => Mode::Point,
            3 => Mode::Character,
            4 => Mode::Vector,
            5 => Mode::VectorContinue,
            6 => Mode::Increment,
            _ => Mode::Parameter,
        };
    }

    /// Bit 0: return to parameter mode.
    fn escape(&mut self, command: u32) {
        if command & 0o400000 != 0 {
            self.mode = Mode::Parameter;
        }
    }

    fn parameter(&mut self, command: u32) -> Result<(), Halt> {
        const STOP: u32 = 0o2000;
        const INTERRUPT: u32 = 0o1000;
        const SET_SCALE: u32 = 0o100;
        const SET_INTENSITY: u32 = 0o10;
        self.set_mode(command);
        if command & SET_SCALE != 0 {
            self.scale = command >> 4 & 3;
        }
        if command & SET_INTENSITY != 0 {
            self.intensity = (command & 7) as u8;
        }
        if command & STOP == 0 {
            return Ok(());
        }
        Err(Halt { interrupts: command & INTERRUPT != 0 })
    }

    fn point(&mut self, command: u32, light: &mut impl FnMut(Dot)) {
        const IS_Y: u32 = 0o200000;
        const LIGHT: u32 = 0o2000;
        let place = (command & 0o1777) as i32;
        if command & IS_Y != 0 {
            self.y = place
        } else {
            self.x = place
        }
        self.set_mode(command);
        if command & LIGHT != 0 {
            self.light(self.x, self.y, light);
        }
    }

    fn light(&self, x: i32, y: i32, light: &mut impl FnMut(Dot)) {
        if let (0..SIDE, 0..SIDE) = (x, y) {
            light(Dot { x: x as u16, y: y as u16, intensity: self.intensity });
        }
    }

    /// Moves along a vector; returns whether it stays on the screen. The edge ends vector mode.
    fn vector(&mut self, command: u32, light: &mut impl FnMut(Dot)) -> bool {
        const LIGHT: u32 = 0o200000;
        const MINUS_Y: u32 = 0o100000;
        const MINUS_X: u32 = 0o200;
        let signed = |bits: u32, is_minus: bool| {
            let steps = ((bits & 0o177) << self.scale) as i32;
            if is_minus { -steps } else { steps }
        };
        let dx = signed(command, command & MINUS_X != 0);
        let dy = signed(command >> 8, command & MINUS_Y != 0);
        let steps = dx.abs().max(dy.abs());
        let (from_x, from_y) = (self.x, self.y);
        // The point nearest to the line, at each step of the longer side.
        let along = |delta: i32, step: i32| (2 * delta * step + steps).div_euclid(2 * steps.max(1));
        if command & LIGHT != 0 {
            for step in 0..=steps {
                self.light(from_x + along(dx, step), from_y + along(dy, step), light);
            }
        }
        let (x, y) = (from_x + dx, from_y + dy);
        self.move_to(x, y)
    }

    /// Moves to a position, or to the edge before it, which returns to parameter mode; returns
    /// whether it is on the screen.
    fn move_to(&mut self, x: i32, y: i32) -> bool {
        (self.x, self.y) = (x.clamp(0, SIDE - 1), y.clamp(0, SIDE - 1));
        let is_inside = (self.x, self.y) == (x, y);
        if !is_inside {
            self.mode = Mode::Parameter;
        }
        is_inside
    }

    /// Four steps of four bits: move in x, to the left; move in y, down.
    fn increments(&mut self, command: u32, light: &mut impl FnMut(Dot)) {
        const LIGHT: u32 = 0o200000;
        let one = 1 << self.scale;
        for shift in [12, 8, 4, 0] {
            let step = command >> shift & 0o17;
            let moved = |moves: u32, back: u32| match (step & moves, step & back) {
                (0, _) => 0,
                (_, 0) => one,
                _ => -one,
            };
            let (x, y) = (self.x + moved(0o10, 0o4), self.y + moved(0o2, 0o1));
            if !self.move_to(x, y) {
                return;
            }
            if command & LIGHT != 0 {
                self.light(x, y, light);
            }
        }
        self.escape(command);
    }

    /// Three characters of six bits.
    fn characters(&mut self, command: u32, light: &mut impl FnMut(Dot)) {
        const LINE_FEED: u32 = 0o33;
        const RETURN: u32 = 0o34;
        const SHIFT_IN: u32 = 0o35;
        const SHIFT_OUT: u32 = 0o36;
        const ESCAPE: u32 = 0o37;
        for shift in [12, 6, 0] {
            match command >> shift & 0o77 {
                LINE_FEED => self.y = (self.y - (LINE_STEPS << self.scale)).max(0),
                RETURN => self.x = 0,
                SHIFT_IN => self.is_shifted = false,
                SHIFT_OUT => self.is_shifted = true,
                ESCAPE => {
                    self.mode = Mode::Parameter;
                    return;
                }
                code => {
                    self.draw(code as u8, light);
                    self.x = (self.x + (CHARACTER_STEPS << self.scale)).min(SIDE - 1);
                }
            }
        }
    }

    /// Draws a character with its lower left corner at the position.
    fn draw(&self, code: u8, light: &mut impl FnMut(Dot)) {
        for (column, line) in font::points(code, self.is_shifted) {
            self.light(self.x + (column << self.scale), self.y + (line << self.scale), light);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points that commands light, in order.
    fn lit(commands: &[u32]) -> Vec<(u16, u16, u8)> {
        let (mut display, mut dots) = (Type340::default(), Vec::new());
        for &command in commands {
            let done =
                display.command(command, &mut |dot| dots.push((dot.x, dot.y, dot.intensity)));
            if done.is_err() {
                break;
            }
        }
        dots
    }

    /// Parameter command: the mode, scale 1, and intensity 7.
    fn first(mode: u32) -> u32 {
        mode << 13 | 0o117
    }

    #[test]
    fn a_point_has_two_commands() {
        assert_eq!(lit(&[first(1), 0o220000 | 5, 0o022000 | 9]), [(9, 5, 7)]);
    }

    #[test]
    fn a_vector_has_signs_and_a_scale() {
        let at = |mode: u32| [first(1), 0o220000 | 4, mode << 13 | 4];
        // Three to the right and one up.
        let right = [&at(4)[..], &[0o200000 | 1 << 8 | 3]].concat();
        assert_eq!(lit(&right), [(4, 4, 7), (5, 4, 7), (6, 5, 7), (7, 5, 7)]);
        // Two to the left and two down, and then a point by escaping.
        let left = [&at(4)[..], &[0o700000 | 2 << 8 | 0o202, first(1), 0o222000]].concat();
        assert_eq!(lit(&left), [(4, 4, 7), (3, 3, 7), (2, 2, 7), (2, 0, 7)]);
        // The edge ends the mode.
        let edge = [first(1), 0o220000, 0o100000, 0o200200 | 5, first(1), 0o022000 | 8];
        assert_eq!(lit(&edge), [(0, 0, 7), (8, 0, 7)]);
        let scaled = [0o020177, 0o220000, 0o100000, 0o200001];
        assert_eq!(lit(&scaled).len(), 9);
    }

    #[test]
    fn a_continued_vector_ends_at_the_edge() {
        let dots = lit(&[first(1), 0o220000, 0o120000 | 1000, 0o200012, first(1), 0o022000 | 3]);
        assert_eq!(dots.last(), Some(&(3, 0, 7)));
        assert_eq!(dots.iter().map(|dot| dot.0).max(), Some(1023));
        // One that does not move ends at once.
        assert_eq!(lit(&[first(5), 0o200000]).len(), 1);
    }

    #[test]
    fn increments_are_four_steps() {
        let at = [first(1), 0o220000 | 4, 0o140000 | 4];
        let steps = [&at[..], &[0o200000 | 0o10 << 12 | 0o2 << 8 | 0o14 << 4 | 0o3]].concat();
        assert_eq!(lit(&steps), [(5, 4, 7), (5, 5, 7), (4, 5, 7), (4, 4, 7)]);
    }

    #[test]
    fn characters_have_cells_of_six_by_eleven() {
        let at = [first(1), 0o220000 | 100, 0o060000 | 10];
        // A period, a return, a line feed, and another one; the escape leaves the rest.
        let text = [0o563433, 0o563737, first(1), 0o022000 | 1];
        let dots = lit(&[&at[..], &text].concat());
        let columns: Vec<_> = dots.iter().map(|dot| (dot.0, dot.1)).collect();
        assert!(columns.contains(&(12, 100)) && columns.contains(&(2, 89)), "{columns:?}");
        assert_eq!(columns.last(), Some(&(1, 89)));
    }

    #[test]
    fn a_stop_ends_the_data() {
        assert_eq!(lit(&[first(1), 0o220000, 0o002000, 0o003000, first(1), 0o022000]).len(), 1);
        let mut display = Type340::default();
        let halt = display.command(0o003000, &mut |_| ());
        assert_eq!(halt, Err(Halt { interrupts: true }));
    }
}
