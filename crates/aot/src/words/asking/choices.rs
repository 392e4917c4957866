//! Forms in which something is chosen, or models are given targets.

use ground::{Length, Side};
use smallvec::SmallVec;
use vocabulary::{Choice, Form, ModelId, Ref, Refusal, Seat, Share, Token, UnitId};

use crate::chapters::charging::CHARGE_RANGE;
use crate::chapters::modifiers::{Modifier, Value};
use crate::chapters::soul::{CHANNEL, Mark, NEGATE, Spell};
use crate::chapters::targets::Targeting;
use crate::chapters::transport::EMBARK;
use crate::fact::{Action, Reaction};
use crate::forces::ability::Ability;
use crate::forces::doctrine::Feat;
use crate::prompt::{Batch, DEPLOY, PASS, Prompt, STOP, VANGUARD, YES};
use crate::state::{Models, State, Units, Whereabouts};
use crate::words::voice::{Voice, counted};

/// What a Reaction of a unit that has not acted costs.
const SPENDS: &str = " This uses up the Action of the Round.";

/// The form of a choice or an assignment.
pub(super) fn choices(state: &State, seat: Seat, prompt: &Prompt) -> Form {
    if let Some(targeting) = prompt.targeting() {
        return assign(state, targeting);
    }
    let say = Voice::of_seat(state, seat);
    match prompt {
        Prompt::Select => Form::one(select(say, seat)),
        Prompt::SetUp { without } => Form::one(set_up(say, seat, without)),
        Prompt::React { acting, charge, units } => Form::at_most_one(react(say, *acting, *charge, units)),
        Prompt::CutDown { runner, units } => {
            let strike = |unit: &UnitId| {
                let token = Token::about(Reaction::CutDown.word(), *unit);
                let (it, its) = (say.does(*runner, "it", "them"), say.does(*unit, "its", "their"));
                let spent = if state.unit(*unit).spent { "" } else { SPENDS };
                let text = format!("Strike at {it} with {its} Battle weapons.{spent}");
                Choice::new(token, format!("{}: Cut Down", state.unit_name(*unit))).meaning(text)
            };
            Form::at_most_one(units.iter().map(strike).collect())
        }
        Prompt::Embark { unit, among } => {
            let ride = |transport: &UnitId| {
                let token = Token::about(EMBARK, *transport);
                let text = say.does(
                    *unit,
                    "It leaves the battlefield until it gets out.",
                    "They leave the battlefield until they get out.",
                );
                Choice::new(token, format!("into {}", state.unit_name(*transport))).meaning(text)
            };
            Form::at_most_one(among.iter().map(ride).collect())
        }
        Prompt::Feat { now } => {
            let performed = |(feat, unit): (&Feat, UnitId)| {
                let token = Token::about(feat.id, unit);
                Choice::new(token, format!("{}: {}", state.unit_name(unit), feat.name)).meaning(feat.text.clone())
            };
            Form::at_most_one(state.feats_at(seat, now).into_iter().map(performed).collect())
        }
        Prompt::Negate { spell, units, .. } => {
            Form::at_most_one(units.iter().map(|unit| negate(state, *unit, *spell)).collect())
        }
        Prompt::Spell { model } => Form::one(Spell::ALL.map(|spell| cast(say, *model, spell)).into()),
        Prompt::Target { model, spell } => {
            let aimed = |mark: Mark| {
                let label = match mark {
                    Mark::Unit(unit) => say.listed(unit),
                    Mark::Model(model) => say.model_called(model),
                };
                let choice = Choice::new(mark.token(), label);
                choice.unless(state.why_no_mark(*model, mark))
            };
            Form::one(state.candidates(*model, *spell).map(aimed).collect())
        }
        Prompt::Charge { unit, among } => charge(say, *unit, among),
        Prompt::Casualty { unit, picks, .. } => casualty(say, *unit, *picks),
        Prompt::Groups { .. } | Prompt::Order { .. } => {
            let option = |token: Token| match (prompt, token.item()) {
                (Prompt::Groups { groups, .. }, Some(place)) => Choice::new(token, batch(say, groups[place])),
                _ => named(say, token),
            };
            Form::in_order(prompt.tokens(state, seat).into_iter().map(option).collect())
        }
        _ => {
            let option = |token: Token| match prompt {
                Prompt::Draw => yes_or_no(token, "The battle ends in a draw if all agree.", "The battle goes on."),
                Prompt::Accept { .. } => {
                    yes_or_no(token, "The battle is fought here if all agree.", "Another battlefield is proposed.")
                }
                Prompt::Heal { .. } | Prompt::Revive { .. } | Prompt::Trapped { .. } => with_health(say, token),
                Prompt::Friend { .. } | Prompt::Struck { .. } | Prompt::Foe { .. } => with_models(say, token),
                Prompt::Edge { .. } | Prompt::FleeTo { .. } => edge(token),
                _ => named(say, token),
            };
            Form::one(prompt.tokens(state, seat).into_iter().map(option).collect())
        }
    }
}

