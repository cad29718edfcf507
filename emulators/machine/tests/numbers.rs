//! Numbers as text. Sources: recorded outputs of the simulators, Java 17.0.15 and glibc 2.36.

use machine::{mars, numbers};

#[test]
fn doubles_print_as_in_java_17() {
    #[rustfmt::skip]
    let cases: &[(u64, &str)] = &[
        (0x3f60624d_d2f1a9fc, "0.002"),
        (0x00000000_0000002d, "2.2E-322"),
        (0x44b52d02_c7e14af6, "9.999999999999999E22"),
        (0x3e600000_00000000, "2.9802322387695312E-8"),
        (0x3eb00000_00000000, "9.5367431640625E-7"),
        (0x41dfffff_ffc00000, "2.147483647E9"),
        (0x00000000_00000001, "4.9E-324"),
        (0x40116666_66666666, "4.35"),
        (0x40fe240c_9fbe76c9, "123456.789"),
        (0x3fd55555_55555555, "0.3333333333333333"),
        (0x400921fb_54442d18, "3.141592653589793"),
        (0x43400000_00000000, "9.007199254740992E15"),
        (0x412e8480_00000000, "1000000.0"),
        (0x416312cf_e0000000, "9999999.0"),
        (0x416312d0_00000000, "1.0E7"),
        (0x7fefffff_ffffffff, "1.7976931348623157E308"),
        (0x7ff00000_00000000, "Infinity"),
        (0xfff00000_00000000, "-Infinity"),
        (0xfff80000_00000000, "NaN"),
        (0x80000000_00000000, "-0.0"),
        // 2^-44: one digit more than necessary, JDK-4511638.
        (0x3d300000_00000000, "5.6843418860808015E-14"),
        // Twice the smallest number: the estimated exponent is one too high.
        (0x00000000_00000002, "1.0E-323"),
        // A 64-bit sum overflows below 10^26.
        (0x453c4a21_b706fa26, "3.4200000000000002E25"),
        (0x45452d02_c7e14af6, "5.1199999999999996E25"),
        // A decimal at the end of the margin does not count below 10^26.
        (0x448a98ca_260eae06, "1.5699999999999999E22"),
    ];
    for &(bits, text) in cases {
        assert_eq!(mars::show_double(f64::from_bits(bits)), text, "{bits:016x}");
    }
}

#[test]
fn singles_print_as_in_java_17() {
    #[rustfmt::skip]
    let cases: &[(u32, &str)] = &[
        (0x0000000e, "2.0E-44"),       (0x65a96816, "1.0E23"),        (0x63e3f419, "8.41E21"),
        (0x4b989680, "2.0E7"),         (0x4c000000, "3.3554432E7"),   (0x00800000, "1.17549435E-38"),
        (0x63800000, "4.7223665E21"),  (0x4bffffff, "3.355443E7"),    (0x4b000000, "8388608.0"),
        (0x3eaaaaab, "0.33333334"),    (0x3f2aaaab, "0.6666667"),     (0x402df84d, "2.71828"),
        (0x42c88000, "100.25"),        (0x47800040, "65536.5"),       (0x4b800000, "1.6777216E7"),
        (0x411fffff, "9.999999"),      (0x3a83126f, "0.001"),         (0x3a800000, "9.765625E-4"),
        (0x38d1b717, "1.0E-4"),        (0x2edbe6ff, "1.0E-10"),       (0x00000001, "1.4E-45"),
        (0x69000000, "9.6714065E24"),  (0x6a045952, "4.0000002E25"),  (0x80000000, "-0.0"),
    ];
    for &(bits, text) in cases {
        assert_eq!(mars::show_single(f32::from_bits(bits)), text, "{bits:08x}");
    }
}

#[test]
fn numbers_are_read_as_in_java_17() {
    let doubles: &[(&str, Option<f64>)] = &[
        ("1.5e3", Some(1500.0)),
        (" \t-0.25\r ", Some(-0.25)),
        (".5", Some(0.5)),
        ("5.", Some(5.0)),
        ("1.5d", Some(1.5)),
        ("1e400", Some(f64::INFINITY)),
        ("-Infinity", Some(f64::NEG_INFINITY)),
        ("0x1p3", Some(8.0)),
        ("0x1p-1075", Some(0.0)),
        ("0x1.8p-1075", Some(f64::from_bits(1))),
        ("0x1.fffffffffffff8p1023", Some(f64::INFINITY)),
        ("0x1", None),
        ("inf", None),
        ("nan", None),
        ("2.5x", None),
        ("1_0", None),
        ("1e", None),
        (".", None),
        ("", None),
    ];
    for &(text, value) in doubles {
        assert_eq!(mars::parse_double(text), value, "{text}");
    }
    assert!(mars::parse_double("-NaN").is_some_and(f64::is_nan));
    assert_eq!(mars::parse_single("3.4028235e38"), Some(f32::MAX));
    assert_eq!(mars::parse_single("0x1.0001p-150"), Some(f32::from_bits(1)));
}

