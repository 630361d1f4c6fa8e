//! What methods, models and numbers are called in the grid and over A, B and A − B, and what is said of them there.

use nearfar::methods::MethodKind;
use nearfar::picture::format_short;
use nearfar::settings::{Choice, ModelChoice};
use nearfar_texts::words::of_model;
use nearfar_texts::{aloud, common, compare as texts, ideas, lab};

use crate::choices::{MODELS, Source, file_of_trained, model_at, trained_as, trained_in};
use crate::distance::of_shown_head;
use crate::divergence::Divergences;
use crate::grid::{has_fewer_heads, heads, is_distance_aware, is_over_file, menu_value, shown_of};
use crate::layer::{Files, OpenModel};
use crate::pair::{Bars, Which};
use crate::protocol::{AnswerView, Begun, Cell, KnowsView, MethodView, Shown};
use crate::sentence::Chosen;
use crate::words::{around, knows_line, why};

/// The name of a model, as the page's menus have it: one of the page, also by its address; one in a file by the file.
pub fn model_label(name: &str) -> String {
    let name = model_at(name).or_else(|| file_of_trained(name)).unwrap_or(name);
    match (ModelChoice::from_name(name), trained_as(name)) {
        (Ok(model), _) => of_model(model).to_owned(),
        (Err(_), Some(kind)) => common::model_films_named(kind.definition().short),
        (Err(_), None) => name.to_owned(),
    }
}

/// The menu of models, each with its value ([`Source::menu_value`]): those from files that are open, the `missing` one
/// that has to be opened again, those of the page.
pub fn menu_of(open: &[OpenModel], missing: Option<String>) -> Vec<(String, String)> {
    let mut files: Vec<String> = open.iter().map(|(_, model)| model.name.clone()).collect();
    files.extend(missing.filter(|name| open.iter().all(|(_, model)| model.name != *name)));
    let files = files.into_iter().map(|name| (trained_in(&name), model_label(&name)));
    files.chain(MODELS.map(|name| (name.to_owned(), model_label(name)))).collect()
}

/// The menu of heads, each with its value ([`menu_value`]): the mean of all, and those of the method that has the most.
pub fn heads_menu(shown: Shown, methods: &[MethodView]) -> Vec<(String, String)> {
    let mean = (menu_value(Shown::Mean), texts::heads_averaged().to_owned());
    let heads = 0..heads(shown, methods);
    let heads = heads.map(|head| (menu_value(Shown::Head(head)), texts::head(head + 1)));
    [mean].into_iter().chain(heads).collect()
}

/// What is written over the small picture of a trained model, by its name and the name of its method.
pub fn model_title(name: &str, method: &str) -> String {
    let plain: &str = match name {
        "sst2-da" => texts::model_sst2_da(),
        "sst2-vanilla" => texts::model_sst2_vanilla(),
        "agnews-da" => texts::model_agnews_da(),
        "agnews-vanilla" => texts::model_agnews_vanilla(),
        other => {
            let short =
                MethodKind::from_name(method).map_or("", |method| method.definition().short);
            return match file_of_trained(other) {
                // Its method is known once the file is read.
                Some(file) if short.is_empty() => file.to_owned(),
                Some(file) => texts::model_own(short, file),
                None => texts::model_films(short),
            };
        }
    };
    plain.to_owned()
}

/// A method under the name that it has in the grid: a trained model has the page's, and a model from a file that is
/// shown as it is, of which the page does not know what its queries and keys hold of positions, has one of its own.
pub fn named(mut method: MethodView, is_as_in_file: bool) -> MethodView {
    let facts = &mut method.facts;
    if is_as_in_file {
        method.title = lab::method_in_file().to_owned();
        facts.title.clone_from(&method.title);
        for knows in [&mut facts.direction, &mut facts.exact_distance, &mut facts.beyond_k] {
            *knows = KnowsView::Unknown(texts::knows_as_in_file().to_owned());
        }
    }
    if method.trained {
        method.title = model_title(&method.name, &method.kind);
        facts.title = model_label(&method.name);
    }
    method
}

/// A method's name, in full or in short, with the head that is shown of it where that is not the chosen one.
pub fn title(method: &MethodView, shown: Shown, is_full: bool) -> String {
    let title = if is_full { &method.facts.title } else { &method.title };
    match MethodKind::from_name(&method.kind) {
        _ if !has_fewer_heads(shown, method) => title.clone(),
        Some(MethodKind::Disan) => texts::head_of_blocks(title),
        _ => texts::head_of_fewer(title, method.heads, method.heads),
    }
}

