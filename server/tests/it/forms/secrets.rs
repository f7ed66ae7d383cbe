//! Secrets that a page does not show to its visitor.

use fastrand::Rng;
use ikibuguzo_testing::{FormBrowser, TestServer};

use super::{begin_pair, is_due, play};

#[tokio::test]
async fn a_sealed_array_is_in_nobody_elses_page() {
    let server = TestServer::start().await;
    let mut seen = Vec::new();
    for array in ["second", "first"] {
        let [mut maker, mut guest] = begin_pair(&server, "ikibuguzo:choice").await;
        maker.reload().await;
        maker.press("array", array).await;
        assert!(maker.page.contains(&format!("Sealed: The {array} array.")), "{}", maker.page);
        guest.reload().await;
        assert!(guest.page.contains("<b>17</b> h") && !guest.page.contains("<b>17</b> H"), "{}", guest.page);
        let mut spectator = FormBrowser::new(server.address);
        spectator.open(&maker.path).await;
        seen.push([without_names(&guest, &maker), without_names(&spectator, &maker)]);
        guest.press("array", "first").await;
        assert!(guest.page.contains(&format!("Revealed. South: The {array} array.")), "{}", guest.page);
    }
    assert_eq!(seen[0], seen[1], "the pages do not depend on the choice");
}

/// The content of a page, without what differs between games: names, ids and keys.
fn without_names(browser: &FormBrowser, maker: &FormBrowser) -> String {
    let maker_name = name_of(maker);
    let shown = browser.page.replace(maker.game().as_str(), "GAME").replace(&maker_name, "MAKER");
    let shown = shown.replace(&name_of(browser), "VISITOR");
    let (_, names) = shown.split_once("<h1>MAKER against ").expect("a title");
    let opponent = names.split('<').next().expect("a name").to_owned();
    let fields = shown.replace(&opponent, "OPPONENT");
    let mut parts = fields.split("<input");
    let before = parts.next().unwrap_or_default().to_owned();
    parts.fold(before, |shown, part| shown + part.split_once('>').expect("the end of a field").1)
}

/// The name of the player of a browser; one that no player has if it is no player.
fn name_of(browser: &FormBrowser) -> String {
    let name = browser.page.split_once("You play as ").and_then(|(_, rest)| rest.split(' ').next());
    name.unwrap_or("nobody").to_owned()
}

/// The counts of stores that a page shows.
fn stores(browser: &FormBrowser) -> Vec<&str> {
    let shown = browser.page.split("class=\"kept\">").skip(1);
    shown.map(|rest| rest.split('<').next().expect("a text")).collect()
}

#[tokio::test]
async fn a_concealed_store_is_shown_to_its_owner_alone() {
    let server = TestServer::start().await;
    let mut players = begin_pair(&server, "azigo").await;
    let mut rng = Rng::with_seed(8);
    for _ in 0..12 {
        for player in &mut players {
            player.reload().await;
            let [above, below] = stores(player)[..] else { panic!("{}", player.page) };
            assert_eq!(above, "store concealed");
            assert!(below.strip_prefix("store ").is_some_and(|count| count.parse::<u8>().is_ok()), "{below}");
        }
        let mut spectator = FormBrowser::new(server.address);
        spectator.open(&players[0].path).await;
        assert_eq!(stores(&spectator), ["store concealed"; 2]);
        if let Some(player) = players.iter_mut().find(|player| is_due(player)) {
            play(player, &mut rng).await;
        }
    }
}

#[tokio::test]
async fn the_cookie_of_another_player_shows_that_players_page() {
    let server = TestServer::start().await;
    let [mut maker, mut guest] = begin_pair(&server, "azigo").await;
    maker.reload().await;
    let form = maker.form_of("act").expect("a turn");
    let (name, value) = form.buttons[0].clone();
    let refused = guest.post(&form.action, &form.pressed(&name, &value), &[]).await;
    assert_eq!(refused.headers()["location"], format!("{}?refused=cross_site", maker.path));
    guest.cookie.clone_from(&maker.cookie);
    guest.reload().await;
    assert!(is_due(&guest), "the cookie makes the player");
}
