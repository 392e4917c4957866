//! Builds the page with Node and embeds what comes of it.
//!
//! Nothing is written but `web/node_modules`, the folder of this build, and an empty lock file among temporary files.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use flate2::Compression;
use flate2::write::GzEncoder;

/// What a change of the page begins with.
const SOURCES: [&str; 8] = [
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
];

const SKIP: &str = "MUSTER_SKIP_WEB";

const WITHOUT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Muster</title><h1>Muster</h1>\
    <p>This program was built without its page, because MUSTER_SKIP_WEB was set. Build it again without that variable, \
    with Node 20 or later: <code>cargo run --release -p muster</code></p></html>";

fn main() -> ExitCode {
    match build() {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            println!("cargo::error={sentence}");
            ExitCode::FAILURE
        }
    }
}

fn build() -> Result<(), String> {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let out = env::var_os("OUT_DIR").map(PathBuf::from).ok_or("cargo names no OUT_DIR")?;
    println!("cargo::rerun-if-env-changed={SKIP}");
    println!("cargo::rerun-if-changed=build.rs");
    for source in SOURCES.map(|source| web.join(source)) {
        // A path that is not there would run this again each time.
        if source.exists() {
            println!("cargo::rerun-if-changed={}", source.display());
        }
    }
    let page = out.join("page");
    if env::var_os(SKIP).is_some_and(|value| !value.is_empty()) {
        println!("cargo::warning={SKIP} is set: muster is built without its page");
        fs::create_dir_all(&page).and_then(|()| fs::write(page.join("index.html"), WITHOUT)).map_err(unwritten)?;
        return embed(&out, vec![page.join("index.html")]);
    }
    let lock = locked(&web).map_err(unwritten)?;
    install(&web, &out)?;
    npm(&web, &out, &["run", "build"], "the page cannot be built; what npm said stands above")?;
    drop(lock);
    let files = files_below(&page).map_err(unwritten)?;
    embed(&out, files)
}

fn unwritten(error: io::Error) -> String {
    format!("the page cannot be written: {error}")
}

/// Keeps other builds from working in the same folder at the same time, whatever their own folders are.
fn locked(web: &Path) -> io::Result<File> {
    let mut hash = DefaultHasher::new();
    web.canonicalize()?.hash(&mut hash);
    let file = env::temp_dir().join(format!("muster-web-{:016x}.lock", hash.finish()));
    let lock = File::options().create(true).truncate(false).write(true).open(file)?;
    lock.lock()?;
    Ok(lock)
}

/// Installs what the page is built with, unless it is there: npm notes in `node_modules` what it installed.
fn install(web: &Path, out: &Path) -> Result<(), String> {
    let changed = |file: &str| fs::metadata(web.join(file)).and_then(|data| data.modified()).ok();
    match (changed("node_modules/.package-lock.json"), changed("package-lock.json")) {
        (Some(installed), Some(wanted)) if installed >= wanted => Ok(()),
        _ => npm(web, out, &["ci"], "what the page is built with cannot be installed; what npm said stands above"),
    }
}

fn npm(web: &Path, out: &Path, arguments: &[&str], otherwise: &str) -> Result<(), String> {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let mut command = Command::new(program);
    command.args(arguments).current_dir(web).stdin(Stdio::null());
    command.env("MUSTER_WEB_OUT", out.join("page"));
    let settings = [("cache", out.join("npm").into_os_string()), ("update_notifier", OsString::from("false"))];
    for (name, value) in settings {
        command.env(format!("npm_config_{name}"), value);
    }
    let done = command.output().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => format!(
            "the page needs Node 20 or later with npm, which is not here; install it, or set {SKIP}=1 to go without"
        ),
        _ => format!("npm cannot be started: {error}"),
    })?;
    if done.status.success() {
        return Ok(());
    }
    let _ = io::stderr().write_all(&done.stdout).and_then(|()| io::stderr().write_all(&done.stderr));
    Err(otherwise.to_owned())
}

fn files_below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { files.extend(files_below(&path)?) } else { files.push(path) }
    }
    files.sort();
    Ok(files)
}

/// Writes the list of files, each with its compressed form where that is shorter.
fn embed(out: &Path, files: Vec<PathBuf>) -> Result<(), String> {
    let zipped = out.join("zipped");
    fs::create_dir_all(&zipped).map_err(unwritten)?;
    let mut text = String::from("/// The files of the page.\npub static FILES: &[File] = &[\n");
    for (number, file) in files.iter().enumerate() {
        let name = file.strip_prefix(out.join("page")).map_err(|error| error.to_string())?;
        let path = format!("/{}", name.display().to_string().replace('\\', "/"));
        let kind = kind_of(&path).ok_or_else(|| format!("build.rs of the page does not know what {path} is"))?;
        let bytes = fs::read(file).map_err(unwritten)?;
        let zip = zip(&bytes).map_err(unwritten)?;
        let gzip = if zip.len() < bytes.len() {
            let file = zipped.join(number.to_string());
            fs::write(&file, zip).map_err(unwritten)?;
            format!("Some(include_bytes!({file:?}))")
        } else {
            "None".to_owned()
        };
        text +=
            &format!("    File {{ path: {path:?}, kind: {kind:?}, bytes: include_bytes!({file:?}), gzip: {gzip} }},\n");
    }
    text += "];\n";
    fs::write(out.join("files.rs"), text).map_err(unwritten)
}

fn zip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut zip = GzEncoder::new(Vec::new(), Compression::best());
    zip.write_all(bytes)?;
    zip.finish()
}

fn kind_of(path: &str) -> Option<&'static str> {
    Some(match path.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        "webmanifest" => "application/manifest+json",
        _ => return None,
    })
}
