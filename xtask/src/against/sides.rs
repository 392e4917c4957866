//! The two sides: the working tree, and a commit in a work tree of its own below the folder of builds.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::figures::{self, Figure};
use crate::{Outcome, cargo, messages, root, run, succeeds, target_folder};

/// The commit that the working tree is compared with.
pub(crate) struct Commit {
    pub(crate) id: String,
    /// The short id and the first line of the message.
    pub(crate) title: String,
}

impl Commit {
    pub(crate) fn find(revision: &str) -> Result<Commit, String> {
        let commit = format!("{revision}^{{commit}}");
        let id = said(git().args(["rev-parse", "--verify", "--quiet", "--end-of-options", &commit]))
            .map_err(|_| format!("git knows no commit `{revision}` here"))?;
        let title = said(git().args(["log", "-1", "--format=%h %s", &id]))?;
        Ok(Commit { id, title })
    }
}

/// Whether files of the working tree are not as the last commit has them.
pub(crate) fn has_uncommitted_changes() -> Result<bool, String> {
    said(git().args(["status", "--porcelain"])).map(|changes| !changes.is_empty())
}

/// Whether a benchmark, with what it takes from elsewhere in its crate, is the same in a commit as in the working tree.
pub(crate) fn is_same_benchmark(commit: &Commit, package: &str) -> bool {
    let parts = ["benches", "oracles", "tests/served"].map(|part| format!("crates/{package}/{part}"));
    succeeds(git().args(["diff", "--quiet", &commit.id, "--"]).args(parts))
}

/// Where the code of a side is, and where it is built.
pub(crate) struct Side {
    /// `old` or `new`.
    pub(crate) name: &'static str,
    root: PathBuf,
    /// Where the old side is built; the new one is built where it always is.
    target: Option<PathBuf>,
    /// Where programs are kept that are run.
    programs: PathBuf,
}

/// Both sides, ready to be built.
pub(crate) struct Sides {
    pub(crate) old: Side,
    pub(crate) new: Side,
    /// Held as long as the work tree and the programs are in use.
    _lock: File,
}

impl Sides {
    pub(crate) fn new(commit: &Commit) -> Result<Sides, String> {
        let folder = target_folder()?.join("against");
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let lock = File::create(folder.join("lock")).map_err(|error| format!("{}: {error}", folder.display()))?;
        lock.try_lock().map_err(|_| "another comparison is running with the same target folder".to_owned())?;
        let tree = folder.join("tree");
        check_out(&tree, commit)?;
        let old = Side { name: "old", root: tree, target: Some(folder.join("build")), programs: folder.join("old") };
        let new = Side { name: "new", root: root(), target: None, programs: folder.join("new") };
        Ok(Sides { old, new, _lock: lock })
    }
}

impl Side {
    pub(crate) fn has(&self, package: &str) -> bool {
        let benches = self.root.join("crates").join(package).join("benches");
        benches.join("speed.rs").exists() || benches.join("speed/main.rs").exists()
    }

    /// Builds a benchmark. It is copied, so that editing and building may go on while it runs; the path of the copy is
    /// equally long for both sides, because where a stack begins can make code faster or slower.
    pub(crate) fn build(&self, package: &str) -> Result<Program, String> {
        let mut command = cargo(["bench", "--locked", "--no-run", "--message-format=json-render-diagnostics"]);
        command.args(["--package", package, "--bench", "speed"]).current_dir(&self.root).stderr(Stdio::inherit());
        if let Some(target) = &self.target {
            command.env("CARGO_TARGET_DIR", target);
        }
        let failed = || format!("the {} side's benchmark in crates/{package} cannot be built", self.name);
        let output = command.output().map_err(|error| format!("cargo could not be started: {error}"))?;
        if !output.status.success() {
            return Err(failed());
        }
        let said = messages::read(&String::from_utf8_lossy(&output.stdout));
        let built = said.executables.into_iter().find(|built| built.name == "speed").ok_or_else(failed)?;
        let path = self.programs.join(format!("{package}{}", std::env::consts::EXE_SUFFIX));
        fs::create_dir_all(&self.programs)
            .and_then(|()| fs::copy(&built.path, &path))
            .map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Program { side: self.name, path, folder: built.package })
    }
}

/// A benchmark that was built.
pub(crate) struct Program {
    side: &'static str,
    path: PathBuf,
    /// The folder of its package, where cargo would run it.
    folder: PathBuf,
}

impl Program {
    pub(crate) fn run(&self) -> Result<Vec<Figure>, String> {
        let mut command = Command::new(&self.path);
        command.args(["--bench", "--json"]).current_dir(&self.folder).stderr(Stdio::inherit());
        let output = command.output().map_err(|error| format!("{}: {error}", self.path.display()))?;
        if !output.status.success() {
            return Err(format!("the {} side's benchmark ended with {}", self.side, output.status));
        }
        figures::read(&String::from_utf8_lossy(&output.stdout))
            .map_err(|error| format!("what the {} side's benchmark printed cannot be read: {error}", self.side))
    }
}

/// Makes a work tree what a commit is. It is kept from run to run, so that only what changes is built.
fn check_out(tree: &Path, commit: &Commit) -> Outcome {
    // The folder of git is named, because git would otherwise look further up if it is missing, and take away changes
    // from the working tree of whoever runs this.
    let within = || {
        let mut command = git();
        command.arg("--git-dir").arg(tree.join(".git")).arg("--work-tree").arg(tree).current_dir(tree);
        command
    };
    let reused = tree.join(".git").exists()
        && succeeds(within().args(["checkout", "--quiet", "--force", "--detach", &commit.id]))
        && succeeds(within().args(["clean", "--quiet", "-ffd"]));
    if reused {
        return Ok(());
    }
    if tree.exists() {
        fs::remove_dir_all(tree).map_err(|error| format!("{}: {error}", tree.display()))?;
    }
    // Git remembers work trees that are gone, and makes none in their place until it is told to forget them.
    run(git().args(["worktree", "prune"]))?;
    run(git().args(["worktree", "add", "--quiet", "--detach"]).arg(tree).arg(&commit.id))
}

/// Git in the folder of the repository, whichever repository a hook or a rebase that runs this is about.
fn git() -> Command {
    let mut command = Command::new("git");
    command.current_dir(root());
    for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
        command.env_remove(variable);
    }
    command
}

/// What a command prints.
fn said(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("git could not be started: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    } else {
        Err(format!("git failed: {}", String::from_utf8_lossy(&output.stderr).trim()))
    }
}
