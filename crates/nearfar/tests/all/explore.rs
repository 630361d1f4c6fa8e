//! Rows, rasters and figures of a long sentence are those of the plain trace; late answers are dropped.

use ndarray::{Array2, Axis};
use nearfar::Method;
use nearfar::attention::{
    Adjustment, Arithmetic, HeadParameters, MAPPINGS, Mapping, Mask, Projections, Step, Trace,
};
use nearfar::explore::{
    Answer, Asks, Exploration, Explorer, Found, Plan, Received, Request, Session, Shown, Side,
};
use nearfar::lab::{Contribution, Lab, Matrix, Panel};
use nearfar::metrics::{
    HeadFigures, RowFigures, below_zero, clipped, head_divergence, row_divergence, zeroed_share,
};
use nearfar::picture::{Section, Shown as Cells, Theme, Viewport};
use nearfar::settings::{ColourRange, ModelChoice, Settings};
use nearfar_kit::Message;

const WIDTH: usize = 12;
const HEADS: usize = 2;
/// The head that is shown.
const HEAD: usize = 1;

fn embeddings(tokens: usize) -> Array2<f32> {
    Array2::from_shape_fn((tokens, WIDTH), |(i, j)| {
        ((i * 37 + j * 11 + i * j * 3) % 29) as f32 / 14.0 - 1.0
    })
}

fn methods() -> Vec<Method> {
    let others =
        [Mapping::Clip { threshold: 1.5 }, Mapping::Linear { slope: -0.25, intercept: 2.0 }];
    let mappings = MAPPINGS.iter().map(|row| row.mapping()).chain(others);
    let adjusted = mappings.flat_map(|mapping| {
        Adjustment::ALL
            .into_iter()
            .map(move |adjustment| Method::DistanceAware { mapping, adjustment })
    });
    adjusted.chain([false, true].map(|positions| Method::Vanilla { positions })).collect()
}

/// The plain way: A and B as traces, and what the page plans to see of them.
struct Case {
    traces: [Trace<f32>; 2],
    sides: [Side; 2],
    causal: bool,
    projections: Projections<f32>,
    tokens: usize,
}

impl Case {
    fn new(tokens: usize, a: Method, b: Method, causal: bool) -> Case {
        let projections = Projections::untrained(3, HEADS, WIDTH, 5);
        let parameters = HeadParameters { w: -0.3, v: 1.5 };
        let traces = [a, b].map(|method| {
            let mask = Mask { causal, keys: None };
            let heads = [parameters; HEADS];
            Trace::new(&projections, &heads, method, mask, embeddings(tokens).view()).unwrap()
        });
        let sides = [a, b].map(|method| Side { method, parameters });
        Case { traces, sides, causal, projections, tokens }
    }

    fn given(&self) -> Vec<Request> {
        let of_head = |weights: &ndarray::Array3<f32>| -> Vec<f32> {
            weights.index_axis(Axis(0), HEAD).iter().copied().collect()
        };
        let of_panel = |panel: Panel| {
            let positions = self.sides[panel as usize].method.adds_positions();
            let values = embeddings(self.tokens).into_raw_vec_and_offset().0;
            let Projections { query, key, .. } = &self.projections;
            [
                Request::Input { panel, width: WIDTH, positions, values },
                Request::Head { panel, query: of_head(query), key: of_head(key) },
            ]
        };
        Panel::BOTH.into_iter().flat_map(of_panel).collect()
    }

    fn plan(&self, part: Section, rests: bool) -> Plan {
        Plan { given: 1, sides: self.sides, causal: self.causal, part, rests }
    }

    /// Weights of A, weights of B, and their difference.
    fn weights(&self) -> [Vec<f32>; 3] {
        let [a, b] = [0, 1].map(|panel| self.traces[panel].weights_of(HEAD).to_vec());
        let difference = a.iter().zip(&b).map(|(a, b)| a - b).collect();
        [a, b, difference]
    }
}

const MATRICES: [Matrix; 3] =
    [Matrix::Weights(Panel::A), Matrix::Weights(Panel::B), Matrix::Difference(Contribution::Both)];

