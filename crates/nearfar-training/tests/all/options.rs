//! How a model is trained, as files and links say it.

use nearfar::settings::Choice;
use nearfar_training::options::Options;
use nearfar_training::parameters::HeadStart;
use nearfar_training::protocol::{Choices, FIELDS};

#[test]
fn how_w_and_v_start_is_read_from_a_file_as_it_is_written() {
    for (head_start, name) in HeadStart::ALL.iter().copied() {
        let written = Options { head_start, ..Options::default() }.entries();
        let mut entries: std::collections::BTreeMap<_, _> =
            written.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        assert_eq!(entries["head_start"], name);
        assert_eq!(Options::from_entries(&entries).unwrap().head_start, head_start);
        // Files of before there was a choice are silent about it.
        entries.remove("head_start");
        assert_eq!(Options::from_entries(&entries).unwrap().head_start, HeadStart::Normal);
        entries.insert("head_start".to_owned(), "one".to_owned());
        let error = Options::from_entries(&entries).unwrap_err().to_string();
        assert_eq!(error, "head_start is `one`, expected normal or zero");
    }
}

#[test]
fn how_w_and_v_start_is_read_from_a_link_as_it_is_written() {
    let field = FIELDS.iter().find(|field| field.name == "start").unwrap();
    let mut choices = Choices::default();
    for (head_start, name) in HeadStart::ALL.iter().copied() {
        (field.set)(&mut choices, name).unwrap();
        assert_eq!((choices.head_start, (field.get)(&choices).as_str()), (head_start, name));
    }
    let error = (field.set)(&mut choices, "one").unwrap_err();
    assert_eq!(error, "“one” is not zero or normal");
    // What is refused changes nothing.
    assert_eq!(choices.head_start, HeadStart::Normal);
}
