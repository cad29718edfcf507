//! The screen of the display, which glows for some time after a point was lit.

use std::sync::Arc;

use super::Dot;

/// Points of a side.
pub(crate) const SIDE: i32 = 1024;
const POINTS: usize = (SIDE * SIDE) as usize;
/// Time in which the brightness halves. The tube's P7 glows for about a second.
const HALF_NANOS: u64 = 400_000_000;
/// Parts of that time after which all points fade.
const FADES: u64 = 8;

/// Brightness of every point.
#[derive(Debug, Clone)]
pub(crate) struct Phosphor {
    /// Rows from the top, each from the left.
    points: Arc<Vec<u8>>,
    /// Time up to which the points have faded.
    faded_nanos: u64,
}

impl Phosphor {
    /// A dark screen.
    pub(crate) fn new(now_nanos: u64) -> Self {
        Phosphor { points: Arc::new(vec![0; POINTS]), faded_nanos: now_nanos }
    }

    /// Fades all points up to now.
    pub(crate) fn fade(&mut self, now_nanos: u64) {
        let parts = now_nanos.saturating_sub(self.faded_nanos) / (HALF_NANOS / FADES);
        if parts == 0 {
            return;
        }
        self.faded_nanos += parts * (HALF_NANOS / FADES);
        let factor = 2f64.powf(-(parts as f64) / FADES as f64);
        let fade = |point: &mut u8| *point = (f64::from(*point) * factor) as u8;
        Arc::make_mut(&mut self.points).iter_mut().for_each(fade);
    }

    /// Lights a point.
    pub(crate) fn light(&mut self, dot: Dot) {
        let row = SIDE as usize - 1 - usize::from(dot.y);
        let point = row * SIDE as usize + usize::from(dot.x);
        let brightness = dot.intensity * 32 + 31;
        let points = Arc::make_mut(&mut self.points);
        points[point] = points[point].max(brightness);
    }

    /// Brightness of the points, in rows from the top.
    pub(crate) fn points(&self) -> &[u8] {
        &self.points
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
        phosphor.fade(HALF_NANOS);
        assert_eq!(phosphor.points()[1], 127);
        phosphor.light(Dot { x: 1, y: 1023, intensity: 0 });
        assert_eq!(phosphor.points()[1], 127);
        phosphor.fade(HALF_NANOS * 20);
        assert!(phosphor.points().iter().all(|&point| point == 0));
    }
}
