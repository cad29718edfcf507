//! Drawings for a page: typed helpers that write SVG, with no style but the names of classes.

mod scale;

use std::fmt::Write as _;

use maud::{Markup, PreEscaped, Render, html};

pub use scale::{Scale, shown};

/// A drawing in the making; units are pixels where it is shown as wide as it is.
#[derive(Debug)]
pub struct Drawing {
    width: f64,
    height: f64,
    body: String,
}

/// Which part of a text its place names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// The shape of a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A disc.
    Circle,
    /// A square.
    Square,
    /// A triangle that stands on its base.
    Triangle,
    /// A square that stands on a corner.
    Diamond,
    /// A triangle that stands on its tip.
    Wedge,
    /// A cross of two bars.
    Cross,
}

impl Shape {
    /// All of them, in the order they are given out.
    pub const ALL: [Shape; 6] =
        [Shape::Circle, Shape::Square, Shape::Triangle, Shape::Diamond, Shape::Wedge, Shape::Cross];

    /// Its outline around a point, as a part of a path; all have about the area of a disc of this radius.
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

/// What a text of a drawing is about as wide as, in its units; fonts differ, so this is for the wide ones.
#[must_use]
pub fn width_of(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * 0.61
}

/// A text, cut with an ellipsis where it is longer than so many characters.
#[must_use]
pub fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    kept + "…"
}

/// A coordinate: one place behind the point at most.
#[must_use]
pub fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

impl Drawing {
    /// An empty one.
    #[must_use]
    pub fn new(width: f64, height: f64) -> Self {
        Drawing { width, height, body: String::new() }
    }

    /// A straight line.
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

    /// A path, by its data.
    pub fn path(&mut self, data: &str, class: &str) {
        let _ = write!(self.body, r#"<path class="{class}" d="{data}"/>"#);
    }

    /// A mark around a point.
    pub fn mark(&mut self, shape: Shape, at: (f64, f64), radius: f64, class: &str) {
        self.path(&shape.outline(at, radius), class);
    }

    /// A rectangle from its upper left corner; who points at it is told `told`, where that is not empty.
    pub fn rectangle(&mut self, at: (f64, f64), size: (f64, f64), class: &str, told: &str) {
        self.rect(at, size, &format!("class=\"{class}\""), told);
    }

    fn rect(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), look: &str, told: &str) {
        let (x, y, width, height) = (number(x), number(y), number(width), number(height));
        let _ =
            write!(self.body, r#"<rect {look} x="{x}" y="{y}" width="{width}" height="{height}""#);
        if told.is_empty() {
            self.body.push_str("/>");
        } else {
            let _ = write!(self.body, "><title>{}</title></rect>", told.render().0);
        }
    }

    /// A pattern of lines over the colour of a class, for [`filled`](Self::filled).
    ///
    /// The lines are the data of a path in a square of eight; there may be none.
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

    /// A rectangle that is filled with a pattern.
    pub fn filled(&mut self, at: (f64, f64), size: (f64, f64), pattern: &str, told: &str) {
        self.rect(at, size, &format!("fill=\"url(#{pattern})\""), told);
    }

    /// A text, which may hold anything.
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

    /// The drawing as an element, which a name and a sentence stand for where it cannot be seen.
    ///
    /// `id` is of this drawing alone.
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
