//! Questions in the shared vocabulary: their sentences, forms and suggestions.

mod choices;
mod suggestions;

use ground::Length;
use vocabulary::{Ask, Form, ModelId, Omit, Ref, Refusal, Seat, Token, UnitId};

use crate::chapters::modifiers::Modifier;
use crate::chapters::movement::{Gait, Move};
use crate::forces::doctrine::Occasion;
use crate::forces::edition::Edition;
use crate::prompt::{Prompt, Sequence};
use crate::state::{State, Units};
use crate::words::telling::capital;

/// A prompt as the Commander who is asked sees it.
pub(crate) fn describe(state: &State, seat: Seat, prompt: &Prompt) -> Ask {
    let (text, about) = question(state, seat, prompt);
    Ask {
        id: 0,
        seat,
        text,
        why: why(state, prompt).into(),
        about,
        form: form(state, seat, prompt),
        sealed: false,
        secret: false,
        suggestions: suggestions::suggestions(state, seat, prompt),
        proposal: None,
        pass: prompt.pass(state),
        orders: Vec::new(),
    }
}

/// The rule that asks. Who shoots in a Firing Retreat or a Return Fire is asked in the same words as any other shooting.
pub(crate) fn why(state: &State, prompt: &Prompt) -> &'static str {
    match prompt {
        Prompt::Casualty { among, .. } if among.len() > 1 && among.iter().all(|model| state.is_damaged(*model)) => {
            "aot.ruling.allocation-already-damaged"
        }
        Prompt::Fight { units, only: None } if units.iter().any(|unit| state.engaged_with(*unit).len() > 1) => {
            "aot.fight.split-targets"
        }
        Prompt::Aim { unit, only: Some(_), .. } if state.is_acting(*unit) => "aot.action.firing-retreat-shoot",
        Prompt::Aim { only: Some(_), .. } => "aot.ruling.return-fire-limits",
        Prompt::Aim { lost: Some(_), .. } => "aot.ruling.shoot-targets-after-evade",
        Prompt::Fight { only: Some(_), .. } => "aot.reaction.cut-down-attack",
        Prompt::Fight { only: None, .. } => "aot.battle-phase.everyone-fights",
        Prompt::CutDown { .. } if state.fleeing.is_some() => "aot.terror.cut-down",
        Prompt::Place { unit } if state.room_for(*unit).is_none() => "aot.ruling.deploy-no-room",
        Prompt::Survivors { unit, hull } if state.survivors_room(*unit, *hull).len() < state.alive(*unit).count() => {
            "aot.ruling.destroyed-transport-no-room"
        }
        _ => prompt.why(state),
    }
}

/// Why an option cannot be chosen, where the question shows it with a reason.
pub(crate) fn reason(state: &State, seat: Seat, prompt: &Prompt, token: Token) -> Option<Refusal> {
    let Form::Choose { options, .. } = form(state, seat, prompt) else { return None };
    let shown = options.into_iter().find(|option| option.token == token)?;
    shown.refused.map(|refused| *refused)
}

/// Why a model cannot be the next to take damage, when some are gone already.
pub(crate) fn why_no_casualty(state: &State, unit: UnitId, token: Token, gone: &[ModelId]) -> Refusal {
    choices::why_no_casualty(state, unit, token, gone)
}

fn form(state: &State, seat: Seat, prompt: &Prompt) -> Form {
    match prompt {
        Prompt::Move { walk } => {
            let omit = match &walk.gait {
                Gait::Enter { .. } if walk.may_stay(state) => Omit::Everybody,
                Gait::Enter { .. } => Omit::Nobody,
                _ => Omit::Anybody,
            };
            walk.ready(state).form(omit)
        }
        Prompt::Place { unit } => {
            let omit = if state.room_for(*unit).is_none() { Omit::Everybody } else { Omit::Nobody };
            state.set_up_in_zone(*unit).form(omit)
        }
        Prompt::Return { unit, model, .. } => state.coming_back(*unit, *model).form(Omit::Everybody),
        Prompt::Disembark { unit, transport, close, .. } => {
            let omit = if prompt.pass(state).is_some() { Omit::Everybody } else { Omit::Nobody };
            state.getting_out(*unit, state.alive(*unit).collect(), state.hull(*transport), *close).form(omit)
        }
        Prompt::Survivors { unit, hull } => {
            let room = state.survivors_room(*unit, *hull).len();
            let omit = if room < state.alive(*unit).count() { Omit::Anybody } else { Omit::Nobody };
            state.thrown_out(*unit, state.alive(*unit).collect(), *hull).form(omit)
        }
        _ => choices::choices(state, seat, prompt),
    }
}

