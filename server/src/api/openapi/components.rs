//! Rewrites the schemas of types into forms that generators of clients read.
//!
//! Schemas made from Rust types use all of JSON Schema. Many tools read less of it; so in the document
//!
//! - an enum is an `enum`, not a choice of constants;
//! - a union is a choice of named objects, with a discriminator if its variants have a tag;
//! - an object that includes the fields of another type lists them itself;
//! - a tuple also says what any of its items is;
//! - a field that has only one text has it by default;
//! - a type that nothing refers to is left out.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

/// The path of the definitions of types in the document.
pub(super) const SCHEMAS: &str = "#/components/schemas/";

/// Schemas by the names of their types.
pub(super) type Types = BTreeMap<String, Value>;

/// Turns unions into choices of named objects. A variant becomes a type of its own: `act` of `Command` is `ActCommand`.
pub(super) fn with_named_variants(types: &Types) -> Types {
    let mut named = Types::new();
    for (name, schema) in types {
        define(name, with_included_fields(schema, types), &mut named);
    }
    named
}

/// Removes the types to which neither the paths nor a type that remains refers.
pub(super) fn remove_unused(types: &mut Types, paths: &Value) {
    let mut used = BTreeSet::new();
    let mut unread = references(paths);
    while let Some(name) = unread.pop() {
        if let Some(schema) = types.get(&name).filter(|_| !used.contains(&name)) {
            unread.extend(references(schema));
            used.insert(name);
        }
    }
    types.retain(|name, _| used.contains(name));
}

/// Writes enums, tuples and constants, at any depth, in their plain forms.
pub(super) fn simplify(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(simplify),
        Value::Object(fields) => {
            fields.values_mut().for_each(simplify);
            simplify_enum(fields);
            simplify_tuple(fields);
            simplify_constant(fields);
        }
        _ => {}
    }
}

/// A reference to a named type.
fn reference_to(name: &str) -> Value {
    json!({"$ref": format!("{SCHEMAS}{name}")})
}

/// The names of all types to which a value refers, at any depth.
fn references(value: &Value) -> Vec<String> {
    match value {
        Value::Array(items) => items.iter().flat_map(references).collect(),
        Value::Object(fields) => {
            let own = referenced(fields).map(ToOwned::to_owned);
            own.into_iter().chain(fields.values().flat_map(references)).collect()
        }
        _ => Vec::new(),
    }
}

/// The name of the type to which a schema refers.
fn referenced(schema: &Map<String, Value>) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix(SCHEMAS)
}

/// The choices of a schema, if it has any.
fn choices(schema: &Value) -> Option<&Vec<Value>> {
    ["oneOf", "anyOf"].into_iter().find_map(|key| schema.get(key)?.as_array())
}

/// A schema in which each object that includes a type has the fields of that type. An object that includes a union is
/// a union itself.
fn with_included_fields(schema: &Value, types: &Types) -> Value {
    let mut schema = schema.clone();
    for key in ["oneOf", "anyOf"] {
        if let Some(choices) = schema.get_mut(key).and_then(Value::as_array_mut) {
            choices.iter_mut().for_each(|choice| *choice = with_included_fields(choice, types));
        }
    }
    let included = schema.as_object().filter(|fields| fields.contains_key("properties")).and_then(referenced);
    let Some(included) = included.and_then(|name| types.get(name)) else {
        return schema;
    };
    let included = with_included_fields(included, types);
    if let Some(fields) = schema.as_object_mut() {
        fields.remove("$ref");
    }
    include(&schema, included)
}

/// An object with its own fields and those of a type.
fn include(own: &Value, included: Value) -> Value {
    if let Some(choices) = choices(&included) {
        let fields = json!({"properties": own["properties"], "required": own["required"]});
        let choices: Vec<Value> = choices.iter().map(|choice| include(&fields, choice.clone())).collect();
        return json!({"description": own["description"], "oneOf": choices});
    }
    let mut both = included;
    for (key, value) in own.as_object().into_iter().flatten() {
        match (both.get_mut(key), value) {
            (Some(Value::Object(fields)), Value::Object(more)) => fields.extend(more.clone()),
            (Some(Value::Array(names)), Value::Array(more)) => names.extend(more.iter().cloned()),
            _ => both[key] = value.clone(),
        }
    }
    both
}