/// Which head is shown of a method in the place of the chosen one; empty where that is shown.
pub fn instead(method: &MethodView, shown: Shown) -> String {
    match MethodKind::from_name(&method.kind) {
        _ if !has_fewer_heads(shown, method) => String::new(),
        Some(MethodKind::Disan) => texts::disan_backward_block().to_owned(),
        _ => texts::head_last(method.heads),
    }
}

/// What a method does with distance, in a line; nothing for a name that is none. Without positions of the method's own
/// a model from a file has those that its queries and keys hold; `is_plain` where those are all that it has.
pub fn idea(method: &MethodView, source: &Source, is_plain: bool) -> &'static str {
    match is_over_file(method, source) {
        true if is_plain => texts::idea_in_file(),
        true => texts::idea_bare(),
        false => ideas::find(&method.kind).unwrap_or_default(),
    }
}

/// The methods that are A and B; none, where one is not there yet.
pub type Sides = [Option<MethodView>; 2];

/// The name of A (0) or B (1), in full or in short; empty while it is not there.
fn title_of(sides: &Sides, at: usize, shown: Shown, is_full: bool) -> String {
    let method = sides.get(at).and_then(Option::as_ref);
    method.map_or_else(String::new, |method| title(method, shown, is_full))
}

/// What is written over one of the three, in full or in short.
pub fn title_of_three(which: Which, sides: &Sides, shown: Shown, is_full: bool) -> String {
    let Which::One(at) = which else { return "A − B".to_owned() };
    match title_of(sides, at, shown, is_full) {
        none if none.is_empty() => none,
        title => format!("{} · {title}", if at == 0 { "A" } else { "B" }),
    }
}

/// What one of the three is called where it is saved: it has no other two beside it.
pub fn saved_title(which: Which, sides: &Sides, shown: Shown) -> String {
    match which {
        Which::One(_) => title_of_three(which, sides, shown, true),
        Which::Difference => {
            let [a, b] = [0, 1].map(|at| title_of(sides, at, shown, true));
            texts::pair_minus(a, b)
        }
    }
}

/// What the numbers of one of the three count.
pub fn unit(which: Which) -> &'static str {
    match which {
        Which::One(_) => common::unit_weight(),
        Which::Difference => common::unit_difference(),
    }
}

/// What A − B can be laid to.
pub fn idea_of_difference(source: &Source) -> &'static str {
    match source {
        Source::Each => texts::pair_trained_apart(),
        _ => texts::pair_same_numbers(),
    }
}

/// The class that a trained model answers with; beside it its probability.
pub fn answer(answer: &AnswerView) -> Option<(String, f64)> {
    let (class, probability) = answer.best()?;
    // Broken before the number, or nowhere.
    let share = format!("{:.1}\u{a0}%", 100.0 * f64::from(probability));
    Some((texts::grid_answer(class, share), f64::from(probability)))
}

/// Whose numbers are shown, of which layer and head.
pub fn whose(files: &Files, chosen: &Chosen, shown: Shown) -> String {
    let source = match &chosen.choices.source {
        Source::Seeded => texts::numbers_seeded().to_owned(),
        Source::Each => texts::numbers_trained().to_owned(),
        Source::Bundled(name) => model_label(name),
        Source::File(name) => lab::about_layer(name, files.layer(chosen).0),
    };
    let head = match shown {
        Shown::Head(head) => lab::title_head(head + 1),
        Shown::Mean => texts::heads_averaged().to_owned(),
    };
    format!("{source}, {head}")
}

/// The same of one of the three, with w and v where they are in it.
pub fn made_of(
    which: Which,
    sides: &Sides,
    (files, chosen): (&Files, &Chosen),
    begun: &Begun,
    shown: Shown,
) -> String {
    let is_in = |at: usize| which == Which::Difference || which == Which::One(at);
    let all = sides.iter().enumerate().filter(|(at, _)| is_in(*at));
    let methods: Vec<&MethodView> = all.filter_map(|(_, method)| method.as_ref()).collect();
    let whose = match methods[..] {
        [method] => whose(files, chosen, shown_of(shown, method)),
        _ => whose(files, chosen, shown),
    };
    let numbers = of_shown_head(&chosen.choices, begun).map(|(w, v)| {
        let v = v.map(|v| format!(", v = {}", format_short(v)));
        format!("w = {}{}", format_short(w), v.unwrap_or_default())
    });
    match numbers.filter(|_| methods.into_iter().any(is_distance_aware)) {
        Some(numbers) => texts::pair_numbers(whose, numbers),
        None => whose,
    }
}

/// What stands before the value of one of the three: the pair under the cursor, or where there is none, once, how to
/// point at one.
pub fn pointed(which: Which, tokens: &[String], cell: Option<Cell>) -> String {
    match cell {
        Some(cell) => format!("{}: ", aloud::pair(tokens, cell)),
        None if which == Which::One(0) => texts::pair_point().to_owned(),
        None => String::new(),
    }
}

