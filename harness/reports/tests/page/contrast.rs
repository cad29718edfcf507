//! Every colour has enough contrast with its background, in both schemes.
//!
//! Source: Web Content Accessibility Guidelines 2.2, success criteria 1.4.3 and 1.4.11, and their definitions of
//! relative luminance and contrast ratio.

use reports::page::palette::{COLOURS, Colour, Use};

fn luminance(colour: &str) -> f64 {
    let channel = |at: usize| {
        let value = f64::from(digits(&colour[at..at + 2])) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

fn digits(two: &str) -> u8 {
    u8::from_str_radix(two, 16).expect("colours are hexadecimal")
}

fn contrast(one: &str, other: &str) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn black_on_white_is_21_to_1() {
    assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 1e-9);
    assert!((contrast("#777777", "#ffffff") - 4.48).abs() < 0.005);
}

#[test]
fn every_colour_can_be_read_on_its_background() {
    let mut wrong = Vec::new();
    for scheme in ["light", "dark"] {
        let value = |colour: &Colour| if scheme == "light" { colour.light } else { colour.dark };
        for (number, paper) in COLOURS.iter().filter(|it| it.used == Use::Paper).enumerate() {
            for colour in COLOURS {
                let least = match colour.used {
                    Use::Text => 4.5,
                    // Names are written in it, and on it in the colour of the paper.
                    Use::Mark if number == 0 => 4.5,
                    Use::Line if number == 0 => 3.0,
                    Use::Paper | Use::Mark | Use::Line | Use::Hair => continue,
                };
                let found = contrast(value(colour), value(paper));
                if found < least {
                    let (name, paper) = (colour.name, paper.name);
                    wrong.push(format!("{scheme}: {name} on {paper}: {found:.2} of {least}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_first_colour_is_the_paper() {
    assert_eq!((COLOURS[0].name, COLOURS[0].used), ("paper", Use::Paper));
}
