//! Asks a world everything in the name of a viewer.

use ikibuguzo_testing::{CLAIMED_PASSPHRASE, HttpClient};
use ureq::http::Response;

use super::answers::{Answers, mask_random_fields, text_of};
use super::messages::MESSAGES;
use super::routes::{Questions, ROUTES, Route};
use super::scene::{FRIEND, NORTH, SOUTH, Scene};
use super::world::{Viewer, World};

/// The host that every request names, so that links do not depend on the port.
const HOST: (&str, &str) = ("host", "games.example");

/// The text before the key of a visitor in a form.
const KEY_FIELD: &str = "name=\"key\" value=\"";

/// The requests of one viewer to one world.
pub(super) struct Asker<'a> {
    world: &'a World<'a>,
    viewer: Viewer,
    http: HttpClient,
    /// Number of ids that were given to commands.
    ids: u32,
    /// The key of the viewer's forms.
    form_key: String,
}

impl<'a> Asker<'a> {
    /// The requests of a viewer, none of which was sent yet.
    pub(super) async fn new(world: &'a World<'a>, viewer: Viewer) -> Self {
        let http = HttpClient::without_redirects(world.server.address);
        let mut asker = Self { world, viewer, http, ids: 0, form_key: String::new() };
        let form = asker.send("GET", "/forms", "").await;
        let form = String::from_utf8(form.into_body()).expect("a page");
        let key = form.split_once(KEY_FIELD).and_then(|(_, rest)| rest.split('"').next());
        asker.form_key = key.unwrap_or_default().to_owned();
        asker
    }

    /// Asks every route that is only read.
    pub(super) async fn read_all(&mut self) -> Answers {
        self.read(|_| true).await
    }

    /// Asks every route that is only read for the game whose arrays stay sealed.
    pub(super) async fn read_arranging(&mut self) -> Answers {
        let game = self.world.scene.arranging;
        self.read(|path| path.contains(game.as_str())).await
    }

    async fn read(&mut self, is_asked: impl Fn(&str) -> bool) -> Answers {
        let paths = self.all_paths().into_iter().filter(|path| is_asked(path)).collect();
        self.read_paths(paths).await
    }

    /// Asks these paths.
    pub(super) async fn read_paths(&mut self, paths: Vec<String>) -> Answers {
        let mut answers = Vec::new();
        for path in paths {
            let path = self.fill(&path);
            let answer = self.send("GET", &path, "").await;
            answers.push((self.asked("GET", &path), text_of(&answer, self.world, self.viewer)));
        }
        answers
    }

    /// Everything that is only read. A query that begins with a slash is a whole path.
    fn all_paths(&mut self) -> Vec<String> {
        let mut paths = Vec::new();
        for route in ROUTES {
            let Questions::Queries(queries) = route.questions else { continue };
            for query in queries {
                let start = if query.starts_with('/') { "" } else { route.path };
                paths.extend(self.paths(&format!("{start}{query}")));
            }
        }
        paths
    }

    /// Sends everything that can change something.
    pub(super) async fn change_all(&mut self) -> Answers {
        let mut answers = Vec::new();
        for route in ROUTES {
            if let Questions::Bodies(bodies) = route.questions {
                for body in bodies {
                    answers.extend(self.change(route, body).await);
                }
            }
        }
        answers
    }

    async fn change(&mut self, route: &Route, body: &str) -> Answers {
        let mut answers = Vec::new();
        for path in self.paths(route.path) {
            for body in self.bodies(route, body) {
                let answer = self.send(route.method, &path, &body).await;
                let text = mask_random_fields(&text_of(&answer, self.world, self.viewer));
                answers.push((format!("{} {body}", self.asked(route.method, &path)), text));
            }
        }
        answers
    }

    /// The bodies for a route: `POST /api/commands` takes all messages.
    fn bodies(&mut self, route: &Route, body: &str) -> Vec<String> {
        if route.path == "/api/commands" {
            let texts: Vec<_> = MESSAGES.iter().flat_map(|message| message.texts(self.viewer)).collect();
            return texts.into_iter().map(|text| self.fill(text)).collect();
        }
        vec![self.fill(body)]
    }

