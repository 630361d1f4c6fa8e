//! Reference values of every other method of the papers (files e to j; l to n are in `positions`), and the checks that hold
//! `nearfar::methods` to them. Every stored value must be read or compared: what a check overlooks
//! fails it.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use ndarray::{Array1, Array2, Array3, ArrayD, Axis, Dimension};
use nearfar::Real;
use nearfar::attention::position::sinusoidal_positions;
use nearfar::attention::{Mask, Projections};
use nearfar::methods::adapted::{Adapted, AdaptedForm, AdaptedKey};
use nearfar::methods::disan::{DirectionalBlock, Disan, FullTokenToToken, SourceToToken};
use nearfar::methods::shaw::{Shaw, relative_indices};
use nearfar::methods::specialised::Specialised;
use nearfar::methods::transformer_xl::{TransformerXl, relative_shift};
use nearfar::methods::tree::{Tree, TreePath, distance_vocabulary, traversal_vocabulary};
use nearfar::methods::tree_bias::{BiasLabel, BiasTable, TreeBias};
use nearfar::methods::vanilla::Vanilla;
use nearfar::methods::{Explained, Labels, Sentence};
use nearfar::text::dependency::WordLabel;
use serde_json::Value;

use super::cases::{AFTER_SOFTMAX, Tensor, Tolerance};
pub use super::method_gradients::*;
pub use super::models::*;
pub use super::positions::*;

/// One file: its cases.
pub struct PaperFile {
    pub(super) cases: Vec<PaperCase>,
}

/// One case, flat: `inputs.fw.W_h` and so on.
pub struct PaperCase {
    pub(super) name: String,
    params: BTreeMap<String, Value>,
    pub(super) tensors: BTreeMap<String, Tensor>,
    /// What is no tensor: labels, traversals, sizes.
    others: BTreeMap<String, Value>,
    pub(super) losses: BTreeMap<String, Value>,
    /// The paths that a check has read or compared.
    used: RefCell<BTreeSet<String>>,
    compared: Cell<usize>,
}

/// What a check did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// How many cases ran.
    pub cases: usize,
    /// How many stored tensors were compared with computed ones.
    pub tensors: usize,
}

/// A file's text as cases.
pub fn parse(text: &str) -> PaperFile {
    let value: Value = serde_json::from_str(text).expect("a golden file is JSON");
    let cases = value["cases"].as_array().expect("cases").iter().map(PaperCase::new).collect();
    PaperFile { cases }
}

impl PaperCase {
    fn new(value: &Value) -> Self {
        let object = value.as_object().expect("a case");
        let as_map = |name: &str| -> BTreeMap<String, Value> {
            let map = object.get(name).and_then(Value::as_object);
            map.map(|map| map.clone().into_iter().collect()).unwrap_or_default()
        };
        let mut case = PaperCase {
            name: object["name"].as_str().expect("a name").to_owned(),
            params: as_map("params"),
            tensors: BTreeMap::new(),
            others: BTreeMap::new(),
            losses: as_map("losses"),
            used: RefCell::default(),
            compared: Cell::new(0),
        };
        for (name, value) in object {
            if !["name", "params", "losses", "note"].contains(&name.as_str()) {
                case.flatten(name, value);
            }
        }
        case
    }

    fn flatten(&mut self, path: &str, value: &Value) {
        match value.as_object() {
            Some(tensor) if tensor.contains_key("dtype") => {
                let tensor = serde_json::from_value(value.clone()).expect("a tensor");
                self.tensors.insert(path.to_owned(), tensor);
            }
            Some(fields) => {
                fields
                    .iter()
                    .for_each(|(name, value)| self.flatten(&format!("{path}.{name}"), value));
            }
            None => {
                self.others.insert(path.to_owned(), value.clone());
            }
        }
    }

    pub(super) fn number(&self, name: &str) -> f64 {
        self.params[name].as_f64().unwrap_or_else(|| panic!("{}: no number {name}", self.name))
    }

    pub(super) fn size(&self, name: &str) -> usize {
        self.number(name) as usize
    }

    pub(super) fn flag(&self, name: &str) -> bool {
        self.params[name].as_bool().expect("yes or no")
    }

    pub(super) fn text(&self, name: &str) -> &str {
        self.params[name].as_str().expect("a text")
    }

