//! The words that every ruleset, server, page, command line and bot shares: plain data, no rules.
//!
//! A ruleset speaks of its own game in these words only; nothing outside a ruleset knows a term of any rulebook.
//! `docs/vocabulary.md` maps every decision of the rulebooks to a [`Form`].

mod adjustment;
mod answer;
mod ask;
mod catalogue;
mod change;
mod draft;
mod list;
pub mod notation;
mod order;
mod pack;
mod refs;
mod roll;
mod setup;
mod text;
mod verdict;
mod view;
mod word;

pub use adjustment::Adjustment;
pub use answer::{Answer, Kind};
pub use ask::{Ask, AskId, Choice, Form, Group, Limit, LimitKind, Mover, Omit, Share, Suggestion, Toll, Who};
pub use catalogue::{Catalogue, Entry, EntryOption, EntrySize, Faction, Numbers, OptionGroup, OptionModels};
pub use change::{Change, Event};
pub use draft::{Draft, Verdict, Wish};
pub use list::{Judgement, List, ListUnit, Priced, ReadyField, ReadyList};
pub use order::{Offer, Order, Scope};
pub use pack::Pack;
pub use refs::{AreaId, CardId, ModelId, Ref, RefError, Seat, Token, UnitId, Viewer, WeaponId};
pub use roll::{Die, Modifier, Roll};
pub use setup::{Fault, FieldChoice, Player, Setting, SettingKind, Settings, Setup, Value};
pub use text::{Lesson, Look, Term, Text, Tone};
pub use verdict::{Line, Odds, Outcome, Proof, Query, Refusal, Series};
pub use view::{
    Area, Battlefield, Card, Counter, Hidden, Mark, Model, Moment, Place, SeatView, Shown, Stat, Unit, View, Weapon,
};
pub use word::{RuleId, Word, WordError};
