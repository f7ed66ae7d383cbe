//! Export of spans to an OpenTelemetry collector, by OTLP over HTTP.

use std::future::{Future, ready};
use std::pin::Pin;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{Request, Response};
use opentelemetry::trace::TracerProvider;
use opentelemetry_http::{HttpClient, HttpError};
use opentelemetry_otlp::{ExporterBuildError, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing::Level;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{LevelFilter, Targets};
use ureq::Agent;

use super::logging::{ACCESS_LOG_TARGET, BoxedLayer};

/// The name of the service in traces.
const SERVICE: &str = "ikibuguzo-server";

/// The path of a collector that takes spans.
const TRACES_PATH: &str = "/v1/traces";

/// How long one export may take.
const EXPORT_TIMEOUT: Duration = Duration::from_secs(10);

/// A running export. Dropping it sends the last spans.
#[derive(Debug)]
pub struct Exporter {
    provider: SdkTracerProvider,
}

impl Exporter {
    /// Starts an export to a collector, such as `http://127.0.0.1:4318`. Spans are sent in batches by a thread of its
    /// own; those that cannot be sent are dropped.
    ///
    /// # Errors
    ///
    /// If the URL cannot be read.
    pub fn start(endpoint: &str) -> Result<Self, ExporterBuildError> {
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(BlockingClient::new())
            .with_endpoint(format!("{}{TRACES_PATH}", endpoint.trim_end_matches('/')))
            .build()?;
        let resource = Resource::builder().with_service_name(SERVICE).build();
        let provider =
            SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build();
        Ok(Self { provider })
    }

    /// The layer that collects the spans of this program. `RUST_LOG` does not apply to it. The access log stays out of
    /// it: its lines hold the addresses of clients.
    pub fn layer(&self) -> BoxedLayer {
        let spans = Targets::new()
            .with_target("ikibuguzo_server", Level::DEBUG)
            .with_target(ACCESS_LOG_TARGET, LevelFilter::OFF);
        let tracer = self.provider.tracer(SERVICE);
        tracing_opentelemetry::layer().with_tracer(tracer).with_filter(spans).boxed()
    }
}

impl Drop for Exporter {
    fn drop(&mut self) {
        // A collector that does not answer must not keep the program from ending with its own result.
        let _ = self.provider.shutdown();
    }
}

/// An HTTP client that blocks. The thread of the export has no runtime, and nothing else to do.
#[derive(Debug)]
struct BlockingClient(Agent);

impl BlockingClient {
    fn new() -> Self {
        let config = Agent::config_builder().http_status_as_error(false).timeout_global(Some(EXPORT_TIMEOUT));
        Self(config.build().into())
    }

    fn send(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let (head, body) = request.into_parts();
        let (head, mut body) = self.0.run(Request::from_parts(head, &body[..]))?.into_parts();
        Ok(Response::from_parts(head, body.read_to_vec()?.into()))
    }
}

impl HttpClient for BlockingClient {
    fn send_bytes<'client, 'sending>(
        &'client self,
        request: Request<Bytes>,
    ) -> Pin<Box<dyn Future<Output = Result<Response<Bytes>, HttpError>> + Send + 'sending>>
    where
        'client: 'sending,
        Self: 'sending,
    {
        Box::pin(ready(self.send(request)))
    }
}