    pub(super) fn has(&self, path: &str) -> bool {
        self.tensors.contains_key(path) || self.others.contains_key(path)
    }

    pub(super) fn has_parameter(&self, name: &str) -> bool {
        self.params.contains_key(name)
    }

    fn mark(&self, path: &str) {
        self.used.borrow_mut().insert(path.to_owned());
    }

    pub(super) fn tensor(&self, path: &str) -> &Tensor {
        self.mark(path);
        self.tensors.get(path).unwrap_or_else(|| panic!("{}: no tensor {path}", self.name))
    }

    fn other(&self, path: &str) -> &Value {
        self.mark(path);
        self.others.get(path).unwrap_or_else(|| panic!("{}: no {path}", self.name))
    }

    /// An input `[n]`.
    pub(super) fn input1<T: Real>(&self, name: &str) -> Array1<T> {
        let data = self.tensor(&format!("inputs.{name}")).data();
        data.iter().map(|&x| T::from_f64(x)).collect()
    }

    /// An input `[n, m]`.
    pub(super) fn input2<T: Real>(&self, name: &str) -> Array2<T> {
        self.tensor(&format!("inputs.{name}")).array2()
    }

    /// An input `[h, n, m]`.
    pub(super) fn input3<T: Real>(&self, name: &str) -> Array3<T> {
        self.tensor(&format!("inputs.{name}")).array3()
    }

    pub(super) fn compare<T: Real, D: Dimension>(&self, path: &str, found: &ndarray::Array<T, D>) {
        let what = format!("{} {path}", self.name);
        let (_, name) = path.rsplit_once('.').unwrap_or_default();
        let tolerance = Tolerance::of::<T>();
        let tolerance = match self.tensors.get("intermediates.raw") {
            Some(raw) if AFTER_SOFTMAX.contains(&name) => {
                tolerance.after_softmax::<T>(raw.largest())
            }
            _ => tolerance,
        };
        self.tensor(path).check(&what, found, tolerance);
        self.compared.set(self.compared.get() + 1);
    }

    pub(super) fn compare_indices(&self, path: &str, found: &ArrayD<i64>) {
        let tensor = self.tensor(path);
        let what = format!("{} {path}", self.name);
        assert_eq!(tensor.shape, found.shape(), "{what}");
        let expected: Vec<i64> = tensor.data().iter().map(|&x| x as i64).collect();
        assert_eq!(found.iter().copied().collect::<Vec<_>>(), expected, "{what}");
        self.compared.set(self.compared.get() + 1);
    }

    pub(super) fn compare_sizes(&self, path: &str, found: &Array2<usize>) {
        self.compare_indices(path, &found.mapv(|x| x as i64).into_dyn());
    }

    /// Compares every intermediate and output with the term of its name, and every input that is a
    /// term too (tables, biases, indices).
    fn compare_terms<T: Real>(&self, trace: &dyn Explained<T>) {
        for term in trace.terms() {
            assert_eq!(term.axes.len(), term.shape().len(), "{} {}", self.name, term.name);
            for section in ["inputs", "intermediates", "outputs"] {
                let path = format!("{section}.{}", term.name);
                if !self.tensors.contains_key(&path) {
                    continue;
                }
                match (term.numbers(), term.integer_values()) {
                    (Some(numbers), _) => self.compare(&path, &numbers.to_owned()),
                    (_, Some(integers)) => self.compare_indices(&path, &integers.to_owned()),
                    _ => panic!("{path}: neither numbers nor indices"),
                }
            }
        }
    }

    /// That nothing stored was overlooked; the number of tensors that were compared.
    fn finish(&self) -> usize {
        let used = self.used.borrow();
        let stored = self.tensors.keys().chain(self.others.keys());
        let overlooked: Vec<_> = stored.filter(|path| !used.contains(*path)).collect();
        assert!(overlooked.is_empty(), "{}: {overlooked:?} are not checked", self.name);
        // Inputs may be read only; all else is compared.
        let computed = self.tensors.keys().filter(|path| !path.starts_with("inputs.")).count();
        assert!(self.compared.get() >= computed, "{}: {computed} to compare", self.name);
        self.compared.get()
    }
}

