//! The home page, the history, and the pages of players.

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{Claim, ClientMessage, Credentials, GameId, NewGame};
use ikibuguzo_testing::{Bot, TestServer, command_id, new_game, resign, start_game, start_game_with};
use ureq::http::Response;

const HTML: (&str, &str) = ("accept", "text/html");

async fn get(server: &TestServer, path: &str) -> Response<String> {
    server.http.send_with_headers("GET", path, &[HTML]).await
}

async fn page(server: &TestServer, path: &str) -> String {
    let response = get(server, path).await;
    assert_eq!(response.status(), 200, "{path}: {}", response.body());
    response.into_body()
}

/// The home page as this player sees it.
async fn home_of(server: &TestServer, player: &Credentials) -> String {
    let bearer = format!("Bearer {}", player.token.reveal());
    let response = server.http.send_with_headers("GET", "/", &[HTML, ("authorization", &bearer)]).await;
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["vary"], "authorization");
    response.into_body()
}

/// One list of a page.
fn part<'a>(page: &'a str, name: &str) -> &'a str {
    let begin = page.find(&format!("data-part=\"{name}\"")).unwrap_or_else(|| panic!("no {name}"));
    let rest = &page[begin..];
    &rest[..rest.find("</section>").unwrap_or(rest.len())]
}

fn links_to(page: &str, game: GameId) -> bool {
    page.contains(&format!("href=\"/game/{game}\""))
}

async fn resigned_game(server: &TestServer, rules: &str) -> (GameId, [Credentials; 2]) {
    let (game, players) = start_game(&server.http, rules, true).await;
    server.command(&players[0], &resign(game)).await.expect("resigned");
    (game, players)
}

#[tokio::test]
async fn a_bad_query_is_a_page_and_a_bad_asset_path_a_problem() {
    let server = TestServer::start().await;
    for (path, status, mime) in [
        ("/?known=a&known=b", 400, "text/html; charset=utf-8"),
        ("/static/%ff.css", 404, "application/problem+json"),
    ] {
        let answer = get(&server, path).await;
        assert_eq!(answer.status(), status, "{path}");
        assert_eq!(answer.headers()["content-type"], mime, "{path}");
    }
}

#[tokio::test]
async fn the_home_page_of_an_empty_server_explains_itself_and_shows_a_board() {
    let server = TestServer::start().await;
    let home = page(&server, "/").await;
    assert!(home.contains("<h1>The great sowing games of Africa</h1>"));
    assert!(part(&home, "showcase").contains("<svg class=\"board\""));
    assert!(part(&home, "showcase").contains("href=\"/rules/kubuguza\""));
    assert!(part(&home, "showcase").contains("A good game to begin with"));
    assert!(home.contains("Level 1 is for your first game"));
    assert!(part(&home, "open").contains("Nobody is waiting"));
    for name in ["ikibuguzo", "kubuguza", "njombwa", "azigo"] {
        assert!(home.contains(&format!("name=\"game\" value=\"{name}\"")), "{name}");
    }
}

#[tokio::test]
async fn the_home_page_lists_open_live_and_finished_games() {
    let server = TestServer::start().await;
    let waiting = server.http.create_guest().await;
    let new = NewGame { public: true, ..new_game("azigo:own-row", "fischer:300+5") };
    let open = server.http.create_game(&waiting, &new).await.expect("created").game;
    let (first, _) = start_game(&server.http, "kubuguza", true).await;
    let (second, _) = start_game(&server.http, "njombwa:9", true).await;
    let (private, _) = start_game(&server.http, "kubuguza", false).await;
    let (over, [_, winner]) = resigned_game(&server, "kubuguza").await;
    let home = page(&server, "/").await;

    let line = part(&home, "open");
    assert!(links_to(line, open) && line.contains(waiting.name.as_str()), "{line}");
    assert!(
        line.contains("Azigo, own row") && line.contains("5 min, and 5 s more after each turn"),
        "{line}"
    );
    assert!(links_to(part(&home, "showcase"), second) && part(&home, "showcase").contains("data-live"));
    assert!(links_to(part(&home, "live"), first));
    assert!(links_to(part(&home, "results"), over));
    assert!(part(&home, "results").contains(&format!("{} won: resignation", winner.name)));
    assert!(!links_to(&home, private), "private games are not listed");
}