#[test]
fn numbers_print_as_in_c() {
    let fixed: &[(f64, &str)] = &[
        (0.1f32.into(), "0.10000000"),
        (-0.0, "-0.00000000"),
        (1e23f32.into(), "99999997781963083612160.00000000"),
        // Ties round to even.
        (0.001953125, "0.00195312"),
        (f64::NEG_INFINITY, "-inf"),
        (-f64::NAN, "-nan"),
    ];
    for &(value, text) in fixed {
        assert_eq!(numbers::fixed(value, 8), text);
    }
    let general: &[(f64, &str)] = &[
        (0.002, "0.00200000000000000004"),
        (2.2e-322, "2.22329540628560945e-322"),
        (1e17, "100000000000000000"),
        (1e18, "1e+18"),
        (9.5367431640625e-7, "9.5367431640625e-07"),
        (0.0001, "0.000100000000000000005"),
        (-0.0, "-0"),
        (f64::NAN, "nan"),
    ];
    for &(value, text) in general {
        assert_eq!(numbers::general(value, 18), text);
    }
}

#[test]
fn numbers_are_read_as_in_c() {
    let integers: &[(&str, i64, Option<&str>)] = &[
        ("42\n", 42, Some("\n")),
        ("\t\x0b +7 8", 7, Some(" 8")),
        ("--5", 0, None),
        ("- 5", 0, None),
        ("0x10", 0, Some("x10")),
        ("99999999999999999999", i64::MAX, Some("")),
        ("-99999999999999999999", i64::MIN, Some("")),
    ];
    for &(text, value, rest) in integers {
        assert_eq!(numbers::c_integer(text.as_bytes()), (value, rest.map(str::as_bytes)), "{text}");
    }
    let doubles: &[(&str, f64, Option<&str>)] = &[
        ("3.25\n", 3.25, Some("\n")),
        (" -1.5d", -1.5, Some("d")),
        ("1e+", 1.0, Some("e+")),
        ("0x1p3", 8.0, Some("")),
        ("0xg", 0.0, Some("xg")),
        ("INFinityx", f64::INFINITY, Some("x")),
        ("-infi", f64::NEG_INFINITY, Some("i")),
        ("abc", 0.0, None),
    ];
    for &(text, value, rest) in doubles {
        assert_eq!(numbers::c_double(text.as_bytes()), (value, rest.map(str::as_bytes)), "{text}");
    }
    assert_eq!(numbers::c_double(b"nan(12)!").1, Some(&b"!"[..]));
}

/// Rounding of hexadecimal numbers: ties to even, digits beyond the 60 bits that are kept, and numbers around the
/// smallest one. Source: C17 7.22.1.3, IEEE 754 4.3.1; the same in glibc 2.36.
#[test]
fn hexadecimal_numbers_are_rounded_once() {
    let ulp = f64::EPSILON;
    let least = f64::from_bits(1);
    for (text, value) in [
        ("0x1.00000000000008", 1.0),
        ("0x1.00000000000018", 1.0 + 2.0 * ulp),
        ("0x1.0000000000000800000000001p0", 1.0 + ulp),
        ("0x1.00000000000007fffffffffffp0", 1.0),
        ("0x1.fffffffffffff8p0", 2.0),
        ("0x1.fffffffffffff7ffffffffffp0", 2.0 - ulp),
        ("0x1000000000000000000000p-84", 1.0),
        ("0x1000000000000080000001p-84", 1.0 + ulp),
        ("0x1000000000000180000000p-84", 1.0 + 2.0 * ulp),
        ("0x0.0000000000000000000001p+88", 1.0),
        ("0x0p99999999999999999999", 0.0),
        ("0x1p-1074", least),
        ("0x1p-1075", 0.0),
        ("0x1.8p-1075", least),
        ("0x1.0000000000000001p-1075", least),
        ("0x3p-1075", 2.0 * least),
        ("0xfffffffffffffffp-1138", 0.0),
        ("0x1p-99999999999999999999", 0.0),
        ("0x1p99999999999999999999", f64::INFINITY),
        ("-0x.8p1x", -1.0),
    ] {
        let (found, rest) = numbers::c_double(text.as_bytes());
        assert_eq!(found.to_bits(), value.to_bits(), "{text}: {found:e}");
        assert!(rest.is_some_and(|rest| rest.is_empty() || rest == b"x"), "{text}");
    }
}