/// Defines a type. If it is a union, so are its variants.
fn define(name: &str, schema: Value, types: &mut Types) {
    let Some(variants) = choices(&schema).filter(|choices| choices.iter().all(is_variant)) else {
        let earlier = types.insert(name.to_owned(), schema);
        debug_assert!(earlier.is_none_or(|earlier| earlier == types[name]), "one type has the name {name}");
        return;
    };
    let tag = tag_of(variants);
    let names: Vec<String> =
        variants.iter().map(|variant| variant_name(name, variant, tag.as_deref())).collect();
    let references: Vec<Value> = names.iter().map(|name| reference_to(name)).collect();
    let mut union = json!({"description": schema["description"], "oneOf": references});
    if let Some(tag) = tag {
        let path = |name: &String| Value::from(format!("{SCHEMAS}{name}"));
        let tags = variants.iter().filter_map(|variant| constants(variant).remove(&tag));
        let mapping: Map<String, Value> = tags.zip(names.iter().map(path)).collect();
        union["discriminator"] = json!({"propertyName": tag, "mapping": mapping});
    }
    for (name, variant) in names.iter().zip(variants) {
        define(name, variant.clone(), types);
    }
    define(name, union, types);
}

/// Whether a choice is an object without a name, or a union of such objects.
fn is_variant(choice: &Value) -> bool {
    choice.get("properties").is_some()
        || choices(choice).is_some_and(|choices| choices.iter().all(is_variant))
}

/// The field that tells the variants apart.
fn tag_of(variants: &[Value]) -> Option<String> {
    let tagged: Vec<BTreeMap<String, String>> = variants.iter().map(constants).collect();
    let is_tag = |key: &&String| {
        let tags: BTreeSet<_> = tagged.iter().filter_map(|constants| constants.get(*key)).collect();
        tags.len() == variants.len()
    };
    tagged.first()?.keys().find(is_tag).cloned()
}

/// The fields of a variant that have only one text, with that text.
fn constants(variant: &Value) -> BTreeMap<String, String> {
    if let Some(choices) = choices(variant) {
        let all: Vec<_> = choices.iter().map(constants).collect();
        let mut common = all.first().cloned().unwrap_or_default();
        common.retain(|key, text| all.iter().all(|constants| constants.get(key) == Some(text)));
        return common;
    }
    let fields = variant["properties"].as_object().into_iter().flatten();
    fields.filter_map(|(name, field)| Some((name.clone(), field["const"].as_str()?.to_owned()))).collect()
}

/// The name of a variant: its title, or its tag and the last word of the union's name.
fn variant_name(union: &str, variant: &Value, tag: Option<&str>) -> String {
    if let Some(title) = variant["title"].as_str() {
        return title.to_owned();
    }
    let tag = tag.and_then(|tag| constants(variant).remove(tag)).unwrap_or_default();
    let last_word = union.rfind(char::is_uppercase).unwrap_or_default();
    pascal_case(&tag) + &union[last_word..]
}

fn pascal_case(snake_case: &str) -> String {
    let words = snake_case.split('_').filter_map(|word| Some((word.get(..1)?, word.get(1..)?)));
    words.map(|(first, rest)| first.to_uppercase() + rest).collect()
}

/// Turns a choice of constants into an `enum`. Its description says what each value means.
fn simplify_enum(schema: &mut Map<String, Value>) {
    let Some(choices) = schema.get("oneOf").and_then(Value::as_array) else {
        return;
    };
    let Some(values) = choices.iter().map(values).collect::<Option<Vec<_>>>() else {
        return;
    };
    let meanings: String = choices.iter().filter_map(meaning).collect();
    let description = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    let description = format!("{description}\n{meanings}");
    schema.remove("oneOf");
    schema.insert("type".to_owned(), "string".into());
    schema.insert("enum".to_owned(), values.concat().into());
    schema.insert("description".to_owned(), description.trim().into());
}

/// The texts that a choice allows, if it allows texts only.
fn values(choice: &Value) -> Option<Vec<Value>> {
    let constant = choice.get("const").filter(|value| value.is_string());
    constant.map(|value| vec![value.clone()]).or_else(|| choice.get("enum")?.as_array().cloned())
}

/// What a constant means, as an item of a list.
fn meaning(choice: &Value) -> Option<String> {
    Some(format!("\n- `{}`: {}", choice["const"].as_str()?, choice["description"].as_str()?))
}

/// Adds to a tuple what any of its items is.
fn simplify_tuple(schema: &mut Map<String, Value>) {
    let Some(mut items) = schema.get("prefixItems").and_then(Value::as_array).cloned() else {
        return;
    };
    items.dedup();
    let any = if let [only] = items.as_slice() { only.clone() } else { json!({"anyOf": items}) };
    schema.insert("items".to_owned(), any);
}

/// Makes a constant text the default, so that nobody has to write the tag of a variant.
fn simplify_constant(schema: &mut Map<String, Value>) {
    if let Some(text) = schema.get("const").filter(|value| value.is_string()).cloned() {
        schema.insert("default".to_owned(), text);
    }
}
