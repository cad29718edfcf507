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

/// Median: the middle value, or the mean of the two in the middle.
#[must_use]
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let upper = *sorted.get(sorted.len() / 2)?;
    let lower = sorted[(sorted.len() - 1) / 2];
    Some(f64::midpoint(lower, upper))
}

/// Median of counts, rounded to a whole number.
#[must_use]
pub fn median_count(values: &[u64]) -> Option<u64> {
    let values: Vec<f64> = values.iter().map(|&value| value as f64).collect();
    median(&values).map(|median| median.round() as u64)
}

/// Fewest puzzles of a stratum, if there are enough.
const STRATUM: usize = 5;

/// Puzzles in strata of about the same number of nodes, by their indices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Strata(Vec<Vec<usize>>);

impl Strata {
    /// Strata of puzzles with these numbers of nodes.
    #[must_use]
    pub fn of(nodes: &[u64]) -> Self {
        let mut order: Vec<usize> = (0..nodes.len()).collect();
        order.sort_by_key(|&at| nodes[at]);
        let count = (order.len() / STRATUM).max(1);
        let end = |stratum: usize| order.len() * stratum / count;
        Strata((0..count).map(|at| order[end(at)..end(at + 1)].to_vec()).collect())
    }

    /// One draw with replacement from each stratum, one fewer than it has puzzles.
    ///
    /// With as many as it has, intervals of small strata would be too narrow (Rao and Wu, 1988).
    fn draw(&self, random: &mut Random, drawn: &mut Vec<usize>) {
        drawn.clear();
        for stratum in &self.0 {
            for _ in 1..stratum.len() {
                // All are equally likely, except for a bias of at most n in 2^64.
                let at = (u128::from(random.next_u64()) * stratum.len() as u128) >> 64;
                drawn.push(stratum[at as usize]);
            }
        }
    }
}

/// Bootstrap draws for an interval.
const DRAWS: usize = 2000;

/// Seed of the draws, so that the same numbers always give the same interval.
const SEED: u64 = 14;

/// Middle 95 % of a statistic over draws of puzzles from their strata; `None` for fewer than two puzzles.
pub fn interval(
    strata: &Strata,
    statistic: impl Fn(&[usize]) -> Option<f64>,
) -> Option<(f64, f64)> {
    let (mut random, mut drawn) = (Random::seeded(SEED), Vec::new());
    let mut found = Vec::with_capacity(DRAWS);
    for _ in 0..DRAWS {
        strata.draw(&mut random, &mut drawn);
        found.extend(statistic(&drawn).filter(|value| value.is_finite()));
    }
    found.sort_unstable_by(f64::total_cmp);
    let last = (found.len() * 975 / 1000).checked_sub(1)?;
    Some((found[found.len() * 25 / 1000], found[last]))
}

/// Ratios of one lane to another over the same puzzles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ratio {
    /// Geometric mean.
    pub mean: f64,
    /// Geometric standard deviation, 1 if all are equal; `None` for one puzzle.
    pub deviation: Option<f64>,
    /// Minimum and maximum.
    pub range: (f64, f64),
    /// 95 % interval of the mean; `None` for one puzzle.
    pub interval: Option<(f64, f64)>,
}

