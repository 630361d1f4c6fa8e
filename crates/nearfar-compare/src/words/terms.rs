//! What the panels of a method in its own terms are called and say, and the numbers of its equation.

use nearfar::methods::disan::SOFT_LIMIT;
use nearfar::picture::scale::format_number;
use nearfar::picture::{format_exact, format_short};
use nearfar_texts::words::reason;
use nearfar_texts::{Rich, compare as texts};

use crate::curves::{LookUp, Point, Turn, asymmetry, head_count, is_by_token, specialised_head};
use crate::drawings::Step;
use crate::equation::{Equation, Function, Line, Name, Sign};
use crate::pointing::{Follow, Pair};
use crate::protocol::{AxisView, Cell, MOST_TOKENS, MeasureView, TermView, Why};
use crate::terms::{Pictured, TermMatrix, TermsOf};
use crate::words::why;

/// What is written over a panel.
pub fn title(panel: &str) -> &'static str {
    texts::find(panel).unwrap_or_default()
}

/// What one sees in it, and why.
pub fn about(panel: &str) -> &'static str {
    texts::find(&format!("{panel}-about")).unwrap_or_default()
}

/// What stands before a matrix.
pub fn step(step: Step) -> &'static str {
    match step {
        Step::First => "",
        Step::Plus => "+",
        Step::Gives => "→",
        Step::OverRoot => "→ / √d",
        Step::Relu => "→ ReLU",
        Step::Sigmoid => "→ σ",
        Step::Times => "×",
        Step::Softmax => "→ softmax",
        Step::Key(key) => texts::find(key).unwrap_or_default(),
    }
}

/// A number of an equation.
pub fn name(name: &Name) -> String {
    let text: &str = match name {
        Name::Letters(letters) => letters,
        Name::Key(key) => texts::find(key).unwrap_or_default(),
        Name::Score => texts::equation_score(),
        Name::Weight => texts::equation_share(),
        Name::Sum => texts::equation_sum(),
        Name::Content => texts::equation_content(),
        Name::TakenOff => texts::equation_taken_off(),
        Name::LogSum => texts::equation_log_sum(),
        Name::Row => texts::equation_row(),
        Name::Offset => texts::equation_offset(),
        Name::RawScore => texts::da_raw_score(),
        Name::Coefficient => texts::da_coefficient(),
    };
    text.to_owned()
}

/// What a row of a table stands for, by the name that an intermediate gives it.
pub fn row(name: &str) -> &str {
    if name.is_empty() { texts::tree_itself() } else { name }
}

/// The rows and columns of an intermediate: `9 queries × 9 keys`.
pub fn shape(term: &TermView) -> String {
    let sizes =
        if term.axes.len() > 1 { vec![term.rows, term.columns] } else { vec![term.columns] };
    let axes = term.axes.iter().zip(sizes).map(|(axis, size)| match axis {
        AxisView::Query => texts::shape_queries(size),
        AxisView::Key => texts::shape_keys(size),
        AxisView::Token => texts::shape_tokens(size),
        AxisView::Dimension => texts::shape_dimensions(size),
        AxisView::Feature => texts::shape_features(size),
        AxisView::Offset => texts::shape_offsets(size),
        AxisView::Label => texts::shape_rows(size),
    });
    axes.collect::<Vec<_>>().join(" × ")
}

/// Of which head the intermediates are, or of which block of DiSAN.
pub fn head(terms: TermsOf) -> String {
    match terms.direction() {
        Some("fw.") => texts::disan_forward_block().to_owned(),
        Some(_) => texts::disan_backward_block().to_owned(),
        None => texts::head(terms.view.head + 1),
    }
}

/// Why there are no intermediates: what is wrong with the method, or that they are on their way.
pub fn missing(problem: Option<&Why>) -> String {
    problem.map_or_else(|| texts::terms_coming().to_owned(), |problem| reason(why(problem)))
}

/// Which pair the equation is of, of a head by its name: the one under the cursor, or an example, of A (0) or B (1).
pub fn whose_pair(head: String, is_at_cursor: bool, side: usize) -> String {
    match (is_at_cursor, side) {
        (true, _) => texts::equation_of_cursor(head),
        (false, 1) => texts::equation_of_a(head),
        (false, _) => texts::equation_of_strongest(head),
    }
}

/// An arc on the way through the tree: its direction as a sign, and in words.
pub fn hop(up: bool) -> (&'static str, &'static str) {
    if up { ("↑", texts::tree_way_up()) } else { ("↓", texts::tree_way_down()) }
}

/// What DiSAN's weights of tokens are of: a feature, from 0, or the mean of all.
pub fn weights_of(feature: Option<usize>) -> Rich {
    match feature {
        Some(feature) => texts::disan_weights_of_feature(feature + 1),
        None => texts::disan_weights_of_mean(),
    }
}

/// What each head is, where one of them is specialised, and whether it is that one.
pub fn heads_by_kind(terms: TermsOf) -> Option<Vec<(String, bool)>> {
    let (heads, special) = (head_count(terms)?, specialised_head(terms)?);
    let kind = |head: usize| head_kind(head + 1, head == special, head == terms.view.head);
    Some((0..heads).map(|head| (kind(head), head == special)).collect())
}