/// Rows and a trace are computed by the same loops in the same order.
fn assert_same(found: &[f32], expected: &[f32], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (place, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert_eq!(found, expected, "{what} at {place}");
    }
}

/// Two workers and the page, whose messages travel as they do in a browser.
struct Site {
    explorer: Explorer,
    workers: [Session; Explorer::WORKERS],
}

fn travelled(request: Request) -> Request {
    let read = Request::read(request.clone().into_message()).unwrap();
    assert_eq!(read, request);
    read
}

fn answered(answer: Answer) -> Answer {
    Answer::read(answer.into_message()).unwrap()
}

impl Site {
    fn new(case: &Case) -> Site {
        let mut site = Site { explorer: Explorer::default(), workers: Default::default() };
        for worker in &mut site.workers {
            for request in case.given() {
                assert_eq!(worker.receive(travelled(request)), None);
            }
            assert!(!site.explorer.is_ready());
            site.explorer.begin();
        }
        site
    }

    fn send(&mut self, plan: Plan) {
        let requests = self.explorer.requests(plan).expect("nothing is on its way");
        for (worker, request) in self.workers.iter_mut().zip(requests) {
            assert_eq!(worker.receive(travelled(request)), None);
        }
    }

    /// Slices in turns until nothing is left to do; how many slices.
    fn work(&mut self) -> usize {
        let mut slices = 0;
        while self.workers.iter().any(Session::has_work) {
            for worker in self.workers.iter_mut().filter(|worker| worker.has_work()) {
                slices += 1;
                if let Some(answer) = worker.advance() {
                    self.explorer.receive(answered(answer));
                }
            }
        }
        slices
    }
}

/// The value farthest from 0 in each block, of some rows of each block.
fn reduced(values: &[f32], n: usize, part: Section, all: bool) -> Vec<f32> {
    let mut raster = Vec::new();
    for row in 0..part.raster[0] {
        let rows = part.rows_of(row);
        let middle = rows.start + rows.len() / 2;
        let rows = if all { rows } else { middle..middle + 1 };
        for column in 0..part.raster[1] {
            let cells =
                rows.clone().flat_map(|i| part.columns_of(column).map(move |j| values[i * n + j]));
            raster.push(cells.fold(
                0.0_f32,
                |kept, cell| {
                    if cell.abs() > kept.abs() { cell } else { kept }
                },
            ));
        }
    }
    raster
}

#[test]
fn an_exact_raster_is_the_trace() {
    for (k, method) in methods().into_iter().enumerate() {
        let case = Case::new(37, method, Method::VANILLA, k % 2 == 1);
        let mut site = Site::new(&case);
        site.send(case.plan(Section::whole(37), false));
        site.work();
        for (matrix, expected) in MATRICES.into_iter().zip(case.weights()) {
            let (part, raster) = site.explorer.raster(matrix);
            assert_eq!(part, Section::whole(37));
            assert_same(raster, &expected, &format!("{matrix:?} of {method:?}"));
        }
    }
}

#[test]
fn a_level_of_detail_shows_the_weight_farthest_from_0() {
    let case = Case::new(150, Method::DISTANCE_AWARE, Method::VANILLA, true);
    let parts = [
        Section { first: [0, 0], cells: [150, 150], raster: [40, 31] },
        Section { first: [17, 60], cells: [83, 90], raster: [83, 45] },
        Section { first: [100, 3], cells: [50, 20], raster: [1, 20] },
    ];
    for part in parts {
        let mut site = Site::new(&case);
        site.send(case.plan(part, false));
        site.work();
        for (matrix, values) in MATRICES.into_iter().zip(case.weights()) {
            let expected = reduced(&values, 150, part, false);
            let what = format!("draft, {matrix:?}, {part:?}");
            assert_same(site.explorer.raster(matrix).1, &expected, &what);
        }
        let is_whole = part.raster[0] == part.cells[0];
        assert_eq!(site.explorer.refined(), if is_whole { 1.0 } else { 0.0 });
        site.send(case.plan(part, true));
        site.work();
        assert_eq!(site.explorer.refined(), 1.0);
        for (matrix, values) in MATRICES.into_iter().zip(case.weights()) {
            let expected = reduced(&values, 150, part, true);
            assert_same(
                site.explorer.raster(matrix).1,
                &expected,
                &format!("{matrix:?}, {part:?}"),
            );
        }
    }
}

