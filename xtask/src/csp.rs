//! The page's content security policy, which makes the browser itself see to it that nothing
//! that a user types or drops leaves the page: it may load and ask its own host, no other.

use crate::failure::{Failure, Outcome};
use base64::{Engine, engine::general_purpose::STANDARD};
use sha2::{Digest, Sha256};

/// All but `script-src` and `style-src`. What is not named is not allowed.
const POLICY: &str = "img-src 'self' data: blob:; font-src 'self'; \
                      connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
                      base-uri 'self'; form-action 'none'";

/// The same for the one file of `cargo xtask single`, which has no host: it may use what it holds itself, and ask nobody.
const POLICY_OF_SINGLE: &str =
    "img-src data: blob:; connect-src blob:; worker-src blob:; form-action 'none'";

/// The page with its policy at the head's start, before anything that it governs. The scripts and
/// style sheets inside the page are allowed by their hashes, so this must be the last step that
/// changes the page.
pub fn with_policy(page: &str) -> Outcome<String> {
    insert(page, "'self'", POLICY)
}

/// The same for a page that holds all of its files.
pub fn with_policy_of_single(page: &str) -> Outcome<String> {
    insert(page, "blob:", POLICY_OF_SINGLE)
}

/// `from` is where scripts and style sheets come from that do not stand in the page.
fn insert(page: &str, from: &str, others: &str) -> Outcome<String> {
    if page.contains("http-equiv=\"Content-Security-Policy\"") {
        return Err(Failure::Refused(
            "index.html has a content security policy already".to_owned(),
        ));
    }
    // The encoding must stand within the first 1,024 bytes: leave it where it is, in front.
    let after = |tag: &str| {
        let start = page.find(tag)?;
        Some(start + page.get(start..)?.find('>')? + 1)
    };
    let Some(at) = after("<meta charset").or_else(|| after("<head")) else {
        return Err(Failure::Refused("index.html has no <head>".to_owned()));
    };
    let (before, rest) = page.split_at(at);
    let policy = policy(page, from, others);
    Ok(format!(
        "{before}\n    <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\" />{rest}"
    ))
}

fn policy(page: &str, from: &str, others: &str) -> String {
    let (scripts, styles) = (hashes(page, "script"), hashes(page, "style"));
    format!(
        "default-src 'none'; script-src {from} 'wasm-unsafe-eval'{scripts}; \
         style-src {from}{styles}; {others}"
    )
}

/// The hashes of what stands inside elements of a name, each with a space before it.
fn hashes(page: &str, element: &str) -> String {
    let hash = |content: &str| {
        // A browser reads every line's end as \n before it hashes.
        let digest = Sha256::digest(content.replace("\r\n", "\n"));
        format!(" 'sha256-{}'", STANDARD.encode(digest))
    };
    inline(page, element).into_iter().map(hash).collect()
}

/// What stands between each `<script>` (or `<style>`) without `src` and its `</script>`.
fn inline<'a>(page: &'a str, element: &str) -> Vec<&'a str> {
    let (start, end) = (format!("<{element}"), format!("</{element}>"));
    let mut pieces = page.split(start.as_str()).skip(1);
    let mut contents = Vec::new();
    while let Some((attributes, rest)) = pieces.next().and_then(|piece| piece.split_once('>')) {
        // What has a source or is data is not run from where it stands.
        let is_data = |word: &str| word.starts_with("src=") || word.starts_with("data-file=");
        let is_run = !attributes.split_whitespace().any(is_data);
        if is_run && let Some((content, _)) = rest.split_once(end.as_str()) {
            contents.push(content);
        }
    }
    contents
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_in_the_page_are_allowed_by_their_hash() {
        // printf 'alert(1)' | openssl dgst -sha256 -binary | base64
        let page =
            "<head><meta charset=\"utf-8\"><base></head><script type=\"module\">alert(1)</script>";
        let page = with_policy(page).unwrap_or_default();
        assert!(page.contains("'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"), "{page}");
        assert!(page.find("charset") < page.find("http-equiv"));
        assert!(page.find("http-equiv") < page.find("<base"));
    }

    #[test]
    fn style_sheets_in_the_page_are_allowed_by_their_hash() {
        // printf 'a{}' | openssl dgst -sha256 -binary | base64
        let page = with_policy("<head><style>a{}</style></head>").unwrap_or_default();
        assert!(
            page.contains("style-src 'self' 'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='"),
            "{page}"
        );
    }

    #[test]
    fn scripts_from_files_need_no_hash() {
        assert!(inline("<script defer src=\"a.js\"></script>", "script").is_empty());
        assert_eq!(inline("<script src=a.js></script><script>b</script>", "script"), ["b"]);
    }

    #[test]
    fn a_page_without_head_or_with_a_policy_is_refused() {
        assert!(with_policy("<p>").is_err());
        let twice = with_policy("<head></head>").and_then(|page| with_policy(&page));
        assert!(twice.is_err());
    }
}
