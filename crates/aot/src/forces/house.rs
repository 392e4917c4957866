//! House rules: one setting for each ruling with a knob, and what each is called in the code.

use std::sync::LazyLock;

use engine::house::form;
use ground::Length;
use vocabulary::Setting;

use crate::forces::edition::Edition;

/// The rulebook, as text.
pub(crate) const RULEBOOK: &str = include_str!("../../../../rulebook/archives-of-tomorrow.toml");

engine::choices! {
    /// When Reverse Time mends. Carries out `aot.ruling.reverse-time-moment`.
    ReverseTime { RoundStart = "round-start", ControlPhase = "control-phase", }
    /// What it costs an Alchemist to undo a spell. Carries out `aot.ruling.negate-cost`.
    NegateCost { SpellCost = "spell-cost", One = "one", }
    /// Whether the additional attack of Burst is rolled for. Carries out `aot.ruling.burst-needs-roll`.
    Burst { AutoHit = "auto-hit", Roll = "roll", }
    /// Which charged units may react. Carries out `aot.ruling.charge-who-reacts`.
    Reactors { ByEdition = "by-edition", PrimaryOnly = "primary-only", All = "all", }
    /// How far an Evade goes. Carries out `aot.ruling.evade-distance`.
    EvadeBy { D6 = "d6", D3 = "d3", Speed = "speed", HalfSpeed = "half-speed", }
    /// When Return Fire is resolved. Carries out `aot.ruling.return-fire-timing`.
    ReturnFire { After = "after", Simultaneous = "simultaneous", Before = "before", }
    /// Who charges when Vigors are equal. Carries out `aot.ruling.counter-charge-tie`.
    Tie { Acting = "acting", Reacting = "reacting", Reroll = "reroll", Neither = "neither", }
    /// What becomes of a retreat that has no way out. Carries out `aot.ruling.retreat-impossible`.
    BlockedRetreat { Stay = "stay-and-lose-action", Forbid = "forbid-declaration", }
    /// What equal roll-offs do. Carries out `aot.ruling.roll-off-ties`.
    RollOff { RerollTied = "reroll-tied", PreviousOrder = "previous-order", RerollAll = "reroll-all", }
    /// What a move is measured by. Carries out `aot.ruling.move-path`.
    Measure { Path = "path", StartToEnd = "start-to-end", }
    /// When a unit that is partly in Cover has it. Carries out `aot.ruling.cover-mixed-unit`.
    MixedCover { PerModel = "per-allocated-model", AllModels = "all-models", Majority = "majority", }
    /// How many weapons a model uses. Carries out `aot.ruling.weapon-choice`.
    Weapons { All = "all", One = "one", }
    /// Whether weapons of one model may go at several units. Carries out `aot.ruling.split-fire`.
    SplitFire { PerModel = "per-model", PerWeapon = "per-weapon", }
    /// Which Power gives the dice of an impact. Carries out `aot.ruling.battle-weapon-power`.
    ImpactPower { Highest = "highest", Lowest = "lowest", OwnerChoice = "owner-choice", }
    /// Whose abilities an accompanied unit has. Carries out `aot.ruling.accompanied-mixed-specs`.
    Shared { AllMustHave = "all-models-must-have", AnyShares = "any-model-shares", }
    /// How many Terror Rolls a unit makes. Carries out `aot.ruling.terror-one-roll`.
    TerrorRolls { One = "one", PerTerror = "one-per-terror-unit", }
    /// When a unit is on an Archive. Carries out `aot.ruling.on-an-archive`.
    OnArchive {
        AnyOverlap = "any-overlap-any-model",
        Centre = "base-centre-any-model",
        Wholly = "wholly-any-model",
        AllModels = "all-models",
    }
    /// Who scores a contested Archive. Carries out `aot.ruling.archive-contested`.
    Contested { AllScore = "all-score", NoneScore = "none-score", MostModels = "most-models", }
    /// How far apart Archives lie. Carries out `aot.ruling.archive-placement`.
    SpacingFrom { Edge = "edge", Centre = "centre", }
    /// When a battle stops. Carries out `aot.ruling.victory-check-time`.
    StopAt { EndOfRound = "end-of-round", Immediately = "immediately", }
    /// What happens when several reach the target. Carries out `aot.ruling.victory-same-round-choice`.
    SameRound { Ask = "ask", Draw = "draw", Continue = "continue", HigherWins = "higher-wins", }
    /// Who scores a Leader that its own side destroyed. Carries out `aot.ruling.leader-vp-credit`.
    OwnLeader { Nobody = "nobody", AllEnemies = "all-enemies", }
    /// How large the table is. Carries out `aot.ruling.table-size-default`.
    TableSize { ByRequisition = "by-requisition", Small = "44x44", Large = "60x44", }
}

