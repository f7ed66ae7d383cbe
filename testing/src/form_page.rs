//! Reads the forms of a page, as a browser without scripts does.

use std::collections::BTreeMap;

/// A form of a page.
#[derive(Clone, Debug)]
pub struct PageForm {
    /// The path to which it is sent.
    pub action: String,
    /// Its fields with their values: hidden ones, texts, and the chosen option of each list.
    pub fields: Vec<(String, String)>,
    /// The name and the value of each button.
    pub buttons: Vec<(String, String)>,
}

/// An element's start tag: its name, and its attributes without those that have no value.
struct Tag {
    name: String,
    attributes: BTreeMap<String, String>,
    is_selected: bool,
}

/// The forms of a page, in their order.
pub fn forms_of(html: &str) -> Vec<PageForm> {
    let forms = html.split("<form").skip(1).map(|rest| rest.split("</form>").next().unwrap_or_default());
    forms.map(|form| read_form(&format!("<form{form}"))).collect()
}

/// The seconds after which the page loads itself again, and the address that it loads; none if it stays.
pub fn refresh_of(html: &str) -> Option<(u32, String)> {
    let tags = tags_of(html);
    let refresh = tags.iter().find(|tag| tag.value("http-equiv") == Some("refresh"))?;
    let (seconds, path) = refresh.value("content")?.split_once(";url=")?;
    Some((seconds.parse().ok()?, path.to_owned()))
}

impl PageForm {
    /// The fields that the browser sends when a button is pressed.
    pub fn pressed(&self, name: &str, value: &str) -> Vec<(String, String)> {
        let button = (name.to_owned(), value.to_owned());
        assert!(self.buttons.contains(&button), "no button {button:?} in {self:?}");
        let named = Some(button).filter(|(name, _)| !name.is_empty());
        self.fields.iter().cloned().chain(named).collect()
    }

    /// The form with another value of a field.
    pub fn with(&self, name: &str, value: &str) -> Self {
        let mut form = self.clone();
        let field = form.fields.iter_mut().find(|(field, _)| field == name);
        value.clone_into(&mut field.unwrap_or_else(|| panic!("no field {name}")).1);
        form
    }
}

fn read_form(html: &str) -> PageForm {
    let mut form = PageForm { action: String::new(), fields: Vec::new(), buttons: Vec::new() };
    let mut list = String::new();
    for tag in tags_of(html) {
        let named = |name: &str| tag.value(name).unwrap_or_default().to_owned();
        match tag.name.as_str() {
            "form" => form.action = named("action"),
            "input" => form.fields.push((named("name"), named("value"))),
            "select" => list = named("name"),
            "option" => choose(&mut form.fields, &list, named("value"), tag.is_selected),
            "button" => form.buttons.push((named("name"), named("value"))),
            _ => {}
        }
    }
    form
}

/// The chosen option of a list is the selected one, or else the first.
fn choose(fields: &mut Vec<(String, String)>, list: &str, value: String, is_selected: bool) {
    match fields.iter_mut().find(|(name, _)| name == list) {
        None => fields.push((list.to_owned(), value)),
        Some(field) if is_selected => field.1 = value,
        Some(_) => {}
    }
}

fn tags_of(html: &str) -> Vec<Tag> {
    let starts = html.split('<').skip(1).filter(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()));
    starts.map(read_tag).collect()
}

fn read_tag(rest: &str) -> Tag {
    let end = rest.find('>').expect("the end of a tag");
    let text = &rest[..end];
    let name = text.split([' ', '/']).next().unwrap_or_default().to_owned();
    let mut attributes = BTreeMap::new();
    let mut left = &text[name.len()..];
    while let Some((before, after)) = left.split_once("=\"") {
        let (value, next) = after.split_once('"').expect("the end of a value");
        let attribute = before.split(' ').next_back().unwrap_or_default();
        attributes.insert(attribute.to_owned(), unescaped(value));
        left = next;
    }
    Tag { name, attributes, is_selected: text.ends_with(" selected") }
}

impl Tag {
    fn value(&self, attribute: &str) -> Option<&str> {
        self.attributes.get(attribute).map(String::as_str)
    }
}

fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_has_its_fields_and_the_chosen_options() {
        let html = r#"<form method="post" action="/x"><input type="hidden" name="id" value="a&amp;b">
            <select name="rules"><option value="one">1</option><option value="two" selected>2</option></select>
            <button name="action" value="N&lt;">4</button></form><form action="/y"><button>Go</button></form>"#;
        let forms = forms_of(html);
        let expected = [("id", "a&b"), ("rules", "two"), ("action", "N<")];
        let expected: Vec<_> = expected.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        assert_eq!(forms[0].pressed("action", "N<"), expected);
        assert_eq!((forms[0].action.as_str(), forms[1].pressed("", "").len()), ("/x", 0));
        let page = r#"<meta http-equiv="refresh" content="5;url=/forms/x"><p>"#;
        assert_eq!(refresh_of(page), Some((5, "/forms/x".to_owned())));
    }
}
