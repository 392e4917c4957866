//! The short form of the campaign `server`: the program is killed, has no room on its disk, and meets hostile clients.

#![cfg(target_os = "linux")]

#[path = "../examples/server/campaign.rs"]
mod campaign;

use std::path::Path;

use campaign::{Size, run};

#[test]
fn killed_without_room_and_among_hostile_clients_the_server_loses_nothing_and_locks_nobody_out() {
    let report = run(Path::new(env!("CARGO_BIN_EXE_muster")), &Size::new(false));
    assert!(report.failures.is_empty(), "{}", report.text);
}
