//! The page: its checks, its tests in a real browser, its screenshots.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Outcome, cargo, muster, root, run, succeeds};

/// Types, lints and tests that need no browser.
pub(crate) fn check() -> Outcome {
    install()?;
    npm(&["run", "check"]).map_err(|_| "the page has type errors".to_owned())?;
    npm(&["run", "lint"])
        .map_err(|_| "the page is not formatted (run `npm run format`), or a lint failed".to_owned())?;
    npm(&["test"]).map_err(|_| "a test of the page failed".to_owned())
}

/// The page played in a real browser.
pub(crate) fn browser() -> Outcome {
    install()?;
    script("browser").map_err(|_| "a test in the browser failed".to_owned())
}

/// Pictures of the main views, for the README.
pub(crate) fn screenshots() -> Outcome {
    build()?;
    script("screenshots").map_err(|_| "the pictures could not be taken".to_owned())
}

/// How smoothly the battlefield pans.
pub(crate) fn speed() -> Outcome {
    build()?;
    script("speed").map_err(|_| "the page could not be measured".to_owned())
}

fn build() -> Outcome {
    run(&mut cargo(["build", "--locked", "--package", "muster"]))
}

/// Runs a script of the page that needs the program and a browser.
fn script(name: &str) -> Outcome {
    let chromium = chromium()?;
    let mut npm = command(&["run", name]);
    run(npm.env("CHROMIUM", chromium).env("MUSTER", muster()?))
}

fn folder() -> PathBuf {
    root().join("web")
}

fn command(arguments: &[&str]) -> Command {
    let mut npm = Command::new("npm");
    npm.args(arguments).current_dir(folder());
    npm
}

fn npm(arguments: &[&str]) -> Outcome {
    run(&mut command(arguments))
}

/// Installs what the page is built and tested with: the build of the page does that.
fn install() -> Outcome {
    run(&mut cargo(["build", "--locked", "--package", "page"])).map_err(|_| "the page cannot be built".to_owned())
}

/// The browser to test in; on Debian it is installed if it is missing.
fn chromium() -> Result<PathBuf, String> {
    if let Some(named) = std::env::var_os("CHROMIUM") {
        return Ok(named.into());
    }
    let found = || {
        let names = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
        names.iter().map(Path::new).find(|path| path.exists()).map(Path::to_path_buf)
    };
    if let Some(path) = found() {
        return Ok(path);
    }
    let missing = "Chromium is not installed; install it (`apt-get install chromium`) or name one in CHROMIUM";
    for sudo in [&["apt-get"][..], &["sudo", "-n", "apt-get"]] {
        let apt = |rest: &[&str]| {
            let mut command = Command::new(sudo[0]);
            command.args(&sudo[1..]).args(rest).env("DEBIAN_FRONTEND", "noninteractive");
            command
        };
        let install = ["install", "-y", "--no-install-recommends", "chromium", "fonts-liberation"];
        if succeeds(&mut apt(&["update", "-qq"])) && succeeds(&mut apt(&install)) {
            break;
        }
    }
    found().ok_or_else(|| missing.to_owned())
}
