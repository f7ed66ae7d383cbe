//! Some variants of a union as a type of the document.

use std::borrow::Cow;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::Value;

/// The schema of the variants that an operation takes or sends. A single variant is not a union.
pub(in crate::api) struct Variants<S>(PhantomData<S>);

/// Which variants of which union.
pub(in crate::api) trait Selection {
    /// The union.
    type Union: JsonSchema;

    /// The name of the selection in the document.
    const NAME: &'static str;

    /// The description of the selection in the document.
    const DESCRIPTION: &'static str;

    /// Whether a variant belongs to the selection, by its schema.
    fn has(variant: &Value) -> bool;
}

impl<S: Selection> JsonSchema for Variants<S> {
    fn schema_name() -> Cow<'static, str> {
        S::NAME.into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = S::Union::json_schema(generator);
        if let Some(variants) = schema.get_mut("oneOf").and_then(Value::as_array_mut) {
            variants.retain(S::has);
            if let [Value::Object(only)] = variants.as_slice() {
                schema = Schema::from(only.clone());
            }
        }
        schema.insert("description".to_owned(), S::DESCRIPTION.into());
        schema
    }
}

/// The `type` of a variant.
pub(in crate::api) fn type_of(variant: &Value) -> &str {
    variant["properties"]["type"]["const"].as_str().unwrap_or_default()
}
