//! One operation of the OpenAPI document, and the traits by which extractors and responses describe themselves.

use std::collections::BTreeMap;

use axum::Json;
use axum::http::StatusCode;
use ikibuguzo_protocol::{ErrorCode, Problem, Schemas};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use super::details::details;
use crate::api::problem::Failure;
use crate::api::stream::format::StreamFormat;

/// An argument of a handler that describes what it takes from the request.
pub(in crate::api) trait DescribeInput {
    /// Adds parameters, the body, and the error codes of the extractor.
    fn describe_input(operation: &mut Operation<'_>);
}

/// A return type of a handler that describes its responses.
pub(in crate::api) trait DescribeOutput {
    /// Adds the responses that are not errors.
    fn describe_output(operation: &mut Operation<'_>);
}

impl<T: DescribeOutput> DescribeOutput for Result<T, Failure> {
    fn describe_output(operation: &mut Operation<'_>) {
        T::describe_output(operation);
    }
}

impl<T: JsonSchema> DescribeOutput for Json<T> {
    fn describe_output(operation: &mut Operation<'_>) {
        operation.json_response::<T>(StatusCode::OK, "Done");
    }
}

/// An operation under construction.
pub(in crate::api) struct Operation<'a> {
    schemas: &'a mut Schemas,
    id: &'static str,
    fields: Map<String, Value>,
    parameters: Vec<Value>,
    responses: BTreeMap<String, Value>,
    links: Map<String, Value>,
    errors: BTreeMap<u16, Vec<ErrorCode>>,
}

impl<'a> Operation<'a> {
    /// An operation without content. Its tag is the part of its id before `_`.
    pub(super) fn new(id: &'static str, schemas: &'a mut Schemas) -> Self {
        let tag = id.split('_').next().unwrap_or_default();
        let fields = [("operationId".to_owned(), id.into()), ("tags".to_owned(), json!([tag]))];
        Self {
            schemas,
            id,
            fields: fields.into_iter().collect(),
            parameters: Vec::new(),
            responses: BTreeMap::new(),
            links: Map::new(),
            errors: BTreeMap::new(),
        }
    }

    /// Sets the summary, which is a sentence. Further sentences begin the description.
    pub(in crate::api) fn summary(&mut self, text: &str) -> &mut Self {
        let (summary, more) = text.split_once(". ").unwrap_or((text, ""));
        self.fields.insert("summary".to_owned(), format!("{}.", summary.trim_end_matches('.')).into());
        self.fields.insert("description".to_owned(), more.into());
        self
    }

    /// Adds error codes.
    pub(in crate::api) fn errors(&mut self, codes: &[ErrorCode]) -> &mut Self {
        for code in codes {
            let same_status = self.errors.entry(code.status()).or_default();
            if !same_status.contains(code) {
                same_status.push(*code);
            }
        }
        self
    }

    /// Adds a parameter of the path.
    pub(in crate::api) fn path_parameter<T: JsonSchema>(
        &mut self,
        name: &str,
        description: &str,
    ) -> &mut Self {
        let schema = self.schemas.input::<T>();
        self.parameters.push(
            json!({"name": name, "in": "path", "required": true, "description": description, "schema": schema}),
        );
        self
    }

    /// Adds an optional header of the request.
    pub(in crate::api) fn header_parameter<T: JsonSchema>(
        &mut self,
        name: &str,
        description: &str,
    ) -> &mut Self {
        let schema = self.schemas.input::<T>();
        self.parameters
            .push(json!({"name": name, "in": "header", "description": description, "schema": schema}));
        self
    }

    /// Adds the fields of a type as parameters of the query.
    pub(in crate::api) fn query_parameters<T: JsonSchema>(&mut self) -> &mut Self {
        let schema = self.schemas.query_parameters::<T>();
        let required = schema.get("required").and_then(Value::as_array);
        let is_required = |name: &str| required.is_some_and(|names| names.iter().any(|it| it == name));
        let fields = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
        self.parameters.extend(fields.map(|(name, field)| {
            let mut field = field.clone();
            let description = field.as_object_mut().and_then(|field| field.remove("description"));
            json!({"name": name, "in": "query", "required": is_required(name),
                "description": description.unwrap_or_default(), "schema": field})
        }));
        self
    }

    /// Removes parameters.
    pub(in crate::api) fn without_parameters(&mut self, names: &[&str]) -> &mut Self {
        self.parameters.retain(|parameter| !names.iter().any(|name| parameter["name"] == *name));
        self
    }

    /// Sets the JSON body of the request.
    pub(in crate::api) fn json_body(&mut self, schema: impl Into<Value>) -> &mut Self {
        let body = json!({"required": true, "content": {"application/json": {"schema": schema.into()}}});
        self.fields.insert("requestBody".to_owned(), body);
        self
    }

    /// Says that the request may have no body.
    pub(in crate::api) fn body_is_optional(&mut self) -> &mut Self {
        if let Some(body) = self.fields.get_mut("requestBody") {
            body["required"] = false.into();
        }
        self
    }

    /// The schema of a type that the server receives.
    pub(in crate::api) fn input_schema<T: JsonSchema>(&mut self) -> Schema {
        self.schemas.input::<T>()
    }

    /// Says what a line of the response holds. As in OpenAPI 3.2, the schema of lines of JSON is that of a list.
    pub(in crate::api) fn define_line<T: JsonSchema>(&mut self) -> &mut Self {
        let line = self.schemas.output::<T>();
        for response in self.responses.values_mut() {
            if let Some(lines) = response.pointer_mut("/content/application~1x-ndjson/schema") {
                *lines = json!({"type": "array", "items": line});
            }
        }
        self
    }