/// What it says of scores below 0 is what two traces say of them.
#[test]
fn what_relu_does_is_the_difference_of_two_traces() {
    for causal in [false, true] {
        let n = 40;
        let case = Case::new(n, Method::DISTANCE_AWARE, Method::WITHOUT_RELU, causal);
        let [a, b] = &case.traces;
        let head = a.heads()[HEAD];
        let mapping = a.method().coefficients().0;
        let coefficient = |distance| mapping.coefficient(head.w, head.v, distance);
        let found = clipped(a, HEAD, coefficient).unwrap();
        let [with, without] = [a, b].map(|trace| trace.weights_of(HEAD));
        let at = |(query, key): (usize, usize)| query * n + key;
        for (of_trace, said) in [(with, found.with), (without, found.without)] {
            assert!((f64::from(of_trace[at(found.cell)]) - said).abs() < 1e-5, "{said}");
        }
        let (mut most, mut gained) = (0.0_f64, 0.0);
        for query in 0..n {
            let mut row = vec![0.0; n];
            a.row_into(HEAD, Step::Score, query, &mut row);
            for key in (0..n).filter(|&key| a.mask().allows(query, key) && row[key] < 0.0) {
                let apart = f64::from(with[at((query, key))] - without[at((query, key))]);
                (most, gained) = (most.max(apart.abs()), gained + apart);
            }
        }
        assert!(most > 0.001 && (most - (found.with - found.without).abs()).abs() < 1e-5);
        assert!((gained / n as f64 - found.gained).abs() < 1e-4, "{gained} {found:?}");
        // The example: the score below 0 that distance changes most, or that of a cell that is watched.
        let scores = |(query, key): (usize, usize)| {
            let mut row = vec![0.0; n];
            a.row_into(HEAD, Step::Score, query, &mut row);
            [f64::from(row[key]), coefficient(query.abs_diff(key))]
        };
        let change = |[score, factor]: [f64; 2]| (score * factor - score).abs();
        let (cell, numbers) = below_zero(a, HEAD, None).unwrap();
        assert!(a.mask().allows(cell.0, cell.1) && numbers == scores(cell));
        let cells =
            || (0..n * n).map(|at| (at / n, at % n)).filter(|&(i, j)| a.mask().allows(i, j));
        let is_seen = |[score, factor]: [f64; 2]| {
            score < 0.0 && score * factor <= -0.05 && change([score, factor]) >= 0.05
        };
        assert!(is_seen(numbers));
        for cell in cells() {
            let of = scores(cell);
            assert!(!is_seen(of) || change(of) <= change(numbers));
            let watched =
                if is_seen(of) { (cell, of) } else { (below_zero(a, HEAD, None)).unwrap() };
            assert_eq!(below_zero(a, HEAD, Some(cell)), Some(watched));
        }
    }
}

