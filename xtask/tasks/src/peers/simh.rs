//! Comparison of random PDP-10 programs with SIMH's `pdp10`.

use super::{Peers, installed};
use xtask::repository;

/// Arguments of cargo for the test that runs them; it has the list of known differences.
///
/// With all packages named, cargo builds libraries as `cargo test --workspace` does, and so builds them
/// once. Other packages have no test of this name.
const TEST: &[&str] = &["test", "--quiet", "--workspace", "--test", "it", "peer_simh::"];

/// Cargo also succeeds if no test has that name.
const ONE_TEST: &str = "1 passed; 0 failed";

/// Runs all of them in one process of SIMH.
pub(super) fn compare(peers: &Peers<'_>) -> Result<usize, String> {
    if !installed(&["pdp10"]) {
        return Ok(0);
    }
    let output = repository::cargo().args(TEST).current_dir(peers.root).output();
    let output = output.map_err(|error| format!("cannot start cargo: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    if output.status.success() && text.contains(ONE_TEST) {
        println!("peers: pdp10 of SIMH: random programs compared, 0 differences");
        return Ok(0);
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    println!("peers: differs from pdp10 of SIMH\n{text}{errors}");
    Ok(1)
}
