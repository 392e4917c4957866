//! Plainer answers: without one of their parts, or with round numbers.

use ground::{Length, Pose};
use vocabulary::Answer;

/// Answers that are like this one but plainer. Whether they are legal is for the rules to say.
pub(super) fn plainer(answer: &Answer) -> Vec<Answer> {
    let mut found = Vec::new();
    match answer {
        Answer::Choose(tokens) => {
            for at in 0..tokens.len() {
                let mut fewer = tokens.clone();
                fewer.remove(at);
                found.push(Answer::Choose(fewer));
            }
        }
        Answer::Move { paths, placed } => {
            for at in 0..placed.len() {
                let mut fewer = placed.clone();
                fewer.remove(at);
                found.push(Answer::Move { paths: paths.clone(), placed: fewer });
            }
            for at in 0..paths.len() {
                let mut rounder = paths.clone();
                rounder[at].1.legs.iter_mut().for_each(round);
                found.push(Answer::Move { paths: rounder, placed: placed.clone() });
            }
            for at in 0..placed.len() {
                let mut rounder = placed.clone();
                round(&mut rounder[at].1);
                found.push(Answer::Move { paths: paths.clone(), placed: rounder });
            }
        }
        Answer::Place(placed) => {
            for at in 0..placed.len() {
                let mut rounder = placed.clone();
                round(&mut rounder[at].1);
                found.push(Answer::Place(rounder));
            }
        }
        Answer::Assign(_) | Answer::Spread(_) | Answer::Number(_) => {}
    }
    found.retain(|other| other != answer);
    found
}

/// To half inches, with the plain facing.
pub(super) fn round(pose: &mut Pose) {
    const HALF: i32 = Length::inches(1).0 / 2;
    let nearest = |n: i32| (n + HALF / 2).div_euclid(HALF) * HALF;
    (pose.at.x, pose.at.y, pose.facing) = (nearest(pose.at.x), nearest(pose.at.y), 0);
}
