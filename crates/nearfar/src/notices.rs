//! What the page tells in banners: of one cause one at a time.

/// What a notice is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The link that was opened.
    Link,
    /// A file that was opened.
    File,
    /// A sentence that is too long.
    Sentence,
    /// The workers of a long sentence.
    Workers,
    /// A picture that was saved.
    Picture,
    /// A link that was copied.
    Share,
}

/// Something to tell the user.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// What it is about.
    pub cause: Cause,
    /// What is said.
    pub text: String,
    /// Whether it went wrong.
    pub is_error: bool,
}

/// What was told and still holds, the last notice last.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notices(Vec<Notice>);

impl Notices {
    /// Of its cause this notice holds from now on.
    pub fn tell(&mut self, notice: Notice) {
        self.settle(notice.cause);
        self.0.push(notice);
    }

    /// What was told of a cause no longer holds: whether anything was.
    pub fn settle(&mut self, cause: Cause) -> bool {
        let count = self.0.len();
        self.0.retain(|known| known.cause != cause);
        self.0.len() != count
    }

    /// All of them.
    pub fn all(&self) -> &[Notice] {
        &self.0
    }
}
