//! Of one cause one notice stands.

use nearfar::notices::{Cause, Notice, Notices};

fn notice(cause: Cause, text: &str) -> Notice {
    Notice { cause, text: text.to_owned(), is_error: false }
}

fn texts(notices: &Notices) -> Vec<&str> {
    notices.all().iter().map(|notice| notice.text.as_str()).collect()
}

#[test]
fn of_one_cause_the_last_notice_stands_and_comes_last() {
    let mut notices = Notices::default();
    notices.tell(notice(Cause::Link, "odd"));
    notices.tell(notice(Cause::File, "damaged"));
    notices.tell(notice(Cause::Link, "odder"));
    assert_eq!(texts(&notices), ["damaged", "odder"]);
}

#[test]
fn what_no_longer_holds_goes_and_nothing_else() {
    let mut notices = Notices::default();
    assert!(!notices.settle(Cause::Link));
    notices.tell(notice(Cause::Link, "odd"));
    notices.tell(notice(Cause::File, "damaged"));
    assert!(!notices.settle(Cause::Share));
    assert!(notices.settle(Cause::Link));
    assert_eq!(texts(&notices), ["damaged"]);
}
