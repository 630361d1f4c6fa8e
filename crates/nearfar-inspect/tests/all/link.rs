//! A link of the Inspect room: there and back, and what strangers write into one.

use nearfar::Method;
use nearfar::attention::{Adjustment, Mapping};
use nearfar::settings::MAX_ROOM_TEXT;
use nearfar_inspect::link::{FIRST_IDS, Linked, Looked, Named};
use nearfar_inspect::protocol::{Opened, TensorLine};
use nearfar_inspect::room::View;
use nearfar_inspect::room::asked::Asked;
use nearfar_inspect::room::pass::Looks;

use crate::files::model;

fn own(name: &str) -> Linked {
    Linked { file: Named::Own(name.to_owned()), ..Linked::default() }
}

fn first() -> String {
    FIRST_IDS.to_owned()
}

#[test]
fn a_link_holds_the_numbers_of_tokens_that_were_typed() {
    let of = |ids: &str| {
        let (file, looked) = (Named::Example, Looked::default());
        Linked::of(file, None, (None, None), looked, ids.to_owned())
    };
    for ids in ["1 2, 3", "", "9 x"] {
        assert_eq!(Linked::from_text(&of(ids).to_text()).0.ids.as_deref(), Some(ids));
    }
    assert_eq!((of(FIRST_IDS).to_text(), Linked::from_text("").0.ids), (String::new(), None));
}

#[test]
fn a_link_comes_back_as_it_was() {
    let method = Method::DistanceAware {
        mapping: Mapping::LearnableSigmoid,
        adjustment: Adjustment::LateMultiply,
    };
    let linked = Linked {
        view: Some(View::Run),
        tensor: Some("a.weight".to_owned()),
        looked: Looked {
            place: Some((1, 8)),
            laid: [((1, 8), (-1.0, 0.25))].into(),
            method: Some(method),
        },
        ..own("model & 모델.safetensors")
    };
    let text = linked.to_text();
    assert!(text.ends_with(
        "&layer=2&head=9&method=da%3Alearnable-sigmoid%3Alate-multiply&moved=-1_0.25_2.9"
    ));
    assert_eq!(Linked::from_text(&text).0, linked);
    let site = Named::Site("checkpoints/sst2-da.safetensors".to_owned());
    let linked = Linked { file: site, ..linked };
    assert_eq!(Linked::from_text(&linked.to_text()).0, linked);
    assert_eq!(Linked::default().to_text(), "");
    assert_eq!(Linked::from_text("").0, Linked::default());
}

#[test]
fn a_link_shows_its_view_else_the_tensors_where_it_names_one() {
    let shows = |text: &str| Linked::from_text(text).0.shows();
    assert_eq!(shows("view=laws&tensor=a"), Some(View::Laws));
    assert_eq!(shows("tensor=a"), Some(View::Tensors));
    assert_eq!(shows("view=what&tensor=a"), Some(View::Tensors));
    assert_eq!(shows("view=what"), None);
}

/// A file of these tensors.
pub fn with_tensors(names: &[&str]) -> Opened {
    let line = |name: &str| TensorLine {
        name: name.to_owned(),
        type_name: "F32".to_owned(),
        shape: vec![1],
        bytes: 4,
        shared: None,
        problem: None,
    };
    Opened { tensors: names.iter().map(|name| line(name)).collect(), ..model("m") }
}

#[test]
fn a_link_names_the_tensor_that_is_looked_at_but_not_the_first() {
    let opened = with_tensors(&["a", "b"]);
    let of = |shown| {
        let file = Named::Own("m".to_owned());
        Linked::of(file, None, (Some(&opened), shown), Looked::default(), first()).tensor
    };
    assert_eq!([of(None), of(Some(0)), of(Some(1))], [None, None, Some("b".to_owned())]);
    assert_eq!(of(Some(2)), None);
}

#[test]
fn of_the_example_the_tensor_is_named_too_so_that_undo_takes_it_back() {
    let opened = with_tensors(&["a", "b"]);
    let of = |shown| {
        Linked::of(Named::Example, None, (Some(&opened), shown), Looked::default(), first())
    };
    let text = of(Some(1)).to_text();
    assert_eq!(text, "tensor=b");
    let opens = |text: &str| asked(text).opened(&Named::Example, &opened);
    assert_eq!(opens(&text), Some(1));
    // Where the link names none, the first is looked at again.
    assert_eq!((of(Some(0)).to_text(), opens("")), (String::new(), Some(0)));
    assert_eq!(asked("").opened(&Named::Example, &model("m")), None);
}

#[test]
fn a_file_begins_with_its_heads_where_it_has_any_unless_another_view_is_wanted() {
    let mut opened = with_tensors(&["a", "b"]);
    opened.report.heads.value = 2;
    assert_eq!(View::of(None, Some(&opened)), View::Heads);
    assert_eq!(View::of(Some(View::Laws), Some(&opened)), View::Laws);
    opened.report.heads.value = 0;
    assert_eq!(View::of(None, Some(&opened)), View::Tensors);
    assert_eq!(View::of(Some(View::Heads), Some(&opened)), View::Heads);
    // Before anything is open.
    assert_eq!(View::of(None, None), View::Heads);
}