#[tokio::test]
async fn a_player_finds_its_private_games_on_every_list() {
    let server = TestServer::start().await;
    let maker = server.http.create_guest().await;
    let open = server.http.create_game(&maker, &new_game("kubuguza", "none")).await.expect("created").game;
    let bearer = format!("Bearer {}", maker.token.reveal());
    for path in ["/".to_owned(), "/games".to_owned(), format!("/players/{}", maker.name)] {
        assert!(!links_to(&page(&server, &path).await, open), "{path}");
        let headers = [HTML, ("authorization", bearer.as_str())];
        let own = server.http.send_with_headers("GET", &path, &headers).await;
        assert!(links_to(own.body(), open), "{path}");
        let mut varies = own.headers().get_all("vary").iter();
        assert!(varies.any(|header| header == "authorization"), "{path}: {:?}", own.headers());
    }
}

#[tokio::test]
async fn a_refused_search_keeps_its_form_and_says_what_is_wrong() {
    let server = TestServer::start().await;
    for (query, why) in [
        ("player=Mutesi&from=tomorrow", "from: "),
        ("player=Mutesi&min_turns=many", "min_turns: "),
        ("opponent=Mutesi", "opponent"),
    ] {
        let answer = get(&server, &format!("/games?{query}")).await;
        assert_eq!(answer.status(), 400, "{query}");
        let html = answer.body();
        assert!(html.contains("value=\"Mutesi\"") && html.contains("role=\"alert\""), "{html}");
        let (_, alert) = html.split_once("role=\"alert\"").expect("an alert");
        assert!(alert.contains(why), "{alert}");
    }
}

#[tokio::test]
async fn a_search_without_a_result_suggests_players_whose_names_begin_so() {
    let server = TestServer::start().await;
    let guest = server.http.create_guest().await;
    let name = guest.name.as_str();
    for beginning in [&name[..4], &name[..3].to_uppercase()] {
        let found = page(&server, &format!("/games?player={beginning}&rules=azigo")).await;
        let link = format!("href=\"/games?player={name}&amp;rules=azigo\"");
        assert!(found.contains(&link), "{beginning} finds {name}, and the rest of the search stays: {found}");
    }
    for other in [format!("{name}-7"), name[1..].to_owned()] {
        let found = page(&server, &format!("/games?player={other}")).await;
        assert!(!found.contains("class=\"names\""), "{other}: {found}");
    }
    let whole = page(&server, &format!("/games?player={name}")).await;
    assert!(whole.contains(&format!("href=\"/games?player={name}\"")), "also a player without games");
}

#[tokio::test]
async fn games_that_never_began_are_no_results() {
    let server = TestServer::start().await;
    let (over, _) = resigned_game(&server, "kubuguza").await;
    let maker = server.http.create_guest().await;
    let new = NewGame { public: true, ..new_game("kubuguza", "none") };
    let withdrawn = server.http.create_game(&maker, &new).await.expect("created").game;
    let claim = ClientMessage::Claim { game: withdrawn, id: command_id(), claim: Claim::Abort };
    server.command(&maker, &claim).await.expect("withdrawn");
    let home = page(&server, "/").await;
    assert!(links_to(part(&home, "results"), over));
    assert!(!links_to(&home, withdrawn));
    let game = page(&server, &format!("/game/{withdrawn}")).await;
    assert!(
        game.contains(&format!("A game of {} that nobody joined", maker.name))
            && !game.contains("is waiting")
    );
}

