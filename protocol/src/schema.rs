//! JSON Schemas of all types on the wire, and the notations of those that are strings.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::marker::PhantomData;

use ikibuguzo_engine::{Action, Array, Direction, Hole, Route, Ruleset, Seat};
use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::Value;

use crate::{
    ArrayPair, CommandId, GameId, Opponent, Passphrase, PlayerName, PositionKey, Text, TimeControl,
    Timestamp, Token, TokenId, TournamentId,
};

/// A type that is a string on the wire, as API documentation describes it.
pub trait Notation {
    /// Name of the type in schemas.
    const NAME: &'static str;

    /// Description of the type in schemas.
    const DESCRIPTION: &'static str;

    /// The texts that are valid.
    fn text_format() -> TextFormat;
}

/// The valid texts of a notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextFormat {
    /// All texts that match this regular expression.
    Pattern(&'static str),
    /// These texts only.
    OneOf(Vec<String>),
}

/// Spelling of a [`TimeControl`], with the limits of its numbers.
const TIME_CONTROL_PATTERN: &str = "^(none|(fischer|delay):([1-9][0-9]{0,3}|10[0-7][0-9]{2}|10800)\\+([0-9]|[1-9][0-9]|1[0-7][0-9]|180)\
    |days:([1-9]|1[0-4]))$";

/// Spelling of a chat message: at least one visible character, no control characters and no bidirectional overrides.
pub(crate) const CHAT_PATTERN: &str = concat!(
    r"^[^\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]*",
    r"[^\s\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]",
    r"[^\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]*$",
);

/// Makes the schema of a notation.
fn schema_of<T: Notation>() -> Schema {
    match T::text_format() {
        TextFormat::Pattern(pattern) => {
            json_schema!({"type": "string", "description": T::DESCRIPTION, "pattern": pattern})
        }
        TextFormat::OneOf(texts) => {
            json_schema!({"type": "string", "description": T::DESCRIPTION, "enum": texts})
        }
    }
}

/// Lists the texts of these values.
fn one_of<T: ToString>(values: impl IntoIterator<Item = T>) -> TextFormat {
    TextFormat::OneOf(values.into_iter().map(|value| value.to_string()).collect())
}

impl<T: Notation> JsonSchema for Text<T> {
    fn schema_name() -> Cow<'static, str> {
        T::NAME.into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schema_of::<T>()
    }
}

macro_rules! notations {
    ($($type:ident as $name:literal, $text_format:expr, $means:literal;)*) => {$(
        impl Notation for $type {
            const NAME: &'static str = $name;
            const DESCRIPTION: &'static str = $means;

            fn text_format() -> TextFormat {
                $text_format
            }
        }
    )*};
}

notations! {
    Seat as "Seat", one_of(Seat::ALL), "A side of the board.";
    // JavaScript has an `Array` of its own.
    Array as "OpeningArray", one_of(Array::ALL), "An opening array.";
    Direction as "Direction", one_of([Direction::Anticlockwise, Direction::Clockwise]),
        "Anti-clockwise or clockwise.";
    Route as "Route", one_of([Route::Own, Route::Opponent]),
        "How a store is entered: along the own row, or on into the opponent's row.";
    Ruleset as "Ruleset", one_of(Ruleset::ALL), "A game and its options.";
    Hole as "Hole", TextFormat::Pattern("^[A-Ta-t]$"), "A hole: South's holes are upper case, North's are lower case.";
    Action as "Action", TextFormat::Pattern(r"^([A-Ta-t]<?|\*>?|-)$"),
        "An action: `N` sows from N anti-clockwise, `N<` clockwise; `*` enters the store along the own row, \
         `*>` into the opponent's; `-` passes.";
    TimeControl as "TimeControl", TextFormat::Pattern(TIME_CONTROL_PATTERN),
        "A time control: `none`, `fischer:SECONDS+INCREMENT`, `delay:SECONDS+DELAY` or `days:DAYS`.";
    Opponent as "Opponent", TextFormat::Pattern("^(bot:[1-8]|[A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ][A-Za-z0-9À-ÖØ-öø-ɏḀ-ỿ-]{1,23})$"),
        "An opponent: a computer player of the server, from `bot:1`, the weakest, to `bot:8`, or the name of a player.";
    GameId as "GameId", TextFormat::Pattern("^[0-9a-hjkmnp-tv-z]{12}$"),
        "The id of a game, which is also its invitation code.";
    TournamentId as "TournamentId", TextFormat::Pattern("^[0-9a-hjkmnp-tv-z]{12}$"), "The id of a tournament.";
    CommandId as "CommandId", TextFormat::Pattern("^[A-Za-z0-9_-]{1,64}$"),
        "The id that a client gives to a command, so that sending it twice has one effect.";
    PlayerName as "PlayerName", TextFormat::Pattern("^[A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ][A-Za-z0-9À-ÖØ-öø-ɏḀ-ỿ-]{1,23}$"),
        "The public name of a player.";
    PositionKey as "PositionKey", TextFormat::Pattern("^[0-9A-Fa-f]{16}$"), "The key of a position.";
    ArrayPair as "ArrayPair", one_of(Array::ALL.into_iter().flat_map(|south| Array::ALL.map(|north| ArrayPair { south, north }))),
        "The opening arrays of South and North.";
    TokenId as "TokenId", TextFormat::Pattern("^[0-9a-f]{12}$"), "The public id of a token. It does not authenticate.";
    Passphrase as "Passphrase", TextFormat::Pattern(r"^[^\x00-\x1f\x7f-\x9f]{8,200}$"), "A player's passphrase.";
    Token as "Token", TextFormat::Pattern("^[0-9a-hjkmnp-tv-z]{52}$"), "A secret that authenticates a player.";
}

