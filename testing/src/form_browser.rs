//! A browser without scripts: it keeps a cookie, follows redirects, and sends the forms of the page that it shows.

use std::net::SocketAddr;

use ikibuguzo_protocol::GameId;
use ureq::http::Response;

use crate::form_page::{PageForm, forms_of};
use crate::{HttpClient, eventually};

/// The media type that the browser accepts.
const ACCEPT: (&str, &str) = ("accept", "text/html");

/// The content type of a form.
const FORM: (&str, &str) = ("content-type", "application/x-www-form-urlencoded");

/// A browser without scripts.
pub struct FormBrowser {
    http: HttpClient,
    /// The cookie that it sends.
    pub cookie: Option<String>,
    /// The path of the page that it shows.
    pub path: String,
    /// The page that it shows.
    pub page: String,
}

impl FormBrowser {
    /// A browser that has no cookie, and shows nothing.
    pub fn new(address: SocketAddr) -> Self {
        let http = HttpClient::without_redirects(address);
        Self { http, cookie: None, path: String::new(), page: String::new() }
    }

    /// Opens a page.
    pub async fn open(&mut self, path: &str) {
        let response = self.get(path).await;
        assert_eq!(response.status(), 200, "{path}: {}", response.body());
        path.clone_into(&mut self.path);
        self.page = response.into_body();
    }

    /// Loads the page again.
    pub async fn reload(&mut self) {
        let path = self.path.split('?').next().unwrap_or_default().to_owned();
        self.open(&path).await;
    }

    /// Loads the page again until a condition holds. `what` completes the sentence "… did not happen".
    pub async fn wait_until(&mut self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let reloaded = async || {
            self.reload().await;
            is_so(self)
        };
        eventually(what, reloaded).await;
    }

    /// The forms of the page.
    pub fn forms(&self) -> Vec<PageForm> {
        forms_of(&self.page)
    }

    /// The form with a button; none if the page has no such button.
    pub fn find_form(&self, name: &str, value: &str) -> Option<PageForm> {
        let button = (name.to_owned(), value.to_owned());
        self.forms().into_iter().find(|form| form.buttons.contains(&button))
    }

    /// The form of a command, by the type in its hidden field.
    pub fn form_of(&self, kind: &str) -> Option<PageForm> {
        let kind = ("type".to_owned(), kind.to_owned());
        self.forms().into_iter().find(|form| form.fields.contains(&kind))
    }

    /// Presses a button of the page.
    pub async fn press(&mut self, name: &str, value: &str) {
        let form = self.find_form(name, value).unwrap_or_else(|| panic!("no {name}={value}: {}", self.page));
        self.send(&form.action, &form.pressed(name, value)).await;
    }

    /// Sends a form, and shows the page to which the answer leads.
    pub async fn send(&mut self, action: &str, fields: &[(String, String)]) {
        let response = self.post(action, fields, &[]).await;
        assert_eq!(response.status(), 303, "{action} {fields:?}: {}", response.body());
        self.keep_cookie(&response);
        let location = response.headers()["location"].to_str().expect("a path").to_owned();
        self.open(&location).await;
    }

    /// Sends a form with further headers, and returns the response.
    pub async fn post(
        &self,
        action: &str,
        fields: &[(String, String)],
        headers: &[(&str, &str)],
    ) -> Response<String> {
        let body = fields.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value)));
        let body = body.collect::<Vec<_>>().join("&");
        let cookie = self.cookie.as_deref().map(|cookie| ("cookie", cookie));
        let headers: Vec<_> =
            [ACCEPT, FORM].into_iter().chain(cookie).chain(headers.iter().copied()).collect();
        self.http.send_with_headers_and_body("POST", action, &headers, &body).await
    }

    /// Asks for a page, and returns the response.
    pub async fn get(&self, path: &str) -> Response<String> {
        let cookie = self.cookie.as_deref().map(|cookie| ("cookie", cookie));
        let headers: Vec<_> = [ACCEPT].into_iter().chain(cookie).collect();
        self.http.send_with_headers("GET", path, &headers).await
    }

    /// The game whose page is shown.
    pub fn game(&self) -> GameId {
        let id = self.path.trim_start_matches("/forms/").split('?').next().expect("a path");
        id.parse().unwrap_or_else(|_| panic!("no game: {}", self.path))
    }

    fn keep_cookie(&mut self, response: &Response<String>) {
        if let Some(line) = response.headers().get("set-cookie") {
            let line = line.to_str().expect("text");
            self.cookie = line.split(';').next().map(str::to_owned);
        }
    }
}

/// A text, percent-encoded for a form.
fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}