#[test]
fn figures_and_cells_are_those_of_the_trace() {
    let n = 90;
    for causal in [false, true] {
        let case = Case::new(n, Method::DISTANCE_AWARE, Method::VANILLA, causal);
        let mut site = Site::new(&case);
        site.workers[1].memory = 5e6;
        site.send(case.plan(Section::whole(n), true));
        site.work();
        let [a, b] = &case.traces;
        let (figures, rows) = site.explorer.figures().unwrap();
        assert_eq!(rows, n);
        let close = |found: f64, expected: f64| {
            assert!((found - expected).abs() < 1e-4 * expected.abs().max(1.0))
        };
        let (found, expected) = (figures.head.unwrap(), HeadFigures::of(a, HEAD).unwrap());
        close(found.entropy, expected.entropy);
        close(found.effective_tokens, expected.effective_tokens);
        close(found.mean_distance, expected.mean_distance);
        close(found.near_share, expected.near_share);
        close(figures.zeroed.unwrap(), zeroed_share(a, HEAD));
        close(figures.divergence.unwrap(), head_divergence(a, b, HEAD).unwrap());
        assert!(site.explorer.memory() >= 0.0);
        let (i, j) = (71, 64);
        assert_eq!(site.explorer.cell(i, j), None);
        let answer = site.workers[0].receive(travelled(Request::Cell { i, j })).unwrap();
        assert_eq!(site.explorer.receive(answered(answer)), Received::News);
        let cell = site.explorer.cell(i, j).unwrap();
        let of = |panel: usize| Arithmetic::of(&case.traces[panel], HEAD, i, j);
        // The score and the coefficient are those of the trace; the weight is nearly.
        for (found, panel) in cell.sides.iter().zip(0..) {
            let (found, expected) = (found.unwrap(), of(panel).unwrap());
            assert_eq!(
                (found.dot_product, found.coefficient),
                (expected.dot_product, expected.coefficient)
            );
            close(found.weight, expected.weight);
        }
        // The page reads them where it would read the Lab's.
        let (lab, _) = long();
        let shown = Shown { lab: &lab, explorer: Some(&site.explorer) };
        assert_eq!(shown.arithmetic(Panel::B, HEAD, (i, j)), cell.sides[1]);
        assert_eq!(shown.arithmetic(Panel::B, HEAD, (j, i)), None);
        assert_eq!(shown.row_figures(HEAD, (i, j)), Some((cell.row, cell.divergence)));
        assert_eq!(shown.row_figures(HEAD, (j, i)), None);
        let weights = [of(0), of(1)].map(|cell| cell.unwrap().weight);
        let expected = [weights[0], weights[1], weights[0] - weights[1]];
        for (found, expected) in
            shown.weights_at(HEAD, (i, j), Contribution::Both).into_iter().zip(expected)
        {
            close(found.unwrap().into(), expected);
        }
        let mut values = vec![1.0];
        let part = shown.matrix_into(Matrix::Weights(Panel::A), HEAD, &mut values);
        assert_eq!((part, &values[..]), site.explorer.raster(Matrix::Weights(Panel::A)));
        let step = Matrix::Step(Panel::A, Step::Score);
        assert_eq!(shown.matrix_into(step, HEAD, &mut values), Section::default());
        assert!(values.is_empty());
        let row = |trace: &Trace<f32>| trace.weights_of(HEAD)[i * n..(i + 1) * n].to_vec();
        let expected = RowFigures::of(i, &row(a)).unwrap();
        close(cell.row.unwrap().entropy, expected.entropy);
        close(cell.row.unwrap().mean_distance, expected.mean_distance);
        close(cell.divergence.unwrap(), row_divergence(&row(a), &row(b)).unwrap());
        // A cell beyond the sentence has no arithmetic, and does not end the worker.
        let answer = site.workers[0].receive(Request::Cell { i: n, j }).unwrap();
        assert!(matches!(answer, Answer::Cell(cell) if cell.sides == [None, None]));
    }
}

#[test]
fn a_newer_view_overtakes_and_late_answers_are_dropped() {
    let case = Case::new(200, Method::DISTANCE_AWARE, Method::VANILLA, false);
    let mut site = Site::new(&case);
    let part = Section { first: [0, 0], cells: [200, 200], raster: [20, 20] };
    let plan = case.plan(part, true);
    site.send(plan);
    let mut moved = plan;
    moved.sides[0].parameters.w = 0.9;
    assert!(site.explorer.requests(moved).is_none(), "one draft at a time");
    let drafts = site.workers.each_mut().map(|worker| worker.advance().unwrap());
    let late = site.workers[0].advance().unwrap();
    let [first, second] = drafts;
    // Worker 0 refines before the draft of worker 1 is there.
    assert_eq!(site.explorer.receive(first), Received::Nothing);
    assert_eq!(site.explorer.receive(late.clone()), Received::Nothing);
    assert_eq!(site.explorer.receive(second), Received::News);
    assert!(site.explorer.requests(plan).is_none(), "the same is not asked for again");
    site.send(moved);
    assert_eq!(site.explorer.receive(late), Received::Nothing);
    site.work();
    let projections = &case.projections;
    let heads = [moved.sides[0].parameters; HEADS];
    let expected = Trace::new(
        projections,
        &heads,
        Method::DISTANCE_AWARE,
        Mask::none(),
        embeddings(200).view(),
    );
    let expected = reduced(expected.unwrap().weights_of(HEAD), 200, part, true);
    assert_same(site.explorer.raster(MATRICES[0]).1, &expected, "the second view");

    // Another sentence: what is on its way for the one before counts for nothing.
    site.send(plan);
    let answer = site.workers[0].advance().unwrap();
    site.explorer.forget();
    assert_eq!(site.explorer.receive(answer), Received::Nothing);
    assert!(site.explorer.requests(plan).is_some() && site.explorer.figures().is_none());
}

