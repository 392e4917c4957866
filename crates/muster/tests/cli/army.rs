//! `muster army`: what does not depend on which games there are.

use super::*;

#[test]
fn lists_that_cannot_be_read_are_faults_and_the_exit_code_says_so() {
    let folder = folder("army-check");
    fs::write(folder.join("junk.toml"), "game = 7\n").unwrap();
    fs::write(folder.join("chess.toml"), "game = \"chess\"\nname = \"x\"\nfaction = \"white\"\n").unwrap();
    fs::write(folder.join("bytes.toml"), [0xff, 0xfe]).unwrap();
    let run = muster_in(&folder, &["army", "check", "junk.toml", "chess.toml", "bytes.toml", "none.toml"], "");
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].starts_with("junk.toml:1:8: fault: invalid type: integer `7`"), "{}", run.out);
    assert_eq!(lines[1], "chess.toml: fault: this is an army for 'chess', which is not one of the games here");
    assert_eq!(
        lines[2..],
        ["bytes.toml: fault: this is not text", "none.toml: fault: there is no such file", "4 armies: 4 faults"]
    );
    check_refused(&["army", "list", "--game", "duel"], 2, "duel has no armies");
    check_refused(&["army", "show", "nothing", "--game", "duel"], 2, "duel has no armies");
    check_refused(&["army", "check"], 2, "<FILE>");
}