fn yes_or_no(token: Token, yes: &str, no: &str) -> Choice {
    if token == Token::Word(YES) {
        Choice::new(token, "yes").meaning(yes)
    } else {
        Choice::new(token, "no").meaning(no)
    }
}

/// An option that is called what it points at.
fn named(say: Voice<'_>, token: Token) -> Choice {
    let state: &State = &say;
    let label = match token {
        Token::Ref(Ref::Unit(unit)) if state.is_unit(unit) => say.listed(unit),
        Token::Ref(Ref::Model(model)) if state.is_model(model) => state.model_name(model),
        Token::Ref(Ref::Area(area)) => {
            let field = state.battlefield();
            let zone = field.zone_of(area).map(|zone| format!("the {} zone", field.zones[zone].name));
            let piece = field.terrain_of(area).map(|place| field.terrain[place].name.clone());
            zone.or(piece).unwrap_or_else(|| token.to_string())
        }
        Token::Ref(Ref::Weapon(weapon)) => state.weapon_of(weapon).map_or_else(
            || token.to_string(),
            |(model, place)| {
                let weapon = state.weapon(model, place);
                format!("{}, Power {}", weapon.name, state.raised(state.unit_of(model), Value::Power, weapon.power))
            },
        ),
        other => other.to_string(),
    };
    Choice::new(token, label)
}

/// Attacks or hits that are put in an order.
fn batch(say: Voice<'_>, batch: Batch) -> String {
    let state: &State = &say;
    match batch {
        Batch::Attacks { card, weapon, target, models } => {
            let weapon = &state.fixed.cards[card.index()].weapons[usize::from(weapon)].name;
            let models = counted(models, "model", "models");
            format!("{models} with {weapon} at {}", say.called(target))
        }
        Batch::Hits { hits, damage } => {
            format!("{} of {damage} damage", counted(hits, "hit", "hits"))
        }
    }
}

/// A model with the Health it has left.
fn with_health(say: Voice<'_>, token: Token) -> Choice {
    let state: &State = &say;
    let choice = named(say, token);
    match token {
        Token::Ref(Ref::Model(model)) => {
            let most = state.card(model).health;
            choice.meaning(format!("{} of {most} Health.", state.model(model).health))
        }
        _ => choice,
    }
}

/// A unit with the number of its models.
fn with_models(say: Voice<'_>, token: Token) -> Choice {
    let state: &State = &say;
    let choice = named(say, token);
    match token {
        Token::Ref(Ref::Unit(unit)) => choice.meaning(counted(state.living(unit).count() as u32, "model.", "models.")),
        _ => choice,
    }
}