/// Runs a check on every case, and counts.
pub(super) fn each(file: &PaperFile, check: impl Fn(&PaperCase)) -> Count {
    let mut count = Count::default();
    for case in &file.cases {
        check(case);
        count.cases += 1;
        count.tensors += case.finish();
    }
    count
}

/// W_Q, W_K, W_V `[h, D, d]` of a case without W_O: the heads side by side are the output.
fn without_output<T: Real>(case: &PaperCase) -> Projections<T> {
    let query = case.input3::<T>("W_Q");
    let (h, _, d) = query.dim();
    let (key, value) = (case.input3("W_K"), case.input3("W_V"));
    Projections { query, key, value, output: Array2::eye(h * d) }
}

/// W_Q, W_K, W_V `[D, h·d]` side by side; W_K may be missing.
fn from_columns<T: Real>(case: &PaperCase) -> Projections<T> {
    let query = case.input2::<T>("W_Q");
    let key = if case.has("inputs.W_K") { case.input2("W_K") } else { Array2::zeros(query.dim()) };
    let value = case.input2::<T>("W_V");
    let output = case.input2("W_O");
    Projections::from_columns(case.size("h"), query.view(), key.view(), value.view(), output)
        .expect("projections")
}

/// e_vanilla, by way of `methods`: sinusoids, and the layer with them.
pub fn vanilla<T: Real>(file: &PaperFile) -> Count {
    each(file, |case| {
        if case.has("outputs.PE") {
            let positions = if case.has("inputs.positions") {
                case.input1("positions")
            } else {
                (0..case.size("N")).map(|place| place as f64).collect()
            };
            let found = sinusoidal_positions::<T>(positions.view(), case.size("d_model"));
            return case.compare("outputs.PE", &found);
        }
        let embeddings = case.input2::<T>("E");
        let trace = vanilla_of(case).trace(&Sentence::new(embeddings.view())).expect("a trace");
        case.compare_terms(&trace);
    })
}

/// The vanilla layer of a case.
pub(super) fn vanilla_of<T: Real>(case: &PaperCase) -> Vanilla<T> {
    let projections = Projections {
        query: case.input3("W_Q"),
        key: case.input3("W_K"),
        value: case.input3("W_V"),
        output: case.input2("W_O"),
    };
    Vanilla { projections, positions: true, embedding_scale: case.number("embed_scale") }
}

/// Shaw of a case.
pub(super) fn shaw_of<T: Real>(case: &PaperCase) -> Shaw<T> {
    let (key_table, value_table) = (case.input2("tab_K"), case.input2("tab_V"));
    Shaw { projections: without_output(case), key_table, value_table }
}

/// f_shaw: the index table, and attention with it in both forms.
pub fn shaw<T: Real>(file: &PaperFile) -> Count {
    each(file, |case| {
        if case.has("outputs.index") {
            let (tokens, clip) = (case.size("N"), case.size("k"));
            case.compare_sizes("outputs.index", &relative_indices(tokens, clip));
            assert_eq!(case.other("table_size").as_u64(), Some(2 * clip as u64 + 1));
            return;
        }
        let (method, x) = (shaw_of::<T>(case), case.input2::<T>("X"));
        assert_eq!(method.clip(), case.size("k"));
        let sentence = Sentence::new(x.view());
        let trace = method.trace(&sentence).expect("a trace");
        case.compare_terms(&trace);
        let naive = method.naive(&sentence).expect("the plain form");
        let own = [&trace.common.scores, &trace.common.weights, &trace.common.heads];
        let paths = ["intermediates.e", "intermediates.alpha", "outputs.z"];
        let mut largest = 0.0_f64;
        for ((naive, own), path) in naive.iter().zip(own).zip(paths) {
            let what = format!("{} {path}, the plain form", case.name);
            case.tensor(path).check(&what, naive, Tolerance::of::<T>());
            let differences = naive.iter().zip(own).map(|(a, b)| (*a - *b).abs().as_f64());
            largest = differences.fold(largest, f64::max);
        }
        let stored = case.other("naive_vs_efficient_max_abs").as_f64().expect("a number");
        let unit = T::epsilon().as_f64() / f64::EPSILON;
        assert!(largest <= 64.0 * stored.max(f64::EPSILON) * unit, "{}: {largest:e}", case.name);
    })
}