/// Whether a head, from 1, is the specialised one, and whether it is shown.
fn head_kind(head: usize, is_special: bool, is_shown: bool) -> String {
    match (is_special, is_shown) {
        (true, false) => texts::labels_head_specialised(head),
        (true, true) => texts::labels_head_specialised_shown(head),
        (false, false) => texts::labels_head_ordinary(head),
        (false, true) => texts::labels_head_ordinary_shown(head),
    }
}

/// What stands under a token: whether it is the query of the pair, its key, both or none.
pub fn mark(is_query: bool, is_key: bool) -> &'static str {
    match (is_query, is_key) {
        (true, true) => texts::labels_query_and_key(),
        (true, false) => texts::labels_query(),
        (false, true) => texts::labels_key(),
        (false, false) => "",
    }
}

/// How long the way through a tree of so many words is, in arcs; `None` where it is not known.
pub fn way_length(arcs: Option<usize>, words: usize) -> String {
    match arcs {
        Some(0) => texts::tree_way_none().to_owned(),
        Some(arcs) => texts::tree_way_arcs(arcs),
        None if words > MOST_TOKENS => texts::tree_way_left_out(MOST_TOKENS),
        None => String::new(),
    }
}

/// A pair of dimensions of RoPE as the hand of a clock.
#[derive(Clone, Debug, PartialEq)]
pub struct Clock {
    /// Where the hand ends, from the middle: to the right and down, 20 long.
    pub hand: (f64, f64),
    /// The angle in degrees.
    pub degrees: String,
    /// Which dimensions they are.
    pub title: String,
    /// The same with the angle, for those who do not see it.
    pub name: String,
    /// What the pair gives to the score without turning, and turned.
    pub shares: String,
}

impl Clock {
    /// Of the pair of dimensions at a place, from 0.
    pub fn of(place: usize, turn: Turn) -> Clock {
        let (left, one, other) = (turn.left(), 2 * place + 1, 2 * place + 2);
        let degrees = format_short(left.to_degrees());
        Clock {
            hand: (20.0 * left.sin(), -20.0 * left.cos()),
            title: texts::rope_clock(one, other),
            name: texts::rope_clock_name(one, other, &degrees),
            shares: format!("{} → {}", format_short(turn.before), format_short(turn.after)),
            degrees,
        }
    }
}

/// What all turns together make of the score of a query and a key.
pub fn turned(turns: &[Turn], (query, key): Pair) -> String {
    let before: f64 = turns.iter().map(|turn| turn.before).sum();
    let after: f64 = turns.iter().map(|turn| turn.after).sum();
    let offset = (key as i64 - query as i64).to_string().replace('-', "\u{2212}");
    texts::rope_how(offset, format_short(before), format_short(after))
}

/// What the rows and columns of intermediates are called.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// The tokens of the sentence, `[N]`.
    pub tokens: &'a [String],
    /// M: how many columns of the earlier segment stand before the sentence's.
    pub memory: usize,
}

impl Names<'_> {
    /// A token's text and place, from 1.
    pub fn token(self, token: usize) -> String {
        let text = self.tokens.get(token).map_or("", String::as_str);
        format!("{text} ({})", token + 1)
    }

    /// A column's text: of the memory, or of the sentence.
    pub fn column(self, column: usize) -> String {
        match column.checked_sub(self.memory) {
            Some(key) => self.token(key),
            None => texts::terms_memory(self.memory - column),
        }
    }

    /// A row (axis 0) or a column (axis 1) of a picture: `query cat (2)`, `feature 7`.
    fn place(self, picture: &Pictured, axis: usize, at: usize) -> String {
        let kind = picture.axes.get(picture.axes.len().saturating_sub(2 - axis.min(1)));
        let names = if axis == 0 { &picture.row_names } else { &picture.column_names };
        match kind {
            Some(AxisView::Query) => texts::place_query(self.token(at)),
            Some(AxisView::Token) => self.token(at),
            Some(AxisView::Key) => texts::place_key(self.column(at)),
            Some(AxisView::Offset) => match (&picture.follow, names.get(at)) {
                (Follow::Offsets(offsets), _) => {
                    texts::place_offset(offsets.get(at).copied().unwrap_or_default())
                }
                (_, Some(name)) => texts::place_offset(name),
                _ => texts::place_other(at + 1),
            },
            Some(AxisView::Label) => match names.get(at) {
                Some(name) => texts::place_row_named(at, name),
                None => texts::place_row(at),
            },
            Some(AxisView::Feature) => texts::place_feature(at + 1),
            Some(AxisView::Dimension) | None => texts::place_dimension(at + 1),
        }
    }

    /// A cell of a picture; `None` where it has none there.
    pub fn cell(self, picture: &Pictured, cell: Cell) -> Option<CellSaid> {
        let value = picture.at(cell)?;
        let (value, exact) = match (picture.is_allowed(cell), picture.measure) {
            (false, _) => (texts::picture_masked().to_owned(), String::new()),
            (true, MeasureView::Whole) => (format_number(value), String::new()),
            (true, _) => (format_short(value), format_exact(value)),
        };
        let column = self.place(picture, 1, cell.1);
        let place = match picture.rows > 1 {
            true => format!("{}, {column}", self.place(picture, 0, cell.0)),
            false => column,
        };
        Some(CellSaid { value, place, exact })
    }
}