/// The pair that all small pictures point at, or how to point at one.
pub fn pointed_in_all(tokens: &[String], cell: Option<Cell>) -> String {
    match cell {
        Some(cell) => texts::grid_pointed(aloud::pair(tokens, cell)),
        None => texts::grid_how().to_owned(),
    }
}

/// What the card of a method says under and over its small picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// The method's name in links.
    pub name: String,
    /// Its title, in short and in full.
    pub titles: [String; 2],
    /// The short one with the head that is shown of it, where that is not the chosen one.
    pub of_head: String,
    /// What it does with distance.
    pub idea: String,
    /// What it knows of direction and distance, in short, and with what it knows in part.
    pub knows: [String; 2],
    /// Which head is shown in the place of the chosen one.
    pub instead: String,
    /// Whether it is A, and whether it is B.
    pub sides: [bool; 2],
    /// The class that a trained model answers with, and its probability.
    pub answer: Option<(String, f64)>,
    /// Why it could not be computed.
    pub problem: Option<String>,
}

impl Card {
    /// Of a method of which the `shown` heads are seen, with what it does with distance.
    pub fn of(method: &MethodView, sides: [bool; 2], shown: Shown, idea: &str) -> Card {
        Card {
            name: method.name.clone(),
            titles: [method.title.clone(), method.facts.title.clone()],
            of_head: title(method, shown, false),
            idea: idea.to_owned(),
            knows: [false, true].map(|says_how| knows_line(method, says_how)),
            instead: instead(method, shown),
            sides,
            answer: method.answer.as_ref().and_then(answer),
            problem: method.problem.as_ref().map(why),
        }
    }
}

/// A small picture, with the weight under the cursor, for those who do not see it.
pub fn card(title: String, tokens: &[String], under: Option<(Cell, f64)>) -> String {
    match under {
        Some((cell, weight)) => {
            format!("{title}: {}: {}", aloud::pair(tokens, cell), format_short(weight))
        }
        None => texts::grid_picture(title),
    }
}

/// What the matrix of divergences is of: the row under the cursor, or all rows. Before the nats, and behind them.
pub fn apart_about(tokens: &[String], row: Option<usize>) -> [String; 2] {
    around(&match row {
        Some(row) => texts::apart_of_row(tokens.get(row).map_or("", String::as_str)),
        None => texts::apart_of_all(),
    })
}

/// How far two places are apart, in nats: on the mean of the rows, and in the one of the row under the cursor, with
/// its token. `write` writes numbers. Before the nats, and behind them; `None` before they are there.
pub fn apart(
    found: &Divergences,
    [a, b]: [Option<usize>; 2],
    row: Option<usize>,
    tokens: &[String],
    write: fn(f64) -> String,
) -> Option<[String; 2]> {
    let (a, b) = a.zip(b)?;
    let mean = write(found.between(a, b, None)?);
    let of_row = row.and_then(|row| Some((found.between(a, b, Some(row))?, tokens.get(row)?)));
    Some(around(&match of_row {
        Some((found, token)) => texts::pair_apart_row(mean, write(found), token),
        None => texts::pair_apart(mean),
    }))
}

/// How far A and B look, in tokens.
pub fn of_reach([a, b]: [f64; 2]) -> String {
    let shown = |distance: f64| format!("{distance:.2}");
    texts::pair_reach(shown(a), shown(b))
}

/// What the bars of A and B say aloud.
pub fn of_bars(bars: &Bars) -> String {
    let of = |which: usize| {
        let shares = bars.shares.iter().enumerate();
        let shares = shares.map(|(at, shares)| format!("{}: {:.2}", bars.name(at), shares[which]));
        shares.collect::<Vec<_>>().join(", ")
    };
    texts::pair_by_distance_said(of(0), of(1))
}

/// How far two of the methods of these names are apart; `None` where that is no number.
pub fn apart_two(names: &[String], (a, b): Cell, apart: Option<f64>) -> String {
    let [a, b] = [a, b].map(|at| names.get(at).map_or("", String::as_str));
    match apart.map(format_short) {
        Some(apart) => texts::apart_two(a, b, apart),
        None => texts::apart_two_none(a, b),
    }
}

/// Whose w and v the sliders move, and whether those were learned.
pub fn whose_w_and_v(shown: Shown, learned: bool) -> String {
    match (shown, learned) {
        (Shown::Head(head), true) => texts::distance_head_learned(head + 1),
        (Shown::Head(head), false) => texts::distance_head_seeded(head + 1),
        (Shown::Mean, true) => texts::distance_heads_learned().to_owned(),
        (Shown::Mean, false) => texts::distance_heads_seeded().to_owned(),
    }
}