/// Transformer-XL of a case.
pub(super) fn transformer_xl_of<T: Real>(case: &PaperCase) -> TransformerXl<T> {
    let columns = case.input2::<T>("W_R");
    let (width, h) = (columns.nrows(), case.size("h"));
    let d = columns.ncols() / h;
    TransformerXl {
        projections: from_columns(case),
        position_projection: Array3::from_shape_fn((h, width, d), |(head, row, column)| {
            columns[[row, head * d + column]]
        }),
        content_bias: case.input2("u"),
        position_bias: case.input2("v"),
        causal: case.flag("causal"),
    }
}

/// g_transformer_xl: the relative shift, the causal form with memory, the bidirectional form.
pub fn transformer_xl<T: Real>(file: &PaperFile) -> Count {
    each(file, |case| {
        if case.has("inputs.BD_raw") {
            let tokens = case.size("N");
            let mut shifted = relative_shift(case.input2::<T>("BD_raw").view(), tokens);
            if case.flag("causal") {
                shifted.indexed_iter_mut().for_each(|((i, j), cell)| {
                    *cell = if j > i { T::zero() } else { *cell };
                });
            }
            case.compare("outputs.BD", &shifted);
            return;
        }
        let (method, h, memory) =
            (transformer_xl_of::<T>(case), case.input2::<T>("H"), case.input2::<T>("mem"));
        let sentence = Sentence { memory: Some(memory.view()), ..Sentence::new(h.view()) };
        let trace = method.trace(&sentence).expect("a trace");
        case.compare_terms(&trace);
        // The four terms of the paper are the two of the program.
        let scale = T::from_f64(1.0 / case.number("d").sqrt());
        let tolerance = Tolerance::of::<T>();
        let four =
            (&trace.content + &trace.position + &trace.global_content + &trace.global_position)
                .mapv(|sum| sum * scale);
        case.tensor("intermediates.scores").check(&case.name, &four, tolerance);
    })
}

/// The Adapted Transformer of a case.
pub(super) fn adapted_of<T: Real>(case: &PaperCase) -> Adapted<T> {
    Adapted {
        projections: from_columns(case),
        content_bias: case.input2("u"),
        position_bias: case.input2("v"),
        form: match case.text("variant") {
            "paper" => AdaptedForm::Paper,
            "code" => AdaptedForm::Program,
            other => panic!("unknown variant {other}"),
        },
        key: match case.text("key") {
            "slice" => AdaptedKey::Slice,
            "W_K" => AdaptedKey::Projected,
            other => panic!("unknown key {other}"),
        },
        scaled: case.flag("scaled"),
        input: None,
    }
}

/// The mask of a case's padding.
pub(super) fn key_mask(case: &PaperCase) -> Mask {
    let allowed = case.tensor("inputs.key_allowed").data();
    let mask = Mask::padding(case.size("valid"), allowed.len());
    let keys: Vec<bool> = allowed.iter().map(|&x| x != 0.0).collect();
    assert_eq!(mask.keys.as_ref(), Some(&keys), "{}", case.name);
    mask
}

/// h_tener: the paper's form and the program's, un-scaled and scaled.
pub fn tener<T: Real>(file: &PaperFile) -> Count {
    each(file, |case| {
        let (method, h) = (adapted_of::<T>(case), case.input2::<T>("H"));
        let sentence = Sentence { mask: key_mask(case), ..Sentence::new(h.view()) };
        case.compare_terms(&method.trace(&sentence).expect("a trace"));
    })
}

/// DiSAN of a case.
pub(super) fn disan_of<T: Real>(case: &PaperCase) -> Disan<T> {
    let block = |prefix: &str| {
        let matrix = |name| case.input2::<T>(&format!("{prefix}.{name}"));
        let bias = |name| case.input1::<T>(&format!("{prefix}.{name}"));
        DirectionalBlock {
            hidden: matrix("W_h"),
            hidden_bias: bias("b_h"),
            attended: matrix("W_1"),
            attending: matrix("W_2"),
            score_bias: bias("b_1"),
            gate_context: matrix("W_f1"),
            gate_token: matrix("W_f2"),
            gate_bias: bias("b_f"),
        }
    };
    let source = SourceToToken {
        inner: case.input2("st.W_1"),
        inner_bias: case.input1("st.b_1"),
        outer: case.input2("st.W"),
        outer_bias: case.input1("st.b"),
    };
    Disan { forward: block("fw"), backward: block("bw"), source }
}

