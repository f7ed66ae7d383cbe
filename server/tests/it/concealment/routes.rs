//! Every route of the server, and what is asked of it.

/// A route, and what is asked of it in each world.
pub(super) struct Route {
    /// Its method.
    pub(super) method: &'static str,
    /// Its path in the table of the server.
    pub(super) path: &'static str,
    /// The requests.
    pub(super) questions: Questions,
}

/// The requests to a route.
pub(super) enum Questions {
    /// Requests with these ends of the path. One that begins with a slash is a whole path.
    Queries(&'static [&'static str]),
    /// Requests with these bodies: JSON, or the fields of a form.
    Bodies(&'static [&'static str]),
    /// Nothing here, for a reason.
    Nothing(&'static str),
}

const fn get(path: &'static str, queries: &'static [&'static str]) -> Route {
    Route { method: "GET", path, questions: Questions::Queries(queries) }
}

const fn send(method: &'static str, path: &'static str, bodies: &'static [&'static str]) -> Route {
    Route { method, path, questions: Questions::Bodies(bodies) }
}

const fn nothing(path: &'static str, reason: &'static str) -> Route {
    Route { method: "GET", path, questions: Questions::Nothing(reason) }
}

/// A request without more than its path.
const PLAIN: &[&str] = &[""];

/// Every route. Those that change something come last, and those that end something at the very end.
pub(super) const ROUTES: &[Route] = &[
    get("/", &["", "?known=0000000000000000"]),
    get("/.well-known/ikibuguzo-key.pem", PLAIN),
    get("/analysis", &["", "?game={game}"]),
    get("/api", PLAIN),
    get("/api/blocks", PLAIN),
    get("/api/export", &["", "?format=moves&talk=true", "?format=record", "?format=csv", "?player=Kamau"]),
    get(
        "/api/games",
        &[
            "",
            "?count=true",
            "?limit=2",
            "?order=oldest",
            "?order=ended",
            "?state=live",
            "?my_turn=true",
            "?player={name}&count=true",
            "?player=Kamau&opponent=Keza&count=true",
            "?arrays=first-second&count=true",
            "?rules=kubuguza&state=finished&max_turns=9",
            "?ids={arranging},{stores},{finished},{open}",
        ],
    ),
    get("/api/games/{game}", PLAIN),
    get("/api/games/{game}/analysis", PLAIN),
    get("/api/games/{game}/clock", PLAIN),
    get("/api/games/{game}/events", &["", "?since={head}"]),
    get("/api/games/{game}/inclusion", PLAIN),
    get("/api/games/{game}/plies/{ply}", PLAIN),
    get("/api/games/{game}/proof", PLAIN),
    get("/api/games/{game}/ratings", PLAIN),
    get("/api/games/{game}/record", PLAIN),
    get("/api/leaderboards/{pool}", PLAIN),
    get("/api/oembed", &["?url=http://games.example/game/{game}"]),
    get("/api/openapi.json", PLAIN),
    get("/api/players/me", PLAIN),
    get("/api/players/me/data", PLAIN),
    get("/api/players/{name}", PLAIN),
    get("/api/players/{name}/against/{opponent}", PLAIN),
    get("/api/players/{name}/ratings/{pool}", PLAIN),
    get("/api/positions", &["?game={game}", "?game={game}&ply=0", "?key=ce761e56b55f9468"]),
    get("/api/positions/actions", &["?game={game}", "?game={game}&ply=0"]),
    get("/api/positions/analysis", &["?game={game}", "?game={game}&ply=0"]),
    get("/api/push", PLAIN),
    get("/api/roots", PLAIN),
    get("/api/stats", PLAIN),
    nothing("/api/stream", "the listeners read it"),
    get("/api/tokens", PLAIN),
    get("/api/tournaments", PLAIN),
    get("/api/tournaments/{tournament}", PLAIN),
    nothing("/api/tournaments/{tournament}/stream", "the listeners read it"),
    nothing("/card.png", "a picture of the start of a game, without state"),
    get("/errors", PLAIN),
    get("/exports/{file}", PLAIN),
    get("/forms", PLAIN),
    get("/forms/{game}", &["", "?still=true"]),
    get("/game/{game}", &["", "?ply={ply}"]),
    get("/game/{game}/board.png", &["/game/{stores}/board.png"]),
    get("/game/{game}/board.svg", &["", "?ply={ply}"]),
    get("/game/{game}/embed", PLAIN),
    get("/game/{game}/qr.svg", PLAIN),
    get("/game/{game}/replay.svg", PLAIN),
    get("/games", &["", "?player={name}", "?state=live"]),
    get("/healthz", PLAIN),
    get("/icon/{icon}", PLAIN),
    get("/leaderboards", PLAIN),
    get("/learn", PLAIN),
    get("/learn/{rules}", PLAIN),
    get("/live", &["", "?ids={arranging},{stores}"]),
    get("/manifest.webmanifest", PLAIN),
    nothing("/metrics", "operators keep it private; metrics.rs checks that it names no game and no player"),
    get("/offline", PLAIN),
    get("/offline/{rules}", PLAIN),
    get("/players/{name}", PLAIN),
    get("/puzzles", PLAIN),
    get("/puzzles/{rules}", PLAIN),
    nothing("/readyz", "it tells what fails, and a stalled machine makes something fail"),
    get("/robots.txt", PLAIN),
    get("/rules", PLAIN),
    get("/rules/{chapter}", PLAIN),
    get("/service-worker.js", PLAIN),
    get("/static/{*path}", PLAIN),
    get("/stats", PLAIN),
    get("/tournaments", PLAIN),
    get("/tournaments/{tournament}", PLAIN),
    get("/you", PLAIN),
    nothing("/ws", "the listeners and the messages read it"),
    send("POST", "/api/players", PLAIN),
    send("POST", "/api/tokens", &[r#"{"name":"Kamau","passphrase":"not the passphrase"}"#]),
    send("DELETE", "/api/tokens/{token}", PLAIN),
    send("PUT", "/api/players/me", &[r#"{"name":"Kamau","passphrase":"not the passphrase"}"#]),
    send("PUT", "/api/blocks/{name}", PLAIN),
    send("DELETE", "/api/blocks/{name}", PLAIN),
    send("POST", "/api/reports", &[r#"{"player":"Kamau","game":"{stores}","reason":"abuse"}"#]),
    send("PUT", "/api/push", &[r#"{"endpoint":"https://push.example.org/south","keys":{},"kinds":[]}"#]),
    send("DELETE", "/api/push/{subscription}", PLAIN),
    send(
        "POST",
        "/api/games",
        &[
            r#"{"id":"{id}","rules":"kubuguza","starts":"me","public":true}"#,
            r#"{"id":"{id}","rules":"kubuguza","starts":"me","opponent":"Kamau"}"#,
            r#"{"id":"{id}","rules":"kubuguza","starts":"me","opponent":"Keza"}"#,
        ],
    ),
    send("POST", "/api/games/offline", &[r#"{"record":"no record"}"#]),
    send("POST", "/api/games/{game}/analysis", PLAIN),
    send("POST", "/api/tournaments", &[r#"{"id":"{id}","rules":"kubuguza","clock":"days:1","places":4}"#]),
    send("PUT", "/api/tournaments/{tournament}/entry", PLAIN),
    send("DELETE", "/api/tournaments/{tournament}/entry", PLAIN),
    send("POST", "/forms", &["id={id}&rules=kubuguza&way=anybody&starts=me&clock=none&level=1&key={key}"]),
    send("POST", "/forms/{game}", &["type=say&id={id}&text=Muraho&key={key}"]),
    send("POST", "/api/games/{game}/join", PLAIN),
    send("POST", "/api/commands", &["the messages"]),
    send("PUT", "/api/players/me/bot", PLAIN),
    send("DELETE", "/api/players/me", &[r#"{"current":"{passphrase}"}"#]),
];
