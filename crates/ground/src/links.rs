//! Who stands near enough to whom: a group of models as a graph, and who may leave it.

use std::fmt;

use smallvec::SmallVec;

use crate::{Apart, Length, Shape};

#[cfg(test)]
mod tests;

/// A set of models of a group, by their places in it: at most 64.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Members(pub u64);

impl Members {
    /// Nobody.
    pub const NONE: Members = Members(0);

    /// The first `count` models.
    pub const fn first(count: usize) -> Members {
        Members(if count >= 64 { u64::MAX } else { (1 << count) - 1 })
    }

    /// One model alone.
    pub const fn only(member: usize) -> Members {
        Members(if member < 64 { 1 << member } else { 0 })
    }

    /// Whether a model is in the set.
    pub const fn contains(self, member: usize) -> bool {
        self.0 & Members::only(member).0 != 0
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those in this set, in the other, or in both.
    #[must_use]
    pub const fn and(self, other: Members) -> Members {
        Members(self.0 | other.0)
    }

    /// Those in both sets.
    #[must_use]
    pub const fn among(self, other: Members) -> Members {
        Members(self.0 & other.0)
    }

    /// Those in this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: Members) -> Members {
        Members(self.0 & !other.0)
    }

    /// The places, from the lowest.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            (next < 64).then_some(next)
        })
    }
}

/// Places of 64 and more are left out.
impl FromIterator<usize> for Members {
    fn from_iter<I: IntoIterator<Item = usize>>(members: I) -> Members {
        members.into_iter().fold(Members::NONE, |all, member| all.and(Members::only(member)))
    }
}

impl fmt::Debug for Members {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// What a model covers, and how high it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// What it covers, seen from above.
    pub shape: Shape,
    /// How high its feet are above the ground.
    pub elevation: Length,
}

impl Standing {
    /// The gap to another, across and up.
    pub fn gap(&self, other: &Standing) -> Gap {
        Gap { across: self.shape.apart(&other.shape), up: height(self, other) }
    }

    /// Which of many is nearest across, of these the one at the nearest height, of these the first.
    pub fn nearest<'a>(&self, many: impl IntoIterator<Item = &'a Standing>) -> Option<(usize, Gap)> {
        let gaps = many.into_iter().map(|other| self.gap(other)).enumerate();
        gaps.min_by(|(_, a), (_, b)| (a.across, a.up).cmp(&(b.across, b.up)))
    }
}

fn height(a: &Standing, b: &Standing) -> Length {
    Length(a.elevation.0.saturating_sub(b.elevation.0).saturating_abs())
}

/// The distance between two models in its two parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// Seen from above; exact.
    pub across: Apart,
    /// The difference in height, never below zero.
    pub up: Length,
}

impl Gap {
    /// Whether both parts are at most this long.
    pub fn within(self, across: Length, up: Length) -> bool {
        self.up <= up && self.across.within(across)
    }
}

/// Occurs when a group has more models than links are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a group of {0} models is too much; {most} are enough", most = Links::MOST)]
pub struct TooMany(pub usize);

/// Who is linked to whom: near enough across and in height. Nobody is linked to itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Links {
    members: Members,
    /// By model, whoever is linked to it; also by those that have left, so that they must be left out when read.
    near: SmallVec<[Members; 16]>,
}

impl Links {
    /// A group has at most this many models.
    pub const MOST: usize = 64;

    /// Sets that a search for who may leave tries before it gives up: all there are of 20 models.
    const MOST_TRIES: u32 = 200_000;

    /// The links among models that are at most this far apart, across and in height.
    pub fn new(models: &[Standing], across: Length, up: Length) -> Result<Links, TooMany> {
        let near = |a: usize, b: usize| {
            let (a, b) = (&models[a], &models[b]);
            height(a, b) <= up && a.shape.within(&b.shape, across)
        };
        Links::of(models.len(), near)
    }

    /// The links among so many models, as a function of two of them says, the lower first.
    pub fn of(count: usize, near: impl Fn(usize, usize) -> bool) -> Result<Links, TooMany> {
        if count > Links::MOST {
            return Err(TooMany(count));
        }
        let mut links = Links { members: Members::first(count), near: SmallVec::from_elem(Members::NONE, count) };
        for a in 0..count {
            for b in a + 1..count {
                if near(a, b) {
                    links.near[a] = links.near[a].and(Members::only(b));
                    links.near[b] = links.near[b].and(Members::only(a));
                }
            }
        }
        Ok(links)
    }

