//! Names for battlefields.

use chance::Stream;

const FIRST: [&str; 24] = [
    "Ash", "Birch", "Broken", "Cinder", "Cold", "Crow", "Dry", "Elder", "Far", "Fallow", "Grey", "Harrow", "Iron",
    "Lantern", "Low", "Mill", "Old", "Raven", "Rust", "Salt", "Stone", "Thorn", "Widow", "Winter",
];
const SECOND: [&str; 24] = [
    "Bank", "Bridge", "Common", "Corner", "Cross", "Field", "Ford", "Gate", "Ground", "Heath", "Hollow", "Junction",
    "Landing", "Lane", "Market", "Meadow", "Moor", "Pass", "Quarter", "Ridge", "Rise", "Station", "Yard", "Works",
];

/// A name.
pub(crate) fn draw(stream: &mut Stream) -> String {
    let first = stream.pick(&FIRST).unwrap_or(&"Old");
    let second = stream.pick(&SECOND).unwrap_or(&"Field");
    format!("{first} {second}")
}