engine::house! {
    /// The settings of a match, read.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct House from FORM {
        edition: Edition = "edition",
        /// Whether weapon traits count. Carries out `aot.ruling.module-traits`, `aot.ruling.modules-off`.
        traits: bool = "module.traits",
        /// Before the third edition only.
        burst: Burst = "burst.extra-attack",
        /// Whether Archives have effects. Carries out `aot.ruling.module-archive-effects`, `aot.ruling.modules-off`.
        archive_effects: bool = "module.archive-effects",
        /// In the second edition only.
        reverse_time: ReverseTime = "archive.reverse-time-ed2",
        /// Whether Feats are performed. Carries out `aot.ruling.module-feats`, `aot.ruling.modules-off`.
        feats: bool = "module.feats",
        /// Whether factions have their rules. Carries out `aot.ruling.faction-data`.
        faction_rules: bool = "faction.rules",
        /// Whether Transports take units aboard. Carries out `aot.ruling.module-transports`, `aot.ruling.modules-off`.
        transports: bool = "module.transports",
        embarked_count: bool = "control.embarked-counts",
        several_aboard: bool = "transport.several-units",
        embark_engaged: bool = "transport.embark-engaged",
        /// Whether spells are channelled. Carries out `aot.ruling.module-soul`, `aot.ruling.modules-off`.
        soul: bool = "module.soul",
        channel_roll: Option<i16> = "channel.roll",
        negate_cost: NegateCost = "negate.cost",
        negate_assassin: Option<i16> = "negate.assassin-roll",
        negate_range: Option<Length> = "negate.range",
        soul_blocked_by_reaction: bool = "soul.blocked-by-reaction",
        spells_need_sight: bool = "spell.needs-sight",
        spells_on_own_unit: bool = "spell.own-unit",
        spells_stack: bool = "spell.same-stacks",
        engaged_units_react: bool = "reaction.engaged-units",
        retarget_after_evade: bool = "shoot.retarget-after-evade",
        charge_reactors: Reactors = "charge.reactors",
        charge_touches_undeclared: bool = "charge.touch-undeclared",
        charge_needs_sight: bool = "charge.needs-sight",
        evade_by: EvadeBy = "evade.distance",
        return_fire: ReturnFire = "return-fire.timing",
        return_fire_modifier: i16 = "return-fire.modifier",
        charge_tie: Tie = "charge.tie",
        blocked_retreat: BlockedRetreat = "retreat.blocked",
        may_pass: bool = "turn.pass",
        roll_off: RollOff = "dice.roll-off-ties",
        measure: Measure = "move.measure",
        descent_costs: bool = "move.descent-costs",
        unstable_lowers_vigor: bool = "charge.unstable-lowers-compared",
        mixed_cover: MixedCover = "cover.mixed-unit",
        hulking_in_cover: bool = "placement.hulking-in-cover",
        connected: bool = "coherency.connected",
        weapons: Weapons = "attack.weapons",
        split_fire: SplitFire = "attack.split-fire",
        impact_power: ImpactPower = "impact.power",
        shared_abilities: Shared = "accompany.abilities",
        characters_return: bool = "regenerate.characters",
        terror_rolls: TerrorRolls = "terror.rolls",
        flight_costs_next_action: bool = "terror.flight-costs-next-action",
        /// In the first edition only.
        severe_overflow: bool = "damage.severe-overflow-ed1",
        on_archive: OnArchive = "archive.on-test",
        contested: Contested = "archive.contested",
        spacing_from: SpacingFrom = "archive.spacing-from",
        stop_at: StopAt = "end.stop-at-target",
        same_round: SameRound = "end.same-round-tie",
        target: Option<i32> = "end.victory-target",
        own_leader: OwnLeader = "leader.self-destroyed",
        last_standing_wins: bool = "end.last-standing-wins",
        round_limit: u16 = "end.round-limit",
        gap_required: bool = "zones.gap-required",
        requisition: u32 = "force.requisition-limit",
        table: TableSize = "table.size",
        archives: u8 = "archive.count",
    }
}

impl House {
    /// Which parts of the rules are played, in words. Carries out `aot.game.core-and-advanced`,
    /// `aot.ruling.modules-off`.
    pub(crate) fn modules(&self) -> String {
        let modules = [
            (self.traits, "weapon traits"),
            (self.feats, "Feats"),
            (self.archive_effects, "Archive Effects"),
            (self.soul, "Soul"),
            (self.transports, "Transports"),
        ];
        let on = modules.iter().filter(|(on, _)| *on).map(|(_, name)| *name);
        std::iter::once("core rules").chain(on).collect::<Vec<_>>().join(", ")
    }
}

/// The form: one setting for each ruling with a knob, the edition and the modules first, then in the order of the
/// rulebook.
pub(crate) static FORM: LazyLock<Vec<Setting>> = LazyLock::new(|| {
    let mut form = form(RULEBOOK).expect("the rulebook is read in a test");
    form.sort_by_key(|setting| (setting.name != "edition", !setting.name.starts_with("module.")));
    form
});

#[cfg(test)]
mod tests {
    use engine::house::Settings;

    use super::*;

    #[test]
    fn every_knob_of_the_rulebook_is_read_whatever_it_is_set_to() {
        // These are about forces, and read by `ForceRules`.
        House::assert_reads_all(&["base.defaults", "card.roughnecks-rank"]);
    }

    #[test]
    fn what_is_not_set_has_the_default_of_the_rulebook() {
        let house = House::read(&Settings::new()).unwrap();
        assert_eq!((house.round_limit, house.requisition, house.target), (12, 1_000, None));
    }
}
