//! The form for a new game. It becomes the command line of `play --new`, which checks it.

use clap::Parser;
use crossterm::event::{KeyCode, KeyEvent};
use ikibuguzo_engine::Ruleset;
use ikibuguzo_protocol::ComputerLevel;

use crate::args::play_options::PlayOptions;
use crate::args::{Args, Command};

/// Largest number of characters of a value.
const MAX_VALUE_CHARS: usize = 60;

/// The word for an opponent who is not chosen.
const ANYBODY: &str = "anybody";

/// The clocks that can be chosen without typing.
const CLOCK_CHOICES: [&str; 7] =
    ["none", "fischer:180+2", "fischer:300+5", "fischer:900+10", "delay:300+5", "days:1", "days:3"];

/// A form for a new game.
#[derive(Debug)]
pub struct NewGameForm {
    fields: Vec<Field>,
    selected: usize,
    /// What is wrong with the values.
    pub fault: Option<String>,
}

/// An option of a new game.
#[derive(Debug)]
pub struct Field {
    /// The name.
    pub name: &'static str,
    /// The value.
    pub value: String,
    /// What the value can be.
    pub hint: &'static str,
    /// The option of the command line. It takes the value, or it is present only if the value is `yes`.
    option: &'static str,
    /// The values that the arrow keys choose.
    choices: Vec<String>,
}

/// What a key does.
#[derive(Debug)]
pub enum FormEdit {
    /// The form stays open.
    Changed,
    /// The form is closed.
    Closed,
    /// The game is to be created.
    Submitted(Box<PlayOptions>),
}

impl Default for NewGameForm {
    fn default() -> Self {
        let rules = Ruleset::STANDARD.iter().chain(Ruleset::ALL).map(ToString::to_string);
        let levels = ComputerLevel::ALL.iter().map(ToString::to_string);
        let texts = |choices: &[&str]| choices.iter().map(ToString::to_string).collect::<Vec<_>>();
        let mut rules: Vec<String> = rules.collect();
        rules.dedup();
        Self {
            fields: vec![
                Field::new("Rules", "--rules", "the game with its options", without_repeats(rules)),
                Field::new(
                    "Opponent",
                    "--opponent",
                    "anybody, the computer, or type a name",
                    std::iter::once(ANYBODY.to_owned()).chain(levels).collect(),
                ),
                Field::new("First turn", "--starts", "who makes it", texts(&["random", "me", "opponent"])),
                Field::new("Clock", "--clock", "or type another one", texts(&CLOCK_CHOICES)),
                Field::new(
                    "Public",
                    "--public",
                    "no: it opens with its code or link only",
                    texts(&["yes", "no"]),
                ),
                Field::new("Rated", "--rated", "with a clock, between claimed names", texts(&["no", "yes"])),
            ],
            selected: 0,
            fault: None,
        }
    }
}

impl NewGameForm {
    /// The options, in their order.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// The number of the option that keys change.
    pub fn selected(&self) -> usize {
        self.selected
    }

    /// The command that does the same.
    pub fn command(&self) -> String {
        self.words().join(" ")
    }

    /// Handles a key.
    pub fn handle_key(&mut self, key: KeyEvent) -> FormEdit {
        self.fault = None;
        let last = self.fields.len() - 1;
        match key.code {
            KeyCode::Esc => return FormEdit::Closed,
            KeyCode::Enter => return self.submit(),
            KeyCode::Up | KeyCode::BackTab => self.selected = self.selected.checked_sub(1).unwrap_or(last),
            KeyCode::Down | KeyCode::Tab => self.selected = (self.selected + 1) % self.fields.len(),
            KeyCode::Left => self.fields[self.selected].choose(false),
            KeyCode::Right => self.fields[self.selected].choose(true),
            KeyCode::Backspace => drop(self.fields[self.selected].value.pop()),
            KeyCode::Char(c) => self.fields[self.selected].push(c),
            _ => {}
        }
        FormEdit::Changed
    }

    fn submit(&mut self) -> FormEdit {
        match Args::try_parse_from(self.words()) {
            Ok(Args { command: Some(Command::Play(options)), .. }) => FormEdit::Submitted(Box::new(options)),
            Ok(_) => FormEdit::Changed,
            Err(error) => {
                let text = error.to_string();
                let fault = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
                self.fault = Some(fault.to_owned());
                FormEdit::Changed
            }
        }
    }

    fn words(&self) -> Vec<String> {
        let options = self.fields.iter().flat_map(Field::words);
        ["ikibuguzo", "play", "--new"].map(str::to_owned).into_iter().chain(options).collect()
    }
}

impl Field {
    fn new(name: &'static str, option: &'static str, hint: &'static str, choices: Vec<String>) -> Self {
        Self { name, value: choices[0].clone(), hint, option, choices }
    }

    /// The words of the command line.
    fn words(&self) -> Vec<String> {
        match self.value.trim() {
            "" | ANYBODY | "no" => Vec::new(),
            "yes" => vec![self.option.to_owned()],
            // As one word, a value that begins with a dash is not taken for an option.
            value => vec![format!("{}={value}", self.option)],
        }
    }

    fn choose(&mut self, is_next: bool) {
        let count = self.choices.len();
        let index = self.choices.iter().position(|choice| *choice == self.value);
        let next = match (index, is_next) {
            (None, _) => 0,
            (Some(index), true) => (index + 1) % count,
            (Some(index), false) => (index + count - 1) % count,
        };
        self.value = self.choices[next].clone();
    }

    /// Types a character. The first one replaces a value that was chosen.
    fn push(&mut self, c: char) {
        if self.choices.contains(&self.value) {
            self.value.clear();
        }
        if !c.is_control() && self.value.chars().count() < MAX_VALUE_CHARS {
            self.value.push(c);
        }
    }
}

fn without_repeats(values: Vec<String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for value in values {
        if !kept.contains(&value) {
            kept.push(value);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(form: &mut NewGameForm, code: KeyCode) -> FormEdit {
        form.handle_key(KeyEvent::from(code))
    }

    fn type_value(form: &mut NewGameForm, value: &str) {
        for c in value.chars() {
            press(form, KeyCode::Char(c));
        }
    }

    #[test]
    fn the_form_is_the_command_of_a_new_game() {
        let mut form = NewGameForm::default();
        press(&mut form, KeyCode::Right);
        press(&mut form, KeyCode::Down);
        press(&mut form, KeyCode::Right);
        assert_eq!(
            form.command(),
            "ikibuguzo play --new --rules=kubuguza --opponent=bot:1 --starts=random --clock=none --public"
        );
        type_value(&mut form, "Amina");
        let FormEdit::Submitted(options) = press(&mut form, KeyCode::Enter) else { panic!("it is complete") };
        assert!(options.new && options.public && !options.rated);
        assert_eq!(options.opponent.map(|opponent| opponent.to_string()), Some("Amina".to_owned()));
    }

    #[test]
    fn a_wrong_value_is_named_and_the_form_stays() {
        let mut form = NewGameForm::default();
        type_value(&mut form, "chess");
        assert!(matches!(press(&mut form, KeyCode::Enter), FormEdit::Changed));
        let fault = form.fault.clone().expect("a fault");
        assert!(fault.contains("chess") && fault.contains("--rules"), "{fault}");
        press(&mut form, KeyCode::Left);
        assert!(form.fault.is_none());
        assert!(matches!(press(&mut form, KeyCode::Enter), FormEdit::Submitted(_)));
        assert!(matches!(press(&mut form, KeyCode::Esc), FormEdit::Closed));
    }
}