    /// Adds a stream of values, in both formats.
    pub(in crate::api) fn stream_response<T: JsonSchema>(&mut self) -> &mut Self {
        for format in StreamFormat::ALL {
            let text = json!({"type": "string"});
            self.response(StatusCode::OK, "Done", Some((format.media_type(), text)));
        }
        self.define_line::<T>()
    }

    /// Says that the operation needs a token.
    pub(in crate::api) fn requires_token(&mut self) -> &mut Self {
        self.fields.insert("security".to_owned(), json!([{"token": []}]));
        self
    }

    /// Says that the operation takes a token and works without one.
    pub(in crate::api) fn accepts_token(&mut self) -> &mut Self {
        self.fields.insert("security".to_owned(), json!([{}, {"token": []}]));
        self
    }

    /// Adds a response that is not an error. A status may have several media types.
    pub(in crate::api) fn response(
        &mut self,
        status: StatusCode,
        description: &str,
        content: Option<(&str, Value)>,
    ) -> &mut Self {
        let response = self
            .responses
            .entry(status.as_str().to_owned())
            .or_insert_with(|| json!({"description": description}));
        if let Some((media_type, schema)) = content {
            response["content"][media_type] = json!({"schema": schema});
        }
        self
    }

    /// Adds a response whose body is a type as JSON.
    pub(in crate::api) fn json_response<T: JsonSchema>(
        &mut self,
        status: StatusCode,
        description: &str,
    ) -> &mut Self {
        let schema = self.schemas.output::<T>();
        self.response(status, description, Some(("application/json", schema.into())))
    }

    /// Adds the headers of a response with an `ETag`, and the response `304`.
    pub(in crate::api) fn cacheable(&mut self) -> &mut Self {
        self.header_parameter::<String>("if-none-match", "Tags of earlier responses, from their `ETag`.");
        if let Some(response) = self.responses.get_mut(StatusCode::OK.as_str()) {
            response["headers"] = json!({
                "ETag": {"description": "The tag of this response, if it may be stored.", "schema": {"type": "string"}},
                "Cache-Control": {"description": "How long the response may be stored.", "schema": {"type": "string"}},
            });
        }
        self.response(StatusCode::NOT_MODIFIED, "The response has not changed", None)
    }

    /// Links to operations that take a field of the response as their parameter of the same name.
    pub(in crate::api) fn links_to(&mut self, field: &str, operations: &[&str]) -> &mut Self {
        let parameters = json!({field: format!("$response.body#/{field}")});
        self.links.extend(operations.iter().map(|operation| {
            ((*operation).to_owned(), json!({"operationId": operation, "parameters": parameters}))
        }));
        self
    }

    /// Links to the next page: the same operation, with a field of the response as a parameter.
    pub(in crate::api) fn links_to_next_page(&mut self, parameter: &str, field: &str) -> &mut Self {
        let link = json!({
            "operationId": self.id,
            "parameters": {parameter: format!("$response.body#/{field}")},
            "description": "The next page.",
        });
        self.links.insert(field.to_owned(), link);
        self
    }

    /// The operation as JSON. Links belong to the first response.
    pub(super) fn finish(mut self) -> Value {
        let paragraphs = [text_of(&self.fields, "description"), details(self.id), self.token_note()];
        let paragraphs: Vec<&str> = paragraphs.into_iter().filter(|text| !text.is_empty()).collect();
        self.fields.insert("description".to_owned(), paragraphs.join("\n\n").into());
        if let Some(response) = self.responses.values_mut().next().filter(|_| !self.links.is_empty()) {
            response["links"] = self.links.into();
        }
        let problem = self.schemas.output::<Problem>();
        for (status, codes) in &self.errors {
            self.responses.insert(status.to_string(), error_response(*status, codes, &problem));
        }
        if !self.parameters.is_empty() {
            self.fields.insert("parameters".to_owned(), self.parameters.into());
        }
        self.fields.insert("responses".to_owned(), self.responses.into_iter().collect::<Map<_, _>>().into());
        self.fields.into()
    }

    /// Says whether the operation takes a token.
    fn token_note(&self) -> &'static str {
        match self.fields.get("security").and_then(Value::as_array).map(Vec::as_slice) {
            None => "Takes no token.",
            Some([_]) => "Needs a player's token.",
            Some(_) => "Works with a player's token or without.",
        }
    }
}

fn text_of<'a>(fields: &'a Map<String, Value>, key: &str) -> &'a str {
    fields.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// The response for all error codes that have the same status.
fn error_response(status: u16, codes: &[ErrorCode], problem: &Schema) -> Value {
    let names: Vec<String> = codes.iter().map(|code| format!("`{code}`")).collect();
    // Beside the reference, so that a generator that reads nothing there has one type for all problems.
    let mut schema = problem.clone();
    schema.insert("properties".to_owned(), json!({"status": {"const": status}, "code": {"enum": codes}}));
    json!({
        "description": names.join(", "),
        "headers": error_headers(status),
        "content": {"application/problem+json": {"schema": schema}},
    })
}

/// The headers of errors with a status.
fn error_headers(status: u16) -> Value {
    match status {
        401 => json!({"WWW-Authenticate": {"required": true, "description": "How to authenticate.",
            "schema": {"type": "string", "const": "Bearer"}}}),
        429 | 503 => {
            json!({"Retry-After": {"required": true, "description": "Seconds to wait before the next try.",
            "schema": {"type": "integer", "minimum": 1}}})
        }
        _ => json!({}),
    }
}
