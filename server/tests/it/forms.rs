//! The pages without scripts: whole games by forms alone, and what a form cannot do.

mod forgery;
mod games;
mod pages;
mod refusals;
mod secrets;

use fastrand::Rng;
use ikibuguzo_testing::form_page::{PageForm, refresh_of};
use ikibuguzo_testing::{FormBrowser, TestServer};

/// A number of actions after which a player of these tests resigns: random games may be long.
const MAX_ACTIONS: usize = 150;

/// Begins a game with the form of the first page. The fields are those that are not as the page proposes them.
async fn begin(server: &TestServer, way: &str, fields: &[(&str, &str)]) -> FormBrowser {
    let mut browser = FormBrowser::new(server.address);
    browser.open("/forms").await;
    begin_another(&mut browser, way, fields).await;
    browser
}

/// Begins a game with the form of the page that is shown.
async fn begin_another(browser: &mut FormBrowser, way: &str, fields: &[(&str, &str)]) {
    let form = browser.find_form("way", way).expect("a form");
    let form = fields.iter().fold(form, |form, (name, value)| form.with(name, value));
    browser.send(&form.action, &form.pressed("way", way)).await;
}

/// A game of two people: the maker, who begins, and the guest who has opened the invitation and sat down.
async fn begin_pair(server: &TestServer, rules: &str) -> [FormBrowser; 2] {
    let maker = begin(server, "friend", &[("rules", rules), ("starts", "me")]).await;
    let mut guest = FormBrowser::new(server.address);
    guest.open(&maker.path).await;
    guest.press("type", "sit").await;
    [maker, guest]
}

/// Whether the page shows the end of the game.
fn is_over(browser: &FormBrowser) -> bool {
    browser.page.contains("value=\"offer_rematch\"") || browser.page.contains("No result:")
}

/// Whether the page has something for the visitor to do.
fn is_due(browser: &FormBrowser) -> bool {
    turn_of(browser).is_some()
}

/// The form of the visitor's turn or of its array.
fn turn_of(browser: &FormBrowser) -> Option<PageForm> {
    browser.form_of("act").or_else(|| browser.form_of("arrange"))
}

/// Presses a random button of the visitor's turn. While it is the visitor's turn, the page does not load itself again.
async fn play(browser: &mut FormBrowser, rng: &mut Rng) {
    let form = turn_of(browser).expect("a turn");
    assert_eq!(refresh_of(&browser.page), None, "{}", browser.page);
    let (name, value) = rng.choice(&form.buttons).expect("a button").clone();
    browser.send(&form.action, &form.pressed(&name, &value)).await;
    assert!(!browser.page.contains("class=\"refused\""), "{value}: {}", browser.page);
}
