//! Dates in the Gregorian calendar: today, and those of a program's clock. All are in UTC.

use std::time::SystemTime;

/// Years that a clock of nanoseconds in 64 bits can have.
const YEARS: std::ops::RangeInclusive<u64> = 1970..=2500;

/// Seconds per day.
const DAY_SECONDS: u64 = 86_400;

/// Today's date, such as `2026-11-23`.
#[expect(
    clippy::disallowed_methods,
    reason = "what is hidden depends on the date, and nothing else"
)]
pub(crate) fn today() -> String {
    let seconds = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    date(seconds.map_or(0, |since| since.as_secs()) / DAY_SECONDS)
}

/// Date, `days` after 1970-01-01.
fn date(mut days: u64) -> String {
    let (mut year, mut month) = (*YEARS.start(), 1);
    while days >= year_days(year) {
        days -= year_days(year);
        year += 1;
    }
    while days >= month_days(year, month) {
        days -= month_days(year, month);
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", days + 1)
}

/// Nanoseconds from 1970 to a date, which may have a time of day.
///
/// # Errors
/// An error message if it is no date.
pub(crate) fn nanos(date: &str) -> Result<u64, String> {
    let wrong = || "expected a date such as 1983-07-04 or 1983-07-04T12:30:00".to_owned();
    let (day, time) = date.split_once(['T', ' ']).unwrap_or((date, "00:00"));
    let numbers = |text: &str, between: char| -> Option<Vec<u64>> {
        let number = |part: &str| {
            let is_number = !part.is_empty() && part.bytes().all(|c| c.is_ascii_digit());
            is_number.then(|| part.parse().ok()).flatten()
        };
        text.split(between).map(number).collect()
    };
    let day = numbers(day, '-').ok_or_else(wrong)?;
    let [year, month, day] = day[..] else { return Err(wrong()) };
    let time = numbers(time.trim_end_matches('Z'), ':').ok_or_else(wrong)?;
    let [hour, minute, second] = match time[..] {
        [hour, minute] => [hour, minute, 0],
        [hour, minute, second] => [hour, minute, second],
        _ => return Err(wrong()),
    };
    let is_time = hour < 24 && minute < 60 && second < 60;
    if !YEARS.contains(&year) || !(1..=12).contains(&month) || !is_time {
        return Err(wrong());
    }
    if day == 0 || day > month_days(year, month) {
        return Err(format!("the month has {} days", month_days(year, month)));
    }
    let years: u64 = (*YEARS.start()..year).map(year_days).sum();
    let months: u64 = (1..month).map(|month| month_days(year, month)).sum();
    let seconds = (years + months + day - 1) * DAY_SECONDS + (hour * 60 + minute) * 60 + second;
    Ok(seconds * 1_000_000_000)
}

fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn year_days(year: u64) -> u64 {
    365 + u64::from(is_leap(year))
}

fn month_days(year: u64, month: u64) -> u64 {
    match month {
        2 => 28 + u64::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_dates() {
        let days =
            [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_780, "2026-11-23")];
        for (number, text) in days {
            assert_eq!(date(number), text);
        }
        // The two directions agree, until 2500.
        for day in (0..193_500).step_by(7) {
            assert_eq!(nanos(&date(day)), Ok(day * DAY_SECONDS * 1_000_000_000), "{day}");
        }
    }

    /// Source: `date -u -d DATE +%s`.
    #[test]
    fn dates_are_seconds_since_1970() {
        for (date, seconds) in [
            ("1970-01-01", 0),
            ("1983-07-04T12:34:56", 426_170_096),
            ("2000-02-29 23:59", 951_868_740),
            ("2026-11-28T00:00:00Z", 1_795_824_000),
            ("2100-03-01", 4_107_542_400),
        ] {
            assert_eq!(nanos(date), Ok(seconds * 1_000_000_000), "{date}");
        }
        for wrong in ["", "1983", "1983-13-01", "1983-7", "x-1-1", "1983-01-01T24:00", "1969-01-01"]
        {
            assert!(nanos(wrong).unwrap_err().starts_with("expected a date"), "{wrong}");
        }
        assert_eq!(nanos("1900-02-29"), nanos(""));
        assert_eq!(nanos("2023-02-29"), Err("the month has 28 days".to_owned()));
    }
}
