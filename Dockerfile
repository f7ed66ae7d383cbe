# The server in an image of its own: built in one stage, run in another that holds nothing but the program.
FROM rust:1-slim-bookworm AS build
WORKDIR /src
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry --mount=type=cache,target=/src/target \
    cargo build --release --locked -p ikibuguzo-server && cp target/release/ikibuguzo-server /

FROM debian:bookworm-slim
# `ca-certificates` for a Postgres that asks for TLS, `curl` for the health check.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates curl \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /data ikibuguzo && install -d -o ikibuguzo /data
COPY --from=build /ikibuguzo-server /usr/local/bin/
USER ikibuguzo
WORKDIR /data
VOLUME /data
ENV IKIBUGUZO_LISTEN=0.0.0.0:7878
EXPOSE 7878
HEALTHCHECK --interval=10s --timeout=3s CMD curl -fsS http://127.0.0.1:7878/healthz
ENTRYPOINT ["ikibuguzo-server"]
