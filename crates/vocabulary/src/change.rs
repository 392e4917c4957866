//! Events, and the changes of a view that come with them.
//!
//! Changes are not written by rulesets: the engine compares the view before a fact with the view after it, so that
//! folding a seat's changes gives its view by construction, and a change can tell no more than the view does.

use serde::{Deserialize, Serialize};

use crate::{
    Area, AreaId, Card, CardId, Model, ModelId, Moment, Proof, Roll, Seat, SeatView, Text, Unit, UnitId, View,
};

/// Something that a seat hears of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// Its number among the events of this viewer.
    pub n: u32,
    /// What happened; nothing to say where only the view changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
    /// The dice that were thrown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roll: Option<Roll>,
    /// What shows that it is so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
    /// What changes in the view.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// The first of the events that this one sums up: those from there up to here tell the same at length.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u32>,
}

/// A change of a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Change {
    /// The view is this one now: at the start, and when something was taken back.
    Whole(Box<View>),
    /// The match stands here now.
    Moment(Moment),
    /// A seat is like this now.
    PutSeat(SeatView),
    /// An area is like this now, or new.
    PutArea(Area),
    /// A unit is like this now, or new.
    PutUnit(Unit),
    /// A model is like this now, or new.
    PutModel(Model),
    /// A card is like this now, or new.
    PutCard(Card),
    /// An area is no more.
    DropArea(AreaId),
    /// A unit is no more.
    DropUnit(UnitId),
    /// A model is no more.
    DropModel(ModelId),
    /// A card is no more.
    DropCard(CardId),
}

/// A part of a view that has an id.
trait Item: Clone + PartialEq {
    type Id: Copy + Ord;
    fn id(&self) -> Self::Id;
}

macro_rules! items {
    ($($item:ty, $id:ty;)*) => {$(
        impl Item for $item {
            type Id = $id;
            fn id(&self) -> $id {
                self.id
            }
        }
    )*};
}

items! {
    SeatView, Seat;
    Area, AreaId;
    Unit, UnitId;
    Model, ModelId;
    Card, CardId;
}

fn put<T: Item>(list: &mut Vec<T>, item: T) {
    match list.binary_search_by_key(&item.id(), T::id) {
        Ok(at) => list[at] = item,
        Err(at) => list.insert(at, item),
    }
}

fn drop_item<T: Item>(list: &mut Vec<T>, id: T::Id) {
    list.retain(|item| item.id() != id);
}

/// Compares two lists sorted by id.
fn compare<T: Item>(
    old: &[T],
    new: &[T],
    put: fn(T) -> Change,
    drop: Option<fn(T::Id) -> Change>,
    out: &mut Vec<Change>,
) {
    debug_assert!(new.is_sorted_by_key(T::id), "lists of a view are sorted by id");
    let find = |list: &[T], id| list.binary_search_by_key(&id, T::id).ok();
    for item in new {
        if find(old, item.id()).is_none_or(|at| old[at] != *item) {
            out.push(put(item.clone()));
        }
    }
    for item in old {
        if let (None, Some(drop)) = (find(new, item.id()), drop) {
            out.push(drop(item.id()));
        }
    }
}

impl View {
    /// Makes one change.
    pub fn fold(&mut self, change: Change) {
        match change {
            Change::Whole(view) => *self = *view,
            Change::Moment(moment) => self.moment = moment,
            Change::PutSeat(seat) => put(&mut self.seats, seat),
            Change::PutArea(area) => put(&mut self.areas, area),
            Change::PutUnit(unit) => put(&mut self.units, unit),
            Change::PutModel(model) => put(&mut self.models, model),
            Change::PutCard(card) => put(&mut self.cards, card),
            Change::DropArea(id) => drop_item(&mut self.areas, id),
            Change::DropUnit(id) => drop_item(&mut self.units, id),
            Change::DropModel(id) => drop_item(&mut self.models, id),
            Change::DropCard(id) => drop_item(&mut self.cards, id),
        }
    }

    /// The changes that make this view the later one.
    pub fn changes_to(&self, later: &View) -> Vec<Change> {
        let fixed = |view: &View| (view.game, view.field.clone(), view.settings.clone(), view.seats.len());
        if fixed(self) != fixed(later) {
            return vec![Change::Whole(Box::new(later.clone()))];
        }
        let mut changes = Vec::new();
        compare(&self.seats, &later.seats, Change::PutSeat, None, &mut changes);
        compare(&self.areas, &later.areas, Change::PutArea, Some(Change::DropArea), &mut changes);
        compare(&self.units, &later.units, Change::PutUnit, Some(Change::DropUnit), &mut changes);
        compare(&self.models, &later.models, Change::PutModel, Some(Change::DropModel), &mut changes);
        compare(&self.cards, &later.cards, Change::PutCard, Some(Change::DropCard), &mut changes);
        if self.moment != later.moment {
            changes.push(Change::Moment(later.moment.clone()));
        }
        changes
    }
}