/// i_disan: both blocks, the sentence vector, and token2token before it was simplified.
pub fn disan<T: Real>(file: &PaperFile) -> Count {
    each(file, |case| {
        let x = case.input2::<T>("X");
        if case.has("inputs.p.W") {
            let full = FullTokenToToken {
                attended: case.input2("p.W_1"),
                attending: case.input2("p.W_2"),
                inner_bias: case.input1("p.b_1"),
                outer: case.input2("p.W"),
                outer_bias: case.input1("p.b"),
            };
            let trace = full.trace(x.view()).expect("a trace");
            case.compare("intermediates.f", &trace.scores);
            case.compare("intermediates.P", &trace.weights);
            case.compare("outputs.s", &trace.context);
            return;
        }
        assert_eq!(case.number("c"), nearfar::methods::disan::SOFT_LIMIT);
        let trace = disan_of::<T>(case).trace(&Sentence::new(x.view())).expect("a trace");
        case.compare_terms(&trace);
        // source2token's own sum is the sentence vector.
        case.compare("intermediates.st.s", &trace.sentence);
    })
}

impl PaperCase {
    fn tree(&self) -> Tree {
        let parents = self.other("inputs.parent").as_array().expect("parents").iter();
        let parents: Vec<Option<usize>> =
            parents.map(|parent| parent.as_u64().map(|parent| parent as usize)).collect();
        Tree::new(&parents).expect("a tree")
    }

    fn texts(&self, path: &str) -> Vec<String> {
        let list = self.other(path).as_array().unwrap_or_else(|| panic!("{path} is a list"));
        list.iter().map(|text| text.as_str().expect("a text").to_owned()).collect()
    }

    fn table(&self, path: &str) -> Vec<Vec<String>> {
        serde_json::from_value(self.other(path).clone()).expect("rows of texts")
    }
}

fn texts(ways: &Array2<TreePath>, text: impl Fn(&TreePath) -> String) -> Vec<Vec<String>> {
    ways.outer_iter().map(|row| row.iter().map(&text).collect()).collect()
}

/// A stored tree: distances, traversals, their labels at several largest lengths, and the thesis' own
/// figures.
fn tree_labels(case: &PaperCase) {
    let tree = case.tree();
    let nodes = case.texts("inputs.nodes");
    assert_eq!((nodes.len(), tree.nodes()), (case.size("n_nodes"), case.size("n_nodes")));
    let (ways, token_ways) = (tree.ways(), tree.token_ways());
    case.compare_sizes("outputs.tree_distance", &ways.mapv(TreePath::distance));
    case.compare_sizes("outputs.token_tree_distance", &token_ways.mapv(TreePath::distance));
    assert_eq!(texts(&ways, TreePath::to_string), case.table("outputs.traversal"), "{}", case.name);
    assert_eq!(
        texts(&token_ways, TreePath::to_string),
        case.table("outputs.token_traversal"),
        "{}",
        case.name
    );
    for longest in 1..=32 {
        let path = format!("truncated.distance.{longest}");
        if case.has(&format!("{path}.label")) {
            let labels = token_ways.mapv(|way| way.distance_label(longest));
            case.compare_sizes(&format!("{path}.label"), &labels);
            let rows = distance_vocabulary(longest).len();
            let size = |name| case.other(&format!("{path}.{name}")).as_u64();
            assert_eq!(size("oov_label"), Some(rows as u64 - 1));
            assert_eq!(size("table_size"), Some(rows as u64));
        }
        let path = format!("truncated.traversal.{longest}");
        if case.has(&format!("{path}.label_id")) {
            let vocabulary = traversal_vocabulary(longest);
            assert_eq!(vocabulary, case.texts(&format!("{path}.vocab")), "{path}");
            let size = case.other(&format!("{path}.table_size")).as_u64();
            assert_eq!(size, Some(BiasLabel::TreeTraversal.rows(longest) as u64));
            let ids = token_ways.mapv(|way| way.traversal_label(longest));
            case.compare_sizes(&format!("{path}.label_id"), &ids);
            let labels = texts(&token_ways, |way| vocabulary[way.traversal_label(longest)].clone());
            assert_eq!(labels, case.table(&format!("{path}.label")), "{path}");
            let prefixes = texts(&token_ways, |way| way.prefix(longest));
            assert_eq!(prefixes, case.table(&format!("{path}.prefix_variant")), "{path}");
        }
    }
    if !case.has("from_is.relative_position") {
        return;
    }
    let is = nodes.iter().position(|node| node == "is").expect("the thesis' word");
    let positions: Vec<i64> = (1..nodes.len()).map(|node| node as i64 - is as i64).collect();
    let stored: Vec<i64> =
        serde_json::from_value(case.other("from_is.relative_position").clone()).expect("numbers");
    assert_eq!(positions, stored);
    let place = |name: &str| nodes.iter().position(|node| node == name).expect("a node");
    for (to, node) in nodes.iter().enumerate() {
        let way = ways[[is, to]];
        let distance = case.other(&format!("from_is.tree_distance.{node}")).as_u64();
        assert_eq!(distance, Some(way.distance() as u64));
        let traversal = case.other(&format!("from_is.traversal.{node}")).as_str();
        assert_eq!(traversal, Some(way.to_string().as_str()));
    }
    for figure in ["distance", "traversal"] {
        let arcs = case.other(&format!("figure_arcs.{figure}")).as_array().expect("arcs");
        for arc in arcs {
            let name = |field: &str| arc[field].as_str().expect("a node");
            assert_eq!(tree.parent(place(name("child"))), Some(place(name("parent"))));
            let way = ways[[is, place(name("label_of"))]];
            let found = match figure {
                "distance" => way.distance().to_string(),
                _ => way.to_string(),
            };
            // The thesis omits the label of "good", which is DD.
            let expected = arc["printed"].as_str().unwrap_or("DD");
            assert_eq!(found, expected, "{arc}");
        }
    }
}

