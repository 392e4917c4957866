//! Embeds what comes with the game: every file of these folders.

fn main() {
    embed::folders("../../data/last-edition", &["factions", "armies", "drills"]);
}