#[test]
fn a_panel_without_a_model_shows_nothing() {
    let case = Case::new(30, Method::DISTANCE_AWARE, Method::VANILLA, false);
    let mut site = Site::new(&case);
    for worker in &mut site.workers {
        let nothing =
            Request::Input { panel: Panel::B, width: 0, positions: true, values: Vec::new() };
        worker.receive(travelled(nothing));
    }
    site.send(case.plan(Section::whole(30), true));
    site.work();
    assert_eq!(site.explorer.raster(MATRICES[0]).1.len(), 900);
    assert!(MATRICES[1..].iter().all(|&matrix| site.explorer.raster(matrix).1.is_empty()));
    assert!(site.explorer.figures().unwrap().0.divergence.is_none());
}

#[test]
fn scores_that_are_too_large_are_refused() {
    let case = Case::new(30, Method::DISTANCE_AWARE, Method::VANILLA, false);
    let mut site = Site::new(&case);
    for worker in &mut site.workers {
        let mut values = embeddings(30).into_raw_vec_and_offset().0;
        values.iter_mut().for_each(|value| *value *= 1e18);
        let input = Request::Input { panel: Panel::A, width: WIDTH, positions: false, values };
        worker.receive(input);
        worker.receive(case.given().swap_remove(1));
    }
    site.send(case.plan(Section::whole(30), true));
    let answer = site.workers[0].advance().unwrap();
    assert_eq!(site.explorer.receive(answered(answer)), Received::TooLarge);
    assert!(site.explorer.is_too_large() && !site.workers[0].has_work());
}

#[test]
fn what_is_no_message_is_none() {
    for numbers in [vec![], vec![9.0], vec![2.0, 1.0], vec![1.0, 0.0], vec![f64::NAN]] {
        let message = Message { numbers, ..Message::default() };
        assert_eq!(Request::read(message.clone()), None, "{message:?}");
        assert_eq!(Answer::read(message.clone()), None, "{message:?}");
    }
    // A worker that was given nothing answers nothing.
    let mut worker = Session::default();
    assert_eq!(worker.receive(Request::Cell { i: 0, j: 0 }), None);
    assert!(!worker.has_work() && worker.advance().is_none());
    let odd = Request::Input { panel: Panel::A, width: 7, positions: false, values: vec![0.0; 15] };
    assert_eq!(worker.receive(odd), None);
}

#[test]
fn a_worker_that_ends_is_given_everything_again() {
    let methods = methods();
    let case = Case::new(40, methods[0], methods[1], false);
    let mut site = Site::new(&case);
    let part = Section::seen(Viewport::whole(40, 40), 40, [500.0, 500.0]);
    let plan = case.plan(part, true);
    site.send(plan);
    site.work();
    assert!(site.explorer.is_ready() && site.explorer.refined() >= 1.0);
    assert_eq!(site.explorer.requests(plan), None);
    site.explorer.lose();
    assert!(!site.explorer.is_ready());
    assert_eq!(site.explorer.requests(plan), None);
    site.explorer.begin();
    assert!(site.explorer.is_ready());
    assert!(site.explorer.requests(plan).is_some());
}