/// Units with their Actions, and those that cannot act with the reason.
fn select(say: Voice<'_>, seat: Seat) -> Vec<Choice> {
    let state: &State = &say;
    let option = |unit: UnitId, action: Action| {
        let token = Token::about(action.word(), unit);
        Choice::new(token, format!("{}: {}", state.unit_name(unit), action.label())).meaning(action.text())
    };
    let mut options = Vec::new();
    for unit in state.units_of(seat).filter(|unit| state.unit(*unit).at != Whereabouts::Gone) {
        let actions = state.actions_of(unit);
        options.extend(actions.iter().map(|action| option(unit, *action)));
        if let Some(model) = state.channeller(unit).filter(|_| state.house().soul) {
            let token = Token::about(CHANNEL, unit);
            let text = format!("Channel a spell, on top of the normal Action. {} Soul left.", state.model(model).soul);
            let channel = Choice::new(token, format!("{}: Channel", state.model_name(model))).meaning(text);
            options.push(channel.unless(state.why_no_soul_action(unit, model)));
        }
        let refused: &[Action] = match (state.unit(unit).at, actions) {
            (Whereabouts::OnField, []) => &[Action::MoveAndShoot],
            (Whereabouts::OnField, [Action::MoveAndShoot, ..]) => &[],
            (Whereabouts::Aboard(_), _) => &[Action::MoveAndShoot],
            (Whereabouts::OnField, _) => {
                &[Action::MoveAndShoot, Action::MoveAndCharge, Action::Advance, Action::Hold, Action::FiringRetreat]
            }
            (_, []) => &[Action::Enter],
            _ => &[],
        };
        for action in refused.iter().filter(|action| !actions.contains(action)) {
            let refusal = match action {
                Action::FiringRetreat => {
                    let text = format!("{} {} no way out", say.called(unit), say.does(unit, "finds", "find"));
                    Refusal::new("aot.ruling.retreat-impossible", text).about(Ref::Unit(unit))
                }
                _ => state.why_not(seat, unit, Some(*action)),
            };
            options.push(option(unit, *action).unless(Some(refusal)));
        }
    }
    if state.may_stop(seat) {
        let text = "You are done for this Action Phase.";
        options.push(Choice::new(Token::Word(STOP), "stop").meaning(text));
    } else if state.house().may_pass {
        options.push(Choice::new(Token::Word(PASS), "pass").meaning("You select nothing this turn."));
    } else {
        let able: Units = state.fielded_by(seat).filter(|unit| !state.unit(*unit).spent).collect();
        let text = format!("{} can still act", say.called_all(&able));
        let refusal =
            able.iter().fold(Refusal::new("aot.ruling.no-passing", text), |r, unit| r.about(Ref::Unit(*unit)));
        options.push(Choice::new(Token::Word(STOP), "stop").unless(Some(refusal)));
    }
    options
}

/// A spell with its cost, and why it cannot be channelled.
fn cast(say: Voice<'_>, model: ModelId, spell: Spell) -> Choice {
    let state: &State = &say;
    let refused = if !state.can_pay(model, spell) {
        let has = say.model_verb(model, "has", "have");
        let text =
            format!("it takes {} Soul; {} {has} {}", spell.cost(), say.model_called(model), state.model(model).soul);
        Some(Refusal::new("aot.soul.spell-cost", text))
    } else if spell == Spell::Shroud && !state.house().traits {
        Some(Refusal::new("aot.ruling.modules-off", "this battle is fought without weapon traits"))
    } else if state.marks(model, spell).is_empty() {
        Some(match state.candidates(model, spell).find_map(|mark| state.why_no_mark(model, mark)) {
            Some(reason) => reason,
            None => Refusal::new(spell.rule(), "there is nobody to channel it on"),
        })
    } else {
        None
    };
    let choice = Choice::new(Token::Word(spell.word()), format!("{} ({} Soul)", spell.label(), spell.cost()));
    choice.meaning(spell.text()).unless(refused)
}

/// A unit that may undo a spell.
fn negate(state: &State, unit: UnitId, spell: Spell) -> Choice {
    let choice = Choice::new(Token::about(NEGATE, unit), format!("{}: Negate", state.unit_name(unit)));
    let Some(model) = state.negator(unit) else { return choice };
    choice.meaning(match (state.negate_cost(model, spell), state.house().negate_assassin) {
        (0, Some(need)) => format!("On a D6 of {need}+ the spell is negated. Costs no Action."),
        (0, None) => "The spell is negated. Costs no Action.".to_owned(),
        (cost, _) => format!("The spell is negated for {cost} of {} Soul. Costs no Action.", state.model(model).soul),
    })
}

