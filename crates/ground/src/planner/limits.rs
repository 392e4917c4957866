//! What must hold where a group ends.

use super::Limit;
use crate::{Area, Length, Links, Members, Rim, Shape};

/// What must hold where a group ends. What models keep away from, and may not pass, are obstacles.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// Every model ends wholly in this area.
    pub area: Option<&'a Area>,
    /// The group ends linked.
    pub link: Option<Link>,
    /// Models end near to these.
    pub near: &'a [Near<'a>],
    /// Every model that moves ends closer to the nearest of these than it began.
    pub closer: &'a [Shape],
    /// Models of the group may pass each other, though not end on each other.
    pub through_comrades: bool,
}

/// How a group is linked: all in one group, each with enough others near.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The longest gap that links two models.
    pub gap: Length,
    /// How many others each model must be linked to; all of them, where there are fewer.
    pub neighbours: usize,
}

impl Link {
    /// Each model is linked to one other over at most this gap.
    pub const fn within(gap: Length) -> Link {
        Link { gap, neighbours: 1 }
    }
}

/// Something that models must end near to.
#[derive(Clone, Copy, Debug)]
pub struct Near<'a> {
    /// What it is: any of these will do. Ideas are looked for around the first.
    pub shapes: &'a [Shape],
    /// How far away is still near.
    pub gap: Length,
    /// Which models.
    pub who: Who,
}

/// Which models of a group something is asked of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Every one.
    All,
    /// At least one.
    Any,
}

impl Limits<'_> {
    /// What keeps a model from ending here, beside those that have ended already.
    pub(super) fn check_one<'a>(
        &self,
        shape: &Shape,
        begun: Option<&Shape>,
        placed: impl Iterator<Item = &'a Shape>,
    ) -> Result<(), Limit> {
        if self.area.is_some_and(|area| !area.covers(shape)) {
            return Err(Limit::Area);
        }
        if self.near.iter().any(|near| near.who == Who::All && !near.holds(shape)) {
            return Err(Limit::Near);
        }
        if begun.is_some_and(|begun| !self.is_closer(shape, begun)) {
            return Err(Limit::Closer);
        }
        if let Some(link) = self.link {
            let (mut others, mut linked) = (0, 0);
            for other in placed {
                others += 1;
                linked += usize::from(shape.within(other, link.gap));
            }
            // Each one linked to enough of those before it: so are, in the end, those before.
            if linked < link.neighbours.max(1).min(others) {
                return Err(Limit::Link);
            }
        }
        Ok(())
    }

    fn is_closer(&self, shape: &Shape, begun: &Shape) -> bool {
        let nearest = |from: &Shape| self.closer.iter().map(|target| from.apart(target)).min();
        self.closer.is_empty() || nearest(shape) < nearest(begun)
    }

    /// What is not yet fulfilled of what any one model must be near to.
    pub(super) fn unfulfilled<'a>(&'a self, placed: &'a [&Shape]) -> impl Iterator<Item = &'a Near<'a>> {
        let any = self.near.iter().filter(|near| near.who == Who::Any);
        any.filter(|near| !placed.iter().any(|shape| near.holds(shape)))
    }

    /// What all ends together break, and for which model.
    pub(super) fn broken_by_all(&self, ends: &[&Shape]) -> Option<(usize, Limit)> {
        let near = self.unfulfilled(ends).next().map(|_| (ends.len().saturating_sub(1), Limit::Near));
        near.or_else(|| Some((self.link?.broken_for(ends)?, Limit::Link)))
    }
}

impl Link {
    /// The first model that is linked to too few, or not to the group of the first.
    fn broken_for(self, ends: &[&Shape]) -> Option<usize> {
        // More than can be linked are more than can be planned for, and refused before.
        let links = Links::of(ends.len(), |a, b| ends[a].within(ends[b], self.gap)).ok()?;
        let needed = self.neighbours.min(ends.len().saturating_sub(1));
        let group = links.group_of(Members::only(0));
        (0..ends.len()).find(|&end| links.neighbours(end).len() < needed || !group.contains(end))
    }
}

impl Near<'_> {
    pub(super) fn holds(&self, shape: &Shape) -> bool {
        self.shapes.iter().any(|near| shape.within(near, self.gap))
    }

    pub(super) fn rims(&self) -> Vec<Rim<'_>> {
        self.shapes.iter().map(|shape| Rim { shape, gap: self.gap }).collect()
    }
}
