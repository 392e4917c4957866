//! Cutting a simple polygon into convex pieces, without new corners.

use crate::shape::orient;
use crate::{Point, Shape};

/// Cuts along diagonals: first into triangles, ear by ear, then every diagonal goes that is not needed to keep both its
/// ends convex. At most four times as many pieces as the best cut has, and usually as few.
pub(super) fn cut(corners: &[Point]) -> (Vec<Shape>, Vec<(Point, Point)>) {
    let mut pieces = triangles(corners);
    let mut seams = Vec::new();
    for (from, to) in diagonals(corners, &pieces) {
        if !merge(corners, &mut pieces, from, to) {
            seams.push((corners[from], corners[to]));
        }
    }
    let shape =
        |piece: &Vec<usize>| super::convex_piece(&piece.iter().map(|&index| corners[index]).collect::<Vec<_>>());
    (pieces.iter().map(shape).collect(), seams)
}

/// Ear clipping: each triangle as three indices, counter-clockwise.
fn triangles(corners: &[Point]) -> Vec<Vec<usize>> {
    let mut left: Vec<usize> = (0..corners.len()).collect();
    let mut triangles = Vec::with_capacity(corners.len());
    while left.len() > 3 {
        let count = left.len();
        // A simple polygon has two ears; a corner that clipping has put in line with its neighbours goes without one.
        let ear = (0..count).find(|&at| is_ear(corners, &left, at)).unwrap_or(0);
        let (before, here, after) = (left[(ear + count - 1) % count], left[ear], left[(ear + 1) % count]);
        triangles.push(vec![before, here, after]);
        left.remove(ear);
    }
    triangles.push(left);
    triangles
}

fn is_ear(corners: &[Point], left: &[usize], at: usize) -> bool {
    let count = left.len();
    let (before, here, after) = (left[(at + count - 1) % count], left[at], left[(at + 1) % count]);
    let (a, b, c) = (corners[before], corners[here], corners[after]);
    let inside = |p: Point| orient(a, b, p) >= 0 && orient(b, c, p) >= 0 && orient(c, a, p) >= 0;
    orient(a, b, c) > 0 && !left.iter().any(|&other| ![before, here, after].contains(&other) && inside(corners[other]))
}

/// The sides of triangles that are not sides of the polygon, each once.
fn diagonals(corners: &[Point], triangles: &[Vec<usize>]) -> Vec<(usize, usize)> {
    let count = corners.len();
    let mut diagonals = Vec::new();
    for triangle in triangles {
        for (from, to) in [(triangle[0], triangle[1]), (triangle[1], triangle[2]), (triangle[2], triangle[0])] {
            if from < to && to - from != 1 && to - from != count - 1 {
                diagonals.push((from, to));
            }
        }
    }
    diagonals
}

/// Joins the two pieces along a diagonal if the result is convex.
fn merge(corners: &[Point], pieces: &mut Vec<Vec<usize>>, from: usize, to: usize) -> bool {
    let has = |piece: &Vec<usize>, a: usize, b: usize| {
        let at = piece.iter().position(|&index| index == a)?;
        (piece[(at + 1) % piece.len()] == b).then_some(at)
    };
    let find = |a: usize, b: usize| pieces.iter().enumerate().find_map(|(n, piece)| has(piece, a, b).map(|at| (n, at)));
    let (Some((first, first_at)), Some((second, second_at))) = (find(from, to), find(to, from)) else { return false };
    // From `to` round the first piece to `from`, then on round the second, without repeating the two ends.
    let turned = |piece: &[usize], at: usize| piece[at + 1..].iter().chain(&piece[..=at]).copied().collect::<Vec<_>>();
    let mut joined = turned(&pieces[first], first_at);
    let other = turned(&pieces[second], second_at);
    joined.extend(&other[1..other.len() - 1]);
    let count = joined.len();
    let corner = |at: usize| corners[joined[at % count]];
    if !(0..count).all(|at| orient(corner(at), corner(at + 1), corner(at + 2)) > 0) {
        return false;
    }
    pieces[first] = joined;
    pieces.remove(second);
    true
}
