//! A disk that fills and empties while a match is played.

use std::fs;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::json;

use super::client::{Browser, Served, serve};
use super::{Failures, Folder, progress};

/// So long it may take until there is no room left, and until it goes on when there is again.
const TRIES: usize = 600;

/// How there is no room: on a small file system of its own, or by a limit on the length of files.
enum Disk {
    Mounted { filler: PathBuf },
    Limit { id: u32 },
}

impl Disk {
    fn fill(&self) -> bool {
        match self {
            // It ends with an error when there is no room left, and that is what it is for.
            Disk::Mounted { filler } => fs::write(filler, vec![0; 16 << 20]).is_err(),
            Disk::Limit { id } => limit(*id, "1:unlimited"),
        }
    }

    fn empty(&self) -> bool {
        match self {
            Disk::Mounted { filler } => fs::remove_file(filler).is_ok(),
            Disk::Limit { id } => limit(*id, "unlimited:unlimited"),
        }
    }
}

fn limit(id: u32, size: &str) -> bool {
    let set = Command::new("prlimit").args(["--pid", &id.to_string(), &format!("--fsize={size}")]).status();
    set.is_ok_and(|status| status.success())
}

/// A command that runs another one by a shell, after something else.
fn after(first: &str, command: &Command) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{first} && exec \"$@\""), "sh"]).arg(command.get_program()).args(command.get_args());
    shell
}

/// Starts the program where there is little room: on a small file system if that is wanted and possible.
fn start(muster: &Path, folder: &Path, mount: bool) -> Result<(Served, Disk), String> {
    if mount {
        let plain = after(&format!("mount -t tmpfs -o size=4m tmpfs {}", folder.display()), &serve(muster, folder, 0));
        let mut apart = Command::new("unshare");
        apart.arg("--mount").arg(plain.get_program()).args(plain.get_args());
        match Served::start(apart) {
            Ok(served) => {
                let root = PathBuf::from(format!("/proc/{}/root", served.id()));
                let filler = root.join(folder.strip_prefix("/").unwrap_or(folder)).join("filler");
                return Ok((served, Disk::Mounted { filler }));
            }
            Err(error) => progress(&format!("no small file system can be mounted here: {error}")),
        }
    }
    // Otherwise a write beyond the limit would end the program, and not only fail.
    let served = Served::start(after("trap '' XFSZ", &serve(muster, folder, 0)))?;
    let id = served.id();
    Ok((served, Disk::Limit { id }))
}

pub(super) fn run(muster: &Path, fills: u32, mount: bool, failures: &Failures) -> String {
    let folder = Folder::new("disk");
    let (served, disk) = match start(muster, &folder.0, mount) {
        Ok(started) => started,
        Err(error) => {
            failures.add(error);
            return String::new();
        }
    };
    let how = match disk {
        Disk::Mounted { .. } => "a file system of 4 MiB",
        Disk::Limit { .. } => "a limit on the length of files",
    };
    let browser = Browser::new(99, Ipv4Addr::new(127, 0, 2, 1), served.address);
    let mut answers = 0;
    for n in 0..fills {
        progress(&format!("disk filled {n} of {fills} times"));
        match fill_once(&browser, &disk) {
            Ok(given) => answers += given,
            Err(error) => failures.add(format!("fill {n}: {error}")),
        }
    }
    format!("| the disk filled and emptied ({how}) | {fills} times |\n| answers on it that survived | {answers} |\n")
}

/// Plays, fills the disk until something is refused, makes room, and sees that everything goes on.
fn fill_once(browser: &Browser, disk: &Disk) -> Result<u64, String> {
    let broke = |error: std::io::Error| error.to_string();
    let id = browser.start().map_err(broke)?.map_err(|status| format!("no match could be started: {status}"))?;
    let mut live = browser.look(&id).map_err(broke)?;
    let (mut last, mut answers) = (None, 0);
    for _ in 0..3 {
        let answer = live.suggested();
        if live.say(&answer).map_err(broke)? != json!("done") {
            return Err(format!("{answer} was refused while there was room"));
        }
        (last, answers) = (Some(answer), answers + 1);
        live.read_until("now").map_err(broke)?;
    }
    if !disk.fill() {
        return Err("the disk could not be filled".to_owned());
    }
    // What is acknowledged meanwhile counts; at some point nothing is.
    let mut refused = false;
    for _ in 0..TRIES {
        if live.is_over() {
            break;
        }
        let answer = live.suggested();
        match live.say(&answer) {
            Ok(reply) if reply == json!("done") => {
                (last, answers) = (Some(answer), answers + 1);
                let _ = live.read_until("now");
            }
            Ok(_) | Err(_) => {
                refused = true;
                break;
            }
        }
    }
    let emptied = disk.empty();
    if !refused || !emptied {
        return Err(format!("refused without room: {refused}; emptied: {emptied}"));
    }
    let mut trouble = String::new();
    for _ in 0..TRIES {
        let went_on = browser.look(&id).and_then(|mut live| {
            let again = live.say(last.as_ref().unwrap_or(&json!(null)))?;
            Ok((again, live.say(&live.suggested())?))
        });
        match went_on {
            Ok((again, next)) if again == json!("done") && next == json!("done") => return Ok(answers + 1),
            Ok((again, next)) if again != json!("done") => return Err(format!("an answer was lost: {again}, {next}")),
            Ok((_, next)) => trouble = next.to_string(),
            Err(error) => trouble = error.to_string(),
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Err(format!("it does not go on though there is room: {trouble}"))
}
