//! The API describes itself: what an operation takes and answers is read off its handler's own types, as OpenAPI.

mod answers;
mod parts;

use std::any::type_name;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::body::Bytes;
use axum::handler::Handler;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use axum::routing::{MethodFilter, get, on};
use ikibuguzo_protocol::{ErrorCode, Problem, Schemas};
use schemars::JsonSchema;
use serde_json::{Map, Value, json};

use crate::app::App;

/// Where the types are in the document.
const SCHEMAS: &str = "#/components/schemas/";

/// What any request under `/api` can be refused with.
const ALWAYS: [ErrorCode; 4] =
    [ErrorCode::TooFast, ErrorCode::StorageUnavailable, ErrorCode::Restarting, ErrorCode::Internal];

/// What an argument of a handler says of its operation.
pub(super) trait Part {
    /// Adds to the operation what this takes from the request, and with what it refuses it.
    fn describe(operation: &mut Operation<'_>);
}

/// What a handler's answer says of its operation.
pub(super) trait Answer {
    /// Adds the answers.
    fn describe(operation: &mut Operation<'_>);
}

/// A handler whose types say what it takes and answers.
pub(super) trait Described<Parts> {
    /// Adds all of it.
    fn describe(operation: &mut Operation<'_>);
}

/// Paths with their handlers, and how they are described.
pub(super) struct Api {
    router: Router<App>,
    lines: Vec<OperationLine>,
}

/// An operation that has not been described yet.
struct OperationLine {
    path: &'static str,
    method: &'static str,
    /// Where the handler is: `…::games::list`.
    handler: &'static str,
    describe: fn(&mut Operation<'_>),
    about: fn(&mut Operation<'_>),
}

/// The description of the API, written on the first request for it.
pub(crate) struct Description {
    lines: Vec<OperationLine>,
    document: OnceLock<Value>,
}

impl Api {
    /// Nothing yet.
    pub(super) fn new() -> Self {
        Self { router: Router::new(), lines: Vec::new() }
    }

    /// `GET` on a path.
    pub(super) fn get<H, T, P>(self, path: &'static str, handler: H, about: fn(&mut Operation<'_>)) -> Self
    where
        H: Handler<T, App> + Described<P>,
        T: 'static,
    {
        self.on(MethodFilter::GET, "get", path, handler, about)
    }

    /// `POST` on a path.
    pub(super) fn post<H, T, P>(self, path: &'static str, handler: H, about: fn(&mut Operation<'_>)) -> Self
    where
        H: Handler<T, App> + Described<P>,
        T: 'static,
    {
        self.on(MethodFilter::POST, "post", path, handler, about)
    }

    /// `PUT` on a path.
    pub(super) fn put<H, T, P>(self, path: &'static str, handler: H, about: fn(&mut Operation<'_>)) -> Self
    where
        H: Handler<T, App> + Described<P>,
        T: 'static,
    {
        self.on(MethodFilter::PUT, "put", path, handler, about)
    }

    /// `DELETE` on a path.
    pub(super) fn delete<H, T, P>(self, path: &'static str, handler: H, about: fn(&mut Operation<'_>)) -> Self
    where
        H: Handler<T, App> + Described<P>,
        T: 'static,
    {
        self.on(MethodFilter::DELETE, "delete", path, handler, about)
    }

    /// The paths, with the document at `/api/openapi.json`, and the description for the page at `/api`.
    pub(super) fn finish(self) -> (Router<App>, Arc<Description>) {
        let description = Arc::new(Description { lines: self.lines, document: OnceLock::new() });
        let json = OnceLock::new();
        let served = Arc::clone(&description);
        let openapi = get(move || async move {
            let text = json.get_or_init(|| Bytes::from(served.document().to_string()));
            fixed("application/json", text.clone())
        });
        (self.router.route("/api/openapi.json", openapi), description)
    }