impl Ratio {
    /// Ratios of pairs of numbers, the baseline's second; `None` if there are no pairs, or a number is 0.
    ///
    /// The deviation is that of a sample (n - 1); the interval is a percentile bootstrap over strata.
    #[must_use]
    pub fn of(pairs: &[(u64, u64)], strata: &Strata) -> Option<Ratio> {
        if pairs.is_empty() || pairs.iter().any(|&(one, other)| one == 0 || other == 0) {
            return None;
        }
        let logs: Vec<f64> =
            pairs.iter().map(|&(one, other)| (one as f64 / other as f64).ln()).collect();
        let count = logs.len() as f64;
        let mean = logs.iter().sum::<f64>() / count;
        let squares: f64 = logs.iter().map(|log| (log - mean).powi(2)).sum();
        let is_sample = logs.len() > 1;
        let deviation = is_sample.then(|| (squares / (count - 1.0)).sqrt().exp());
        let least = logs.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mean_of = |drawn: &[usize]| {
            Some(drawn.iter().map(|&at| logs[at]).sum::<f64>() / drawn.len() as f64)
        };
        let interval = interval(strata, mean_of);
        Some(Ratio {
            mean: mean.exp(),
            deviation,
            range: (least.exp(), greatest.exp()),
            interval: interval.map(|(low, high)| (low.exp(), high.exp())),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_go_by_rank_and_medians_by_the_middle() {
        let values = [15, 20, 35, 40, 50];
        let found = [5, 30, 40, 90, 100].map(|percent| percentile(&values, percent));
        assert_eq!(found, [15, 20, 20, 50, 50].map(Some));
        assert_eq!(percentile(&[3.5, 0.5, 2.5, 1.5], 75), Some(2.5));
        assert_eq!(percentile::<u64>(&[], 75), None);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5), "between the two in the middle");
        assert_eq!(median(&[2.5, 0.5, 1.5]), Some(1.5));
        assert_eq!(median(&[]), None);
        assert_eq!(median_count(&[4, 1, 2, 3]), Some(3), "halves are rounded up");
        assert_eq!(median_count(&[]), None);
    }

    #[test]
    fn ratios_have_a_geometric_mean_and_its_spread() {
        let strata = Strata::of(&[1, 2, 3, 4]);
        let ratio = Ratio::of(&[(1, 2), (2, 1), (4, 1), (1, 4)], &strata).unwrap();
        assert!((ratio.mean - 1.0).abs() < 1e-12);
        // Logarithms to base 2 are -1, 1, 2 and -2: squares 10, over 3.
        let deviation = ratio.deviation.unwrap();
        assert!((deviation.log2() - (10.0_f64 / 3.0).sqrt()).abs() < 1e-12);
        assert_eq!(ratio.range, (0.25, 4.0));
        let (low, high) = ratio.interval.unwrap();
        assert!(low < 1.0 && high > 1.0);
        let same = Ratio::of(&[(3, 2), (6, 4), (9, 6)], &Strata::of(&[1, 2, 3])).unwrap();
        let (low, high) = same.interval.unwrap();
        assert!((same.mean - 1.5).abs() < 1e-12 && (same.deviation.unwrap() - 1.0).abs() < 1e-12);
        assert!((low - 1.5).abs() < 1e-12 && (high - 1.5).abs() < 1e-12);
        let one = Ratio::of(&[(3, 2)], &Strata::of(&[1])).unwrap();
        assert_eq!((one.deviation, one.interval), (None, None), "one puzzle has no spread");
        assert_eq!(Ratio::of(&[(0, 1)], &Strata::of(&[1])), None);
        assert_eq!(Ratio::of(&[], &Strata::of(&[])), None);
    }

    #[test]
    fn strata_have_neighbours() {
        let Strata(strata) = Strata::of(&[9, 1, 8, 2, 7, 3, 6, 4, 5, 10, 11]);
        assert_eq!(strata, [vec![1, 3, 5, 7, 8], vec![6, 4, 2, 0, 9, 10]]);
        assert_eq!(Strata::of(&[3, 1, 2]), Strata(vec![vec![1, 2, 0]]));
    }

    /// A wider draw has a wider interval, near what the normal distribution says of means.
    #[test]
    fn an_interval_is_near_that_of_the_normal_distribution() {
        let pairs: Vec<(u64, u64)> = (0..400).map(|n| (1000 + n * 7 % 400, 1000)).collect();
        // One stratum, so that the draws are those of the whole sample.
        let ratio = Ratio::of(&pairs, &Strata(vec![(0..400).collect()])).unwrap();
        let error = ratio.deviation.unwrap().ln() / 20.0;
        let (low, high) = ratio.interval.map(|(low, high)| (low.ln(), high.ln())).unwrap();
        assert!(((high - low) / (2.0 * 1.96 * error) - 1.0).abs() < 0.1, "{ratio:?}");
    }
}