/// Units to be set up, on the battlefield or in Vanguard.
fn set_up(say: Voice<'_>, seat: Seat, without: &[UnitId]) -> Vec<Choice> {
    let state: &State = &say;
    let mut options = Vec::new();
    for unit in state.to_set_up(seat) {
        let name = state.unit_name(unit);
        let deploy = Choice::new(Token::about(DEPLOY, unit), format!("{name}: on the battlefield"));
        let room = Refusal::new("aot.ruling.deploy-no-room", "no room was found in your zone");
        let no_room = without.contains(&unit).then(|| room.about(Ref::Unit(unit)));
        options.push(deploy.meaning("Wholly in your zone.").unless(no_room));
        let refused = state.why_no_ride(unit);
        if refused.is_some() || !state.rides_at_start(unit).is_empty() {
            let ride = Choice::new(Token::about(EMBARK, unit), format!("{name}: in a Transport"));
            let ride = ride.meaning("Start the battle aboard, and get out with an Action of the Transport.");
            options.push(ride.unless(refused));
        }
        if state.has(unit, Ability::Vanguard) {
            let refusal = Refusal::new("aot.setup.vanguard-half", "half of your units are already in Vanguard");
            let refused = (!state.may_hold_back(unit)).then(|| refusal.about(Ref::Unit(unit)));
            let vanguard = Choice::new(Token::about(VANGUARD, unit), format!("{name}: in Vanguard"));
            options.push(
                vanguard
                    .meaning("Wait off the table, and enter from any edge from the second Round on.")
                    .unless(refused),
            );
        }
    }
    options
}

/// Reactions of each unit, and why some are not possible.
fn react(say: Voice<'_>, acting: UnitId, charge: bool, units: &[UnitId]) -> Vec<Choice> {
    let state: &State = &say;
    let all = [Reaction::Evade, if charge { Reaction::CounterCharge } else { Reaction::ReturnFire }];
    let mut options = Vec::new();
    for unit in units {
        for reaction in all {
            let token = Token::about(reaction.word(), *unit);
            let text = match reaction {
                Reaction::Evade => "Move towards the nearest terrain before the attack.",
                Reaction::ReturnFire => "Shoot back at the attackers.",
                Reaction::CounterCharge => "Roll Charge Vigor, too; the higher roll charges.",
                Reaction::CutDown => "Strike at those who leave.",
            };
            let spent = if state.unit(*unit).spent { "" } else { SPENDS };
            let choice = Choice::new(token, format!("{}: {}", state.unit_name(*unit), reaction.label()));
            let refused =
                (!state.may_react(*unit, reaction, acting)).then(|| no_reaction(say, *unit, reaction, acting));
            options.push(choice.meaning(format!("{text}{spent}")).unless(refused));
        }
    }
    options
}

/// Why a unit cannot react like that.
fn no_reaction(say: Voice<'_>, unit: UnitId, reaction: Reaction, acting: UnitId) -> Refusal {
    let state: &State = &say;
    let (name, other) = (say.called(unit), say.called(acting));
    let is = say.does(unit, "is", "are");
    let engaged = state.is_engaged(unit) && !state.house().engaged_units_react;
    let (rule, text) = match reaction {
        _ if engaged => ("aot.ruling.reaction-engaged-units", format!("{name} {is} in Battle Range of an enemy")),
        Reaction::CounterCharge if state.is_given(unit, Modifier::Suppressed) => {
            ("aot.feat.suppressive-fire", format!("{name} {is} kept down by Suppressive Fire"))
        }
        Reaction::Evade => ("aot.ruling.evade-direction", "there is no terrain to evade to".to_owned()),
        Reaction::ReturnFire => ("aot.ruling.return-fire-limits", format!("no model of {name} could shoot at {other}")),
        Reaction::CounterCharge if !state.units_within(unit, acting, CHARGE_RANGE) => (
            "aot.ruling.counter-charge-resolution",
            format!("{other} {} more than {CHARGE_RANGE} away", say.does(acting, "is", "are")),
        ),
        _ => ("aot.ruling.charge-line-of-sight", format!("no model of {name} sees {other}")),
    };
    Refusal::new(rule, text).about(Ref::Unit(unit)).about(Ref::Unit(acting))
}