/// The question in a sentence, and what it is about.
fn question(state: &State, seat: Seat, prompt: &Prompt) -> (String, Vec<Ref>) {
    let name = |unit: &UnitId| state.unit_name(*unit);
    let called = |unit: &UnitId| state.called(*unit);
    let units = |units: &[UnitId]| units.iter().map(|unit| Ref::Unit(*unit)).collect::<Vec<_>>();
    let of = |unit: &UnitId| vec![Ref::Unit(*unit)];
    let about_model = |model: ModelId| vec![Ref::Model(model)];
    match prompt {
        Prompt::Accept { number } => {
            let count = state.battlefield().terrain.len();
            let text =
                format!("Do you accept this battlefield with {count} pieces of terrain, proposal {} of 3?", number + 1);
            (text, Vec::new())
        }
        Prompt::Zone => ("Which deployment zone do you take?".to_owned(), Vec::new()),
        Prompt::SetUp { without } if without.is_empty() => ("Which unit do you set up now?".to_owned(), Vec::new()),
        Prompt::SetUp { without } => {
            let names: Vec<String> = without.iter().map(|unit| name(unit).to_owned()).collect();
            let names = crate::words::telling::joined(&names, "and");
            (format!("There is no room for {names}. Which unit do you set up now?"), units(without))
        }
        Prompt::Place { unit } => {
            let zone = state.side(seat).zone.map(|zone| Ref::Area(state.battlefield().zone_id(zone.into())));
            let text = if state.room_for(*unit).is_none() {
                format!("No room was found for {} in your zone. Can you show where it fits?", name(unit))
            } else {
                format!("Where in your zone do you set up {}?", name(unit))
            };
            (text, of(unit).into_iter().chain(zone).collect())
        }
        Prompt::Select => (format!("Round {}: which unit acts, and how?", state.round), Vec::new()),
        Prompt::Embark { unit, among } => {
            let asks = "stands beside a Transport. Does it go aboard?";
            let text =
                format!("{} {}", name(unit), state.does(*unit, asks, "stand beside a Transport. Do they go aboard?"));
            (text, of(unit).into_iter().chain(units(among)).collect())
        }
        Prompt::Ride { unit, among } => {
            let does = state.does(*unit, "does", "do");
            let text = format!("In which Transport {does} {} start the battle?", name(unit));
            (text, of(unit).into_iter().chain(units(among)).collect())
        }
        Prompt::Disembark { unit, transport, close, .. } => {
            let text = if state.room_to_get_out(*unit, *transport, *close).is_none() {
                format!("No room was found for {} around {}. Can you show where it fits?", name(unit), name(transport))
            } else {
                format!("Where does {} get out of {}? Wholly within 3 in of it.", name(unit), name(transport))
            };
            (text, units(&[*unit, *transport]))
        }
        Prompt::Trapped { unit, .. } => (format!("Which model of {} is lost in the wreck?", name(unit)), of(unit)),
        Prompt::Survivors { unit, hull } => {
            let text = format!(
                "Where do the survivors of {} stand, around the wreck of {}?",
                name(unit),
                state.model_name(*hull)
            );
            (text, of(unit))
        }
        Prompt::Feat { now } => {
            let own: Units = now.units.iter().copied().filter(|unit| state.seat_of(*unit) == seat).collect();
            let points = crate::words::telling::counted(state.side(seat).feat_points, "Feat Point", "Feat Points");
            let names: Vec<String> = own.iter().map(|unit| name(unit).to_owned()).collect();
            let who = match now.occasion {
                Occasion::Fights | Occasion::Control => String::new(),
                _ => format!(": {}", crate::words::telling::joined(&names, "and")),
            };
            let text = format!("{}{who}. Do you perform a Feat? You have {points}.", now.occasion.heading());
            (text, units(&own))
        }
        Prompt::Foe { feat, among } => {
            let name = state.feat(*feat).map_or("the Feat", |feat| feat.name.as_str());
            (format!("Which enemy is {name} for?"), units(among))
        }
        Prompt::Spell { model } => {
            let soul = state.model(*model).soul;
            (format!("Which spell does {} channel? It has {soul} Soul.", state.model_name(*model)), about_model(*model))
        }
        Prompt::Target { model, spell } => {
            let text = format!("At whom does {} channel {}?", state.model_name(*model), spell.label());
            (text, about_model(*model))
        }
        Prompt::Negate { caster, spell, mark, units: own } => {
            let (who, whom) = (state.model_called(*caster), state.mark_called(*mark));
            let text = format!("{} channels {} at {whom}. Do you negate it?", capital(&who), spell.label());
            let about = [Ref::Model(*caster), mark.reference()].into_iter().chain(units(own)).collect();
            (text, about)
        }
        Prompt::Edge { unit } => (format!("Over which edge do you bring in {}?", name(unit)), of(unit)),
        Prompt::Move { walk } => (move_question(state, walk), move_about(state, walk)),
        Prompt::Aim { unit, only, lost } => {
            let about = of(unit).into_iter().chain(units(only.as_deref().unwrap_or_default())).collect();
            let text = match (only, lost) {
                (_, Some(_)) => format!("Targets of {} have evaded. Whom do these models shoot at now?", name(unit)),
                (Some(only), _) if state.is_acting(*unit) => {
                    format!("{}: which models shoot at {}?", name(unit), state.called_all(only))
                }
                (Some(only), _) => {
                    format!("Return Fire of {}: which models shoot at {}?", name(unit), state.called_all(only))
                }
                _ => format!("Whom does each model of {} shoot at?", name(unit)),
            };
            (text, about)
        }
        Prompt::React { acting, charge, units: targets } => {
            let what = if *charge { "A charge" } else { "Shooting" };
            let own: Vec<String> = targets.iter().map(|unit| name(unit).to_owned()).collect();
            let own = crate::words::telling::joined(&own, "and");
            let text = format!("{what} by {} at {own} is declared. How do you react?", called(acting));
            (text, of(acting).into_iter().chain(units(targets)).collect())
        }
        Prompt::CutDown { runner, units: cutters } => {
            let how = if state.fleeing.is_some() { "flee" } else { "retreat" };
            let is = state.does(*runner, "is", "are");
            let text = format!("{} {is} about to {how}. Which of your units cuts them down?", capital(&called(runner)));
            (text, of(runner).into_iter().chain(units(cutters)).collect())
        }
        Prompt::Piece { unit, pieces } => {
            let areas = pieces.iter().map(|piece| Ref::Area(state.battlefield().terrain_id((*piece).into())));
            let text = match state.is_given(*unit, Modifier::Evasive) {
                true => format!("Which piece of terrain do you evade towards with {}?", name(unit)),
                false => {
                    format!(
                        "Several pieces of terrain are as near. Which one do you evade towards with {}?",
                        name(unit)
                    )
                }
            };
            (text, of(unit).into_iter().chain(areas).collect())
        }
        Prompt::Groups { unit, groups, in_battle: false } => {
            let count = groups.len();
            (format!("In which order are the {count} groups of attacks of {} made?", name(unit)), of(unit))
        }
        Prompt::Groups { unit, groups, .. } => {
            let count = groups.len();
            (format!("In which order do your {count} groups of hits on {} count?", called(unit)), of(unit))
        }
        Prompt::Friend { target, among } => {
            let text = format!("Which friendly unit do Critical Misses against {} strike?", called(target));
            (text, of(target).into_iter().chain(units(among)).collect())
        }
        Prompt::Casualty { unit, picks: 1, .. } => {
            (format!("Which model of {} takes the damage?", name(unit)), of(unit))
        }
        Prompt::Casualty { unit, picks, .. } => {
            (format!("Which {picks} models of {} take the damage, one after the other?", name(unit)), of(unit))
        }
        Prompt::Charge { unit, .. } => {
            let first = match state.house().edition {
                Edition::First => "",
                Edition::Second | Edition::Third => " The first is the Primary Charge Target.",
            };
            (format!("Whom do you charge with {}?{first}", name(unit)), of(unit))
        }
        Prompt::Struck { unit, among } => {
            let text = format!("Which charged unit takes the impact of {}?", name(unit));
            (text, of(unit).into_iter().chain(units(among)).collect())
        }
        Prompt::Power { unit, .. } => {
            (format!("Which Battle weapon gives the dice for the impact of {}?", name(unit)), of(unit))
        }
        Prompt::Fight { units: own, only: Some(only) } => {
            let text = format!("Which models strike at {}?", called(only));
            (text, units(own).into_iter().chain(of(only)).collect())
        }
        Prompt::Fight { units: own, only: None } => ("Whom does each of your models fight?".to_owned(), units(own)),
        Prompt::Order { units: own, why } => {
            let text = match why {
                Sequence::Flights => "In which order do your units flee?",
                Sequence::Regeneration => "In which order do your units regenerate?",
            };
            (text.to_owned(), units(own))
        }
        Prompt::FleeTo { unit, .. } => {
            (format!("Several edges are as near. To which one do you let {} flee?", name(unit)), of(unit))
        }
        Prompt::Heal { unit, .. } => (format!("Which damaged model of {} regenerates first?", name(unit)), of(unit)),
        Prompt::Revive { unit, .. } => (format!("Which destroyed model of {} comes back?", name(unit)), of(unit)),
        Prompt::Return { unit, model, health } => {
            let name = state.model_name(*model);
            let text = format!("{name} comes back with {health} Health. Where does it stand?");
            (text, vec![Ref::Unit(*unit), Ref::Model(*model)])
        }
        Prompt::Draw => {
            let target = state.target();
            let text = format!("Several Commanders have reached {target} victory points. Do you agree to a draw?");
            let there = state.seats().filter(|seat| state.side(*seat).points >= target);
            (text, there.map(Ref::Seat).collect())
        }
    }
}

