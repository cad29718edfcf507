//! Scales: positions of numbers on a drawing, and tick marks.

use targets::escape::grouped;

/// Scale from numbers to positions.
#[derive(Debug, Clone, Copy)]
pub struct Scale {
    is_log: bool,
    domain: (f64, f64),
    range: (f64, f64),
}

/// Divisions of a decade, the finest first.
const DIVISIONS: [&[f64]; 4] =
    [&[1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0], &[1.0, 2.0, 3.0, 5.0], &[1.0, 2.0, 5.0], &[1.0, 3.0]];

impl Scale {
    /// Linear scale.
    #[must_use]
    pub fn linear(domain: (f64, f64), range: (f64, f64)) -> Self {
        let (low, high) = domain;
        let domain = if high > low { domain } else { (low - 0.5, low + 0.5) };
        Scale { is_log: false, domain, range }
    }

    /// Logarithmic scale of positive numbers.
    #[must_use]
    pub fn log((low, high): (f64, f64), range: (f64, f64)) -> Self {
        let low = low.max(f64::MIN_POSITIVE);
        let domain = if high > low { (low, high) } else { (low / 1.1, low * 1.1) };
        Scale { is_log: true, domain, range }
    }

    /// Scale whose domain is wider by this share at both ends.
    #[must_use]
    pub fn wider(self, share: f64) -> Self {
        let (low, high) = self.domain;
        let domain = if self.is_log {
            let more = (high / low).powf(share);
            (low / more, high * more)
        } else {
            let more = (high - low) * share;
            (low - more, high + more)
        };
        Scale { domain, ..self }
    }

    /// Position of a number, clamped to the ends.
    #[must_use]
    pub fn at(&self, value: f64) -> f64 {
        let (low, high) = self.domain;
        let share = if self.is_log {
            (value.max(f64::MIN_POSITIVE) / low).ln() / (high / low).ln()
        } else {
            (value - low) / (high - low)
        };
        self.range.0 + share.clamp(0.0, 1.0) * (self.range.1 - self.range.0)
    }

    /// Ends of the domain.
    #[must_use]
    pub fn domain(&self) -> (f64, f64) {
        self.domain
    }

    /// At most `most` round numbers within the domain, in ascending order.
    #[must_use]
    pub fn ticks(&self, most: usize) -> Vec<f64> {
        let most = most.max(2);
        if !self.is_log {
            return linear_ticks(self.domain, most);
        }
        let found = DIVISIONS.iter().map(|of_decade| self.log_ticks(of_decade, 1));
        let decades = (1..=300).map(|step| self.log_ticks(&[1.0], step));
        let fits = |ticks: &Vec<f64>| ticks.len() <= most;
        let log = found.chain(decades).find(fits).unwrap_or_default();
        // Within a decade even steps are no longer crowded at one end.
        let (low, high) = self.domain;
        if log.len() >= most.min(4) || high / low > 10.0 {
            log
        } else {
            linear_ticks(self.domain, most)
        }
    }

    /// These parts of every `step`th decade within the domain.
    fn log_ticks(&self, of_decade: &[f64], step: usize) -> Vec<f64> {
        let (low, high) = self.domain;
        let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
        let decades = (first..=last).filter(|decade| decade.rem_euclid(step as i32) == 0);
        let all = decades.flat_map(|decade| {
            let of_one = move |part: &f64| {
                if decade < 0 { part / 10_f64.powi(-decade) } else { part * 10_f64.powi(decade) }
            };
            of_decade.iter().map(of_one)
        });
        all.filter(|tick| (low..=high).contains(tick)).collect()
    }
}

/// Multiples of 1, 2 or 5 times a power of ten.
fn linear_ticks((low, high): (f64, f64), most: usize) -> Vec<f64> {
    let rough = (high - low) / (most as f64 - 1.0);
    let power = 10_f64.powf(rough.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0].map(|part| part * power);
    let ticks = |step: f64| -> Vec<f64> {
        let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
        // Decimal fractions by division, so that 0.3 is 0.3.
        let one =
            |n: i64| if step < 1.0 { n as f64 / (1.0 / step).round() } else { n as f64 * step };
        (first..=last).map(one).collect()
    };
    steps.into_iter().map(ticks).find(|ticks| ticks.len() <= most).unwrap_or_default()
}

/// Short text of a number at an axis.
///
/// ```
/// use reports::svg::shown;
/// assert_eq!(shown(0.25), "0.25");
/// assert_eq!(shown(20_000.0), "20,000");
/// assert_eq!(shown(3_000_000.0), "3 M");
/// ```
#[must_use]
pub fn shown(value: f64) -> String {
    for (unit, name) in [(1e9, "G"), (1e6, "M")] {
        if value >= unit {
            return format!("{} {name}", short(value / unit));
        }
    }
    if value >= 1000.0 { grouped(value.round() as u64) } else { short(value) }
}

/// At most four significant digits, without trailing zeros.
fn short(value: f64) -> String {
    let places = (3 - value.abs().max(1e-9).log10().floor() as i32).clamp(0, 9) as usize;
    let text = format!("{value:.places$}");
    if !text.contains('.') {
        return text;
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        let log = |low, high, most| Scale::log((low, high), (0.0, 100.0)).ticks(most);
        assert_eq!(log(0.23, 3.4, 6), [0.3, 0.5, 1.0, 2.0, 3.0]);
        assert_eq!(log(1.0, 1e6, 7), [1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6]);
        assert_eq!(log(1.0, 1e6, 4), [1.0, 100.0, 1e4, 1e6]);
        assert_eq!(log(0.5, 1.1, 9), [0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1]);
        assert_eq!(log(0.9, 1.1, 5), [0.9, 0.95, 1.0, 1.05, 1.1], "less than a decade: even steps");
        let linear = Scale::linear((0.0, 950.0), (0.0, 1.0)).ticks(6);
        assert_eq!(linear, [0.0, 200.0, 400.0, 600.0, 800.0]);
        for most in 2..9 {
            for high in [1.0001, 1.3, 2.0, 9.0, 77.0, 1e5, 1e12] {
                let ticks = log(0.97, high, most);
                assert!(ticks.len() <= most, "{high} {most}: {ticks:?}");
            }
        }
    }

    #[test]
    fn places_go_with_numbers() {
        let log = Scale::log((1.0, 100.0), (10.0, 30.0));
        assert_eq!([1.0, 10.0, 100.0, 0.0, 1e9].map(|n| log.at(n)), [10.0, 20.0, 30.0, 10.0, 30.0]);
        let same = Scale::log((5.0, 5.0), (0.0, 10.0));
        assert!((same.at(5.0) - 5.0).abs() < 1.0, "one number alone is in the middle");
        assert_eq!(Scale::linear((3.0, 3.0), (0.0, 10.0)).at(3.0), 5.0);
    }

    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        let cases = [(1.0, "1"), (0.05, "0.05"), (1.25, "1.25"), (999.0, "999"), (1e6, "1 M")];
        for (value, text) in cases.into_iter().chain([(2.5e9, "2.5 G"), (0.0, "0"), (150.0, "150")])
        {
            assert_eq!(shown(value), text);
        }
    }
}