/// Implements `JsonSchema` for ids, which are not wrapped in [`Text`].
macro_rules! id_schemas {
    ($($id:ident)*) => {$(
        impl JsonSchema for $id {
            fn schema_name() -> Cow<'static, str> {
                Self::NAME.into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                schema_of::<Self>()
            }
        }
    )*};
}

id_schemas! { GameId TournamentId CommandId PlayerName Token TokenId Passphrase }

/// A [`Timestamp`] is a number.
impl JsonSchema for Timestamp {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        u64::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        u64::json_schema(generator)
    }
}

/// Schema of a flattened field: a reference to its type, not a copy.
pub(crate) struct Named<T>(PhantomData<T>);

impl<T: JsonSchema> JsonSchema for Named<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<T>()
    }
}

/// Collects the schemas of types. Each type is defined once and referenced by its name.
#[derive(Debug)]
pub struct Schemas {
    output: SchemaGenerator,
    input: SchemaGenerator,
}

impl Schemas {
    /// Makes an empty collection. References begin with this path, such as `#/components/schemas/`.
    pub fn new(path: &'static str) -> Self {
        let input = SchemaSettings::draft2020_12()
            .with(|settings| settings.definitions_path = path.into())
            .with_transform(IntegerMaximums);
        let output = input.clone().for_serialize().with_transform(NeverNull);
        Self { output: output.into_generator(), input: input.into_generator() }
    }

    /// The schema of a type that the server sends.
    pub fn output<T: JsonSchema>(&mut self) -> Schema {
        with_maximums(self.output.subschema_for::<T>())
    }

    /// The schema of a type that the server receives. An optional field may also be null.
    pub fn input<T: JsonSchema>(&mut self) -> Schema {
        with_maximums(self.input.subschema_for::<T>())
    }

    /// The schema of the parameters of a query. They are never null.
    pub fn query_parameters<T: JsonSchema>(&mut self) -> Schema {
        let mut schema = with_maximums(T::json_schema(&mut self.input));
        NeverNull.transform(&mut schema);
        schema
    }

    /// All referenced types by name.
    pub fn definitions(mut self) -> BTreeMap<String, Value> {
        let mut types: BTreeMap<String, Value> = self.input.take_definitions(true).into_iter().collect();
        for (name, schema) in self.output.take_definitions(true) {
            debug_assert!(
                types.get(&name).is_none_or(|input| *input == schema),
                "{name} has one schema for input and output"
            );
            types.insert(name, schema);
        }
        types
    }
}

/// Adds the maximum of its type to every integer that has none of its own.
#[derive(Clone, Debug)]
struct IntegerMaximums;

/// Applies [`IntegerMaximums`] to a schema that may be inline, which no generator transforms.
fn with_maximums(mut schema: Schema) -> Schema {
    IntegerMaximums.transform(&mut schema);
    schema
}

impl Transform for IntegerMaximums {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        let maximum = match schema.get("format").and_then(Value::as_str) {
            Some("uint32") => u64::from(u32::MAX),
            Some("uint64") => u64::MAX,
            _ => return,
        };
        schema.ensure_object().entry("maximum").or_insert_with(|| maximum.into());
    }
}

/// Removes null from optional fields: the server leaves such a field out and never sends null.
#[derive(Clone, Debug)]
struct NeverNull;

impl Transform for NeverNull {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        let required = schema.get("required").cloned().unwrap_or_default();
        let is_required =
            |name: &str| required.as_array().is_some_and(|names| names.iter().any(|known| known == name));
        let fields = schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten();
        for (_, field) in fields.filter(|(name, _)| !is_required(name)) {
            remove_null(field);
        }
    }
}

/// Turns `T | null` into `T`.
fn remove_null(field: &mut Value) {
    let Some(field) = field.as_object_mut() else {
        return;
    };
    if let Some(Value::Array(kinds)) = field.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [kind] = kinds.as_slice() {
            let kind = kind.clone();
            field.insert("type".to_owned(), kind);
        }
    }
    if let Some(Value::Array(choices)) = field.get("anyOf")
        && let [Value::Object(choice), null] = choices.as_slice()
        && null.get("type").is_some_and(|kind| kind == "null")
    {
        let choice = choice.clone();
        field.remove("anyOf");
        field.extend(choice);
    }
}
