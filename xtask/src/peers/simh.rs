//! Random PDP-10 programs: here and under SIMH's `pdp10`.

use super::{Peers, installed};
use crate::repository;

/// The test that runs them, and keeps the list of what the machines do differently.
const TEST: &[&str] = &["test", "--quiet", "--package", "pdp10", "--test", "peer_simh"];

/// Runs them all by one process of SIMH.
pub(super) fn compare(peers: &Peers<'_>) -> Result<usize, String> {
    if !installed(&["pdp10"]) {
        return Ok(0);
    }
    let output = repository::cargo().args(TEST).current_dir(peers.root).output();
    let output = output.map_err(|error| format!("cargo cannot be started: {error}"))?;
    if output.status.success() {
        println!("peers: pdp10 of SIMH: random programs compared, 0 differences");
        return Ok(0);
    }
    println!("peers: differs from pdp10 of SIMH\n{}", String::from_utf8_lossy(&output.stdout));
    Ok(1)
}