/// Biased attention of a case, without its tree.
pub(super) fn tree_bias_of<T: Real>(case: &PaperCase) -> TreeBias<T> {
    let names = case.params["biases"].as_array().expect("names").iter();
    let biases = names.map(|name| {
        let name = name.as_str().expect("a name");
        let (label, longest) = match name {
            "relpos" => (BiasLabel::RelativePosition, case.size("k")),
            "tree" => (BiasLabel::TreeDistance, case.size("max_distance")),
            "traversal" => (BiasLabel::TreeTraversal, case.size("max_traversal")),
            other => panic!("unknown bias {other}"),
        };
        BiasTable { label, longest, table: case.input2(&format!("tab_{name}")) }
    });
    TreeBias { biases: biases.collect(), projections: without_output(case) }
}

/// The tree that a case of biased attention is over: of the file's trees of as many tokens, the one whose
/// labels the case stores (any of them where it stores none).
pub(super) fn tree_of(file: &PaperFile, case: &PaperCase) -> Tree {
    let matches = |tree: &Tree| {
        let ways = tree.token_ways();
        let stored = |name: &str, label: &dyn Fn(&TreePath) -> usize| {
            let stored = case.tensors.get(&format!("inputs.ids_{name}"));
            let found: Vec<f64> = ways.iter().map(|way| label(way) as f64).collect();
            stored.is_none_or(|stored| stored.data() == found)
        };
        stored("tree", &|way| way.distance_label(case.size("max_distance")))
            && stored("traversal", &|way| way.traversal_label(case.size("max_traversal")))
    };
    let trees = file.cases.iter().filter(|case| case.has("inputs.parent")).map(PaperCase::tree);
    let mut trees = trees.filter(|tree| tree.tokens() == case.size("N") && matches(tree));
    trees.next().unwrap_or_else(|| panic!("{}: no tree of the file has its labels", case.name))
}

