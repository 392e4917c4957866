//! The page, built from `web/` and embedded: with the program comes all that a browser needs.

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// Where a browser asks for it, such as `/index.html`.
    pub path: &'static str,
    /// What it is, such as `text/html`.
    pub kind: &'static str,
    /// What is in it.
    pub bytes: &'static [u8],
    /// The same, compressed, where that is shorter.
    pub gzip: Option<&'static [u8]>,
}

include!(concat!(env!("OUT_DIR"), "/files.rs"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_page_to_begin_with() {
        let index = FILES.iter().find(|file| file.path == "/index.html").unwrap();
        assert!(index.kind.starts_with("text/html"));
        assert!(!index.bytes.is_empty());
    }
}
