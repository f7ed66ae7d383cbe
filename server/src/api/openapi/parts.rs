//! What handlers are given, as the description tells it.

use axum::extract::State;
use axum::http::HeaderMap;
use ikibuguzo_protocol::{ClientMessage, ErrorCode, GameId, PlayerName, Text, TokenId};
use schemars::JsonSchema;
use serde_json::json;

use super::{Operation, Part};
use crate::api::export::{ExportParams, ExportQuery};
use crate::api::extract::{Body, Caller, Game, Key, Known, Message, Named, Opponent, Params, PublicToken};
use crate::net::client_address::ClientAddress;
use crate::query::game_parameters::GameParameters;
use crate::query::loaded_game::Ply;

/// What a body can be refused with, whatever is to be in it.
const BODY: [ErrorCode; 3] = [ErrorCode::BadJson, ErrorCode::FrameTooLarge, ErrorCode::Idle];

impl<T> Part for State<T> {
    fn describe(_: &mut Operation<'_>) {}
}

impl Part for ClientAddress {
    fn describe(_: &mut Operation<'_>) {}
}

/// Whoever reads headers by hand describes them with [`Operation::header`].
impl Part for HeaderMap {
    fn describe(_: &mut Operation<'_>) {}
}

impl Part for Game {
    fn describe(operation: &mut Operation<'_>) {
        operation.path::<GameId>("game", "The game.").refuses(&[ErrorCode::UnknownGame]);
    }
}

impl Part for Named {
    fn describe(operation: &mut Operation<'_>) {
        operation.path::<PlayerName>("name", "The player.").refuses(&[ErrorCode::UnknownPlayer]);
    }
}

impl Part for Opponent {
    fn describe(operation: &mut Operation<'_>) {
        operation.path::<PlayerName>("opponent", "The other player.");
    }
}

impl Part for Ply {
    fn describe(operation: &mut Operation<'_>) {
        operation.path::<Text<Ply>>("ply", "After how many actions.").refuses(&[ErrorCode::UnknownPly]);
    }
}

impl Part for ExportQuery {
    fn describe(operation: &mut Operation<'_>) {
        operation.query::<GameParameters>();
        operation.takes_no(&GameParameters::OF_PAGES);
        operation.query::<ExportParams>();
        operation.refuses(&[ErrorCode::BadQuery]);
    }
}

impl Part for Caller {
    fn describe(operation: &mut Operation<'_>) {
        operation.secured(false);
        operation.refuses(&[ErrorCode::BadToken]);
    }
}

/// It comes with [`Known`], which says all of it.
impl Part for Key {
    fn describe(_: &mut Operation<'_>) {}
}

impl Part for PublicToken {
    fn describe(operation: &mut Operation<'_>) {
        operation.path::<TokenId>("token", "The token's public id.").refuses(&[ErrorCode::UnknownToken]);
    }
}

impl Part for Known {
    fn describe(operation: &mut Operation<'_>) {
        operation.secured(true);
        operation.refuses(&[ErrorCode::TokenRequired, ErrorCode::BadToken]);
    }
}

impl<T: JsonSchema> Part for Params<T> {
    fn describe(operation: &mut Operation<'_>) {
        operation.query::<T>();
        operation.refuses(&[ErrorCode::BadQuery]);
    }
}

impl<T: JsonSchema> Part for Body<T> {
    fn describe(operation: &mut Operation<'_>) {
        let schema = operation.schemas.heard::<T>();
        operation.body(schema);
        operation.refuses(&BODY).refuses(&[ErrorCode::BadBody]);
    }
}

impl Part for Message {
    fn describe(operation: &mut Operation<'_>) {
        let schema = operation.schemas.heard::<ClientMessage>();
        // What all commands have, and no other message.
        operation.body(json!({"allOf": [schema, {"required": ["id"]}]}));
        operation.refuses(&BODY);
        operation.refuses(&[ErrorCode::UnknownType, ErrorCode::UnknownField, ErrorCode::BadField]);
    }
}
