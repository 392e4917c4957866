//! What players are called who chose no name: their armies lend them one.

use vocabulary::Setup;

use crate::LONGEST_NAME;

/// The seats of players who chose no name.
pub fn nameless(setup: &Setup) -> Vec<usize> {
    (0..setup.players.len()).filter(|seat| setup.players[*seat].name.is_empty()).collect()
}

/// The set-up with a name for each player, so that all that is wrong with it can be said; those without one are
/// `Player 2` until their armies are known.
#[must_use]
pub fn with_names(setup: &Setup) -> Setup {
    let mut named = setup.clone();
    for seat in 0..named.players.len() {
        if named.players[seat].name.is_empty() {
            let free = |name: &String| named.players.iter().all(|other| !other.name.eq_ignore_ascii_case(name));
            let mut names = (seat + 1..).map(|number| format!("Player {number}"));
            named.players[seat].name = names.find(free).unwrap_or_default();
        }
    }
    named
}

/// The names of players, given with those of their armies: who chose none is called after the army, with the number of
/// the seat where that name is taken.
pub fn named_after_armies(players: &[(String, &str)], nameless: &[usize]) -> Vec<String> {
    let armies: Vec<String> = players.iter().map(|(_, army)| shortened(army, LONGEST_NAME)).collect();
    let name = |seat: usize| if nameless.contains(&seat) { armies[seat].clone() } else { players[seat].0.clone() };
    let wanted: Vec<String> = (0..players.len()).map(name).collect();
    let named = |seat: usize| {
        let same = |other: usize| other != seat && wanted[other].eq_ignore_ascii_case(&wanted[seat]);
        if nameless.contains(&seat) && (0..wanted.len()).any(same) {
            format!("{} {}", shortened(&armies[seat], LONGEST_NAME - 2), seat + 1)
        } else {
            wanted[seat].clone()
        }
    };
    (0..players.len()).map(named).collect()
}

/// As much of a name as there is room for.
fn shortened(name: &str, most: usize) -> String {
    name.chars().take(most).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_chose_no_name_is_called_after_the_army() {
        let players = [("Ann".to_owned(), "Storm Front"), ("Player 2".to_owned(), "Hearth Line")];
        assert_eq!(named_after_armies(&players, &[1]), ["Ann", "Hearth Line"]);
        assert_eq!(named_after_armies(&players, &[0, 1]), ["Storm Front", "Hearth Line"]);
    }

    #[test]
    fn the_seat_tells_two_of_the_same_army_apart() {
        let same = [("Player 1".to_owned(), "Storm Front"), ("Player 2".to_owned(), "Storm Front")];
        assert_eq!(named_after_armies(&same, &[0, 1]), ["Storm Front 1", "Storm Front 2"]);
        let taken = [("Storm Front".to_owned(), "Kite Line"), ("Player 2".to_owned(), "Storm Front")];
        assert_eq!(named_after_armies(&taken, &[1]), ["Storm Front", "Storm Front 2"]);
    }

    #[test]
    fn names_that_are_given_until_armies_are_known_are_not_taken_yet() {
        let mut setup = Setup::of(&["Player 2", "", ""]);
        setup.players[2].name = String::new();
        let named: Vec<String> = with_names(&setup).players.into_iter().map(|player| player.name).collect();
        assert_eq!(named, ["Player 2", "Player 3", "Player 4"]);
        assert_eq!(nameless(&setup), [1, 2]);
    }
}