#[tokio::test]
async fn every_live_game_is_on_the_home_page() {
    let server = TestServer::start().await;
    let mut games = Vec::new();
    for rules in ["kubuguza", "njombwa:8", "azigo", "ikibuguzo:choice", "kubuguza", "azigo"] {
        games.push(start_game(&server.http, rules, true).await.0);
    }
    let home = page(&server, "/").await;
    assert_eq!(home.matches("data-live").count(), 4, "boards");
    let lines = part(&home, "also-live");
    assert!(games.iter().all(|game| links_to(lines, *game)), "{lines}");
    assert_eq!(lines.matches(" hidden").count(), 4, "those with a board are hidden: {lines}");
    assert!(lines.contains("href=\"/games?state=live\""));
}

#[tokio::test]
async fn the_home_page_lists_the_players_own_games_and_turns() {
    let server = TestServer::start().await;
    let (game, [south, north]) = start_game(&server.http, "kubuguza", false).await;
    let (arranging, _) = {
        let new = NewGame { public: false, ..new_game("ikibuguzo:choice", "none") };
        let seated = server.http.create_game(&south, &new).await.expect("created").game;
        (seated, server.http.join_game(&north, seated).await.expect("joined"))
    };
    let own = NewGame { public: true, ..new_game("kubuguza", "none") };
    let open = server.http.create_game(&south, &own).await.expect("created").game;

    let home = home_of(&server, &south).await;
    let yours = part(&home, "yours");
    assert!(links_to(yours, game) && links_to(yours, arranging) && links_to(yours, open), "{yours}");
    assert_eq!(yours.matches("Your turn").count(), 2, "to move in one, to arrange in the other: {yours}");
    assert!(!links_to(part(&home, "open"), open), "an own game is not offered");
    let other = home_of(&server, &north).await;
    assert_eq!(part(&other, "yours").matches("Your turn").count(), 1, "to arrange");
    assert!(!links_to(part(&page(&server, "/").await, "yours"), game));
}

#[tokio::test]
async fn unchanged_home_page_lists_are_not_sent_again() {
    let server = TestServer::start().await;
    let home = page(&server, "/").await;
    let known = home.split_once("data-known=\"").and_then(|(_, rest)| rest.split_once('"')).expect("a tag").0;
    let path = format!("/?known={known}");
    assert_eq!(get(&server, &path).await.status(), 204);
    start_game(&server.http, "kubuguza", true).await;
    assert_eq!(get(&server, &path).await.status(), 200);
}

#[tokio::test]
async fn the_history_page_searches_and_pages() {
    let server = TestServer::start().await;
    let mut created = Vec::new();
    for _ in 0..32 {
        created.push(start_game(&server.http, "kubuguza", true).await.0);
    }
    let (over, [loser, _]) = resigned_game(&server, "njombwa:8").await;

    let first = page(&server, "/games?rules=&player=&state=live&utm_source=x").await;
    assert_eq!(first.matches("<li class=\"line\"").count(), 30);
    assert!(!links_to(&first, over));
    let next = first.split_once("rel=\"next\" href=\"").and_then(|(_, rest)| rest.split_once('"'));
    let next = next.expect("a next page").0.replace("&amp;", "&");
    let second = page(&server, &next).await;
    assert_eq!(second.matches("<li class=\"line\"").count(), 2);
    assert!(created.iter().all(|game| links_to(&first, *game) != links_to(&second, *game)), "each once");
    assert!(second.contains("rel=\"first\" href=\"/games?state=live\""));

    for (query, finds) in [
        ("rules=njombwa", true),
        ("result=north", true),
        ("result=south", false),
        (&format!("player={}", loser.name), true),
        ("from=2026-01-01", true),
        ("until=2026-01-01", false),
    ] {
        let found = page(&server, &format!("/games?state=finished&{query}")).await;
        assert_eq!(links_to(&found, over), finds, "{query}");
    }
    let form = page(&server, "/games?rules=njombwa&from=2026-01-01").await;
    assert!(form.contains("<option value=\"njombwa\" selected>") && form.contains("value=\"2026-01-01\""));
}

