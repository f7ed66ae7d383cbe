//! The position book, the analysis, the record, the rule and the help.

use super::*;

/// The question that is asked.
fn asked(effects: &[TableEffect]) -> Question {
    match effects {
        [TableEffect::Ask(question)] => *question,
        other => panic!("{other:?}"),
    }
}

fn answer(table: &mut Table, answer: Answer) -> Vec<TableEffect> {
    update(table, TableEvent::Answered(Box::new(answer)))
}

#[test]
fn the_book_follows_the_shown_position_one_question_at_a_time() {
    let mut table = over("kubuguza", 3, SIZES[1]);
    assert_eq!(asked(&press(&mut table, KeyCode::Char('b'))), Question::Book(3));
    assert!(press(&mut table, KeyCode::Left).is_empty());
    let book = r#"{"position":null,"key":"00ff00ff00ff00ff","played":[
        {"action":"O","south":3,"north":1,"draw":1},{"action":null,"south":0,"north":1,"draw":0}],
        "games":[],"next":null}"#;
    let book = || Ok(Box::new(serde_json::from_str(book).expect("a book")));
    assert_eq!(asked(&answer(&mut table, Answer::Book(3, book()))), Question::Book(2));
    assert!(answer(&mut table, Answer::Book(2, book())).is_empty());
    let shown = text(&table);
    assert!(shown.contains("O    5 games: South won 3, North 1, 1 draw"), "{shown}");
    assert!(shown.contains("end  1 game: South won 0, North 1"), "{shown}");
    press(&mut table, KeyCode::Char('b'));
    assert!(text(&table).contains("No result: it never really began."), "the talk is back");
}

#[test]
fn players_look_nothing_up_while_the_game_goes_on() {
    let mut table = played("kubuguza", 3, Theme::default(), SIZES[1]);
    for key in ['b', 'v'] {
        assert!(press(&mut table, KeyCode::Char(key)).is_empty());
    }
    let shown = text(&table);
    assert!(shown.contains("opens to players when the game is over"), "{shown}");
    assert!(shown.contains("analysed when it is over"), "{shown}");
}

#[test]
fn the_analysis_is_shown_as_it_comes() {
    let mut table = over("kubuguza", 3, SIZES[2]);
    assert_eq!(asked(&press(&mut table, KeyCode::Char('v'))), Question::Analysis);
    let analysis = r#"{"game":"05cdv44x7ekv","version":1,"nodes":1,"done":false,"turn_count":3,"turns":[
        {"ply":0,"seat":"south","actions":["O"],"forced":false,"value":0.65,"loss":0.31,"mark":"blunder","best":[["M"]]},
        {"ply":1,"seat":"north","actions":["n"],"forced":false,"value":0.46,"loss":0.0,"mark":null,"best":[["n"]]}],
        "accuracy":{"south":32.0,"north":null}}"#;
    let analysis = Box::new(serde_json::from_str(analysis).expect("an analysis"));
    answer(&mut table, Answer::Analysis(Ok(analysis)));
    press(&mut table, KeyCode::Char('g'));
    let shown = text(&table);
    assert!(shown.contains("accuracy South 32 %, North - (2 of 3 turns so far)"), "{shown}");
    assert!(shown.contains("  1 South O: 65 %, blunder, loses 31 %, best M"), "{shown}");
    assert!(shown.contains("  2 North n: 46 %\n") || shown.contains("  2 North n: 46 % "), "{shown}");
}

#[test]
fn an_analysis_is_requested_again_until_it_is_done() {
    let mut table = over("kubuguza", 3, SIZES[2]);
    let part = |done: bool| {
        let text = format!(
            r#"{{"game":"05cdv44x7ekv","version":1,"nodes":1,"done":{done},"turn_count":3,"turns":[],
            "accuracy":{{"south":null,"north":null}}}}"#
        );
        Answer::Analysis(Ok(Box::new(serde_json::from_str(&text).expect("an analysis"))))
    };
    // Opens the panel after this answer, and closes it. Returns whether the analysis was requested.
    let mut requests = |newest: Option<Answer>| {
        newest.into_iter().for_each(|newest| drop(answer(&mut table, newest)));
        let is_requested = !press(&mut table, KeyCode::Char('v')).is_empty();
        press(&mut table, KeyCode::Char('v'));
        is_requested
    };
    assert!(requests(None));
    assert!(!requests(None), "it is awaited");
    assert!(!requests(Some(part(false))), "more follows");
    assert!(requests(Some(Answer::Analysis(Err("not finished".to_owned())))));
    assert!(!requests(Some(part(true))), "it is done");
}

#[test]
fn the_record_is_written_to_a_file() {
    let mut table = over("kubuguza", 3, SIZES[1]);
    assert_eq!(asked(&press(&mut table, KeyCode::Char('x'))), Question::Export);
    answer(&mut table, Answer::Exported(Ok("ikibuguzo-05cdv44x7ekv.txt".into())));
    assert!(text(&table).contains("The record is in ikibuguzo-05cdv44x7ekv.txt."));
    answer(&mut table, Answer::Exported(Err("cannot write it".to_owned())));
    assert!(text(&table).contains("No: cannot write it"));
}

#[test]
fn the_rule_for_the_moment_is_shown() {
    for (rules, actions, words) in
        [("kubuguza", 0, "First turns"), ("njombwa:8", 1, "Walk"), ("azigo", 2, "Sowing a hole")]
    {
        let mut table = played(rules, actions, Theme::default(), SIZES[2]);
        press(&mut table, KeyCode::Char('r'));
        let shown = text(&table);
        assert!(shown.contains("The rule for this moment") && shown.contains(words), "{shown}");
        press(&mut table, KeyCode::Esc);
        assert!(!text(&table).contains(words), "{rules}");
    }
}

#[test]
fn the_help_has_as_many_pages_as_it_needs() {
    let mut table = played("kubuguza", 1, Theme::default(), SIZES[1]);
    press(&mut table, KeyCode::Char('?'));
    assert!(text(&table).contains("choose a hole") && !text(&table).contains("this help"));
    press(&mut table, KeyCode::Char(' '));
    assert!(text(&table).contains("this help"), "{}", text(&table));
    press(&mut table, KeyCode::Char(' '));
    assert!(text(&table).contains("is to move"));
}