/// What is said of a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellSaid {
    /// Its value, or that it is masked.
    pub value: String,
    /// Where it is.
    pub place: String,
    /// Every digit of the value; empty where it says no more.
    pub exact: String,
}

/// A picture and what is said of a cell of it, for those who do not see it.
pub fn picture(picture: &Pictured, said: &CellSaid) -> String {
    let rows = texts::picture_rows(picture.rows);
    let columns = texts::picture_columns(picture.columns);
    texts::picture_name(&picture.title, rows, columns, &said.place, &said.value)
}

/// The row that a pair is looked up in.
pub fn looked_up(found: &LookUp) -> String {
    let LookUp { row: at, rows, name, pairs, all } = found;
    texts::table_row(at, rows.saturating_sub(1), row(name), pairs, all)
}

/// Whether what stands before the query and what stands after it are alike.
pub fn sides(by_offset: &[Point]) -> String {
    match asymmetry(by_offset) {
        Some(most) if most < 1e-5 => texts::sides_same().to_owned(),
        Some(most) => texts::sides_differ(format_short(most)),
        None => texts::sides_one().to_owned(),
    }
}

/// What the products of a table's rows are called: `p_i · p_j`, or of rows by offset `r_0 · r_t`.
pub fn products(table: TermMatrix) -> String {
    let letter = table.term.name.split('_').next().unwrap_or_default();
    let [one, other] = if is_by_token(table) { ["i", "j"] } else { ["0", "t"] };
    texts::sides_sinusoids(format!("{letter}_{one} · {letter}_{other}"))
}

/// A number of an equation: three decimals, so that the numbers of a sum can be added up by eye.
pub fn number(value: f64) -> String {
    let text = format!("{:.3}", value.abs());
    // Without the sign that rounding would leave.
    let is_negative = value < 0.0 && text.bytes().any(|digit| (b'1'..=b'9').contains(&digit));
    if is_negative { format!("\u{2212}{text}") } else { text }
}

/// A line of an equation as it is written: what stands before its operands, these, what stands behind them, whether
/// they give the result, and the result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "from left to right")]
pub struct WrittenLine {
    pub before: String,
    pub operands: Vec<WrittenOperand>,
    pub after: String,
    pub equals: &'static str,
    pub result: WrittenOperand,
}

/// A number of a line as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenOperand {
    /// A bracket that closes before it.
    pub closing: &'static str,
    /// What it does to what stands before it.
    pub sign: &'static str,
    /// What it is called.
    pub name: String,
    /// Its value.
    pub number: String,
    /// Every digit of that.
    pub exact: String,
    /// Whether it stands in brackets: a negative number behind a sign.
    pub is_bracketed: bool,
}

/// A line as it is written.
pub fn line(line: &Line) -> WrittenLine {
    let brackets = line.brackets();
    let written = |closing, sign: &'static str, of: &Name, value: f64| WrittenOperand {
        closing,
        sign,
        name: name(of),
        number: number(value),
        exact: format_exact(value),
        is_bracketed: !sign.is_empty() && value < 0.0,
    };
    let operands = line.operands.iter().enumerate().map(|(at, operand)| {
        let sign = match (operand.sign, at) {
            (Sign::Plus, 0) => "",
            (Sign::Plus, _) => "+",
            (Sign::Minus, _) => "−",
            (Sign::Times, _) => "×",
            (Sign::Over, _) => "÷",
        };
        let closing = if brackets.contains(&at) { ")" } else { "" };
        written(closing, sign, &operand.name, operand.value)
    });
    let (before, after) = match line.function {
        Function::None => (String::new(), String::new()),
        Function::Relu => ("max(".to_owned(), ", 0)".to_owned()),
        Function::SoftLimit => (format!("{SOFT_LIMIT}·tanh(("), format!(") / {SOFT_LIMIT})")),
        Function::Exponential => ("exp(".to_owned(), ")".to_owned()),
        Function::Sigmoid => ("σ(".to_owned(), ")".to_owned()),
    };
    WrittenLine {
        before: before + &"(".repeat(brackets.len()),
        operands: operands.collect(),
        after,
        // A line that does not add up is told, not hidden.
        equals: if line.adds_up() { "=" } else { "≠" },
        result: written("", "", &line.name, line.result),
    }
}

/// The weight of a pair, how it is written, and where the score is defined.
pub fn weight(found: &Equation) -> String {
    let weight = match (found.masked, found.weight) {
        (true, _) => texts::equation_masked().to_owned(),
        (false, Some(weight)) => texts::equation_weight(format_short(100.0 * weight)),
        (false, None) => String::new(),
    };
    let rounding = match found.lines.is_empty() {
        true => texts::disan_is_mean(),
        false => texts::equation_rounded(),
    };
    format!("{weight} {rounding} {}", texts::equation_source(&found.source))
}
