//! The OpenAPI document of the API. It is written from the types of the handlers; see decision 0012.
//!
//! An operation is one entry in the route table of [`super::routes`]. The types of its handler describe parameters,
//! bodies, responses and the error codes of extractors; the entry adds the summary, links, and the handler's own codes.
//! What else there is to say about it is a section of `details.md`.

mod components;
mod details;
mod handler;
pub(super) mod operation;
mod tags;
pub(super) mod variants;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use axum::Router;
use axum::body::Bytes;
use axum::handler::Handler;
use axum::routing::{MethodFilter, on};
use ikibuguzo_protocol::{ErrorCode, Schemas};
use serde_json::{Map, Value, json};

use crate::app::App;
use components::{SCHEMAS, Types, remove_unused, simplify, with_named_variants};
use details::details;
use handler::DescribeHandler;
use operation::Operation;
use tags::tags;

/// Error codes that any operation under `/api` may answer with.
const COMMON_ERRORS: [ErrorCode; 4] =
    [ErrorCode::TooFast, ErrorCode::StorageUnavailable, ErrorCode::Restarting, ErrorCode::Internal];

/// What the API is.
const ABOUT: &str = "An online server for traditional African mancala (sowing) games: play, watch, and search all games \
    that were played. `docs/PROTOCOL.md` describes the WebSocket at `/ws` for live games, and `docs/REFERENCE.md` has \
    these operations with examples.";

/// A router whose operations are described.
pub(super) struct Api {
    router: Router<App>,
    operations: Vec<Route>,
}

/// An operation that has not been described yet.
struct Route {
    path: &'static str,
    method: &'static str,
    id: &'static str,
    /// Adds what the types of the handler say.
    describe_handler: fn(&mut Operation<'_>),
    /// Adds what the route table says.
    describe_route: fn(&mut Operation<'_>),
}

/// The description of the API, written on the first request for it.
pub(crate) struct Description {
    operations: Vec<Route>,
    document: OnceLock<Value>,
    json: OnceLock<Bytes>,
}

/// Adds methods of [`Api`] that add an operation with this HTTP method.
macro_rules! methods {
    ($($name:ident $filter:ident)*) => {
        impl Api {$(
            /// Adds an operation: its path, its id in the document, its handler, and what the handler's types do not
            /// say.
            pub(super) fn $name<H, T, I>(
                self,
                path: &'static str,
                id: &'static str,
                handler: H,
                describe_route: fn(&mut Operation<'_>),
            ) -> Self
            where
                H: Handler<T, App> + DescribeHandler<I>,
                T: 'static,
            {
                let describe_handler = <H as DescribeHandler<I>>::describe;
                let route = Route { path, method: stringify!($name), id, describe_handler, describe_route };
                self.add(MethodFilter::$filter, route, handler)
            }
        )*}
    };
}

methods! { get GET post POST put PUT delete DELETE }

impl Api {
    /// An API without operations.
    pub(super) fn new() -> Self {
        Self { router: Router::new(), operations: Vec::new() }
    }

    /// The router of all operations, and their description.
    pub(super) fn finish(self) -> (Router<App>, Description) {
        let Self { router, operations } = self;
        (router, Description { operations, document: OnceLock::new(), json: OnceLock::new() })
    }

    fn add<H, T>(mut self, filter: MethodFilter, route: Route, handler: H) -> Self
    where
        H: Handler<T, App>,
        T: 'static,
    {
        let router = self.router.route(route.path, on(filter, handler));
        self.operations.push(route);
        Self { router, operations: self.operations }
    }
}

impl Description {
    /// The OpenAPI document.
    pub(crate) fn document(&self) -> &Value {
        self.document.get_or_init(|| {
            let (mut schemas, mut paths) = (Schemas::new(SCHEMAS), document_paths());
            for route in &self.operations {
                let methods: &mut Map<_, _> = paths.entry(route.path.to_owned()).or_default();
                methods.insert(route.method.to_owned(), route.describe(&mut schemas));
            }
            document(&json!(paths), &schemas.definitions())
        })
    }

    /// The document as text.
    pub(super) fn json(&self) -> Bytes {
        self.json.get_or_init(|| Bytes::from(self.document().to_string())).clone()
    }
}

impl Route {
    fn describe(&self, schemas: &mut Schemas) -> Value {
        let mut operation = Operation::new(self.id, schemas);
        if self.path.starts_with("/api/") {
            operation.errors(&COMMON_ERRORS);
        }
        (self.describe_handler)(&mut operation);
        (self.describe_route)(&mut operation);
        operation.finish()
    }
}

/// The paths of the description itself.
fn document_paths() -> BTreeMap<String, Map<String, Value>> {
    let paths = [
        ("/api", "api_page", "Returns the API as a page for people.", "text/html", "string"),
        (
            "/api/openapi.json",
            "api_document",
            "Returns the API as this document.",
            "application/json",
            "object",
        ),
    ];
    let described = paths.map(|(path, id, summary, media_type, kind)| {
        let operation = json!({
            "operationId": id,
            "summary": summary,
            "description": format!("{}\n\nTakes no token.", details(id)).trim_start(),
            "tags": ["api"],
            "responses": {"200": {"description": "Done", "content": {media_type: {"schema": {"type": kind}}}}},
        });
        (path.to_owned(), Map::from_iter([("get".to_owned(), operation)]))
    });
    described.into()
}

fn document(paths: &Value, types: &Types) -> Value {
    let mut types = with_named_variants(types);
    remove_unused(&mut types, paths);
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "ikibuguzo",
            "version": env!("CARGO_PKG_VERSION"),
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
            "contact": {"name": "The operator of this server"},
            "description": format!("{ABOUT}\n\n{}", details("info")),
        },
        "servers": [{"url": "/", "description": "The server that sent this document."}],
        "tags": tags(),
        "paths": paths,
        "components": {
            "schemas": types,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer",
                "description": "A player's token, from `POST /api/players` or `POST /api/tokens`."}},
        },
    });
    simplify(&mut document);
    document
}
