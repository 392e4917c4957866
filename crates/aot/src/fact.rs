//! What happens in a battle.

mod apply;
mod settle;

use engine::Leaving;
use ground::{Length, Pose};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use vocabulary::{ModelId, Outcome, Seat, UnitId, Word};

use crate::chapters::effects::Effect;
use crate::chapters::modifiers::Timed;
use crate::chapters::movement::Placed;
use crate::chapters::soul::{Mark, Spell};
use crate::forces::edition::Edition;
use crate::state::{Stage, Units};

pub(crate) use self::apply::apply;

/// Seats in an order.
pub type Seats = SmallVec<[Seat; 4]>;

engine::terms! {
    /// What a unit does when it is selected.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Action {
        MoveAndShoot {
            word: "move-and-shoot", label: "Move & Shoot", sign: "S", rules: ["aot.action-table.move-and-shoot"],
            text: "Move, then shoot. Targets may Evade or Return Fire.",
        }
        MoveAndCharge {
            word: "move-and-charge", label: "Move & Charge", sign: "C", rules: ["aot.action-table.move-and-charge"],
            text: "Move, then charge enemies within 12 in. They may Evade or Counter Charge.",
        }
        Advance {
            word: "advance", label: "Advance", sign: "A", rules: ["aot.action-table.advance"],
            text: "Move D6 in further. Nobody reacts.",
        }
        Hold {
            word: "hold", label: "Hold", sign: "H", rules: ["aot.action-table.hold"],
            text: "Do nothing. Nobody reacts.",
        }
        Enter {
            word: "enter", label: "Enter from Vanguard", sign: "E", rules: ["aot.action-table.enter-from-vanguard"],
            text: "Come in from an edge with a Basic Move.",
        }
        FiringRetreat {
            word: "firing-retreat", label: "Firing Retreat", sign: "R", rules: ["aot.action-table.firing-retreat"],
            text: "Enemies may cut you down; then fall back and shoot at them.",
        }
        Scrum {
            word: "scrum", label: "Scrum", sign: "X", rules: ["aot.action-table.scrum"],
            text: "Models not in Battle Range close in by up to 3 in. Nobody reacts.",
        }
        MoveAndDisembark {
            word: "move-and-disembark", label: "Move & Disembark", sign: "M",
            rules: ["aot.action-table.move-and-disembark"],
            text: "Move, then let passengers out within 3 in. Nobody reacts.",
        }
        ScrumAndDisembark {
            word: "scrum-and-disembark", label: "Scrum & Disembark", sign: "N",
            rules: ["aot.action-table.scrum-and-disembark"],
            text: "Shift up to 3 in, then let passengers out, even into the fight. Nobody reacts.",
        }
    }
}

impl Action {
    /// The rules behind selecting it, besides those of selecting anything.
    pub(crate) const fn rules(self) -> &'static [&'static str] {
        match self {
            Action::MoveAndShoot => &["aot.action.by-battle-range", "aot.ruling.move-and-shoot-sequence"],
            Action::MoveAndCharge => &["aot.action.by-battle-range", "aot.ruling.move-and-charge-sequence"],
            Action::Advance => &["aot.action.by-battle-range", "aot.action.advance-no-reaction"],
            Action::Hold => &["aot.action.by-battle-range", "aot.action.hold", "aot.action.hold-no-reaction"],
            Action::Enter => &["aot.ability.vanguard.is-action", "aot.ability.vanguard.enter-round-two"],
            Action::FiringRetreat => &[
                "aot.action.by-battle-range",
                "aot.ruling.unit-in-battle-range",
                "aot.action.firing-retreat-declare",
                "aot.ruling.retreat-without-guns",
            ],
            Action::Scrum => &[
                "aot.action.by-battle-range",
                "aot.ruling.unit-in-battle-range",
                "aot.action.scrum-no-reaction",
                "aot.ruling.hold-in-battle-range",
            ],
            Action::MoveAndDisembark => &[
                "aot.action.by-battle-range",
                "aot.transport.extra-actions",
                "aot.transport.move-disembark.steps",
                "aot.transport.move-disembark.no-reaction",
            ],
            Action::ScrumAndDisembark => &[
                "aot.action.by-battle-range",
                "aot.transport.extra-actions",
                "aot.transport.scrum-disembark.steps",
                "aot.transport.scrum-disembark.no-reaction",
            ],
        }
    }
}

