//! The hidden fields of a form.

use ikibuguzo_protocol::CommandId;
use maud::{Markup, html};

/// The hidden values of the forms of one page: a form that is sent twice has one effect, and no other site can send it.
#[derive(Clone, Debug)]
pub struct FormSecrets {
    /// The beginning of the ids of the commands that the page can send. Every page has another one.
    pub page: CommandId,
    /// Shows that the form was made for the visitor; none for a visitor who is no player yet.
    pub key: Option<String>,
}

impl FormSecrets {
    /// The hidden fields of a command. Each form of a page has a name of its own, which makes its command id.
    pub(super) fn command(&self, form: &str) -> Markup {
        html! {
            (field("id", &format!("{}-{form}", self.page)))
            (self.visitor())
        }
    }

    /// The hidden field that shows whose form it is.
    pub(super) fn visitor(&self) -> Markup {
        html! { @if let Some(key) = &self.key { (field("key", key)) } }
    }
}

/// A hidden field.
pub(super) fn field(name: &str, value: &str) -> Markup {
    html! { input type="hidden" name=(name) value=(value); }
}
