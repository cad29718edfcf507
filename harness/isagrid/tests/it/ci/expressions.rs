//! Expressions between `${{` and `}}`, as far as the workflows here use them.

use serde_json::Value;

use super::text;

/// Evaluates an expression: `||`, `&&`, `==`, `!=`, `!`, strings, names, and three functions.
pub(super) fn value(expression: &str, context: &Value) -> Value {
    let expression = expression.trim();
    if let Some((left, right)) = expression.split_once("||") {
        let left = value(left, context);
        return if is_true(&left) { left } else { value(right, context) };
    }
    if let Some((left, right)) = expression.split_once("&&") {
        let left = value(left, context);
        return if is_true(&left) { value(right, context) } else { left };
    }
    for (sign, wanted) in [("==", true), ("!=", false)] {
        if let Some((left, right)) = expression.split_once(sign) {
            let same = text(&value(left, context)) == text(&value(right, context));
            return (same == wanted).into();
        }
    }
    if let Some(rest) = expression.strip_prefix('!') {
        return (!is_true(&value(rest, context))).into();
    }
    match expression {
        "always()" => return true.into(),
        "cancelled()" => return false.into(),
        _ => {}
    }
    let inside = |begins: &str, ends: &str| expression.strip_prefix(begins)?.strip_suffix(ends);
    if let Some(json) = inside("fromJSON(", ")") {
        return serde_json::from_str(&text(&value(json, context))).expect("it is JSON");
    }
    if let Some(quoted) = inside("'", "'") {
        return quoted.into();
    }
    let mut found = context;
    for (index, name) in expression.split('.').enumerate() {
        assert!(index > 0 || context.get(name).is_some(), "nothing is called `{name}`");
        found = found.get(name).unwrap_or(&Value::Null);
    }
    found.clone()
}

/// Text with expressions replaced by their values.
pub(super) fn filled(whole: &str, context: &Value) -> String {
    let mut filled = String::new();
    let mut rest = whole;
    while let Some((before, inside)) = rest.split_once("${{") {
        let (expression, after) = inside.split_once("}}").expect("an expression has an end");
        filled += before;
        filled += &text(&value(expression, context));
        rest = after;
    }
    filled + rest
}

/// Whether a condition holds; `${{` is optional.
pub(super) fn holds(condition: &str, context: &Value) -> bool {
    let bare = condition.trim().strip_prefix("${{").and_then(|rest| rest.strip_suffix("}}"));
    is_true(&value(bare.unwrap_or(condition), context))
}

fn is_true(value: &Value) -> bool {
    !matches!(value, Value::Null | Value::Bool(false)) && value != ""
}

#[test]
fn expressions_evaluate_as_on_github() {
    let context = serde_json::json!({ "steps": { "a": { "outputs": { "x": "1" } } }, "none": "" });
    assert_eq!(value("steps.a.outputs.x == '1' && none || 'other'", &context), "other");
    assert!(holds("${{ !cancelled() }}", &context) && !holds("none != ''", &context));
    assert!(!holds("always() && steps.b.outputs.x != ''", &context));
    assert_eq!(filled("<${{ steps.a.outputs.x }}${{ none }}>", &context), "<1>");
}