    fn asked(&self, method: &str, path: &str) -> String {
        format!("{:?}: {method} {path}", self.viewer)
    }

    /// Sends a request.
    pub(super) async fn send(&self, method: &str, path: &str, body: &str) -> Response<Vec<u8>> {
        let token = self.token();
        let bearer = token.map(|token| format!("Bearer {token}"));
        let cookie = token.map(|token| format!("ikibuguzo_player={token}"));
        let is_form = path.starts_with("/forms");
        let content = if is_form { "application/x-www-form-urlencoded" } else { "application/json" };
        let mut headers = vec![HOST];
        match (is_form, &bearer, &cookie) {
            (true, _, Some(cookie)) => headers.push(("cookie", cookie)),
            (false, Some(bearer), _) => headers.push(("authorization", bearer)),
            _ => {}
        }
        if method == "GET" {
            return self.http.fetch(path, &headers).await;
        }
        headers.push(("content-type", content));
        self.http.send_with_headers_and_body(method, path, &headers, body).await.map(String::into_bytes)
    }

    fn token(&self) -> Option<&str> {
        self.viewer.credentials(self.world.scene).map(|player| player.token.reveal())
    }

    /// The text with the values of the scene.
    pub(super) fn fill(&mut self, text: &str) -> String {
        let Scene { arranging, stores, finished, open, tournament, .. } = self.world.scene;
        self.ids += u32::from(text.contains("{id}"));
        let passphrase =
            if self.viewer == Viewer::Stranger { CLAIMED_PASSPHRASE } else { "not the passphrase" };
        let values = [
            ("{arranging}", arranging.to_string()),
            ("{stores}", stores.to_string()),
            ("{finished}", finished.to_string()),
            ("{open}", open.to_string()),
            ("{tournament}", tournament.to_string()),
            ("{common}", (Scene::differing_seq() + 1).to_string()),
            ("{head}", Scene::head_of_stores().to_string()),
            ("{id}", format!("{:?}-{}", self.viewer, self.ids)),
            ("{bearer}", self.token().map_or("null".to_owned(), |token| format!("\"{token}\""))),
            ("{key}", self.form_key.clone()),
            ("{passphrase}", passphrase.to_owned()),
            ("{pool}", "kubuguza".to_owned()),
            ("{rules}", "azigo".to_owned()),
            ("{chapter}", "azigo".to_owned()),
            ("{*path}", "plain.css".to_owned()),
            ("{file}", "manifest.json".to_owned()),
            ("{icon}", "192.png".to_owned()),
            ("{token}", "0123456789ab".to_owned()),
            ("{subscription}", "0123456789ab".to_owned()),
        ];
        values.into_iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, &value))
    }

    /// The paths of a route for all games, players and numbers of actions.
    fn paths(&mut self, path: &str) -> Vec<String> {
        let Scene { arranging, stores, finished, open, .. } = self.world.scene;
        let games = [arranging, stores, finished, open].map(ToString::to_string);
        let plies = ["0".to_owned(), "last".to_owned(), Scene::plies_of_stores().to_string()];
        let names = [SOUTH, FRIEND].map(ToOwned::to_owned);
        let opponents = [NORTH, FRIEND].map(ToOwned::to_owned);
        let lists: [(&str, &[String]); 4] =
            [("{game}", &games), ("{ply}", &plies), ("{name}", &names), ("{opponent}", &opponents)];
        let paths = lists.into_iter().fold(vec![path.to_owned()], |paths, (name, values)| {
            let filled = |path: String| {
                let count = if path.contains(name) { values.len() } else { 1 };
                values[..count].iter().map(move |value| path.replace(name, value))
            };
            paths.into_iter().flat_map(filled).collect()
        });
        paths.iter().map(|path| self.fill(path)).collect()
    }
}