#[test]
fn a_tensor_is_found_by_its_whole_name() {
    let opened = with_tensors(&["a", "b"]);
    assert_eq!((opened.place_of("b"), opened.place_of("B")), (Some(1), None));
}

/// What a link asks for.
fn asked(text: &str) -> Asked {
    let (linked, misread) = Linked::from_text(text);
    Asked::new(&linked, misread)
}

#[test]
fn a_link_shows_its_tensor_once_its_file_is_open() {
    let (opened, looks) = (with_tensors(&["a", "b"]), Looks::default());
    let file = Named::Own("m".to_owned());
    let mut asked = asked("file=m&tensor=b");
    assert_eq!(asked.awaited(), Some("m"));
    assert_eq!(asked.opened(&file, &opened), Some(1));
    assert_eq!((asked.awaited(), asked.says(&looks)), (None, None));
    // Once.
    assert_eq!(asked.opened(&file, &opened), Some(0));
    assert_eq!(asked.says(&looks), None);
}

#[test]
fn what_of_a_link_is_not_shown_is_said_until_another_file_is_open() {
    let (opened, looks) = (with_tensors(&["a", "b"]), Looks::default());
    let mut asked = asked("tensor=zzz&odd=1");
    assert!(asked.is_example());
    assert!(asked.says(&looks).expect("a sentence").contains("“odd=1”"));
    assert_eq!(asked.opened(&Named::Example, &opened), Some(0));
    let says = asked.says(&looks).expect("sentences");
    assert!(says.contains("“odd=1”") && says.contains("“zzz”"), "{says}");
    assert!(says.ends_with("a is shown instead."), "{says}");
    // Another worker has the same file.
    asked.opened(&Named::Example, &opened);
    assert_eq!(asked.says(&looks), Some(says));
    asked.opened(&Named::Own("m".to_owned()), &opened);
    assert_eq!((asked.says(&looks), asked.awaited()), (None, None));
}

#[test]
fn what_the_model_lacks_is_said_with_what_the_file_lacks() {
    let opened = with_tensors(&["a", "b"]);
    let (linked, misread) = Linked::from_text("head=17&tensor=zzz");
    let mut looks = Looks::default();
    looks.look(Named::Example, linked.looked.clone(), Some(&opened.report));
    let mut asked = Asked::new(&linked, misread);
    asked.opened(&Named::Example, &opened);
    let says = asked.says(&looks).expect("sentences");
    assert!(says.contains("“zzz”") && says.contains("layer 1, head 17"), "{says}");
}

#[test]
fn heads_that_moved_alike_are_written_once() {
    let all = (0..32).flat_map(|layer| (0..32).map(move |head| ((layer, head), (-0.5, 1.0))));
    let mut looked = Looked { laid: all.collect(), ..Looked::default() };
    looked.laid.insert((0, 3), (2.0, 1.0));
    let linked = Linked { looked, ..Linked::default() };
    let text = linked.to_text();
    assert!(text.starts_with("moved=-0.5_1_1.1-3_1.5-32_2.1-32_"), "{text}");
    assert!(text.ends_with("&moved=2_1_1.4"), "{text}");
    assert_eq!(Linked::from_text(&text).0, linked);
}

#[test]
fn what_is_not_understood_is_left_out() {
    let nothing = [
        "file=",
        "file=a%00b",
        "layer=0",
        "head=1001",
        "method=vanilla",
        "method=da:none",
        "moved=",
        "moved=1",
        "moved=NaN_1_1.1",
        "moved=1_1001_1.1",
        "moved=1_1_0.1_1.0_1.2-1_a.b_1_1.1-99999999999999999999",
        "other=1",
        "%ff=%ff&&==",
    ];
    for text in nothing {
        let (linked, odd) = Linked::from_text(text);
        assert_eq!(linked, Linked::default(), "{text}");
        assert!(!odd.is_empty(), "{text}");
    }
    assert_eq!(Linked::from_text(&format!("file={}", "a".repeat(1_001))).0, Linked::default());
    // Of what is known the rest is read.
    let (linked, odd) = Linked::from_text("file=m.bin&head=3&moved=1_2_x_1.2&view=%zz");
    assert_eq!(odd, ["“moved=1_2_x_1.2”", "“view=%zz”"]);
    assert_eq!(linked.file, Named::Own("m.bin".to_owned()));
    assert_eq!(linked.looked.place, Some((0, 2)));
    assert_eq!(linked.looked.laid, [((0, 1), (1.0, 2.0))].into());
    // However many heads there are, it ends.
    let many: String = (1..=1_000).map(|layer| format!("_{layer}.1-1000")).collect();
    assert_eq!(Linked::from_text(&format!("moved=1_1{many}")).0.looked.laid.len(), 20_000);
}

#[test]
fn a_text_is_never_longer_than_the_page_takes() {
    let each = (0..200).map(|head| ((0, head), (f64::from(head as u32) / 3.0, 1.0 / 3.0)));
    let looked = Looked { laid: each.collect(), ..Looked::default() };
    let linked = Linked { looked, tensor: Some("模".repeat(300)), ..own(&"型".repeat(255)) };
    let text = linked.to_text();
    assert!(text.len() <= MAX_ROOM_TEXT, "{}", text.len());
    assert_eq!(Linked::from_text(&text).0.file, linked.file);
}
