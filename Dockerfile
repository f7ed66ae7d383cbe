# The image of the server: built in one stage, run in another that holds only the program.
# The version of Rust is `rust-version` of Cargo.toml.
FROM rust:1.94-slim-bookworm AS build
WORKDIR /src
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry --mount=type=cache,target=/src/target \
    cargo build --profile dist --locked -p ikibuguzo-server && cp target/dist/ikibuguzo-server /

FROM debian:bookworm-slim
# `ca-certificates` for a Postgres with TLS.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /data ikibuguzo && install -d -o ikibuguzo /data
COPY --from=build /ikibuguzo-server /usr/local/bin/
USER ikibuguzo
WORKDIR /data
VOLUME /data
ENV IKIBUGUZO_LISTEN=0.0.0.0:7878
EXPOSE 7878
# A migration may take minutes. Until it is done, the container counts as starting, not as unhealthy.
HEALTHCHECK --start-period=10m --start-interval=1s --interval=10s --timeout=6s \
    CMD ["ikibuguzo-server", "health"]
ENTRYPOINT ["ikibuguzo-server"]