#[test]
fn a_part_holds_what_a_viewport_sees() {
    let whole = Section::seen(Viewport::whole(4096, 4096), 4096, [500.0, 400.0]);
    assert_eq!(whole, Section { first: [0, 0], cells: [4096, 4096], raster: [400, 500] });
    assert_eq!((whole.rows_of(0), whole.rows_of(399)), (0..10, 4085..4096));
    assert_eq!(whole.index_of(3, 4), None);
    let viewport = Viewport { first_row: 10.5, first_column: 0.0, rows: 20.0, columns: 20.0 };
    let zoomed = Section::seen(viewport, 4096, [500.0, 500.0]);
    assert_eq!(zoomed, Section { first: [10, 0], cells: [21, 20], raster: [21, 20] });
    assert!(zoomed.is_exact());
    assert_eq!(zoomed.index_of(11, 3), Some(23));
    assert_eq!(
        (zoomed.index_of(9, 0), zoomed.index_of(31, 0), zoomed.index_of(12, 20)),
        (None, None, None)
    );
    let source = zoomed.source(viewport);
    assert_eq!(source, Viewport { first_row: 0.5, first_column: 0.0, rows: 20.0, columns: 20.0 });
    let half = Section { first: [0, 0], cells: [100, 100], raster: [50, 25] };
    let source =
        half.source(Viewport { first_row: 40.0, first_column: 40.0, rows: 20.0, columns: 20.0 });
    assert_eq!(source, Viewport { first_row: 20.0, first_column: 10.0, rows: 10.0, columns: 5.0 });
    assert_eq!(Section::seen(Viewport::whole(1, 1), 1, [0.0, 300.0]), Section::whole(1));
}

#[test]
fn of_a_sentence_of_ordinary_length_the_numbers_are_the_labs() {
    let model = ModelChoice::Untrained;
    let sentence = "a cat sat".to_owned();
    let settings = Settings { model, model_b: model, sentence, ..Settings::default() };
    let mut lab = Lab::default();
    lab.update(&settings);
    let shown = Shown { lab: &lab, explorer: None };
    let mut values = Vec::new();
    let part = shown.matrix_into(Matrix::Weights(Panel::A), settings.head, &mut values);
    assert_eq!((part, values.len()), (Section::whole(3), 9));
    let both = Contribution::Both;
    let [a, b, apart] = shown.weights_at(settings.head, (2, 0), both).map(Option::unwrap);
    assert_eq!((a, apart), (values[6], a - b));
    let by_distance = shown.weights_at(settings.head, (2, 0), Contribution::Distance)[2].unwrap();
    let by_clipping = shown.weights_at(settings.head, (2, 0), Contribution::Clipping)[2].unwrap();
    assert!((by_distance + by_clipping - apart).abs() < 1e-6 && by_distance != apart);
    // What is drawn, and what is measured, is the Lab's, too.
    let matrix = Matrix::Weights(Panel::A);
    let table = matrix.palette(settings.colours).table(Theme::Light);
    let mut drawn = Vec::new();
    let frame = shown.frame(matrix, settings.head, (ColourRange::Own, true), &table, &mut drawn);
    assert_eq!((frame.values, frame.part, frame.shown), (&values[..], part, Cells::Causal));
    assert_eq!(frame.scale, lab.scale(matrix, settings.head, &values, ColourRange::Own));
    assert_eq!(shown.figures(settings.head, &settings), lab.figures(settings.head));
    assert!(shown.figures(settings.head, &settings).is_some());
    let row = shown.row_figures(settings.head, (2, 0));
    assert_eq!(row, Some(lab.row_figures(settings.head, 2)));
    let weight = shown.arithmetic(Panel::A, settings.head, (2, 0)).unwrap().weight;
    assert!((weight - f64::from(a)).abs() < 1e-5);
    assert_eq!(shown.weights_at(settings.head, (3, 0), both), [None; 3]);
    assert_eq!(shown.arithmetic(Panel::A, settings.head, (3, 0)), None);
}

/// A sentence for workers, with seeded numbers in A and B.
fn long() -> (Lab, Settings) {
    let model = ModelChoice::Untrained;
    let sentence = vec!["far"; 600].join(" ");
    let settings = Settings { model, model_b: model, sentence, ..Settings::default() };
    let mut lab = Lab::default();
    lab.update(&settings);
    assert!(lab.is_long());
    (lab, settings)
}