#[tokio::test]
async fn a_player_has_a_page_and_an_unknown_name_has_none() {
    let server = TestServer::start().await;
    let (over, [loser, winner]) = resigned_game(&server, "kubuguza").await;
    let shown = page(&server, &format!("/players/{}", winner.name)).await;
    assert!(links_to(&shown, over) && shown.contains(&format!("<h1>{}</h1>", winner.name)));
    assert!(shown.contains("<th scope=\"row\">Kubuguza</th><td>1</td><td>0</td>"), "{shown}");
    let new = NewGame { public: true, ..new_game("azigo", "days:3") };
    let live = server.http.create_game(&loser, &new).await.expect("created").game;
    server.http.join_game(&winner, live).await.expect("joined");
    let shown = page(&server, &format!("/players/{}", loser.name)).await;
    assert!(shown.find(&live.to_string()) < shown.find(&over.to_string()), "live games first");
    assert!(shown.contains("3 days for each turn"));
    for unknown in ["nobody-1", "NOBODY", "%22%3E%3Cb%3E", "%ff"] {
        let response = get(&server, &format!("/players/{unknown}")).await;
        assert_eq!(response.status(), 404, "{unknown}");
        assert_eq!(response.headers()["content-type"], "text/html; charset=utf-8");
        assert!(!response.body().contains("<b>"));
    }
}

#[tokio::test]
async fn query_parameters_never_become_html() {
    let server = TestServer::start().await;
    let nasty = "%22%3E%3Cscript%3Ealert(1)%3C/script%3E";
    for field in ["player", "rules", "state", "result", "from", "cursor"] {
        let response = get(&server, &format!("/games?{field}={nasty}")).await;
        assert_eq!(response.status(), 400, "{field}");
        assert!(!response.body().contains("<script>"), "{field}: {}", response.body());
        assert!(response.headers()["content-security-policy"].to_str().expect("text").contains("'self'"));
    }
    let ignored = page(&server, &format!("/games?x={nasty}")).await;
    assert!(!ignored.contains("alert(1)"));
}

#[tokio::test]
async fn the_home_page_shows_a_live_game_as_spectators_see_it() {
    let server = TestServer::start().await;
    let (game, [south, north]) =
        start_game_with(&server.http, NewGame { public: true, ..new_game("azigo", "none") }).await;
    let bot = |seat, player, seed| Bot::new(server.address, game, seed).seated(seat, player).play_until(12);
    tokio::join!(bot(Seat::South, &south, 5), bot(Seat::North, &north, 6));
    let showcase = home_of(&server, &south).await;
    let showcase = part(&showcase, "showcase");
    assert!(links_to(showcase, game));
    assert_eq!(showcase.matches(">?</text>").count(), 2, "both stores are concealed");
}

#[tokio::test]
async fn unknown_paths_are_a_page_for_people_and_a_problem_for_programs() {
    let server = TestServer::start().await;
    let not_found = get(&server, "/nothing/here").await;
    assert_eq!(
        (not_found.status().as_u16(), &not_found.headers()["content-type"]),
        (404, &"text/html; charset=utf-8".parse().expect("a value"))
    );
    assert!(not_found.body().contains("<h1>Nothing is here</h1>"));
    for (path, headers) in [("/nothing", &[][..]), ("/api/nothing", &[HTML][..])] {
        let problem = server.http.send_with_headers("GET", path, headers).await;
        assert_eq!(problem.status(), 404);
        assert_eq!(problem.headers()["content-type"], "application/problem+json", "{path}");
    }
    let robots = server.http.send_with_headers("GET", "/robots.txt", &[]).await.into_body();
    assert!(robots.contains("Disallow: /api/\n") && robots.contains("Disallow: /ws\n"));
}

#[tokio::test]
async fn every_page_answers_head() {
    let server = TestServer::start().await;
    let (game, [player, _]) = resigned_game(&server, "kubuguza").await;
    let paths = [
        "/".to_owned(),
        "/games".to_owned(),
        format!("/players/{}", player.name),
        format!("/game/{game}/qr.svg"),
    ];
    for path in paths {
        let head = server.http.send_with_headers("HEAD", &path, &[HTML]).await;
        assert_eq!((head.status().as_u16(), head.body().as_str()), (200, ""), "{path}");
    }
}
