//! Texts of a drawing as outlines, which the renderer draws without knowing fonts.

use maud::{Markup, html};
use resvg::usvg::roxmltree::{Document, Node};

use super::font::Line;

/// The font size of a text without one: the initial value of SVG.
const DEFAULT_FONT_SIZE: f32 = 16.0;

/// Replaces each `text` element of a drawing by the outlines of its text. `None` if the drawing is no XML.
///
/// It reads what the drawings of this crate use: attributes, style rules of one class on one line, and `tspan` elements
/// that continue the line.
pub(super) fn outline_texts(drawing: &str) -> Option<String> {
    let document = Document::parse(drawing).ok()?;
    let style = document.descendants().find(|node| is_element(*node, "style"));
    let style = Style { rules: style.and_then(|node| node.text()).unwrap_or_default() };
    let mut outlined = String::with_capacity(2 * drawing.len());
    let mut copied = 0;
    for text in document.descendants().filter(|node| is_element(*node, "text")) {
        outlined.push_str(&drawing[copied..text.range().start]);
        outlined.push_str(&outlines(text, style).into_string());
        copied = text.range().end;
    }
    outlined.push_str(&drawing[copied..]);
    Some(outlined)
}

/// The outlines of a `text` element: a path for each of its parts, in a group that passes on the style.
fn outlines(text: Node<'_, '_>, style: Style<'_>) -> Markup {
    let parts: Vec<_> = text.children().map(|child| Part::new(child, style)).collect();
    let width: f32 = parts.iter().map(|part| part.space_before + part.width).sum();
    let start =
        number(text.attribute("x")) - width * share_before_anchor(style.property(text, "text-anchor"));
    let y = number(text.attribute("y"));
    let starts = parts.iter().scan(start, |x, part| {
        let start = *x + part.space_before;
        *x = start + part.width;
        Some(start)
    });
    html! {
        g transform=[text.attribute("transform")] class=[text.attribute("class")] {
            @for (part, x) in parts.iter().zip(starts) {
                path class=[part.class] d=(part.line.path(part.font_size, x, y)) {}
            }
        }
    }
}

/// The part of a text that is to the left of its `x`.
fn share_before_anchor(anchor: Option<&str>) -> f32 {
    match anchor {
        Some("middle") => 0.5,
        Some("end") => 1.0,
        _ => 0.0,
    }
}

/// A part of a text in one style: the text itself or a `tspan`.
struct Part<'a> {
    class: Option<&'a str>,
    line: Line,
    font_size: f32,
    space_before: f32,
    width: f32,
}

impl<'a> Part<'a> {
    fn new(node: Node<'a, '_>, style: Style<'_>) -> Self {
        let line = Line::new(node.text().unwrap_or_default());
        let font_size = node.ancestors().find_map(|node| style.property(node, "font-size"));
        let font_size = font_size.map_or(DEFAULT_FONT_SIZE, |size| number(Some(size)));
        Self {
            class: node.attribute("class"),
            width: line.width(font_size),
            line,
            font_size,
            space_before: number(node.attribute("dx")),
        }
    }
}

/// The style sheet of a drawing.
#[derive(Clone, Copy)]
struct Style<'a> {
    rules: &'a str,
}

impl Style<'_> {
    /// The value of a property: from the rule of a class, or else from the attribute.
    fn property<'a>(&'a self, node: Node<'a, '_>, name: &str) -> Option<&'a str> {
        let mut classes = node.attribute("class").unwrap_or_default().split_whitespace();
        classes.find_map(|class| self.declared(class, name)).or_else(|| node.attribute(name))
    }

    /// The value of a property in the rule of a class.
    fn declared(&self, class: &str, name: &str) -> Option<&str> {
        let rule = self.rules.lines().find_map(|line| line.strip_prefix(&format!(".{class} {{ ")))?;
        let mut declarations = rule.trim_end_matches('}').split(';').filter_map(|text| text.split_once(':'));
        declarations.find(|(property, _)| property.trim() == name).map(|(_, value)| value.trim())
    }
}

/// A number of pixels; 0 if there is none.
fn number(text: Option<&str>) -> f32 {
    text.and_then(|text| text.trim_end_matches("px").parse().ok()).unwrap_or_default()
}

fn is_element(node: Node<'_, '_>, name: &str) -> bool {
    node.tag_name().name() == name
}

#[cfg(test)]
mod tests {
    use resvg::usvg::{Node as Drawn, Options, Rect, Tree};

    use super::*;

    /// Where the outlines of each text are, after other elements of this kind.
    fn bounds(texts: &str) -> Vec<Rect> {
        let style =
            "<style>\n.middle { fill: #000; text-anchor: middle; }\n.large { font-size: 20px; }\n</style>";
        let drawing =
            format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99">{style}{texts}</svg>"#);
        let outlined = outline_texts(&drawing).expect("XML");
        let tree = Tree::from_str(&outlined, &Options::default()).expect("a drawing");
        tree.root().children().iter().map(Drawn::abs_bounding_box).collect()
    }

    #[test]
    fn a_text_begins_ends_or_is_centred_at_its_x() {
        let found = bounds(
            r#"<text x="50" y="20">HH</text><text x="50" y="20" text-anchor="end">HH</text><text class="middle" x="50" y="20">HH</text>"#,
        );
        let [start, end, centred] = found[..] else { panic!("{found:?}") };
        assert!(start.left() > 50.0 && end.right() < 50.0);
        assert!((centred.left() + centred.right() - 100.0).abs() < 0.1, "{centred:?}");
        assert_eq!((start.bottom(), start.height()), (20.0, end.height()));
    }

    #[test]
    fn the_font_size_comes_from_the_rule_of_a_class_or_from_the_attribute() {
        let found = bounds(
            r#"<text y="20" class="large">H</text><text y="20" font-size="20">H</text><text y="20" font-size="10">H</text>"#,
        );
        let [of_class, of_attribute, small] = found[..] else { panic!("{found:?}") };
        assert_eq!(of_class, of_attribute);
        assert!((small.height() * 2.0 - of_class.height()).abs() < 0.1);
    }

    #[test]
    fn a_part_with_another_style_continues_the_line() {
        let found =
            bounds(r#"<text y="20">H</text><text y="20">H<tspan dx="7" font-size="8">H</tspan></text>"#);
        let [alone, both] = found[..] else { panic!("{found:?}") };
        assert_eq!(alone.left(), both.left());
        assert!(both.right() > alone.right() + 7.0);
    }

    #[test]
    fn characters_with_a_meaning_in_xml_stay_texts() {
        assert!(outline_texts("<svg><text>&lt;b&gt; &amp; &#34;</text></svg>").is_some());
        assert_eq!(outline_texts("<svg>"), None);
    }
}