    /// Everybody who is still there.
    pub fn members(&self) -> Members {
        self.members
    }

    /// The models linked to one; nobody for a model that is not there.
    pub fn neighbours(&self, member: usize) -> Members {
        if !self.members.contains(member) {
            return Members::NONE;
        }
        self.near.get(member).map_or(Members::NONE, |near| near.among(self.members))
    }

    /// Everybody who hangs together with one of these through links.
    pub fn group_of(&self, some: Members) -> Members {
        let mut group = some.among(self.members);
        let mut fresh = group;
        while let Some(member) = fresh.iter().next() {
            let more = self.neighbours(member).without(group);
            group = group.and(more);
            fresh = fresh.without(Members::only(member)).and(more);
        }
        group
    }

    /// The groups that hang together, by their lowest members.
    pub fn groups(&self) -> SmallVec<[Members; 4]> {
        let mut groups = SmallVec::new();
        let mut left = self.members;
        while let Some(member) = left.iter().next() {
            let group = self.group_of(Members::only(member));
            groups.push(group);
            left = left.without(group);
        }
        groups
    }

    /// Whether all hang together; so do one and none.
    pub fn is_one_group(&self) -> bool {
        self.members.iter().next().is_none_or(|member| self.group_of(Members::only(member)) == self.members)
    }

    /// The group with most members; of several, the one with the lowest member.
    pub fn largest_group(&self) -> Members {
        self.groups().into_iter().rev().max_by_key(|group| group.len()).unwrap_or_default()
    }

    /// Whether each has at least this many neighbours.
    pub fn each_has(&self, neighbours: usize) -> bool {
        self.members.iter().all(|member| self.neighbours(member).len() >= neighbours)
    }

    /// The links when these have left.
    #[must_use]
    pub fn without(&self, gone: Members) -> Links {
        Links { members: self.members.without(gone), near: self.near.clone() }
    }

    /// Everybody who may leave alone with something still true of the rest.
    pub fn removable(&self, holds: impl Fn(&Links) -> bool) -> Members {
        self.members.iter().filter(|&member| holds(&self.without(Members::only(member)))).collect()
    }

    /// So many of the candidates who may leave together with something still true of the rest.
    ///
    /// Where one after the other may leave, lower ones first, they are taken. Otherwise sets are tried in order, lower
    /// ones first: with up to 20 candidates all of them, so that `None` means that there is no such set.
    pub fn keep_linked(&self, remove: usize, candidates: Members, holds: impl Fn(&Links) -> bool) -> Option<Members> {
        let candidates = candidates.among(self.members);
        if remove > candidates.len() {
            return None;
        }
        self.one_by_one(remove, candidates, &holds).or_else(|| self.all_at_once(remove, candidates, &holds))
    }

    /// The fewest of the candidates whose leaving makes something true of the rest.
    pub fn remove_until(&self, candidates: Members, holds: impl Fn(&Links) -> bool) -> Option<Members> {
        (0..=candidates.among(self.members).len()).find_map(|remove| self.keep_linked(remove, candidates, &holds))
    }

    fn one_by_one(&self, remove: usize, candidates: Members, holds: &impl Fn(&Links) -> bool) -> Option<Members> {
        let mut rest = self.clone();
        let mut gone = Members::NONE;
        for _ in 0..remove {
            let leaves = |&member: &usize| holds(&rest.without(Members::only(member)));
            let next = candidates.without(gone).iter().find(leaves)?;
            gone = gone.and(Members::only(next));
            rest.members = self.members.without(gone);
        }
        holds(&rest).then_some(gone)
    }

    fn all_at_once(&self, remove: usize, candidates: Members, holds: &impl Fn(&Links) -> bool) -> Option<Members> {
        let places: SmallVec<[usize; 64]> = candidates.iter().collect();
        let mut chosen: SmallVec<[usize; 64]> = (0..remove).collect();
        let mut rest = self.clone();
        for _ in 0..Links::MOST_TRIES {
            let gone: Members = chosen.iter().map(|&index| places[index]).collect();
            rest.members = self.members.without(gone);
            if holds(&rest) {
                return Some(gone);
            }
            // The next choice in order: the last that can move on does, and those after it follow closely.
            let last = (0..remove).rev().find(|&at| chosen[at] < places.len() - remove + at)?;
            let next = chosen[last] + 1;
            for at in last..remove {
                chosen[at] = next + at - last;
            }
        }
        None
    }
}
