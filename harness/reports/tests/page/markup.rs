//! A page taken apart: its elements, each with its name and attributes.

/// An element as it opens.
#[derive(Debug)]
pub(crate) struct Element {
    pub(crate) name: String,
    attributes: Vec<(String, String)>,
    /// Names of the enclosing elements, outermost first.
    pub(crate) within: Vec<String>,
    /// The names of elements that lie directly in it.
    pub(crate) children: Vec<String>,
}

impl Element {
    /// The value of an attribute.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let mut all = self.attributes.iter();
        all.find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The names of its attributes.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.attributes.iter().map(|(name, _)| name.as_str())
    }
}

/// What is never closed in HTML.
const VOID: [&str; 3] = ["meta", "br", "link"];

/// All elements of a page; what is not closed, or not in its order, panics.
pub(crate) fn elements(page: &str) -> Vec<Element> {
    let mut found: Vec<Element> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        let in_style = open.last().is_some_and(|&last| found[last].name == "style");
        assert!(in_style || !rest[..at].contains('>'), "`>` in text: {}", &rest[..at]);
        let end = at + rest[at..].find('>').expect("a tag ends");
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if tag.starts_with('!') {
            continue;
        }
        if let Some(name) = tag.strip_prefix('/') {
            let last = open.pop().unwrap_or_else(|| panic!("</{name}> closes nothing"));
            assert_eq!(found[last].name, name, "closed in another order");
            continue;
        }
        let closed = tag.ends_with('/');
        let (name, attributes) = tag.trim_end_matches('/').split_once(' ').unwrap_or((tag, ""));
        let name = name.trim_end_matches('/').to_owned();
        if let Some(&parent) = open.last() {
            found[parent].children.push(name.clone());
        }
        let within = open.iter().map(|&at| found[at].name.clone()).collect();
        let is_open = !closed && !VOID.contains(&name.as_str());
        found.push(Element { name, attributes: parse(attributes), within, children: Vec::new() });
        if is_open {
            open.push(found.len() - 1);
        }
    }
    assert!(open.is_empty(), "{} elements are not closed", open.len());
    found
}

fn parse(mut text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    while !text.trim().is_empty() {
        let (name, rest) = text.trim_start().split_once("=\"").unwrap_or_else(|| panic!("{text}"));
        let (value, rest) = rest.split_once('"').expect("a value ends");
        found.push((name.to_owned(), value.to_owned()));
        text = rest;
    }
    found
}
