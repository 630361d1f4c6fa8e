//! The page's content security policy, which makes the browser itself see to it that nothing
//! that a user types or drops leaves the page: it may load and ask its own host, no other.

use crate::failure::{Failure, Outcome};
use base64::{Engine, engine::general_purpose::STANDARD};
use sha2::{Digest, Sha256};

/// All but `script-src`. What is not named is not allowed.
const POLICY: &str = "style-src 'self'; img-src 'self' data: blob:; font-src 'self'; \
                      connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
                      base-uri 'self'; form-action 'none'";

/// The page with its policy at the head's start, before anything that it governs. The scripts
/// inside the page (trunk writes one, which starts the app) are allowed by their hashes, so this
/// must be the last step that changes the page.
pub fn with_policy(page: &str) -> Outcome<String> {
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
    let policy = policy(page);
    Ok(format!(
        "{before}\n    <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\" />{rest}"
    ))
}

fn policy(page: &str) -> String {
    let mut scripts = String::from("'self' 'wasm-unsafe-eval'");
    for script in inline_scripts(page) {
        // A browser reads every line's end as \n before it hashes.
        let digest = Sha256::digest(script.replace("\r\n", "\n"));
        scripts.push_str(&format!(" 'sha256-{}'", STANDARD.encode(digest)));
    }
    format!("default-src 'none'; script-src {scripts}; {POLICY}")
}

/// What stands between each `<script>` without `src` and its `</script>`.
fn inline_scripts(page: &str) -> Vec<&str> {
    let mut pieces = page.split("<script").skip(1);
    let mut scripts = Vec::new();
    while let Some((attributes, rest)) = pieces.next().and_then(|piece| piece.split_once('>')) {
        let has_source = attributes.split_whitespace().any(|word| word.starts_with("src="));
        if !has_source && let Some((script, _)) = rest.split_once("</script>") {
            scripts.push(script);
        }
    }
    scripts
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
    fn scripts_from_files_need_no_hash() {
        assert!(inline_scripts("<script defer src=\"a.js\"></script>").is_empty());
        assert_eq!(inline_scripts("<script src=a.js></script><script>b</script>"), ["b"]);
    }

    #[test]
    fn a_page_without_head_or_with_a_policy_is_refused() {
        assert!(with_policy("<p>").is_err());
        let twice = with_policy("<head></head>").and_then(|page| with_policy(&page));
        assert!(twice.is_err());
    }
}
