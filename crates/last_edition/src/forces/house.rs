//! House rules: one setting for each ruling with a knob, and what each is called in the code.

use std::sync::LazyLock;

use engine::house::form;
use ground::Length;
use vocabulary::Setting;

use crate::chapters::missions::{Layout, Secondary};

/// The rulebook, as text.
pub(crate) const RULEBOOK: &str = include_str!("../../../../rulebook/the-last-edition.toml");

engine::choices! {
    /// How players settle what no rule covers. Carries out `tle.ruling.dispute-digital`.
    Disputes { AgreeThenRoll = "agree-then-roll", Strict = "strict", }
    /// How a D33 is read. Carries out `tle.ruling.d33`.
    D33 { Digits = "digits", Sum = "sum", }
    /// How much of a combined roll a reroll takes. Carries out `tle.ruling.combined-reroll`.
    CombinedReroll { Whole = "whole", SingleDie = "single-die", }
    /// Rolls whose natural 1 or 6 can decide. Carries out `tle.ruling.natural-one-six`, `tle.ruling.natural-six`.
    NaturalRoll { Hit = "hit", Armor = "armor", Dodge = "dodge", Pure = "pure", }
    /// Weapon keywords whose modifier stands outside the limit. Carries out `tle.ruling.modifier-cap-scope`.
    CapException { Trigger = "trigger", Heavy = "heavy", }
    /// What beats a number. Carries out `tle.ruling.wound-needs-higher`, `tle.ruling.charge-strict`.
    Comparison { Greater = "greater", GreaterOrEqual = "greater-or-equal", }
    /// On which additional wound dice a 1 fails. Carries out `tle.ruling.wound-extra-one`.
    ExtraOne { Every = "every", SecondOnly = "second-only", }
    /// Which toughness a mixed unit has. Carries out `tle.ruling.wound-mixed-toughness`.
    MixedToughness { Majority = "majority", Highest = "highest", Lowest = "lowest", }
    /// Kinds of roll for the bad luck pool. Carries out `tle.ruling.bad-luck-sources`.
    BadLuckSource {
        Hit = "hit",
        WoundFirst = "wound-first",
        WoundExtra = "wound-extra",
        Armor = "armor",
        Dodge = "dodge",
        Pure = "pure",
        Damage = "damage",
        Transport = "transport",
        Action = "action",
        Ability = "ability",
        SetUp = "set-up",
    }
    /// When pool dice are improved. Carries out `tle.ruling.bad-luck-improve`.
    ImproveAt { Immediate = "immediate", EndOfPhase = "end-of-phase", EndOfTurn = "end-of-turn", }
    /// How the mission is selected. Carries out `tle.ruling.mission-choice`.
    MissionChoice { Roll = "roll", Chosen = "chosen", }
    /// In which corner zone A lies. Carries out `tle.ruling.layout-quarters`, `tle.ruling.layout-corners`.
    ZonePair { LowerLeft = "lower-left", UpperLeft = "upper-left", }
    /// What the middle of a deployment zone is. Carries out `tle.ruling.objective-zone-middle`.
    ZoneMiddle { ReferencePoint = "reference-point", Centroid = "centroid", }
    /// When a model is on an objective. Carries out `tle.ruling.objective-on`.
    ObjectiveTest { Touch = "touch", CenterOfBase = "center-of-base", Wholly = "wholly", }
    /// What the cap of primary points is for. Carries out `tle.ruling.primary-cap-scope`.
    CapScope { Turn = "turn", Game = "game", }
    /// Where a bomb marker lies among the others. Carries out `tle.ruling.bombs-marker-place`.
    OtherMarker { Near = "near", Apart = "apart", Anywhere = "anywhere", }
    /// How many bomb markers a unit removes. Carries out `tle.ruling.bombs-remove`.
    BombsRemoved { AllChosen = "all-chosen", One = "one", }
    /// How often Plan of attack gives points. Carries out `tle.ruling.plan-of-attack`.
    PlanScope { PerObjective = "per-objective", PerGame = "per-game", }
    /// What uses the poison cloud up. Carries out `tle.ruling.poison-cloud-once`.
    PoisonCloudUsed { Attempt = "attempt", Completion = "completion", }
    /// For what a storm die is rolled. Carries out `tle.ruling.storm-turn`.
    StormScope { Round = "round", PlayerTurn = "player-turn", }
    /// Who scores for paint and convincing models. Carries out `tle.ruling.hobby-points`.
    HobbyPoints { Both = "both", None = "none", PerArmy = "per-army", }
    /// Who wins with equal victory points. Carries out `tle.ruling.vp-tie`.
    TieBreak { Draw = "draw", ObjectivesHeld = "objectives-held", DestroyedPoints = "destroyed-points", }
    /// How one half of the terrain mirrors the other. Carries out `tle.ruling.terrain-mirror`.
    Mirror { HalfTurn = "half-turn", Reflection = "reflection", }
    /// Which contact with soft cover shortens a move. Carries out `tle.ruling.type1-movement`.
    SoftCoverMove { AnyContact = "any-contact", StartOnly = "start-only", }
    /// Which models of a unit decide whether soft cover helps it. Carries out `tle.ruling.type1-hit-unit`.
    SoftCoverUnit { BestVisibleModel = "best-visible-model", AnyModel = "any-model", AllModels = "all-models", }
    /// Which lines across soft cover count. Carries out `tle.ruling.type1-any-line`.
    SoftCoverLine { Any = "any", AnyUntouched = "any-untouched", All = "all", }
    /// When directives are revealed. Carries out `tle.ruling.directive-reveal`.
    RevealAt { RoundStart = "round-start", OwnTurnStart = "own-turn-start", }
    /// How strong a unit returns. Carries out `tle.ruling.deus-ex-return`.
    DeusExStrength { Full = "full", SingleModel = "single-model", }
    /// Where units without a direction arrive. Carries out `tle.ruling.reserve-position`.
    DefaultDirection { Side = "side", OwnZone = "own-zone", Anywhere = "anywhere", }
    /// Which units left in reserve count as killed. Carries out `tle.ruling.reserve-leftover`.
    ReserveLost { ShockTeleport = "shock-teleport", All = "all", }
    /// How long the sixes of Bending reality last. Carries out `tle.ruling.bending-reality`.
    BendingReality { Round = "round", Game = "game", }
    /// Which leaders count for reactions. Carries out `tle.ruling.reaction-limit`.
    CountLeaders { OnBattlefield = "on-battlefield", InArmy = "in-army", }
    /// When a reaction unit must be on the battlefield. Carries out `tle.ruling.reaction-on-board`.
    ReactionUnits { MovementPhase = "movement-phase", EveryPhase = "every-phase", }
    /// Which leaders count in the battle phase. Carries out `tle.ruling.reaction-limit-battle`.
    BattleLeaders { InArmy = "in-army", AtPhaseStart = "at-phase-start", Current = "current", }
    /// How long orders change armor and hit rolls. Carries out `tle.ruling.order-duration`.
    OrderDuration { NextOwnMovementPhase = "next-own-movement-phase", EndOfTurn = "end-of-turn", }
    /// What shuts a model in that falls back. Carries out `tle.ruling.fall-back-trapped`.
    TrappedBy { EnemyModels = "enemy-models", Everything = "everything", }
    /// Which units fill the pool of power dice. Carries out `tle.ruling.power-pool-board`.
    PowerPool { InArmy = "in-army", OnBattlefield = "on-battlefield", }
    /// For whom a power can be attempted once a round. Carries out `tle.ruling.power-attempt-scope`.
    PowerAttempts { PerRound = "per-round", PerPlayer = "per-player", }
    /// How numbers of power dice are named. Carries out `tle.ruling.power-secret`.
    PowerReveal { CommitReveal = "commit-reveal", Open = "open", }
    /// Which units of the reactive player go on after a pass. Carries out `tle.ruling.remaining-reactive`.
    RemainingReactive { EveryUnit = "every-unit", ReactionUnits = "reaction-units", }
    /// After which fall backs a unit cannot charge. Carries out `tle.ruling.charge-fall-back`.
    FallBackWindow { PreviousTurn = "previous-turn", ThisTurn = "this-turn", Either = "either", }
    /// How many of the conditions for fighting a model needs. Carries out `tle.ruling.fight-criteria`.
    FightCriteria { Either = "either", All = "all", }
    /// Whose combat skill defends a mixed unit. Carries out `tle.ruling.melee-defender-skill`.
    DefenderSkill { Nearest = "nearest", Highest = "highest", Majority = "majority", }
    /// How a unit hangs together. Carries out `tle.ruling.coherency-graph`.
    CoherencyMode { Chain = "chain", AllPairs = "all-pairs", }
    /// When Cowards are checked. Carries out `tle.ruling.cowards`.
    CowardsAt { Immediate = "immediate", CoherencyPhase = "coherency-phase", }
    /// What an odd point of AP does. Carries out `tle.ruling.armor-odd-ap`.
    OddAp { RoundDown = "round-down", RoundUp = "round-up", }
    /// Which points allow fly units. Carries out `tle.ruling.fly-limit`.
    FlyPoints { AgreedLimit = "agreed-limit", ArmyCost = "army-cost", }
    /// Among which units (Unique) allows one. Carries out `tle.ruling.unique-scope`.
    UniqueScope { Army = "army", Role = "role", Datasheet = "datasheet", }
    /// Which units may counterfire. Carries out `tle.ruling.counterfire`.
    CounterfireBy { AnyUnit = "any-unit", ChargeTarget = "charge-target", }
    /// Bans on targeting that a sniper ignores. Carries out `tle.ruling.sniper`.
    TargetBan { Protected = "protected", HiddenInPlainSight = "hidden-in-plain-sight", Datasheet = "datasheet", }
    /// What Y of a ranged charge weapon counts. Carries out `tle.ruling.ranged-charge`.
    RangedChargeY { Attacks = "attacks", Ignored = "ignored", }
    /// When a transport is destroyed. Carries out `tle.ruling.transport-moment`.
    TransportDestroyedAt { AtOnce = "at-once", Removal = "removal", }
    /// Until when survivors of a transport cannot react. Carries out `tle.ruling.transport-no-reaction`.
    NoReactionUntil { EndOfTurn = "end-of-turn", EndOfRound = "end-of-round", }
}