    fn on<H, T, P>(
        mut self,
        filter: MethodFilter,
        method: &'static str,
        path: &'static str,
        handler: H,
        about: fn(&mut Operation<'_>),
    ) -> Self
    where
        H: Handler<T, App> + Described<P>,
        T: 'static,
    {
        let (handler_name, describe) = (type_name::<H>(), <H as Described<P>>::describe);
        self.lines.push(OperationLine { path, method, handler: handler_name, describe, about });
        Self { router: self.router.route(path, on(filter, handler)), ..self }
    }
}

impl Description {
    /// The OpenAPI document.
    pub(crate) fn document(&self) -> &Value {
        self.document.get_or_init(|| {
            let (mut schemas, mut paths) = (Schemas::new(SCHEMAS), own_paths());
            for line in &self.lines {
                let methods: &mut Map<_, _> = paths.entry(line.path.to_owned()).or_default();
                methods.insert(line.method.to_owned(), line.tell(&mut schemas));
            }
            document(&paths, &schemas.definitions())
        })
    }
}

impl OperationLine {
    fn tell(&self, schemas: &mut Schemas) -> Value {
        let mut operation = Operation::new(self.handler, schemas);
        if self.path.starts_with("/api/") {
            operation.refuses(&ALWAYS);
        }
        (self.describe)(&mut operation);
        (self.about)(&mut operation);
        operation.tell()
    }
}

/// The paths of the description itself.
fn own_paths() -> BTreeMap<String, Map<String, Value>> {
    let own = [
        ("/api", "The API, for people to read.", "text/html", "string"),
        ("/api/openapi.json", "The API, for programs to read.", "application/json", "object"),
    ];
    let described = own.map(|(path, summary, mime, kind)| {
        let operation = json!({
            "operationId": path.trim_start_matches('/').replace(['/', '.'], "_"),
            "summary": summary,
            "tags": ["api"],
            "responses": {"200": {"description": "Done", "content": {mime: {"schema": {"type": kind}}}}},
        });
        (path.to_owned(), Map::from_iter([("get".to_owned(), operation)]))
    });
    described.into()
}

/// One operation, while it is being described.
pub(super) struct Operation<'a> {
    schemas: &'a mut Schemas,
    told: Map<String, Value>,
    parameters: Vec<Value>,
    answers: BTreeMap<String, Value>,
    links: Map<String, Value>,
    refusals: BTreeMap<u16, Vec<ErrorCode>>,
}

impl<'a> Operation<'a> {
    fn new(handler: &str, schemas: &'a mut Schemas) -> Self {
        let mut names = handler.rsplit("::");
        let (name, group) = (names.next().unwrap_or_default(), names.next().unwrap_or_default());
        let told = json!({"operationId": format!("{group}_{name}"), "tags": [group]});
        Self {
            schemas,
            told: told.as_object().cloned().unwrap_or_default(),
            parameters: Vec::new(),
            answers: BTreeMap::new(),
            links: Map::new(),
            refusals: BTreeMap::new(),
        }
    }

    /// What it is for, in a sentence.
    pub(super) fn says(&mut self, summary: &str) -> &mut Self {
        self.told.insert("summary".to_owned(), summary.into());
        self
    }

    /// The codes that the handler itself refuses with; those of its arguments are known.
    pub(super) fn refuses(&mut self, codes: &[ErrorCode]) -> &mut Self {
        for code in codes {
            let of_status = self.refusals.entry(code.status()).or_default();
            if !of_status.contains(code) {
                of_status.push(*code);
            }
        }
        self
    }

    /// A parameter of the path.
    pub(super) fn path<T: JsonSchema>(&mut self, name: &str, description: &str) -> &mut Self {
        let schema = self.schemas.heard::<T>();
        self.parameters.push(
            json!({"name": name, "in": "path", "required": true, "description": description, "schema": schema}),
        );
        self
    }

    /// A header that may be sent.
    pub(super) fn header<T: JsonSchema>(&mut self, name: &str, description: &str) -> &mut Self {
        let schema = self.schemas.heard::<T>();
        self.parameters
            .push(json!({"name": name, "in": "header", "description": description, "schema": schema}));
        self
    }

    /// Where its answer leads to: these operations take the field of the answer as their parameter of that name.
    pub(super) fn leads(&mut self, name: &str, operations: &[&str]) -> &mut Self {
        let parameters = json!({name: format!("$response.body#/{name}")});
        self.links.extend(operations.iter().map(|operation| {
            ((*operation).to_owned(), json!({"operationId": operation, "parameters": parameters}))
        }));
        self
    }

    /// An operation whose body may tell of the answer: a JSON body with expressions such as `$response.body#/game`.
    pub(super) fn leads_with(&mut self, operation: &str, body: &Value) -> &mut Self {
        let link = json!({"operationId": operation, "requestBody": body});
        self.links.insert(operation.to_owned(), link);
        self
    }

    /// Where the next page is: the operation takes this field of its answer as that parameter.
    pub(super) fn leads_on(&mut self, parameter: &str, field: &str) -> &mut Self {
        let link = json!({
            "operationId": self.told["operationId"],
            "parameters": {parameter: format!("$response.body#/{field}")},
            "description": "The next page.",
        });
        self.links.insert(field.to_owned(), link);
        self
    }

    /// The fields of a type as parameters of the query.
    fn query<T: JsonSchema>(&mut self) {
        let schema = self.schemas.query::<T>();
        let required = |name: &String| {
            schema
                .get("required")
                .and_then(Value::as_array)
                .is_some_and(|known| known.iter().any(|it| it == name))
        };
        let fields = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
        self.parameters.extend(fields.map(|(name, field)| {
            let mut field = field.clone();
            let description = field.as_object_mut().and_then(|field| field.remove("description"));
            json!({"name": name, "in": "query", "required": required(name),
                "description": description.unwrap_or_default(), "schema": field})
        }));
    }