engine::terms! {
    /// What a unit does in answer to an Action.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Reaction {
        Evade {
            word: "evade", label: "Evade", sign: "e", rules: ["aot.action-table.evade"],
            text: "Move towards the nearest terrain.",
        }
        ReturnFire {
            word: "return-fire", label: "Return Fire", sign: "r", rules: ["aot.action-table.return-fire"],
            text: "Shoot back.",
        }
        CounterCharge {
            word: "counter-charge", label: "Counter Charge", sign: "c", rules: ["aot.action-table.counter-charge"],
            text: "Charge the charger.",
        }
        CutDown {
            word: "cut-down", label: "Cut Down", sign: "d", rules: ["aot.action-table.cut-down"],
            text: "Strike at those who leave.",
        }
    }
}

impl Reaction {
    /// The rules behind declaring it, besides those of declaring anything; a unit that flees is cut down by others.
    pub(crate) const fn rules(self, in_flight: bool) -> &'static [&'static str] {
        match self {
            Reaction::Evade => &["aot.reaction.evade-exists", "aot.ruling.evade-who", "aot.action.not-after-reaction"],
            Reaction::ReturnFire => &["aot.ruling.return-fire-limits", "aot.action.not-after-reaction"],
            Reaction::CounterCharge => {
                &["aot.reaction.counter-charge-exists", "aot.ruling.charge-who-reacts", "aot.action.not-after-reaction"]
            }
            Reaction::CutDown if in_flight => &["aot.terror.cut-down", "aot.ruling.terror-cut-down"],
            Reaction::CutDown => {
                &["aot.reaction.cut-down-trigger", "aot.ruling.cut-down-costs-action", "aot.action.not-after-reaction"]
            }
        }
    }
}

/// What a victory point is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Worth {
    /// Standing on this Archive.
    Archive(u8),
    /// Destroying this Leader.
    Leader(ModelId),
}

/// What wins back Health.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cure {
    /// The ability to regenerate.
    Ability,
    /// An Archive that mends.
    Archive,
    /// The spell Restore.
    Spell,
    /// A Feat.
    Feat,
    /// What Archives do for a faction.
    Interaction,
}

impl Cure {
    /// The rule that asks for its die.
    pub(crate) const fn die(self, edition: Edition) -> &'static str {
        match self {
            Cure::Ability => "aot.ability.regenerate",
            Cure::Archive => Effect::Mend.called(edition).1,
            Cure::Spell => Spell::Restore.rule(),
            Cure::Feat => "aot.feat.faction-feats",
            Cure::Interaction => "aot.faction.archive-interaction",
        }
    }

    /// The rules behind it.
    pub(crate) fn rules(self, edition: Edition) -> Vec<&'static str> {
        match (self, edition) {
            (Cure::Spell | Cure::Feat | Cure::Interaction, _) => vec![self.die(edition)],
            (Cure::Ability, _) => vec!["aot.control.regenerate", self.die(edition)],
            (Cure::Archive, Edition::Third) => vec![self.die(edition), "aot.ruling.archive-regenerate-rolls"],
            (Cure::Archive, _) => {
                vec![self.die(edition), "aot.ruling.archive-regenerate-rolls", "aot.ruling.reverse-time-moment"]
            }
        }
    }
}

