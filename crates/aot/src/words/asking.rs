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
use crate::words::voice::{Voice, capital, counted};

/// A prompt as the Commander who is asked sees it.
pub(crate) fn describe(state: &State, seat: Seat, prompt: &Prompt) -> Ask {
    let (text, about) = question(Voice::of_seat(state, seat), seat, prompt);
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
fn question(say: Voice<'_>, seat: Seat, prompt: &Prompt) -> (String, Vec<Ref>) {
    let called = |unit: &UnitId| say.called(*unit);
    let units = |units: &[UnitId]| units.iter().map(|unit| Ref::Unit(*unit)).collect::<Vec<_>>();
    let of = |unit: &UnitId| vec![Ref::Unit(*unit)];
    let does = |unit: &UnitId| say.does(*unit, "does", "do");
    let about_model = |model: ModelId| vec![Ref::Model(model)];
    match prompt {
        Prompt::Accept { number } => (format!("Play on this battlefield (proposal {} of 3)?", number + 1), Vec::new()),
        Prompt::Zone => ("Which deployment zone do you take?".to_owned(), Vec::new()),
        Prompt::SetUp { without } if without.is_empty() => ("Which unit do you set up next?".to_owned(), Vec::new()),
        Prompt::SetUp { without } => {
            let text = format!("There is no room for {}. Which unit do you set up next?", say.called_all(without));
            (text, units(without))
        }
        Prompt::Place { unit } => {
            let zone = say.side(seat).zone.map(|zone| Ref::Area(say.battlefield().zone_id(zone.into())));
            let text = if say.room_for(*unit).is_none() {
                format!("No room was found in your zone for {}. Can you find a place?", called(unit))
            } else {
                format!("Where in your zone do you set up {}?", called(unit))
            };
            (text, of(unit).into_iter().chain(zone).collect())
        }
        Prompt::Select => (format!("Round {}: which unit acts, and how?", say.round), Vec::new()),
        Prompt::Embark { unit, among } => {
            let text = say.unit_does(
                *unit,
                "is next to a Transport. Does it go aboard?",
                "are next to a Transport. Do they go aboard?",
            );
            (text, of(unit).into_iter().chain(units(among)).collect())
        }
        Prompt::Ride { unit, among } => {
            let text = format!("Which Transport {} {} start the battle in?", does(unit), called(unit));
            (text, of(unit).into_iter().chain(units(among)).collect())
        }
        Prompt::Disembark { unit, transport, close, .. } => {
            let (who, hull) = (called(unit), called(transport));
            let text = if say.room_to_get_out(*unit, *transport, *close).is_none() {
                format!("No room was found for {who} around {hull}. Can you find a place?")
            } else {
                format!("Where {} {who} get out of {hull}? Wholly within 3 in.", does(unit))
            };
            (text, units(&[*unit, *transport]))
        }
        Prompt::Trapped { unit, .. } => (format!("Which model of {} is lost in the wreck?", called(unit)), of(unit)),
        Prompt::Survivors { unit, hull } => {
            let wreck = say.model_called(*hull);
            let text = format!("Where do the survivors of {} stand around the wreck of {wreck}?", called(unit));
            (text, of(unit))
        }
        Prompt::Feat { now } => {
            let own: Units = now.units.iter().copied().filter(|unit| say.seat_of(*unit) == seat).collect();
            let points = counted(say.side(seat).feat_points, "Feat Point", "Feat Points");
            let text = format!("{} Do you perform a Feat? You have {points}.", occasion(say, now.occasion, &own));
            (text, units(&own))
        }
        Prompt::Foe { feat, among } => {
            let name = say.feat(*feat).map_or("the Feat", |feat| feat.name.as_str());
            (format!("Which enemy is {name} for?"), units(among))
        }
        Prompt::Spell { model } => {
            let (soul, it) = (say.model(*model).soul, say.model_verb(*model, "It has", "They have"));
            let does = say.model_verb(*model, "does", "do");
            let text = format!("Which spell {does} {} channel? {it} {soul} Soul.", say.model_called(*model));
            (text, about_model(*model))
        }
        Prompt::Target { model, spell } => {
            let (does, who) = (say.model_verb(*model, "does", "do"), say.model_called(*model));
            let on = if spell.is_hostile() { "at" } else { "on" };
            (format!("Who {does} {who} channel {} {on}?", spell.label()), about_model(*model))
        }
        Prompt::Negate { caster, spell, mark, units: own } => {
            let who = say.model_does(*caster, "channels", "channel");
            let on = if spell.is_hostile() { "at" } else { "on" };
            let text = format!("{who} {} {on} {}. Do you negate it?", spell.label(), say.mark_called(*mark));
            let about = [Ref::Model(*caster), mark.reference()].into_iter().chain(units(own)).collect();
            (text, about)
        }
        Prompt::Edge { unit } => (format!("Which edge {} {} come in from?", does(unit), called(unit)), of(unit)),
        Prompt::Move { walk } => (move_question(say, walk), move_about(&say, walk)),
        Prompt::Aim { unit, only, lost } => {
            let about = of(unit).into_iter().chain(units(only.as_deref().unwrap_or_default())).collect();
            (aim_question(say, *unit, only.as_deref(), lost.is_some()), about)
        }
        Prompt::React { acting, charge, units: targets } => {
            let what = if *charge {
                say.unit_does(*acting, "charges", "charge")
            } else {
                say.unit_does(*acting, "shoots at", "shoot at")
            };
            let text = format!("{what} {}. How do you react?", say.called_all(targets));
            (text, of(acting).into_iter().chain(units(targets)).collect())
        }
        Prompt::CutDown { runner, units: cutters } => {
            let how = if say.fleeing.is_some() { "flee" } else { "retreat" };
            let about_to = say.unit_does(*runner, "is about to", "are about to");
            let them = say.does(*runner, "it", "them");
            let text = format!("{about_to} {how}. Which of your units cuts {them} down?");
            (text, of(runner).into_iter().chain(units(cutters)).collect())
        }
        Prompt::Piece { unit, pieces } => {
            let areas = pieces.iter().map(|piece| Ref::Area(say.battlefield().terrain_id((*piece).into())));
            let evade = format!("{} {} evade towards?", does(unit), called(unit));
            let text = match say.is_given(*unit, Modifier::Evasive) {
                true => format!("Which piece of terrain {evade}"),
                false => format!("Several pieces of terrain are equally near. Which one {evade}"),
            };
            (text, of(unit).into_iter().chain(areas).collect())
        }
        Prompt::Groups { unit, groups, in_battle: false } => {
            let (who, its) = (called(unit), say.does(*unit, "its", "their"));
            let text = format!("In which order {} {who} make {its} {} groups of attacks?", does(unit), groups.len());
            (text, of(unit))
        }
        Prompt::Groups { unit, groups, .. } => {
            let (who, count) = (called(unit), groups.len());
            (format!("In which order {} {who} take your {count} groups of hits?", does(unit)), of(unit))
        }
        Prompt::Friend { target, among } => {
            let text = format!("Which friendly unit do Critical Misses against {} strike?", called(target));
            (text, of(target).into_iter().chain(units(among)).collect())
        }
        Prompt::Casualty { unit, picks: 1, .. } => {
            (format!("Which model of {} takes the damage?", called(unit)), of(unit))
        }
        Prompt::Casualty { unit, picks, .. } => {
            let text = format!("Which {picks} models of {} take the damage, one after the other?", called(unit));
            (text, of(unit))
        }
        Prompt::Charge { unit, .. } => {
            let first = match say.house().edition {
                Edition::First => "",
                Edition::Second | Edition::Third => " Name the Primary Charge Target first.",
            };
            (format!("Which enemies {} {} charge?{first}", does(unit), called(unit)), of(unit))
        }
        Prompt::Struck { unit, among } => {
            let text = format!("Which charged unit takes the impact of {}?", called(unit));
            (text, of(unit).into_iter().chain(units(among)).collect())
        }
        Prompt::Power { unit, .. } => {
            (format!("Which Battle weapon sets the impact dice of {}?", called(unit)), of(unit))
        }
        Prompt::Fight { units: own, only: Some(only) } => {
            let text = format!("Which models strike at {}?", called(only));
            (text, units(own).into_iter().chain(of(only)).collect())
        }
        Prompt::Fight { units: own, only: None } => ("Who does each of your models fight?".to_owned(), units(own)),
        Prompt::Order { units: own, why } => {
            let text = match why {
                Sequence::Flights => "In which order do your units flee?",
                Sequence::Regeneration => "In which order do your units regenerate?",
            };
            (text.to_owned(), units(own))
        }
        Prompt::FleeTo { unit, .. } => {
            let text = format!("Several edges are equally near. Which one {} {} flee to?", does(unit), called(unit));
            (text, of(unit))
        }
        Prompt::Heal { unit, .. } => (format!("Which damaged model of {} regenerates first?", called(unit)), of(unit)),
        Prompt::Revive { unit, .. } => (format!("Which destroyed model of {} comes back?", called(unit)), of(unit)),
        Prompt::Return { unit, model, health } => {
            let comes = say.model_does(*model, "comes back", "come back");
            let text = format!("{comes} with {health} Health. Where do you put it?");
            (text, vec![Ref::Unit(*unit), Ref::Model(*model)])
        }
        Prompt::Draw => {
            let target = say.target();
            let text = format!("Several Commanders have reached {target} victory points. Do you agree to a draw?");
            let there = say.seats().filter(|seat| say.side(*seat).points >= target);
            (text, there.map(Ref::Seat).collect())
        }
    }
}

/// What is going on when a Feat may be performed, in a sentence.
fn occasion(say: Voice<'_>, now: Occasion, own: &[UnitId]) -> String {
    let (one, many) = match now {
        Occasion::Acts => ("is about to act.", "are about to act."),
        Occasion::Shoots => ("is about to shoot.", "are about to shoot."),
        Occasion::ShotAt => ("is shot at.", "are shot at."),
        Occasion::Evades => ("is about to evade.", "are about to evade."),
        Occasion::Charges => ("is about to charge.", "are about to charge."),
        Occasion::Charged => ("is charged.", "are charged."),
        Occasion::ChargeHome => ("has charged home.", "have charged home."),
        Occasion::Fights => return "The Battle Phase begins.".to_owned(),
        Occasion::Control => return "The Control Phase begins.".to_owned(),
    };
    match own {
        [unit] => say.unit_does(*unit, one, many),
        several => format!("{} {many}", capital(&say.called_all(several))),
    }
}

/// Who is shot at, perhaps in a Firing Retreat, in Return Fire, or once more after an Evade.
fn aim_question(say: Voice<'_>, unit: UnitId, only: Option<&[UnitId]>, again: bool) -> String {
    let (who, does) = (say.called(unit), say.does(unit, "does", "do"));
    let alone = say.standing(unit).count() == 1;
    let shoot = if alone { format!("{does} {who} shoot") } else { format!("which models of {who} shoot") };
    match only {
        _ if again && alone => format!("The targets of {who} have evaded. Who {does} {who} shoot at now?"),
        _ if again => format!("The targets of {who} have evaded. Who do these models shoot at now?"),
        Some(only) if say.is_acting(unit) => format!("{} at {}?", capital(&shoot), say.called_all(only)),
        Some(only) => format!("Return Fire: {shoot} at {}?", say.called_all(only)),
        None if alone => format!("Who {does} {who} shoot at?"),
        None => format!("Who does each model of {who} shoot at?"),
    }
}

fn move_question(say: Voice<'_>, walk: &Move) -> String {
    let who = say.called(walk.unit);
    let may_stay = walk.may_stay(&say);
    let far = walk.reach(&say).open;
    let does = say.does(walk.unit, "does", "do");
    match &walk.gait {
        Gait::Basic { extra, .. } if *extra > Length::ZERO => format!("Where {does} {who} advance to? Up to {far}."),
        Gait::Basic { .. } => format!("Where {does} {who} move to? Up to {far}."),
        Gait::Retreat { .. } if !say.is_engaged(walk.unit) => {
            let is = say.unit_does(walk.unit, "is", "are");
            let where_to = say.does(walk.unit, "Where does it move, if at all?", "Where do they move, if at all?");
            format!("{is} free of every enemy. {where_to} Up to {far}.")
        }
        Gait::Retreat { .. } if may_stay => {
            format!("No way out was found for {who}. Can you find one, of up to {far}?")
        }
        Gait::Retreat { from } => {
            format!("Where {does} {who} retreat to? Up to {far}, away from {}.", say.called_all(from))
        }
        Gait::Enter { side } if may_stay => {
            format!("No way in over the {side} edge was found for {who}. Can you find one?")
        }
        Gait::Enter { side } => format!("Where {does} {who} come in over the {side} edge? Up to {far}."),
        Gait::Charge { targets, .. } if may_stay => {
            let targets = say.called_all(targets);
            format!("No way for {who} to charge {targets} was found. Can you find one, of up to {far}?")
        }
        Gait::Charge { targets, .. } => {
            format!("How {does} {who} charge {}? Up to {far}.", say.called_all(targets))
        }
        Gait::Scrum => format!("How {does} {who} close in? Up to {far}."),
        Gait::Shift { from } => {
            let enemies = say.called_all(from);
            let does = say.does(walk.unit, "Does", "Do");
            format!("{does} {who} shift first? Up to {far}, still in Battle Range of {enemies}.")
        }
        Gait::Evade { piece, .. } => {
            let piece = &say.battlefield().terrain[usize::from(*piece)].name;
            format!("Where {does} {who} evade to? Up to {far}, towards {piece}.")
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
