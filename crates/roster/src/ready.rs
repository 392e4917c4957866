//! Armies that come with a game, from the files of a folder.

use vocabulary::{ReadyList, Word};

use crate::army::Army;

/// A file that is part of the program: its name, without the ending, and its text.
pub type File = (&'static str, &'static str);

/// The same files with those of these names first, in this order.
///
/// # Panics
/// Panics if there is no file of a name: what is part of the program is read in a test.
pub fn sorted(files: &[File], first: &[Word]) -> Vec<File> {
    let place = |name: &str| first.iter().position(|word| word.as_str() == name).unwrap_or(first.len());
    for word in first {
        assert!(files.iter().any(|(name, _)| *name == word.as_str()), "there is no file {word}.toml to come first");
    }
    let mut files = files.to_vec();
    files.sort_by_key(|(name, _)| (place(name), *name));
    files
}

/// Armies that are ready to be played; the id of each is the name of its file.
///
/// # Panics
/// Panics if a file is no army, or its name is no id: what is part of the program is read in a test.
pub fn ready(files: &[File]) -> Vec<ReadyList> {
    let read = |(name, text): &File| {
        let army = Army::from_toml(text).unwrap_or_else(|error| panic!("{name}.toml: {error}"));
        let id = name.parse().unwrap_or_else(|error| panic!("{name}.toml: {error}"));
        ReadyList { id, text: army.text, list: army.list }
    };
    files.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_named_come_first_and_the_others_by_name() {
        let files = [("b", "1"), ("d", "2"), ("a", "3"), ("c", "4")];
        let names = |first: &[Word]| sorted(&files, first).iter().map(|(name, _)| *name).collect::<Vec<_>>();
        assert_eq!(names(&[Word::new("d"), Word::new("b")]), ["d", "b", "a", "c"]);
        assert_eq!(names(&[]), ["a", "b", "c", "d"]);
    }

    #[test]
    #[should_panic(expected = "there is no file e.toml")]
    fn a_name_without_a_file_is_found() {
        sorted(&[("a", "")], &[Word::new("e")]);
    }

    #[test]
    fn the_id_of_an_army_is_the_name_of_its_file() {
        let army = "game = \"duel\"\nname = \"Us\"\ntext = \"All of us.\"\nfaction = \"we\"\n";
        let ready = ready(&[("the-two-of-us", army)]);
        assert_eq!((ready[0].id.as_str(), ready[0].text.as_str()), ("the-two-of-us", "All of us."));
    }
}
