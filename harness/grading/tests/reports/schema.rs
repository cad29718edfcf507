//! Checks JSON by the part of JSON Schema that our schemas use; any other keyword panics.
//!
//! Source: JSON Schema draft 2020-12, "Validation".

use serde_json::{Map, Value};

/// Differences of a value from a schema, as paths with what was expected.
pub(crate) fn errors(schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    check(schema, schema, value, "$", &mut found);
    found
}

fn check(root: &Value, schema: &Value, value: &Value, path: &str, found: &mut Vec<String>) {
    let keywords = match schema {
        Value::Bool(true) => return,
        Value::Bool(false) => return found.push(format!("{path}: nothing is allowed here")),
        schema => schema.as_object().expect("a schema is an object or a Boolean"),
    };
    for (keyword, expected) in keywords {
        let holds = match keyword.as_str() {
            "$ref" | "properties" | "additionalProperties" | "items" => {
                for (path, schema, value) in parts(root, keywords, keyword, value, path) {
                    check(root, schema, value, &path, found);
                }
                true
            }
            "anyOf" | "oneOf" => {
                let fits = |schema: &&Value| {
                    let mut errors = Vec::new();
                    check(root, schema, value, path, &mut errors);
                    errors.is_empty()
                };
                let count = expected.as_array().unwrap().iter().filter(fits).count();
                count == 1 || count > 1 && keyword == "anyOf"
            }
            keyword => holds(keyword, expected, value),
        };
        if !holds {
            found.push(format!("{path}: not as `{keyword}` {expected} says: {value}"));
        }
    }
}

/// Values that a keyword has checked by further schemas: path, schema and value of each.
fn parts<'v>(
    root: &'v Value,
    keywords: &'v Map<String, Value>,
    keyword: &str,
    value: &'v Value,
    path: &str,
) -> Vec<(String, &'v Value, &'v Value)> {
    let expected = &keywords[keyword];
    let members = || value.as_object().into_iter().flatten();
    let member = |key: &str| format!("{path}.{key}");
    match keyword {
        "$ref" => {
            let place = expected.as_str().unwrap().strip_prefix('#').expect("a local reference");
            let schema = root.pointer(place).expect("the reference leads to a schema");
            vec![(path.to_owned(), schema, value)]
        }
        "properties" => members()
            .filter_map(|(key, value)| Some((member(key), expected.get(key)?, value)))
            .collect(),
        "additionalProperties" => {
            let known = keywords.get("properties").unwrap_or(&Value::Null);
            let others = members().filter(|(key, _)| known.get(key).is_none());
            others.map(|(key, value)| (member(key), expected, value)).collect()
        }
        _ => {
            let items = value.as_array().into_iter().flatten().enumerate();
            items.map(|(index, item)| (format!("{path}[{index}]"), expected, item)).collect()
        }
    }
}

/// Whether a value is as a keyword says, without further schemas.
fn holds(keyword: &str, expected: &Value, value: &Value) -> bool {
    match keyword {
        "$schema" | "$defs" | "title" | "description" | "default" => true,
        "type" => match expected {
            Value::Array(types) => types.iter().any(|one| is_of(one, value)),
            one => is_of(one, value),
        },
        "format" => match expected.as_str().expect("a format is a name") {
            "double" => value.is_number() || value.is_null(),
            _ => value.is_u64() || value.is_i64() || value.is_null(),
        },
        "minimum" => value.as_f64().is_none_or(|number| number >= expected.as_f64().unwrap()),
        "const" => value == expected,
        "enum" => expected.as_array().unwrap().contains(value),
        "required" => value.as_object().is_none_or(|object| {
            let mut keys = expected.as_array().unwrap().iter();
            keys.all(|key| object.contains_key(key.as_str().expect("a required key is a name")))
        }),
        keyword => panic!("the schema uses `{keyword}`, which this check does not know"),
    }
}

/// Whether a value is of a type.
fn is_of(name: &Value, value: &Value) -> bool {
    match name.as_str().expect("a type is a name") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("`{other}` is not a type"),
    }
}

/// Each keyword accepts and rejects: a check that accepts everything would not be noticed.
#[test]
fn each_keyword_rejects() {
    use serde_json::json;
    for (schema, good, bad) in [
        (json!({"type": "integer"}), json!(3), json!("3")),
        (json!({"type": ["string", "null"]}), json!(null), json!(3)),
        (json!({"format": "uint32"}), json!(3), json!(3.5)),
        (json!({"minimum": 0}), json!(0), json!(-1)),
        (json!({"const": 1}), json!(1), json!(2)),
        (json!({"enum": ["a", "b"]}), json!("b"), json!("c")),
        (json!({"required": ["a"]}), json!({"a": 1}), json!({"b": 1})),
        (json!({"properties": {"a": {"const": 1}}}), json!({"a": 1}), json!({"a": 2})),
        (
            json!({"properties": {"a": true}, "additionalProperties": false}),
            json!({"a": 1}),
            json!({"b": 1}),
        ),
        (json!({"items": {"const": 1}}), json!([1, 1]), json!([1, 2])),
        (json!({"anyOf": [{"const": 1}, {"type": "integer"}]}), json!(1), json!("1")),
        (json!({"oneOf": [{"const": 1}, {"type": "integer"}]}), json!(2), json!(1)),
        (json!({"$ref": "#/$defs/A", "$defs": {"A": {"const": 1}}}), json!(1), json!(2)),
    ] {
        assert_eq!(errors(&schema, &good), [""; 0], "{schema} accepts {good}");
        assert_eq!(errors(&schema, &bad).len(), 1, "{schema} rejects {bad}");
    }
}
