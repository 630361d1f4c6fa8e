//! A file of a server that is read a range at a time: what is asked for, and whether an answer is that
//! part of that file. Nothing is sent here.

use serde::{Deserialize, Serialize};

/// Bytes that are asked for at least: a request costs about as much as so many bytes.
pub const BLOCK: u64 = 256 << 10;
/// Bytes that are asked for at once at most, since they are held twice on their way.
pub const MOST: u64 = 8 << 20;
/// What is asked for to learn whether a server hands out parts. Two bytes: some servers take the end
/// 0 for none.
pub const FIRST: &str = "bytes=0-1";

/// A file of a server as it was when it was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remote {
    /// Its address.
    pub address: String,
    /// Its name, without a folder.
    pub name: String,
    /// Its bytes.
    pub length: u64,
    /// Its `ETag`, if the server gives one.
    pub tag: Option<String>,
    /// Its `Last-Modified`, if the server gives one.
    pub modified: Option<String>,
}

/// The head of an answer to a request for a range.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answered {
    /// The status.
    pub status: u16,
    /// `Content-Range`.
    pub range: Option<String>,
    /// `Content-Encoding`.
    pub encoding: Option<String>,
    /// `ETag`.
    pub tag: Option<String>,
    /// `Last-Modified`.
    pub modified: Option<String>,
}

/// Why an answer is not the part that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RemoteError {
    /// It is the whole file.
    #[error("the server does not hand out parts of this file")]
    Whole,
    /// The file is another than it was.
    #[error("the file changed on the server since it was opened; open the link again")]
    Changed,
    /// Parts of a compressed file are no parts of the file.
    #[error("the server compresses what it was asked for (`{encoding}`)")]
    Encoded {
        /// As the server calls it.
        encoding: String,
    },
    /// It is an error of the server.
    #[error("the server answered {status}")]
    Status {
        /// The status.
        status: u16,
    },
    /// It is another part.
    #[error("the server answered with `{found}`, not with the {wanted} bytes from {at}")]
    OtherPart {
        /// Its `Content-Range`, or what it has instead.
        found: String,
        /// The first byte.
        at: u64,
        /// How many.
        wanted: u64,
    },
}

/// The value of `Range` for `length` bytes from `at`; `length` is not 0.
pub fn range(at: u64, length: u64) -> String {
    format!("bytes={at}-{}", at.saturating_add(length).saturating_sub(1))
}

impl Remote {
    /// A header that makes the server refuse (412) where the file is another than it was. `If-Range`
    /// would make it send all of the new one. Weak tags cannot be asked for so; they are compared.
    pub fn precondition(&self) -> Option<(&'static str, &str)> {
        let strong = self.tag.as_deref().filter(|tag| !tag.starts_with("W/"));
        strong.map(|tag| ("If-Match", tag))
    }
}

impl Answered {
    /// The file of whose first bytes ([`FIRST`]) this is the answer.
    ///
    /// # Errors
    /// Where the server does not hand out parts of it as they are.
    pub fn first(self, address: &str, name: &str) -> Result<Remote, RemoteError> {
        let (first, last, length) = self.part(0, 2)?;
        if first != 0 || last > 1 {
            return Err(self.other(0, 2));
        }
        let (tag, modified) = (self.tag, self.modified);
        Ok(Remote { address: address.to_owned(), name: name.to_owned(), length, tag, modified })
    }

    /// That this is the answer to a request for `wanted` bytes from `at` of a file, `wanted` not 0.
    ///
    /// # Errors
    /// Where it is not, or the file is another than it was.
    pub fn is_part_of(&self, file: &Remote, at: u64, wanted: u64) -> Result<(), RemoteError> {
        if self.status == 412 {
            return Err(RemoteError::Changed);
        }
        let (first, last, length) = self.part(at, wanted)?;
        let differs = |a: &Option<String>, b: &Option<String>| {
            a.as_ref().zip(b.as_ref()).is_some_and(|(a, b)| a != b)
        };
        if length != file.length
            || differs(&self.tag, &file.tag)
            || differs(&self.modified, &file.modified)
        {
            return Err(RemoteError::Changed);
        }
        if first != at || last.checked_sub(first).and_then(|n| n.checked_add(1)) != Some(wanted) {
            return Err(self.other(at, wanted));
        }
        Ok(())
    }