/// Something that happens.
#[expect(missing_docs, reason = "the fields of a fact say what they are")]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Fact {
    /// A Commander does not want the proposed battlefield; another one is proposed.
    Refused { seats: Seats, number: u8 },
    /// The battlefield is settled.
    Accepted,
    /// The order in which zones are picked and units set up.
    ZonesRolled { order: Seats },
    /// A Commander takes a zone.
    ZoneTaken { seat: Seat, zone: u8 },
    /// A model is put down.
    Placed { model: ModelId, pose: Pose },
    /// A unit has been set up.
    SetUp { unit: UnitId },
    /// A unit is held back in Vanguard.
    HeldBack { unit: UnitId },
    /// A unit goes aboard a Transport.
    Embarked { unit: UnitId, transport: UnitId },
    /// A unit gets out of its Transport; `close`: perhaps into Battle Range.
    Disembarked { unit: UnitId, close: bool },
    /// A unit stays aboard, because it is liked so or there is no room.
    StaysAboard { unit: UnitId, chosen: bool },
    /// The survivors of a unit are thrown out of a wreck.
    ThrownOut { unit: UnitId },
    /// A unit has no place, and is lost before the battle.
    NoRoom { unit: UnitId },
    /// Whose turn it is to set up; nobody's when all is done.
    SetUpNext { place: Option<u8> },
    /// A Round begins.
    RoundBegan { round: u16 },
    /// An Archive has an effect in this Round.
    Woke { archive: u8, effect: Effect },
    /// The order of the Round.
    Ordered { order: Seats },
    /// A unit is selected for an Action.
    Selected { unit: UnitId, action: Action },
    /// A model is selected for its Soul Action.
    Channelled { model: ModelId },
    /// A model pays for a spell and aims it.
    Cast { model: ModelId, spell: Spell, mark: Mark },
    /// A model tries to undo a spell.
    Negated { model: ModelId, spell: Spell, works: bool },
    /// A spell has no effect.
    Fizzled { model: ModelId, spell: Spell },
    /// A unit gets something for a while.
    Given { unit: UnitId, timed: Timed },
    /// A unit suffers from a spell or a Feat.
    Stricken { unit: UnitId, points: u8, rule: &'static str },
    /// A unit performs a Feat.
    FeatPerformed { unit: UnitId, feat: Word },
    /// What a unit had for a Shooting Activation is over.
    Lapsed { unit: UnitId },
    /// A Commander keeps a Feat Point that was spent.
    FeatPointKept { seat: Seat },
    /// A Commander selects nothing more in this Action Phase.
    Stopped { seat: Seat },
    /// A Commander passes one turn.
    Passed { seat: Seat },
    /// Whose turn it is; nobody's when the Action Phase is over.
    TurnNext { place: Option<u8> },
    /// A die is added to a move.
    Further { unit: UnitId, by: Length },
    /// Models of a unit move; `far`: how far those go that go furthest.
    Moved { unit: UnitId, to: Placed, far: Length },
    /// A unit enters from Vanguard.
    Entered { unit: UnitId },
    /// A unit names the targets of its shooting, in a Firing Retreat or otherwise.
    TookAim { unit: UnitId, targets: Units, retreats: bool },
    /// A unit names its charge targets, the Primary first.
    Charged { unit: UnitId, targets: Units },
    /// A unit declares a Reaction; `spent`: it has acted or reacted in this Round already.
    Reacted { unit: UnitId, reaction: Reaction, to: UnitId, spent: bool },
    /// A Commander declares no Reaction, or none more.
    Declined { seat: Seat, to: UnitId },
    /// Attacks are made with a weapon.
    Attacked { unit: UnitId, target: UnitId, weapon: String, attacks: u16, hits: u16 },
    /// A unit aims at a character with a Precise weapon.
    Aimed { unit: UnitId, model: ModelId },
    /// Critical Hits of a Burst weapon hit so many times more.
    Burst { unit: UnitId, target: UnitId, hits: u16 },
    /// Hits of an Explosive weapon strike a unit near the target.
    Blast { unit: UnitId, target: UnitId, hits: u16 },
    /// A Volatile weapon destroys who uses it.
    Backfired { model: ModelId },
    /// Critical Misses strike a friendly unit.
    FriendlyFire { unit: UnitId, target: UnitId, hits: u16 },
    /// Hits are resisted.
    Resisted { unit: UnitId, hits: u16, resisted: u16 },
    /// Points of damage are ignored.
    Ignored { unit: UnitId, points: u16 },
    /// A model suffers damage.
    Hurt { model: ModelId, points: u8 },
    /// A model is destroyed.
    Destroyed { model: ModelId },
    /// A Commander scores a victory point.
    Scored { seat: Seat, worth: Worth },
    /// A unit has a Charge Vigor.
    Vigor { unit: UnitId, vigor: Length },
    /// A unit is the Successful Charger, before so many others; `ties`: another has the same Charge Vigor.
    ChargeWon { unit: UnitId, rivals: u8, ties: bool },
    /// A charge fails, and so do so many others that met it.
    ChargeFailed { unit: UnitId, rivals: u8 },
    /// A charge strikes a unit.
    Impact { unit: UnitId, target: UnitId, points: u16 },
    /// A retreat has no way out.
    RetreatBlocked { unit: UnitId },
    /// A unit shoots at nobody, or charges nobody.
    NoTarget { unit: UnitId, charges: bool },
    /// The Battle Phase begins.
    BattleBegan,
    /// The Battle Phase ends, but for what happens at its end.
    BattleEnded,
    /// A unit suffers from an Irradiated one.
    Irradiated { unit: UnitId, by: UnitId, points: u16 },
    /// Terror has no effect on a unit.
    Fearless { unit: UnitId },
    /// A unit stands its ground, or does not.
    Terrified { unit: UnitId, fails: bool },
    /// A unit begins to flee.
    Flees { unit: UnitId },
    /// A unit has fled.
    Fled { unit: UnitId },
    /// A model leaves the battlefield in flight.
    RanOff { model: ModelId },
    /// The Control Phase begins.
    ControlBegan,
    /// A model gets Soul back.
    SoulRegained { model: ModelId, points: u8, rule: &'static str },
    /// A Commander gains a Feat Point.
    FeatPoint { seat: Seat, rule: &'static str },
    /// A model wins back Health.
    Healed { model: ModelId, points: u8, by: Cure },
    /// A destroyed model comes back.
    Returned { model: ModelId, pose: Pose, health: u8, by: Cure },
    /// A unit is on an Archive and scores nothing for it.
    Unscored { unit: UnitId, archive: u8 },
    /// The Control Phase ends.
    ControlEnded,
    /// Several Commanders reached the target, and the battle goes on.
    Extended,
    /// The next Round is to begin.
    NextRound,
    /// The battle is over.
    Ended { outcome: Outcome },
    /// A Commander has left the match.
    Left { seat: Seat, how: Leaving },
    /// The players put a model somewhere.
    SetPose { model: ModelId, pose: Pose },
    /// The players took a unit or model off.
    SetGone { models: SmallVec<[ModelId; 16]> },
    /// The players set what Health a model has left.
    SetHealth { model: ModelId, health: u8 },
    /// The players set the victory points of a Commander.
    SetPoints { seat: Seat, points: i32 },
    /// The players set whether the Action of a unit is gone.
    SetSpent { unit: UnitId, spent: bool },
    /// The players put a unit in Vanguard.
    SetVanguard { unit: UnitId },
    /// The players put a unit aboard a Transport.
    SetAboard { unit: UnitId, transport: UnitId },
    /// The players set whether a unit went aboard in this Round.
    SetBoarded { unit: UnitId, boarded: bool },
    /// The players set whether a unit has come in this Round.
    SetEntered { unit: UnitId, entered: bool },
    /// The players set whether a unit has fled, and starts the next Round without its Action.
    SetFled { unit: UnitId, fled: bool },
    /// The players set what Soul a model has left.
    SetSoul { model: ModelId, soul: u8 },
    /// The players set whether the Soul Action of a model is gone.
    SetChannelled { model: ModelId, channelled: bool },
    /// The players set how many Feat Points a Commander has.
    SetFeatPoints { seat: Seat, points: u16 },
    /// The players set whether a unit is under a spell or a Feat.
    SetTimed { unit: UnitId, timed: Timed, on: bool },
    /// The players set whose zone is which.
    SetZone { seat: Seat, zone: u8 },
    /// The players set what an Archive does in this Round.
    SetEffect { archive: u8, effect: Effect },
    /// The players set in which order the Commanders act.
    SetOrder { order: Seats },
    /// The players set where the battle stands, and in which order the Commanders act.
    SetMoment { round: u16, stage: Stage, order: Seats },
}