    /// Takes parameters away again.
    fn takes_no(&mut self, names: &[&str]) {
        self.parameters.retain(|parameter| !names.iter().any(|name| parameter["name"] == *name));
    }

    /// A JSON body.
    fn body(&mut self, schema: impl Into<Value>) {
        let body = json!({"required": true, "content": {"application/json": {"schema": schema.into()}}});
        self.told.insert("requestBody".to_owned(), body);
    }

    /// Whether it needs a token, or only takes one.
    fn secured(&mut self, needed: bool) {
        let ways = if needed { json!([{"token": []}]) } else { json!([{}, {"token": []}]) };
        self.told.insert("security".to_owned(), ways);
    }

    /// An answer that is no refusal. Several kinds of content may have one status.
    fn answers(&mut self, status: StatusCode, description: &str, content: Option<(&str, Value)>) {
        let answer = self
            .answers
            .entry(status.as_str().to_owned())
            .or_insert_with(|| json!({"description": description}));
        if let Some((mime, schema)) = content {
            answer["content"][mime] = json!({"schema": schema});
        }
    }

    /// Whoever has kept its answer may ask whether it is still the same.
    fn may_be_kept(&mut self) {
        self.header::<String>("if-none-match", "The tags of the answers that one has, as `ETag` gave them.");
        for (_, answer) in self.answers.iter_mut().filter(|(status, _)| *status == StatusCode::OK.as_str()) {
            answer["headers"] = json!({
                "ETag": {"description": "The tag of this answer, if it may be kept.", "schema": {"type": "string"}},
                "Cache-Control": {"description": "For how long it may be kept.", "schema": {"type": "string"}},
            });
        }
        self.answers(StatusCode::NOT_MODIFIED, "It is still what one has", None);
    }

    fn tell(mut self) -> Value {
        if let Some(answer) = self.answers.values_mut().next().filter(|_| !self.links.is_empty()) {
            answer["links"] = self.links.into();
        }
        let problem = self.schemas.told::<Problem>();
        for (status, codes) in &self.refusals {
            self.answers.insert(status.to_string(), refusal(*status, codes, &problem));
        }
        if !self.parameters.is_empty() {
            self.told.insert("parameters".to_owned(), self.parameters.into());
        }
        self.told.insert("responses".to_owned(), self.answers.into_iter().collect::<Map<_, _>>().into());
        self.told.into()
    }
}

/// A refusal with one of some codes that share a status.
fn refusal(status: u16, codes: &[ErrorCode], problem: &schemars::Schema) -> Value {
    let names: Vec<String> = codes.iter().map(|code| format!("`{code}`")).collect();
    let these = json!({"properties": {"status": {"const": status}, "code": {"enum": codes}}});
    json!({
        "description": names.join(", "),
        "headers": headers(status),
        "content": {"application/problem+json": {"schema": {"allOf": [problem, these]}}},
    })
}

/// The headers that refusals of a status have.
fn headers(status: u16) -> Value {
    match status {
        401 => json!({"WWW-Authenticate": {"required": true, "description": "How to prove who one is.",
            "schema": {"type": "string", "const": "Bearer"}}}),
        429 | 503 => {
            json!({"Retry-After": {"required": true, "description": "When to come back, in seconds.",
            "schema": {"type": "integer", "minimum": 1}}})
        }
        _ => json!({}),
    }
}

fn document(paths: &BTreeMap<String, Map<String, Value>>, types: &BTreeMap<String, Value>) -> Value {
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "ikibuguzo",
            "version": env!("CARGO_PKG_VERSION"),
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
            "description": "The great sowing games of Africa: play them, watch them, and ask for every game that was \
                ever played. What is told here over HTTP, and live games over the WebSocket at `/ws`, \
                `docs/PROTOCOL.md` describes with examples.",
        },
        "paths": paths,
        "components": {
            "schemas": types,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer",
                "description": "A player's token, as `POST /api/players` gave it."}},
        },
    })
}

/// What stays the same while the server runs.
fn fixed(mime: &'static str, text: Bytes) -> impl IntoResponse {
    ([(CONTENT_TYPE, mime), (CACHE_CONTROL, "no-cache")], text)
}

/// A handler with so many arguments.
macro_rules! described {
    ($($part:ident)*) => {
        impl<Run, Running, Said, $($part,)*> Described<($($part,)*)> for Run
        where
            Run: Fn($($part,)*) -> Running,
            Running: Future<Output = Said>,
            Said: Answer,
            $($part: Part,)*
        {
            fn describe(operation: &mut Operation<'_>) {
                $($part::describe(operation);)*
                Said::describe(operation);
            }
        }
    };
}

described! {}
described! { A }
described! { A B }
described! { A B C }
described! { A B C D }
described! { A B C D E }
described! { A B C D E F }