engine::house! {
    /// The settings of a match, read.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct House from FORM {
        battle_points: u32 = "army.battle-points",
        disputes: Disputes = "dispute.mode",
        base_tolerance: Length = "models.base-tolerance",
        sight_line: Length = "visibility.line-width",
        d33: D33 = "dice.d33",
        combined_reroll: CombinedReroll = "dice.reroll-combined",
        one_fails: Vec<NaturalRoll> = "dice.natural-one-fails",
        six_succeeds: Vec<NaturalRoll> = "dice.natural-six-succeeds",
        /// None where there is no limit.
        modifier_cap: Option<i16> = "dice.modifier-cap",
        cap_exceptions: Vec<CapException> = "dice.cap-exceptions",
        wound_comparison: Comparison = "wound.comparison",
        first_wound_one_fails: bool = "wound.first-die-one-fails",
        explode_counts_modifier: bool = "wound.explode-counts-modifier",
        extra_wound_one: ExtraOne = "wound.extra-one-fails",
        any_six_explodes: bool = "wound.any-six-explodes",
        mixed_toughness: MixedToughness = "wound.mixed-toughness",
        bad_luck_sources: Vec<BadLuckSource> = "bad-luck.sources",
        bad_luck_in_combined: bool = "bad-luck.in-combined-rolls",
        improve_at: ImproveAt = "bad-luck.improve-timing",
        substitute_after_roll: bool = "bad-luck.substitute-after-roll",
        mission: MissionChoice = "mission.selection",
        /// Of a chosen mission only.
        layout: Layout = "mission.layout",
        /// Of a chosen mission only.
        secondary: Secondary = "mission.secondary",
        quarters_pair: ZonePair = "layout.quarters-pair",
        corners_pair: ZonePair = "layout.corners-pair",
        zone_middle: ZoneMiddle = "objective.zone-middle",
        side_percent: u8 = "objective.side-percent",
        objective_on: ObjectiveTest = "objective.on-test",
        objective_sticky: bool = "objective.sticky",
        primary_cap_scope: CapScope = "scoring.primary-cap-scope",
        attack_from_round: u8 = "secondary.attack-from-round",
        action_blocks_attacks: bool = "action.blocks-attacks",
        secret_mission_rechecks_zone: bool = "secondary.secret-mission-recheck-zone",
        bombs_from_own_zone: Length = "secondary.bombs-min-distance",
        other_marker: OtherMarker = "secondary.bombs-other-marker",
        /// Of markers that are kept apart only.
        marker_gap: Length = "secondary.bombs-marker-gap",
        bombs_removed: BombsRemoved = "secondary.bombs-remove",
        plan_of_attack_scope: PlanScope = "secondary.plan-of-attack-scope",
        plan_of_attack_from_round: u8 = "secondary.plan-of-attack-from-round",
        poison_cloud_used: PoisonCloudUsed = "secondary.poison-once-counts",
        storm_scope: StormScope = "secondary.storm-scope",
        hobby_points: HobbyPoints = "scoring.hobby-points",
        tie: TieBreak = "scoring.tie",
        end_on_wipeout: bool = "round.end-on-wipeout",
        terrain_mirror: Mirror = "terrain.mirror",
        full_side_contact: bool = "terrain.full-side-contact",
        terrain_clear_of_objectives: bool = "terrain.clear-of-objectives",
        wall_contact_counts: bool = "terrain.wall-contact-counts",
        wall_blocks_melee_range: bool = "terrain.wall-blocks-melee-range",
        soft_cover_move: SoftCoverMove = "terrain.type1-movement",
        soft_cover_unit: SoftCoverUnit = "terrain.type1-unit-test",
        soft_cover_line: SoftCoverLine = "terrain.type1-line-test",
        directives: u8 = "directive.per-game",
        reveal_at: RevealAt = "directive.reveal",
        deus_ex_strength: DeusExStrength = "directive.deus-ex-strength",
        deus_ex_unit_scores: bool = "directive.deus-ex-unit-scores",
        default_direction: DefaultDirection = "reserve.default-direction",
        reserve_lost: ReserveLost = "reserve.leftover",
        bending_reality: BendingReality = "directive.bending-reality-lifetime",
        count_leaders: CountLeaders = "reaction.count-leaders",
        reaction_units: ReactionUnits = "reaction.on-battlefield",
        battle_leaders: BattleLeaders = "reaction.battle-count",
        may_enter_melee_range: bool = "movement.may-enter-melee-range",
        orders: u8 = "order.per-unit",
        order_duration: OrderDuration = "order.duration",
        trapped_by: TrappedBy = "order.fall-back-trapped-by",
        power_pool: PowerPool = "power.pool-units",
        power_attempts: PowerAttempts = "power.attempts",
        power_reveal: PowerReveal = "power.reveal",
        remaining_reactive: RemainingReactive = "battle.remaining-reactive",
        forced_pass_final: bool = "battle.forced-pass-final",
        charge_from_melee_range: bool = "charge.from-melee-range",
        charge_comparison: Comparison = "charge.comparison",
        fall_back_window: FallBackWindow = "charge.fall-back-window",
        fight_criteria: FightCriteria = "melee.criteria",
        defender_skill: DefenderSkill = "melee.defender-skill",
        all_melee_weapons: bool = "melee.all-weapons",
        combat_move_without_kill: bool = "melee.combat-move-without-kill",
        coherency_mode: CoherencyMode = "coherency.mode",
        cowards_at: CowardsAt = "keyword.cowards-timing",
        odd_ap: OddAp = "armor.odd-ap",
        pure_counts_excess: bool = "armor.pure-counts-excess",
        /// None where there is no best value.
        dodge_best: Option<i16> = "armor.dodge-best",
        pure_after_dodge: bool = "armor.pure-after-dodge",
        additional_leader_cost: i32 = "army.additional-leader-cost",
        colorless_commander_takes_all: bool = "army.colorless-commander-takes-all",
        fly_points: FlyPoints = "army.fly-points-base",
        unique_scope: UniqueScope = "army.unique-scope",
        counterfire_by: CounterfireBy = "keyword.counterfire-by",
        sniper_ignores: Vec<TargetBan> = "keyword.sniper-ignores",
        ranged_charge_y: RangedChargeY = "keyword.ranged-charge-y",
        recursive_deflect: bool = "keyword.deflect-recursive",
        flying_placed_on_terrain: bool = "keyword.flying-placed-on-terrain",
        transport_destroyed_at: TransportDestroyedAt = "transport.destroyed-at",
        no_reaction_until: NoReactionUntil = "transport.no-reaction-until",
    }
}