/// The specialised head of a case among its ordinary ones, and the labels of its tokens.
pub(super) fn specialised_of<T: Real>(case: &PaperCase) -> (Specialised<T>, Labels) {
    let stacked = |name: &str, own: Array2<T>| {
        let standard = case.input3::<T>(&format!("standard.{name}"));
        ndarray::concatenate(Axis(0), &[own.insert_axis(Axis(0)).view(), standard.view()])
            .expect("heads of one shape")
    };
    let (width, d, h) = (case.size("d_model"), case.size("d"), case.size("h"));
    // Head 0 has no W_Q and W_K of tokens: any numbers must do.
    let unused = Array2::from_elem((width, d), T::from_f64(0.37));
    let projections = Projections {
        query: stacked("W_Q", unused.clone()),
        key: stacked("W_K", unused),
        value: stacked("W_V", case.input2("W_V")),
        output: Array2::eye(h * d),
    };
    let strings = |name: &str| -> Vec<String> {
        serde_json::from_value(case.params[name].clone()).expect("texts")
    };
    let names = strings("label_vocab");
    let place = |label: &String| names.iter().position(|name| name == label).expect("a label");
    let ids: Vec<usize> = strings("labels").iter().map(place).collect();
    let method = Specialised {
        projections,
        head: 0,
        label: WordLabel::PartOfSpeech,
        label_table: case.input2("label_table"),
        label_query: case.input2("W_Q"),
        label_key: case.input2("W_K"),
    };
    (method, Labels { ids, names: names.into() })
}

/// j_tree: trees and their labels, biased attention, specialised heads.
pub fn tree<T: Real>(file: &PaperFile) -> Count {
    each(file, |case| {
        if case.has("inputs.parent") {
            return tree_labels(case);
        }
        let x = case.input2::<T>("X");
        if case.params.contains_key("biases") {
            let (method, tree) = (tree_bias_of::<T>(case), tree_of(file, case));
            let sentence = Sentence { tree: Some(&tree), ..Sentence::new(x.view()) };
            return case.compare_terms(&method.trace(&sentence).expect("a trace"));
        }
        let (method, labels) = specialised_of::<T>(case);
        let sentence = Sentence { parts_of_speech: Some(&labels), ..Sentence::new(x.view()) };
        case.compare_terms(&method.trace(&sentence).expect("a trace"));
    })
}

/// Hands every file, the names of its tests, and its check to `$make`.
macro_rules! every_method_file {
    ($make:ident) => {
        $make! {
            "e_vanilla.json": method_golden_e_vanilla_f64, method_golden_e_vanilla_f32 = vanilla;
            "f_shaw.json": golden_f_shaw_f64, golden_f_shaw_f32 = shaw;
            "g_transformer_xl.json": golden_g_transformer_xl_f64, golden_g_transformer_xl_f32 = transformer_xl;
            "h_tener.json": golden_h_tener_f64, golden_h_tener_f32 = tener;
            "i_disan.json": golden_i_disan_f64, golden_i_disan_f32 = disan;
            "j_tree.json": golden_j_tree_f64, golden_j_tree_f32 = tree;
            "l_alibi.json": golden_l_alibi_f64, golden_l_alibi_f32 = alibi;
            "m_t5.json": golden_m_t5_f64, golden_m_t5_f32 = t5;
            "n_rope.json": golden_n_rope_f64, golden_n_rope_f32 = rope;
            "x_models.json": golden_x_models_f64, golden_x_models_f32 = models;
        }
    };
}
pub(crate) use every_method_file;

/// As [`every_method_file`], for the stored gradients.
macro_rules! every_gradient_file {
    ($make:ident) => {
        $make! {
            "e_vanilla.json": method_gradients_e_vanilla_f64, method_gradients_e_vanilla_f32 = vanilla_gradients;
            "f_shaw.json": gradients_f_shaw_f64, gradients_f_shaw_f32 = shaw_gradients;
            "g_transformer_xl.json": gradients_g_transformer_xl_f64, gradients_g_transformer_xl_f32 = transformer_xl_gradients;
            "h_tener.json": gradients_h_tener_f64, gradients_h_tener_f32 = tener_gradients;
            "i_disan.json": gradients_i_disan_f64, gradients_i_disan_f32 = disan_gradients;
            "j_tree.json": gradients_j_tree_f64, gradients_j_tree_f32 = tree_gradients;
            "l_alibi.json": gradients_l_alibi_f64, gradients_l_alibi_f32 = alibi_gradients;
            "m_t5.json": gradients_m_t5_f64, gradients_m_t5_f32 = t5_gradients;
            "n_rope.json": gradients_n_rope_f64, gradients_n_rope_f32 = rope_gradients;
        }
    };
}
pub(crate) use every_gradient_file;
