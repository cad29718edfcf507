//! SVG drawings for a page; colours and fonts come from CSS classes.

mod scale;

use std::fmt::Write as _;

use maud::{Markup, PreEscaped, Render, html};

pub use scale::{Scale, shown};

/// A drawing under construction; units are pixels at full width.
#[derive(Debug)]
pub struct Drawing {
    width: f64,
    height: f64,
    body: String,
}

/// Anchor of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// Beginning of the text.
    Start,
    /// Middle of the text.
    Middle,
    /// End of the text.
    End,
}

/// Shape of a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A disc.
    Circle,
    /// A square.
    Square,
    /// Triangle pointing up.
    Triangle,
    /// Diamond.
    Diamond,
    /// Triangle pointing down.
    Wedge,
    /// A cross of two bars.
    Cross,
}

impl Shape {
    /// All shapes, in the order of use.
    pub const ALL: [Shape; 6] =
        [Shape::Circle, Shape::Square, Shape::Triangle, Shape::Diamond, Shape::Wedge, Shape::Cross];

    /// Outline around a point, as path data; all shapes have about the area of a disc of this radius.
    #[must_use]
    pub fn outline(self, (x, y): (f64, f64), radius: f64) -> String {
        let at =
            |dx: f64, dy: f64| format!("M{} {}", number(x + dx * radius), number(y + dy * radius));
        let r = |part: f64| number(part * radius);
        match self {
            Shape::Circle => {
                let (r, right, left) = (r(1.0), r(2.0), r(-2.0));
                format!("{}a{r} {r} 0 1 0 {right} 0a{r} {r} 0 1 0 {left} 0z", at(-1.0, 0.0))
            }
            Shape::Square => {
                format!("{}h{}v{}h{}z", at(-0.9, -0.9), r(1.8), r(1.8), r(-1.8))
            }
            Shape::Triangle => format!("{}l{} {}h{}z", at(0.0, -1.2), r(1.2), r(2.1), r(-2.4)),
            Shape::Wedge => format!("{}l{} {}h{}z", at(0.0, 1.2), r(1.2), r(-2.1), r(-2.4)),
            Shape::Diamond => {
                let (half, back) = (r(1.3), r(-1.3));
                format!("{}l{half} {half}l{back} {half}l{back} {back}z", at(0.0, -1.3))
            }
            Shape::Cross => {
                let (arm, back, third, third_back) = (r(0.8), r(-0.8), r(0.8), r(-0.8));
                format!(
                    "{}h{arm}v{arm}h{third}v{arm}h{back}v{arm}h{back}v{back}h{third_back}v{back}h{arm}z",
                    at(-0.4, -1.2)
                )
            }
        }
    }
}

/// Approximate width of a text, for wide fonts.
#[must_use]
pub fn width_of(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * 0.61
}

/// Text cut with an ellipsis if it has more than `most` characters.
#[must_use]
pub fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    kept + "…"
}

/// Coordinate with at most one decimal place.
#[must_use]
pub fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

impl Drawing {
    /// Empty drawing.
    #[must_use]
    pub fn new(width: f64, height: f64) -> Self {
        Drawing { width, height, body: String::new() }
    }

    /// Draws a straight line.
    pub fn line(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), class: &str) {
        if number(y1) == number(y2) {
            self.path(&format!("M{} {}H{}", number(x1), number(y1), number(x2)), class);
        } else if number(x1) == number(x2) {
            self.path(&format!("M{} {}V{}", number(x1), number(y1), number(y2)), class);
        } else {
            let (x1, y1, x2, y2) = (number(x1), number(y1), number(x2), number(y2));
            self.path(&format!("M{x1} {y1}L{x2} {y2}"), class);
        }
    }

    /// Draws a path.
    pub fn path(&mut self, data: &str, class: &str) {
        let _ = write!(self.body, r#"<path class="{class}" d="{data}"/>"#);
    }

    /// Draws a mark around a point.
    pub fn mark(&mut self, shape: Shape, at: (f64, f64), radius: f64, class: &str) {
        self.path(&shape.outline(at, radius), class);
    }

    /// Draws a rectangle from its upper left corner, with a tooltip if `tip` is not empty.
    pub fn rectangle(&mut self, at: (f64, f64), size: (f64, f64), class: &str, tip: &str) {
        self.rect(at, size, &format!("class=\"{class}\""), tip);
    }

    fn rect(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), look: &str, tip: &str) {
        let (x, y, width, height) = (number(x), number(y), number(width), number(height));
        let _ =
            write!(self.body, r#"<rect {look} x="{x}" y="{y}" width="{width}" height="{height}""#);
        if tip.is_empty() {
            self.body.push_str("/>");
        } else {
            let _ = write!(self.body, "><title>{}</title></rect>", tip.render().0);
        }
    }

    /// Defines a pattern of lines over the colour of a class, for [`filled`](Self::filled).
    ///
    /// The lines are path data in a square of eight, or empty.
    pub fn pattern(&mut self, id: &str, class: &str, lines: &str) {
        let _ = write!(
            self.body,
            concat!(
                r#"<pattern id="{id}" width="8" height="8" patternUnits="userSpaceOnUse">"#,
                r#"<path class="{class}" d="M0 0H8V8H0z"/><path class="hatch" d="{lines}"/></pattern>"#
            ),
            id = id,
            class = class,
            lines = lines
        );
    }

    /// Draws a rectangle filled with a pattern.
    pub fn filled(&mut self, at: (f64, f64), size: (f64, f64), pattern: &str, tip: &str) {
        self.rect(at, size, &format!("fill=\"url(#{pattern})\""), tip);
    }

    /// Draws a text, which may be untrusted.
    pub fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, class: &str, text: &str) {
        let classes = match anchor {
            Anchor::Start => class.to_owned(),
            Anchor::Middle => format!("{class} middle"),
            Anchor::End => format!("{class} end"),
        };
        let _ = write!(self.body, r#"<text x="{}" y="{}""#, number(x), number(y));
        if !classes.is_empty() {
            let _ = write!(self.body, r#" class="{}""#, classes.trim_start());
        }
        let _ = write!(self.body, ">{}</text>", asmkit::plain_name(text).render().0);
    }

    /// SVG element with a title and a description for screen readers.
    ///
    /// `id` must be unique on the page.
    #[must_use]
    pub fn finish(self, id: &str, title: &str, says: &str) -> Markup {
        let (width, height) = (number(self.width), number(self.height));
        html! {
            svg role="img" aria-labelledby={ (id) "-title " (id) "-says" }
                viewBox={ "0 0 " (width) " " (height) } width=(width) height=(height)
            {
                title id={ (id) "-title" } { (title) }
                desc id={ (id) "-says" } { (says) }
                (PreEscaped(self.body))
            }
        }
    }
}
