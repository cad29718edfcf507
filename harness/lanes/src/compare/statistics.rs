//! Statistics over puzzles: percentiles and ratios.

use std::cmp::Ordering;

use machine::Random;

/// Percentile by rank: the smallest value that at least `percent` % of the values do not exceed.
#[must_use]
pub fn percentile<N: Copy + PartialOrd>(values: &[N], percent: u64) -> Option<N> {
    let mut sorted = values.to_vec();
    sorted.sort_by(|one, other| one.partial_cmp(other).unwrap_or(Ordering::Equal));
    let rank = (sorted.len() as u64 * percent).div_ceil(100).max(1);
    sorted.get(rank as usize - 1).copied()
}

/// Ratios of one lane to another over the same puzzles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ratio {
    /// Geometric mean.
    pub mean: f64,
    /// Geometric standard deviation; 1 if all are equal.
    pub deviation: f64,
    /// Minimum and maximum.
    pub range: (f64, f64),
    /// 95 % interval of the mean.
    pub interval: (f64, f64),
}

/// Bootstrap draws for an interval.
const DRAWS: usize = 2000;

/// Seed of the draws, so that the same numbers always give the same interval.
const SEED: u64 = 14;

impl Ratio {
    /// Ratios of pairs of numbers, the baseline's second; `None` if there are no pairs, or a number is 0.
    ///
    /// The deviation is that of a sample (n - 1); the interval is a percentile bootstrap over puzzles.
    #[must_use]
    pub fn of(pairs: &[(u64, u64)]) -> Option<Ratio> {
        if pairs.is_empty() || pairs.iter().any(|&(one, other)| one == 0 || other == 0) {
            return None;
        }
        let logs: Vec<f64> =
            pairs.iter().map(|&(one, other)| (one as f64 / other as f64).ln()).collect();
        let count = logs.len() as f64;
        let mean = logs.iter().sum::<f64>() / count;
        let squares: f64 = logs.iter().map(|log| (log - mean).powi(2)).sum();
        let deviation = if logs.len() > 1 { (squares / (count - 1.0)).sqrt() } else { 0.0 };
        let least = logs.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (low, high) = interval(&logs);
        Some(Ratio {
            mean: mean.exp(),
            deviation: deviation.exp(),
            range: (least.exp(), greatest.exp()),
            interval: (low.exp(), high.exp()),
        })
    }
}

/// Middle 95 % of the means of samples with replacement.
fn interval(values: &[f64]) -> (f64, f64) {
    let mut random = Random::seeded(SEED);
    let mut means: Vec<f64> = (0..DRAWS)
        .map(|_| {
            // All values are equally likely, except for a bias of at most n in 2^64.
            let draw = |_| {
                let at = (u128::from(random.next_u64()) * values.len() as u128) >> 64;
                values[at as usize]
            };
            (0..values.len()).map(draw).sum::<f64>() / values.len() as f64
        })
        .collect();
    means.sort_unstable_by(f64::total_cmp);
    (means[DRAWS * 25 / 1000], means[DRAWS * 975 / 1000 - 1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_go_by_rank() {
        let values = [15, 20, 35, 40, 50];
        let found = [5, 30, 40, 50, 90, 100].map(|percent| percentile(&values, percent));
        assert_eq!(found, [15, 20, 20, 35, 50, 50].map(Some));
        assert_eq!(percentile(&[3, 1, 2], 50), Some(2));
        assert_eq!(percentile(&[4, 1, 2, 3], 50), Some(2), "the lower of the two in the middle");
        assert_eq!(percentile::<u64>(&[], 50), None);
        assert_eq!(percentile(&[2.5, 0.5, 1.5], 50), Some(1.5));
    }

    #[test]
    fn ratios_have_a_geometric_mean_and_its_spread() {
        let ratio = Ratio::of(&[(1, 2), (2, 1), (4, 1), (1, 4)]).unwrap();
        assert!((ratio.mean - 1.0).abs() < 1e-12);
        // Logarithms to base 2 are -1, 1, 2 and -2: squares 10, over 3.
        assert!((ratio.deviation.log2() - (10.0_f64 / 3.0).sqrt()).abs() < 1e-12);
        assert_eq!(ratio.range, (0.25, 4.0));
        assert!(ratio.interval.0 < 1.0 && ratio.interval.1 > 1.0);
        let same = Ratio::of(&[(3, 2), (6, 4), (9, 6)]).unwrap();
        assert!((same.mean - 1.5).abs() < 1e-12 && (same.deviation - 1.0).abs() < 1e-12);
        assert!((same.interval.0 - 1.5).abs() < 1e-12 && (same.interval.1 - 1.5).abs() < 1e-12);
        assert_eq!(Ratio::of(&[(0, 1)]), None);
        assert_eq!(Ratio::of(&[]), None);
    }

    /// A wider draw has a wider interval, near what the normal distribution says of means.
    #[test]
    fn an_interval_is_near_that_of_the_normal_distribution() {
        let pairs: Vec<(u64, u64)> = (0..400).map(|n| (1000 + n * 7 % 400, 1000)).collect();
        let ratio = Ratio::of(&pairs).unwrap();
        let error = ratio.deviation.ln() / 20.0;
        let (low, high) = (ratio.interval.0.ln(), ratio.interval.1.ln());
        assert!(((high - low) / (2.0 * 1.96 * error) - 1.0).abs() < 0.1, "{ratio:?}");
    }
}