    /// The first and the last byte of a part, and the bytes of the whole.
    fn part(&self, at: u64, wanted: u64) -> Result<(u64, u64, u64), RemoteError> {
        match self.status {
            206 => {}
            200 => return Err(RemoteError::Whole),
            status => return Err(RemoteError::Status { status }),
        }
        if let Some(encoding) = self.encoding.as_ref().filter(|name| *name != "identity") {
            return Err(RemoteError::Encoded { encoding: encoding.clone() });
        }
        let read = || {
            let text = self.range.as_deref()?.trim().strip_prefix("bytes ")?;
            let (part, length) = text.split_once('/')?;
            let (first, last) = part.split_once('-')?;
            let (first, last) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
            let length: u64 = length.trim().parse().ok()?;
            (first <= last && last < length).then_some((first, last, length))
        };
        read().ok_or_else(|| self.other(at, wanted))
    }

    fn other(&self, at: u64, wanted: u64) -> RemoteError {
        let found = self.range.clone().unwrap_or_else(|| "no Content-Range".to_owned());
        RemoteError::OtherPart { found, at, wanted }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(range: &str) -> Answered {
        Answered {
            status: 206,
            range: Some(range.to_owned()),
            tag: Some("\"a\"".to_owned()),
            ..Answered::default()
        }
    }

    fn remote() -> Remote {
        part("bytes 0-1/1000").first("https://a.b/c.npy", "c.npy").expect("a part")
    }

    #[test]
    fn a_range_ends_with_its_last_byte() {
        assert_eq!(range(0, 2), FIRST);
        assert_eq!(range(10, 1), "bytes=10-10");
    }

    #[test]
    fn the_first_bytes_tell_length_and_tag() {
        let remote = remote();
        assert_eq!((remote.length, remote.tag.as_deref()), (1000, Some("\"a\"")));
        assert_eq!(remote.precondition(), Some(("If-Match", "\"a\"")));
        let weak = Remote { tag: Some("W/\"a\"".to_owned()), ..remote };
        assert_eq!(weak.precondition(), None);
        // A file of one byte.
        assert_eq!(part("bytes 0-0/1").first("", "").map(|remote| remote.length), Ok(1));
    }

    #[test]
    fn only_the_part_that_was_asked_for_is_taken() {
        let remote = remote();
        let fits = |range: &str| part(range).is_part_of(&remote, 10, 5);
        assert_eq!(fits("bytes 10-14/1000"), Ok(()));
        for other in [
            "bytes 10-15/1000",
            "bytes 9-13/1000",
            "bytes 10-14/*",
            "10-14/1000",
            "bytes 14-10/1000",
        ] {
            assert!(matches!(fits(other), Err(RemoteError::OtherPart { .. })), "{other}");
        }
        let bare = Answered { status: 206, ..Answered::default() };
        assert!(bare.is_part_of(&remote, 10, 5).is_err());
    }

    #[test]
    fn a_file_that_changed_underneath_is_told() {
        let remote = remote();
        let of = |answered: Answered| answered.is_part_of(&remote, 10, 5);
        assert_eq!(of(part("bytes 10-14/1001")), Err(RemoteError::Changed));
        let tagged = Answered { tag: Some("\"b\"".to_owned()), ..part("bytes 10-14/1000") };
        assert_eq!(of(tagged), Err(RemoteError::Changed));
        let refused = Answered { status: 412, ..Answered::default() };
        assert_eq!(of(refused), Err(RemoteError::Changed));
    }

    #[test]
    fn whole_compressed_and_failed_answers_are_no_parts() {
        let of = |answered: Answered| answered.first("", "");
        let whole = Answered { status: 200, ..Answered::default() };
        assert_eq!(of(whole), Err(RemoteError::Whole));
        let encoded = Answered { encoding: Some("br".to_owned()), ..part("bytes 0-1/9") };
        assert_eq!(of(encoded), Err(RemoteError::Encoded { encoding: "br".to_owned() }));
        let none = Answered { status: 404, ..Answered::default() };
        assert_eq!(of(none), Err(RemoteError::Status { status: 404 }));
    }
}
