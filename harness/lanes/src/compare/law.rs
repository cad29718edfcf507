//! The law of a search: instructions as a fixed cost plus a cost for each node.
//!
//! Instructions outside the search are measured, not fitted. Those of the search are fitted by least squares with
//! weights 1/nodes, because the variance of a sum grows with the number of its terms. In all algorithms with a
//! search each node but the first follows a digit placed, so a cost for each digit is the same cost.

use super::comparison::{ComparisonGroup, ComparisonRow};
use super::metric::{METRICS, Quantity};
use super::statistics::{Strata, interval};
use crate::lane::Algorithm;

/// Instructions of the search.
const SEARCH: Quantity = Quantity::Metric(&METRICS[1]);

/// Costs of a lane, in instructions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Law {
    /// Mean of the instructions outside the search: reading, preparing, printing.
    pub around: f64,
    /// Fixed cost of a search; negative if nodes near the root cost less than others.
    pub fixed: f64,
    /// Cost of each node.
    pub per_node: f64,
    /// Share of the variance of the search that the fit explains, at most 1.
    pub r_squared: f64,
    /// Root of the mean square of (measured - fitted) / measured, over whole runs.
    pub residual: f64,
}

/// Cost of a node as a ratio to that of the baseline.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SlopeRatio {
    /// Ratio of the slopes.
    pub ratio: f64,
    /// 95 % interval, by a bootstrap over strata of nodes; `None` if there are too few puzzles.
    pub interval: Option<(f64, f64)>,
}

/// Weighted sums for a line through points.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    weight: f64,
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
}

impl Sums {
    fn add(&mut self, (x, y): (f64, f64)) {
        let weight = 1.0 / x;
        self.weight += weight;
        self.x += 1.0;
        self.y += weight * y;
        self.xx += x;
        self.xy += y;
    }

    fn of(points: impl Iterator<Item = (f64, f64)>) -> Self {
        let mut sums = Sums::default();
        points.for_each(|point| sums.add(point));
        sums
    }

    /// Slope; `None` if all points have the same x.
    fn slope(&self) -> Option<f64> {
        let spread = self.weight * self.xx - self.x * self.x;
        let is_spread = spread > 1e-9 * self.x * self.x;
        is_spread.then(|| (self.weight * self.xy - self.x * self.y) / spread)
    }
}

impl ComparisonGroup {
    /// Law of a lane; `None` if the algorithm has no search, or all puzzles have the same number of nodes.
    #[must_use]
    pub fn law(&self, row: &ComparisonRow) -> Option<Law> {
        let points = self.points(row, &SEARCH)?;
        let sums = Sums::of(points.iter().copied());
        let per_node = sums.slope()?;
        let fixed = (sums.y - per_node * sums.x) / sums.weight;
        let count = points.len() as f64;
        let mean = points.iter().map(|(_, y)| y).sum::<f64>() / count;
        let (mut left, mut all, mut relative, mut around) = (0.0, 0.0, 0.0, 0.0);
        for (&(x, y), run) in points.iter().zip(&row.runs) {
            let residual = y - fixed - per_node * x;
            left += residual.powi(2);
            all += (y - mean).powi(2);
            relative += (residual / run.cost.instructions as f64).powi(2);
            around += (run.cost.instructions - run.search) as f64;
        }
        let (around, residual) = (around / count, (relative / count).sqrt());
        Some(Law { around, fixed, per_node, r_squared: 1.0 - left / all, residual })
    }

    /// Cost of a node of a lane relative to the baseline; `None` if one of them has no law.
    #[must_use]
    pub fn slope_ratio(&self, row: &ComparisonRow) -> Option<SlopeRatio> {
        self.node_ratio(row, &SEARCH)
    }

    /// Growth of a quantity of whole runs with each node, relative to the baseline's, so that reading and printing
    /// have no part in it; `None` if one of them has no law or not the quantity.
    #[must_use]
    pub fn node_ratio(&self, row: &ComparisonRow, quantity: &Quantity) -> Option<SlopeRatio> {
        let own = self.points(row, quantity)?;
        let others = self.points(self.baseline()?, quantity)?;
        let ratio = |chosen: &[usize]| {
            let slope = |of: &[(f64, f64)]| Sums::of(chosen.iter().map(|&at| of[at])).slope();
            Some(slope(&own)? / slope(&others)?)
        };
        let all: Vec<usize> = (0..own.len()).collect();
        let interval = interval(&self.strata(), ratio);
        Some(SlopeRatio { ratio: ratio(&all)?, interval })
    }

    /// Puzzles by their nodes.
    #[must_use]
    pub fn strata(&self) -> Strata {
        let nodes: Vec<u64> = self.puzzles.iter().map(|at| at.decisions.digest.nodes).collect();
        Strata::of(&nodes)
    }

    /// Nodes and a quantity of each puzzle.
    fn points(&self, row: &ComparisonRow, quantity: &Quantity) -> Option<Vec<(f64, f64)>> {
        if self.algorithm == Algorithm::Candidates || self.nodes() == 0 {
            return None;
        }
        let nodes = self.puzzles.iter().map(|at| at.decisions.digest.nodes as f64);
        let runs = row.runs.iter().zip(nodes);
        runs.map(|(run, nodes)| Some((nodes, quantity.of(run)? as f64))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_exactly() {
        let points = [10.0, 50.0, 200.0].map(|x| (x, 837.0 + 48.7 * x));
        let sums = Sums::of(points.into_iter());
        let slope = sums.slope().unwrap();
        assert!((slope - 48.7).abs() < 1e-9, "{slope}");
        assert!(((sums.y - slope * sums.x) / sums.weight - 837.0).abs() < 1e-6);
    }

    /// Weights 1, 1/2 and 1/4: the normal equations 7/4 a + 3 b = 29/4 and 3 a + 7 b = 16 were solved by hand.
    #[test]
    fn points_with_many_nodes_weigh_less() {
        let sums = Sums::of([(1.0, 2.0), (2.0, 7.0), (4.0, 7.0)].into_iter());
        let slope = sums.slope().unwrap();
        assert!((slope - 25.0 / 13.0).abs() < 1e-9, "{slope}");
        assert_eq!(Sums::of([(5.0, 1.0), (5.0, 2.0)].into_iter()).slope(), None);
    }
}
