//! Dates and times in the formats of ITS.

use crate::Word36;
use crate::text::sixbit;

const NANOS_PER_SECOND: u64 = 1_000_000_000;
const SECONDS_PER_DAY: u64 = 86_400;

/// Date and time of day, without a time zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DateTime {
    pub(super) year: u64,
    pub(super) month: u64,
    pub(super) day: u64,
    /// Seconds since midnight.
    pub(super) second: u64,
    half_second: u64,
    /// Days since 1970.
    days: u64,
}

impl DateTime {
    /// The time at this many nanoseconds after the start of 1970.
    pub(super) fn of(nanos: u64) -> Self {
        let (days, second) = (nanos / NANOS_PER_SECOND / SECONDS_PER_DAY, nanos / NANOS_PER_SECOND);
        // Eras of 400 years start in March, so that a leap day is the last day of its year.
        let from_march = days + 719_468;
        let (era, of_era) = (from_march / 146_097, from_march % 146_097);
        let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * of_year + 2) / 153;
        let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
        DateTime {
            year: era * 400 + year_of_era + u64::from(month <= 2),
            month,
            day: of_year - (153 * from_march + 2) / 5 + 1,
            second: second % SECONDS_PER_DAY,
            half_second: nanos / (NANOS_PER_SECOND / 2) % 2,
            days,
        }
    }

    /// Disk format: year, month and day in the left half, half-seconds since midnight in the right.
    ///
    /// Source: *ITS .CALLS*, `RQDATE`.
    pub(super) fn disk(self) -> Word36 {
        let date = (self.year % 100) << 9 | self.month << 5 | self.day;
        Word36::new(date << 18 | (self.second * 2 + self.half_second))
    }

    /// `YYMMDD` in SIXBIT.
    pub(super) fn date(self) -> Word36 {
        sixbit(&format!("{:02}{:02}{:02}", self.year % 100, self.month, self.day))
    }

    /// `HHMMSS` in SIXBIT.
    pub(super) fn time(self) -> Word36 {
        let [hour, minute, second] = self.hour_minute_second();
        sixbit(&format!("{hour:02}{minute:02}{second:02}"))
    }

    fn hour_minute_second(self) -> [u64; 3] {
        [self.second / 3600, self.second / 60 % 60, self.second % 60]
    }

    fn is_leap(self) -> bool {
        self.year.is_multiple_of(4) && !self.year.is_multiple_of(100)
            || self.year.is_multiple_of(400)
    }

    /// Day of the year, from 0.
    fn day_of_year(self) -> u64 {
        const BEFORE: [u64; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
        BEFORE[self.month as usize - 1] + self.day - 1 + u64::from(self.is_leap() && self.month > 2)
    }

    /// Sixtieths of a second since the start of the year.
    pub(super) fn sixtieths_of_year(self) -> Word36 {
        Word36::new((self.day_of_year() * SECONDS_PER_DAY + self.second) * 60)
    }

    /// Whether programs must add a day for the leap day missing this year.
    fn is_after_missing_leap_day(self) -> bool {
        !self.is_leap() && self.month > 2
    }

    /// Seconds since the start of the year, as if every year had a February 29.
    pub(super) fn localized_seconds(self) -> Word36 {
        let day = self.day_of_year() + u64::from(self.is_after_missing_leap_day());
        Word36::new(day * SECONDS_PER_DAY + self.second)
    }

    /// Year with its weekdays; the time zone is known to be 0.
    ///
    /// Source: *ITS UUOS*, `.RYEAR`.
    pub(super) fn year_word(self) -> Word36 {
        // 1970 started on a Thursday; Sunday is 0.
        let weekday = (self.days + 4) % 7;
        let first = (self.days + 7 * 53 - self.day_of_year() + 4) % 7;
        let flags = u64::from(self.is_after_missing_leap_day()) << 35
            | u64::from(self.is_leap()) << 34
            | 1 << 32
            | 1 << 30;
        Word36::new(flags | weekday << 26 | first << 23 | self.year)
    }
}

/// A disk date as directories print it.
pub(super) fn show_date(date: Word36) -> String {
    let left = u64::from(date.left());
    format!("{}/{}/{:02}", left >> 5 & 0o17, left & 0o37, left >> 9 & 0o177)
}

/// A disk date and time as directories print it.
pub(super) fn show(date: Word36) -> String {
    let second = date.right() / 2;
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{} {hour:02}:{minute:02}:{second:02}", show_date(date))
}

/// Converts nanoseconds to units of which a second has `per_second`.
pub(super) fn parts(nanos: u64, per_second: u64) -> Word36 {
    let parts = u128::from(nanos) * u128::from(per_second) / u128::from(NANOS_PER_SECOND);
    Word36::new(parts as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1983-07-04 12:34:56.5 UTC.
    const NANOS: u64 = 426_170_096_500_000_000;

    #[test]
    fn moments_have_the_forms_of_its() {
        let moment = DateTime::of(NANOS);
        assert_eq!((moment.year, moment.month, moment.day), (1983, 7, 4));
        assert_eq!(moment.date(), sixbit("830704"));
        assert_eq!(moment.time(), sixbit("123456"));
        assert_eq!(moment.disk(), Word36::halves(83 << 9 | 7 << 5 | 4, 45_296 * 2 + 1));
        assert_eq!(show(moment.disk()), "7/4/83 12:34:56");
    }

    #[test]
    fn years_have_their_days() {
        let moment = DateTime::of(NANOS);
        // July 4th was a Monday, January 1st of 1983 a Saturday.
        assert_eq!(moment.year_word().left(), 0o450000 | 1 << 8 | 6 << 5);
        assert_eq!(moment.year_word().right(), 1983);
        assert_eq!(moment.sixtieths_of_year(), Word36::new((184 * 86_400 + 45_296) * 60));
        assert_eq!(moment.localized_seconds(), Word36::new(185 * 86_400 + 45_296));
        assert_eq!(DateTime::of(951_782_400_000_000_000).day, 29);
    }
}
