//! Today's date, which decides which cases are hidden.

use std::time::SystemTime;

/// Seconds per day.
const DAY_SECONDS: u64 = 86_400;

/// Today's date in UTC, such as `2026-11-23`.
#[expect(
    clippy::disallowed_methods,
    reason = "what is hidden depends on the date, and nothing else"
)]
pub(crate) fn today() -> String {
    let seconds = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    date((seconds.map_or(0, |since| since.as_secs()) / DAY_SECONDS) as i64)
}

/// Date in the Gregorian calendar, `days` after 1970-01-01.
fn date(days: i64) -> String {
    // Years start in March here, so that a leap day is the last day of a year.
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_are_dates() {
        let days =
            [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_780, "2026-11-23")];
        for (number, text) in days {
            assert_eq!(date(number), text);
        }
    }
}
