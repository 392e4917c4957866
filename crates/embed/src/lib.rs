//! Folders of text files that become part of a program: for build scripts.
//!
//! Whatever is put into such a folder is there the next time the program is built, and no line of Rust names it. A build
//! script says which folders:
//!
//! ```no_run
//! embed::folders("../../data/game", &["armies", "fields"]);
//! ```
//!
//! and the crate includes what comes of it, a constant for each folder with the names of its files, without their
//! ending, and their texts:
//!
//! ```text
//! include!(concat!(env!("OUT_DIR"), "/folders.rs"));   // const ARMIES: &[(&str, &str)], const FIELDS: …
//! ```
//!
//! Crates that embed folders from a macro do not notice a new file unless a build script names the folder
//! (<https://github.com/Michael-F-Bryan/include_dir/issues/120>); with the build script there is nothing left for them
//! to do.

#![expect(clippy::print_stdout, reason = "cargo reads what a build script prints")]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Writes `folders.rs`: a constant for each of these folders, named like it in capitals, with its TOML files by name.
/// The path is that of the folder they are in, seen from the crate that is built.
pub fn folders(within: &str, names: &[&str]) {
    // Cargo fails for this line, and shows it alone.
    if let Err(error) = write(Path::new(within), names) {
        println!("cargo::error=the folders of {within} cannot be embedded: {error}");
    }
}

fn write(within: &Path, names: &[&str]) -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let missing = || io::Error::other("cargo names no OUT_DIR");
    let out = env::var_os("OUT_DIR").map(PathBuf::from).ok_or_else(missing)?;
    let mut code = String::new();
    for name in names {
        let folder = fs::canonicalize(within.join(name))?;
        // Of a folder cargo watches all that is in it.
        println!("cargo::rerun-if-changed={}", folder.display());
        code += &constant(name, &texts(&folder)?);
    }
    fs::write(out.join("folders.rs"), code)
}

/// The TOML files of a folder, by name.
fn texts(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "toml"));
    files.sort();
    Ok(files)
}

fn constant(folder: &str, files: &[PathBuf]) -> String {
    let name = folder.to_uppercase().replace('-', "_");
    let mut code = format!("/// The files of `{folder}`: their names and what is in them.\n");
    code += &format!("pub(crate) const {name}: &[(&str, &str)] = &[\n");
    for file in files {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        let path = file.to_string_lossy();
        let _ = writeln!(code, "    ({stem:?}, include_str!({path:?})),");
    }
    code + "];\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_becomes_a_constant_with_its_toml_files_by_name() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebook");
        let files = texts(&folder).unwrap();
        let names: Vec<_> = files.iter().map(|file| file.file_stem().unwrap().to_str().unwrap()).collect();
        assert_eq!(names, ["archives-of-tomorrow", "duel", "firefight", "the-last-edition"]);
        let code = constant("rule-books", &files[1..2]);
        assert!(code.contains("const RULE_BOOKS: &[(&str, &str)] = &[\n    (\"duel\", include_str!("), "{code}");
    }
}