/// Charge targets in their order, and why other enemies are none.
fn charge(say: Voice<'_>, unit: UnitId, among: &[UnitId]) -> Form {
    let state: &State = &say;
    let mut options = Vec::new();
    for enemy in state.enemies_of(state.seat_of(unit)) {
        let away = state.gap(unit, enemy).unwrap_or(Length::ZERO);
        let choice = Choice::new(enemy.into(), say.called(enemy)).meaning(format!("{} away.", away.about()));
        let refused = (!among.contains(&enemy)).then(|| {
            if away > CHARGE_RANGE {
                let is = say.does(enemy, "is", "are");
                let text = format!("{} {is} more than {CHARGE_RANGE} away", say.called(enemy));
                Refusal::new(state.house().edition.charge_targets(), text)
                    .by(away - CHARGE_RANGE)
                    .about(Ref::Unit(enemy))
            } else {
                let text = format!("no model of {} sees {}", say.called(unit), say.called(enemy));
                Refusal::new("aot.ruling.charge-line-of-sight", text).about(Ref::Unit(enemy))
            }
        });
        options.push(choice.unless(refused));
    }
    let max = among.len() as u16;
    Form::Choose { options, min: 0, max, ordered: true, budget: None, groups: Vec::new() }
}

/// The models that may take damage, and why others may not.
fn casualty(say: Voice<'_>, unit: UnitId, picks: u8) -> Form {
    let state: &State = &say;
    let among = state.next_in_line(unit);
    let option = |model: ModelId| {
        // After the first, others may be next.
        let never = if picks > 1 { state.is_character(model) } else { !among.contains(&model) };
        let refused = never.then(|| why_no_casualty(state, unit, model.into(), &[]));
        with_health(say, model.into()).unless(refused)
    };
    let options = state.living(unit).map(option).collect();
    let picks = picks.into();
    Form::Choose { options, min: picks, max: picks, ordered: picks > 1, budget: None, groups: Vec::new() }
}

/// Why a model cannot be the next to take damage, when some are gone already.
pub(super) fn why_no_casualty(state: &State, unit: UnitId, token: Token, gone: &[ModelId]) -> Refusal {
    let Some(model) = token.model().filter(|model| state.is_model(*model) && state.unit_of(*model) == unit) else {
        return Refusal::new("aot.attack.defender-allocates", format!("{token} cannot be chosen here"));
    };
    let among = state.next_in_line_after(unit, gone);
    let (rule, text) = if gone.contains(&model) || !state.lives(model) {
        ("aot.attack.removal", "it is gone already")
    } else if state.is_character(model) {
        ("aot.accompany.soldiers-first", "Soldiers take damage before their character")
    } else if among.iter().any(|model| state.is_damaged(*model)) {
        ("aot.attack.same-model-until-destroyed", "a damaged model takes the damage first")
    } else {
        ("aot.attack.removal", "without it the unit would not be in Unit Coherency")
    };
    Refusal::new(rule, text).about(Ref::Model(model))
}

/// Models, or single weapons where the settings let them go their own ways, and whom each can attack.
fn assign(state: &State, targeting: Targeting<'_>) -> Form {
    let blows = &targeting.blows(state);
    let mut pairs: Vec<(Token, Token)> = Vec::new();
    for blow in blows.iter().copied().chain(state.aimable(blows)) {
        let target = blow.aim.map_or_else(|| blow.target.into(), Token::from);
        let pair = (state.source(blow), target);
        if !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    let mut from: Vec<Share<Token>> = Vec::new();
    let mut to: Vec<Share<Token>> = Vec::new();
    for (source, target) in &pairs {
        if !from.iter().any(|share| share.of == *source) {
            from.push(Share { of: *source, min: targeting.least(*source), max: 1 });
        }
        match to.iter_mut().find(|share| share.of == *target) {
            Some(share) => share.max += 1,
            None => to.push(Share { of: *target, min: 0, max: 1 }),
        }
    }
    Form::Assign { from, to, pairs: Some(pairs) }
}

impl State {
    /// How far two units are apart, rounded up to a unit of length. Carries out `aot.ruling.measuring`.
    pub(crate) fn gap(&self, one: UnitId, other: UnitId) -> Option<Length> {
        let others: Models = self.standing(other).collect();
        let gaps = self.standing(one).flat_map(|model| {
            let gap = |enemy: &ModelId| self.shape(model).apart(self.shape(*enemy));
            others.iter().map(gap).collect::<SmallVec<[_; 16]>>()
        });
        gaps.min().map(ground::Apart::up)
    }
}

/// An edge of the battlefield.
fn edge(token: Token) -> Choice {
    let side = token.item().and_then(Side::numbered);
    Choice::new(token, side.map_or_else(String::new, |side| format!("the {side} edge")))
}