fn move_question(state: &State, walk: &Move) -> String {
    let name = state.unit_name(walk.unit);
    let may_stay = walk.may_stay(state);
    let far = walk.reach(state).open;
    match &walk.gait {
        Gait::Basic { extra, .. } if *extra > Length::ZERO => format!("How do you advance {name}? Up to {far}."),
        Gait::Basic { .. } => format!("How do you move {name}? Up to {far}."),
        Gait::Retreat { .. } if !state.is_engaged(walk.unit) => {
            let is = state.does(walk.unit, "is", "are");
            format!("{name} {is} free of every enemy. Where to do you move, if anywhere? Up to {far}.")
        }
        Gait::Retreat { .. } if may_stay => {
            format!("No way out was found for {name}. Can you show one, of up to {far}?")
        }
        Gait::Retreat { from } => {
            format!("Where to do you retreat {name} from {}? Up to {far}.", state.called_all(from))
        }
        Gait::Enter { side } if may_stay => {
            format!("No way in over the {side} edge was found for {name}. Can you show one?")
        }
        Gait::Enter { side } => format!("How do you bring {name} in over the {side} edge? Up to {far}."),
        Gait::Charge { targets, .. } if may_stay => {
            let targets = state.called_all(targets);
            format!("No way to charge {targets} was found for {name}. Can you show one, of up to {far}?")
        }
        Gait::Charge { targets, .. } => {
            format!("How do you charge {} with {name}? Charge Vigor {far}.", state.called_all(targets))
        }
        Gait::Scrum => format!("How do you crowd {name} in? Up to {far}."),
        Gait::Shift { from } => {
            let enemies = state.called_all(from);
            format!("Do you shift {name} first? Up to {far}, still in Battle Range of {enemies}.")
        }
        Gait::Evade { piece, .. } => {
            let piece = &state.battlefield().terrain[usize::from(*piece)].name;
            format!("How do you evade with {name} towards {piece}? Up to {far}.")
        }
    }
}

fn move_about(state: &State, walk: &Move) -> Vec<Ref> {
    let mut about = vec![Ref::Unit(walk.unit)];
    match &walk.gait {
        Gait::Retreat { from: units } | Gait::Shift { from: units } | Gait::Charge { targets: units, .. } => {
            about.extend(units.iter().map(|unit| Ref::Unit(*unit)));
        }
        Gait::Evade { piece, .. } => about.push(Ref::Area(state.battlefield().terrain_id((*piece).into()))),
        _ => {}
    }
    about
}