/// The form: one setting for each ruling with a knob, the size of the armies and the mission first, then in the order of
/// the rulebook.
pub(crate) static FORM: LazyLock<Vec<Setting>> = LazyLock::new(|| {
    let mut form = form(RULEBOOK).expect("the rulebook is read in a test");
    form.sort_by_key(|setting| (setting.name != "army.battle-points", !setting.name.starts_with("mission.")));
    form
});

#[cfg(test)]
mod tests {
    use engine::house::{Settings, Value};

    use super::*;

    #[test]
    fn every_knob_of_the_rulebook_is_read_whatever_it_is_set_to() {
        House::assert_reads_all(&[]);
    }

    #[test]
    fn what_is_not_set_has_the_default_of_the_rulebook() {
        let house = House::read(&Settings::new()).unwrap();
        assert_eq!(
            (house.battle_points, house.directives, house.modifier_cap, house.dodge_best),
            (2_000, 5, Some(1), None)
        );
        assert_eq!((house.base_tolerance, house.marker_gap), (Length::mm(10), Length::inches(1)));
        assert_eq!((house.one_fails.len(), house.bad_luck_sources.len(), house.sniper_ignores.len()), (0, 11, 3));
        assert_eq!(
            (house.mission, house.layout, house.secondary),
            (MissionChoice::Roll, Layout::Quarters, Secondary::Attack)
        );
    }

    #[test]
    fn only_a_chosen_mission_asks_for_its_layout_and_its_secondary() {
        let needed = |name: &str| FORM.iter().find(|setting| setting.name == name).and_then(|one| one.needs.clone());
        let chosen = Some(("mission.selection".to_owned(), Value::Choice("chosen".parse().unwrap())));
        assert_eq!((needed("mission.layout"), needed("mission.secondary")), (chosen.clone(), chosen));
        assert!(needed("secondary.bombs-marker-gap").is_some());
        assert_eq!(FORM.iter().filter(|setting| setting.needs.is_some()).count(), 3);
    }
}