/// Ready workers, a part of the matrix on the screen.
fn seen() -> Exploration {
    let mut exploration = Exploration::default();
    (0..Explorer::WORKERS).for_each(|_| exploration.explorer.begin());
    let part = Section { first: [0, 0], cells: [600, 600], raster: [20, 20] };
    assert!(exploration.see(part) && !exploration.see(part));
    exploration
}

/// What was given, in letters: of A and B words and heads.
fn given(requests: &[Request]) -> Vec<&'static str> {
    let name = |request: &Request| match request {
        Request::Input { panel: Panel::A, .. } => "words A",
        Request::Input { .. } => "words B",
        Request::Head { panel: Panel::A, .. } => "head A",
        Request::Head { .. } => "head B",
        Request::View(_) | Request::Cell { .. } => "no gift",
    };
    requests.iter().map(name).collect()
}

#[test]
fn workers_are_given_what_is_another_once_they_listen() {
    let (lab, settings) = long();
    assert_eq!(Exploration::default().update(&lab, &settings), (Vec::new(), false));
    let mut exploration = seen();
    let (first, moved) = exploration.update(&lab, &settings);
    assert_eq!(given(&first), ["words A", "head A", "words B", "head B"]);
    assert!(moved);
    assert_eq!(exploration.update(&lab, &settings), (Vec::new(), false));
    let other = Settings { head: settings.head + 1, ..settings.clone() };
    let (heads, moved) = exploration.update(&lab, &other);
    assert_eq!((given(&heads), moved), (vec!["head A", "head B"], true));
    let masked = Settings { causal: !other.causal, ..other };
    assert_eq!(exploration.update(&lab, &masked), (Vec::new(), true));
    // A worker that ended takes all that it was given with it.
    exploration.lose();
    assert!(exploration.update(&lab, &masked).0.is_empty());
    exploration.explorer.begin();
    assert_eq!(exploration.update(&lab, &masked).0.len(), 4);
}

#[test]
fn a_view_is_asked_for_once_and_the_cell_under_the_cursor_with_it() {
    let (lab, settings) = long();
    let mut exploration = seen();
    assert_eq!(exploration.ask(Some((3, 4))), Asks::default());
    exploration.update(&lab, &settings);
    let asks = exploration.ask(Some((3, 4)));
    assert!(asks.views.is_some());
    assert_eq!(asks.cell, Some(Request::Cell { i: 3, j: 4 }));
    assert_eq!(exploration.ask(Some((3, 4))), Asks::default());
    let cell = Some(Request::Cell { i: 5, j: 4 });
    assert_eq!(exploration.ask(Some((5, 4))), Asks { views: None, cell });
    assert_eq!(exploration.ask(None), Asks::default());
    // What is not on the screen is not asked for.
    exploration.see(Section::default());
    assert_eq!(exploration.ask(Some((1, 1))), Asks::default());
}

#[test]
fn a_frame_finds_news_once_and_says_once_that_all_is_there() {
    let (lab, settings) = long();
    let mut exploration = seen();
    exploration.update(&lab, &settings);
    exploration.rest();
    let views = exploration.ask(None).views.unwrap();
    let Request::View(view) = &views[0] else { panic!() };
    let rows = |share: usize, is_draft: bool| Answer::Rows {
        id: view.id,
        first: share,
        step: view.of,
        is_draft,
        rasters: [vec![0.0; 200], vec![0.0; 200], vec![0.0; 200]],
    };
    assert_eq!(exploration.receive(rows(0, true)), Received::Nothing);
    assert_eq!(exploration.found(), Found::default());
    assert_eq!(exploration.receive(rows(1, true)), Received::News);
    assert_eq!(exploration.found(), Found { is_news: true, is_whole: false });
    assert_eq!(exploration.found(), Found::default());
    exploration.receive(rows(0, false));
    exploration.receive(rows(1, false));
    assert_eq!(exploration.found(), Found { is_news: true, is_whole: true });
    assert_eq!(exploration.found(), Found::default());
}
