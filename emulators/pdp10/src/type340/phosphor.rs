//! The screen of the display, which glows for some time after a point was lit.

use std::sync::Arc;

use super::Dot;

/// Points of a side.
pub(crate) const SIDE: i32 = 1024;
const POINTS: usize = (SIDE * SIDE) as usize;
/// Time in which the brightness halves. The tube's P7 glows for about a second.
const HALF_NANOS: u64 = 400_000_000;
/// Ticks of that time: a point fades once in a tick.
const TICKS: u64 = 256;

/// A point, and the tick at which it was as bright as this.
#[derive(Debug, Clone, Copy, Default)]
struct Glow {
    brightness: u8,
    at: u32,
}

impl Glow {
    /// Brightness at a later tick.
    fn faded(self, now: u32) -> u8 {
        if self.brightness == 0 {
            return 0;
        }
        let halves = f64::from(now.saturating_sub(self.at)) / TICKS as f64;
        (f64::from(self.brightness) * (-halves).exp2()) as u8
    }
}

/// Brightness of every point.
#[derive(Debug, Clone)]
pub(crate) struct Phosphor {
    /// Rows from the top, each from the left.
    points: Arc<Vec<Glow>>,
    now: u32,
}

impl Phosphor {
    /// A dark screen.
    pub(crate) fn new(now_nanos: u64) -> Self {
        let points = Arc::new(vec![Glow::default(); POINTS]);
        let mut dark = Phosphor { points, now: 0 };
        dark.pass(now_nanos);
        dark
    }

    /// Lets time pass.
    pub(crate) fn pass(&mut self, now_nanos: u64) {
        self.now = u32::try_from(now_nanos / (HALF_NANOS / TICKS)).unwrap_or(u32::MAX);
    }

    /// Lights a point.
    pub(crate) fn light(&mut self, dot: Dot) {
        let row = SIDE as usize - 1 - usize::from(dot.y);
        let point = row * SIDE as usize + usize::from(dot.x);
        let glow = &mut Arc::make_mut(&mut self.points)[point];
        let brightness = glow.faded(self.now).max(dot.intensity * 32 + 31);
        *glow = Glow { brightness, at: self.now };
    }

    /// Brightness of the points, in rows from the top.
    pub(crate) fn points(&self) -> Vec<u8> {
        self.points.iter().map(|glow| glow.faded(self.now)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_fades() {
        let mut phosphor = Phosphor::new(0);
        phosphor.light(Dot { x: 1, y: 1023, intensity: 7 });
        assert_eq!(phosphor.points()[1], 255);
        phosphor.pass(HALF_NANOS);
        assert_eq!(phosphor.points()[1], 127);
        phosphor.light(Dot { x: 1, y: 1023, intensity: 0 });
        assert_eq!(phosphor.points()[1], 127);
        phosphor.pass(HALF_NANOS * 20);
        assert!(phosphor.points().iter().all(|&point| point == 0));
    }
}
