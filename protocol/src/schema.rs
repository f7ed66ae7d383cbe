//! The schemas of what crosses the wire as text: the ids, and the engine's own notations.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::marker::PhantomData;

use ikibuguzo_engine::{Action, Array, Direction, Hole, Route, Ruleset, Seat};
use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::Value;

use crate::{
    Arrays, CommandId, GameId, Passphrase, PlayerName, PositionKey, Text, TimeControl, Token, TokenId,
};

/// A value with a text form, as a reader of the API has to know it.
pub trait Notation {
    /// The name of the type in schemas.
    const NAME: &'static str;

    /// What the text means.
    const MEANS: &'static str;

    /// Which texts there are.
    fn spelling() -> Spelling;
}

/// Which texts a notation has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// Those that match a regular expression.
    Pattern(&'static str),
    /// These.
    OneOf(Vec<String>),
}

/// Seconds up to 10,800 with up to 180 more a turn, or days up to 14.
const TIME_CONTROL: &str = "^(none|(fischer|delay):([1-9][0-9]{0,3}|10[0-7][0-9]{2}|10800)\\+([0-9]|[1-9][0-9]|1[0-7][0-9]|180)\
    |days:([1-9]|1[0-4]))$";

/// Something visible among what neither controls a terminal nor turns the direction of writing.
pub(crate) const SAYING: &str = concat!(
    r"^[^\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]*",
    r"[^\s\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]",
    r"[^\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]*$",
);

/// The schema of a notation.
fn schema_of<T: Notation>() -> Schema {
    match T::spelling() {
        Spelling::Pattern(pattern) => {
            json_schema!({"type": "string", "description": T::MEANS, "pattern": pattern})
        }
        Spelling::OneOf(texts) => json_schema!({"type": "string", "description": T::MEANS, "enum": texts}),
    }
}

/// The names of all values, as they are printed.
fn one_of<T: ToString>(values: impl IntoIterator<Item = T>) -> Spelling {
    Spelling::OneOf(values.into_iter().map(|value| value.to_string()).collect())
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
    ($($type:ident as $name:literal, $spelling:expr, $means:literal;)*) => {$(
        impl Notation for $type {
            const NAME: &'static str = $name;
            const MEANS: &'static str = $means;

            fn spelling() -> Spelling {
                $spelling
            }
        }
    )*};
}

notations! {
    Seat as "Seat", one_of(Seat::ALL), "A side of the board.";
    // A page's own arrays are another thing.
    Array as "OpeningArray", one_of(Array::ALL), "An opening array.";
    Direction as "Direction", one_of([Direction::Anticlockwise, Direction::Clockwise]),
        "Anti-clockwise or clockwise.";
    Route as "Route", one_of([Route::Own, Route::Opponent]),
        "How a store is entered: along the own row, or on into the opponent's.";
    Ruleset as "Ruleset", one_of(Ruleset::ALL), "A game and its options.";
    Hole as "Hole", Spelling::Pattern("^[A-Ta-t]$"), "A hole: capitals are South's, small letters North's.";
    Action as "Action", Spelling::Pattern(r"^([A-Ta-t]<?|\*>?|-)$"),
        "An action: `N` sows from N anti-clockwise, `N<` clockwise; `*` enters the store along the own row, \
         `*>` into the opponent's; `-` passes.";
    TimeControl as "TimeControl", Spelling::Pattern(TIME_CONTROL),
        "How much time the seats have: `none`, `fischer:SECONDS+INCREMENT`, `delay:SECONDS+DELAY` or `days:DAYS`.";
    GameId as "GameId", Spelling::Pattern("^[0-9a-hjkmnp-tv-z]{12}$"),
        "The name of a game, and the code by which a friend is invited to it.";
    CommandId as "CommandId", Spelling::Pattern("^[A-Za-z0-9_-]{1,64}$"),
        "The id that a client gives to a command, so that sending it twice has one effect.";
    PlayerName as "PlayerName", Spelling::Pattern("^[A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ][A-Za-z0-9À-ÖØ-öø-ɏḀ-ỿ-]{1,23}$"),
        "The name that a player is seen under.";
    PositionKey as "PositionKey", Spelling::Pattern("^[0-9A-Fa-f]{16}$"), "The name of a position.";
    Arrays as "Arrays", one_of(Array::ALL.into_iter().flat_map(|south| Array::ALL.map(|north| Arrays { south, north }))),
        "The opening arrays of South and North.";
    TokenId as "TokenId", Spelling::Pattern("^[0-9a-f]{12}$"), "The public name of a token; it proves nothing.";
    Passphrase as "Passphrase", Spelling::Pattern(r"^[^\x00-\x1f\x7f-\x9f]{8,200}$"), "What only its owner knows.";
    Token as "Token", Spelling::Pattern("^[0-9a-hjkmnp-tv-z]{52}$"), "A secret that proves a player.";
}

/// An id is a notation that needs no [`Text`].
macro_rules! ids {
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

ids! { GameId CommandId PlayerName Token TokenId Passphrase }

/// The schema of a flattened field, by its name and not written out once more.
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

/// The schemas of all types that are asked for, each written out once and referred to by its name.
#[derive(Debug)]
pub struct Schemas {
    told: SchemaGenerator,
    heard: SchemaGenerator,
}

impl Schemas {
    /// None yet. References to types begin with this: `#/components/schemas/`.
    pub fn new(path: &'static str) -> Self {
        let heard = SchemaSettings::draft2020_12()
            .with(|settings| settings.definitions_path = path.into())
            .with_transform(Bounded);
        let told = heard.clone().for_serialize().with_transform(NeverNull);
        Self { told: told.into_generator(), heard: heard.into_generator() }
    }

    /// The schema of what the server tells.
    pub fn told<T: JsonSchema>(&mut self) -> Schema {
        bounded(self.told.subschema_for::<T>())
    }

    /// The schema of what the server hears: what may be left out may be null too.
    pub fn heard<T: JsonSchema>(&mut self) -> Schema {
        bounded(self.heard.subschema_for::<T>())
    }

    /// The fields of a query, which has no null.
    pub fn query<T: JsonSchema>(&mut self) -> Schema {
        let mut schema = bounded(T::json_schema(&mut self.heard));
        NeverNull.transform(&mut schema);
        schema
    }

    /// Every type that was referred to, by its name.
    pub fn definitions(mut self) -> BTreeMap<String, Value> {
        let mut types: BTreeMap<String, Value> = self.heard.take_definitions(true).into_iter().collect();
        for (name, schema) in self.told.take_definitions(true) {
            debug_assert!(
                types.get(&name).is_none_or(|heard| *heard == schema),
                "{name} is told as it is heard"
            );
            types.insert(name, schema);
        }
        types
    }
}

/// A number is no larger than its type can hold.
#[derive(Clone, Debug)]
struct Bounded;

/// What is written out where it stands is transformed with no other type.
fn bounded(mut schema: Schema) -> Schema {
    Bounded.transform(&mut schema);
    schema
}

impl Transform for Bounded {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        let most = match schema.get("format").and_then(Value::as_str) {
            Some("uint32") => u64::from(u32::MAX),
            Some("uint64") => u64::MAX,
            _ => return,
        };
        schema.insert("maximum".to_owned(), most.into());
    }
}

/// A field that may be left out of what the server sends is never null in it.
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
            take_null_away(field);
        }
    }
}

/// Leaves of `T | null` the `T`.
fn take_null_away(field: &mut Value) {
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
