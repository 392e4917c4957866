//! What each step of a battle came to, in a sentence or two: who did what to whom, and what was lost.
//!
//! The log shows this in place of all that was told in the step. It is read off the facts of the step, so it says no more
//! than they do, and names no place: the map shows those.

mod activation;
mod charges;
mod spells;
mod toll;
mod voice;

use vocabulary::{ModelId, Ref, Seat, Text, UnitId, Viewer};

use self::activation::Activation;
use self::toll::Toll;
use self::voice::{Voice, paragraph};
use crate::chapters::effects::Effect;
use crate::fact::{Fact, Seats, Worth};
use crate::state::{State, Units};
use crate::words::telling::{counted, joined};

/// So many fights of a Battle Phase are named.
const MOST_FIGHTS: usize = 3;

/// What a step came to. Steps that are a sentence anyway have none.
pub(crate) fn recap(state: &State, facts: &[Fact], viewer: Viewer) -> Option<Text> {
    let voice = Voice { state, viewer };
    let mut sentences = facts.iter().find_map(|fact| begun(voice, fact, facts))?;
    sentences.extend(facts.iter().filter(|fact| ends_it(fact)).filter_map(|fact| voice.as_told(fact)));
    let text = Text::new(paragraph(&sentences)?);
    Some(refs(state, facts).into_iter().fold(text, Text::about))
}

/// What came of a step that began with a fact, if that is how a step begins.
fn begun(voice: Voice, fact: &Fact, facts: &[Fact]) -> Option<Vec<String>> {
    Some(match fact {
        Fact::ZonesRolled { .. } => zones(voice, facts),
        Fact::SetUp { unit } => {
            let seat = voice.state.seat_of(*unit);
            vec![format!("{} {} up {}", voice.seat(seat), voice.seat_does(seat, "sets", "set"), voice.whole(*unit))]
        }
        Fact::Embarked { unit, transport } => {
            vec![format!("{} aboard {}", voice.unit_does(*unit, "starts", "start"), voice.the(*transport))]
        }
        Fact::HeldBack { unit } => {
            let seat = voice.state.seat_of(*unit);
            let holds = voice.seat_does(seat, "holds", "hold");
            vec![format!("{} {holds} {} back in Vanguard", voice.seat(seat), voice.whole(*unit))]
        }
        Fact::NoRoom { unit } => {
            let is = voice.state.does(*unit, "is", "are");
            vec![format!("there is no room for {}, which {is} lost before the battle", voice.unit(*unit))]
        }
        Fact::Passed { seat } => vec![format!("{} {}", voice.seat(*seat), voice.seat_does(*seat, "passes", "pass"))],
        Fact::Stopped { seat } => {
            let selects = voice.seat_does(*seat, "selects", "select");
            vec![format!("{} {selects} nothing more in this Action Phase", voice.seat(*seat))]
        }
        Fact::RoundBegan { .. } => round(voice, facts),
        Fact::Selected { unit, action } => Activation::new(voice, facts, *unit).action(*action),
        Fact::Channelled { model } => Activation::new(voice, facts, voice.state.unit_of(*model)).channel(*model),
        Fact::BattleBegan => battle(voice, facts),
        Fact::Irradiated { .. } | Fact::Terrified { .. } | Fact::Fearless { .. } => aftermath(voice, facts),
        Fact::Scored { worth: Worth::Archive(_), .. } | Fact::ControlEnded => control(voice, facts),
        _ => return None,
    })
}

/// Whether a fact is told as it is in the log, whatever the step.
fn ends_it(fact: &Fact) -> bool {
    let leader = matches!(fact, Fact::Scored { worth: Worth::Leader(_), .. });
    leader || matches!(fact, Fact::ThrownOut { .. } | Fact::Left { .. } | Fact::Ended { .. })
}

/// What a step is about: units and Archives, in the order in which they turn up.
fn refs(state: &State, facts: &[Fact]) -> Vec<Ref> {
    let mut refs = Vec::new();
    let mut note = |thing: Ref| {
        if !refs.contains(&thing) {
            refs.push(thing);
        }
    };
    for fact in facts {
        match fact {
            Fact::SetUp { unit }
            | Fact::HeldBack { unit }
            | Fact::Selected { unit, .. }
            | Fact::Reacted { unit, .. }
            | Fact::Terrified { unit, .. }
            | Fact::Irradiated { unit, .. } => note(Ref::Unit(*unit)),
            Fact::Embarked { unit, transport: other } | Fact::Attacked { unit, target: other, .. } => {
                note(Ref::Unit(*unit));
                note(Ref::Unit(*other));
            }
            Fact::TookAim { targets, .. } | Fact::Charged { targets, .. } => {
                targets.iter().for_each(|target| note(Ref::Unit(*target)));
            }
            Fact::Channelled { model } | Fact::Hurt { model, .. } | Fact::Healed { model, .. } => {
                note(Ref::Unit(state.unit_of(*model)));
            }
            Fact::Cast { mark, .. } => note(mark.reference()),
            Fact::Scored { worth: Worth::Archive(place), .. } => {
                note(Ref::Area(state.battlefield().archive_id(usize::from(*place))));
            }
            _ => {}
        }
    }
    refs
}

/// Who took which zone.
fn zones(voice: Voice, facts: &[Fact]) -> Vec<String> {
    let zones = &voice.state.battlefield().zones;
    let taken = facts.iter().filter_map(|fact| match fact {
        Fact::ZoneTaken { seat, zone } => {
            let name = zones.get(usize::from(*zone)).map_or("", |zone| zone.name.as_str());
            Some(format!("{} {} the {name} zone", voice.seat(*seat), voice.seat_does(*seat, "takes", "take")))
        }
        _ => None,
    });
    let taken: Vec<String> = taken.collect();
    if taken.is_empty() { Vec::new() } else { vec![joined(&taken, "and")] }
}

/// Who acts first in a Round, and what the Archives do.
fn round(voice: Voice, facts: &[Fact]) -> Vec<String> {
    let mut sentences = Vec::new();
    let order = facts.iter().rev().find_map(|fact| match fact {
        Fact::Ordered { order } => Some(order),
        _ => None,
    });
    if let Some([first, later @ ..]) = order.map(Seats::as_slice) {
        let later: Vec<String> = later.iter().map(|seat| format!(", then {}", voice.seat(*seat))).collect();
        let acts = voice.seat_does(*first, "acts", "act");
        sentences.push(format!("{} {acts} first{}", voice.seat(*first), later.concat()));
    }
    let edition = voice.state.house().edition;
    let under = |effect: Effect| {
        let woken = facts.iter().filter_map(|fact| match fact {
            Fact::Woke { archive, effect: woken } if *woken == effect => Some((archive + 1).to_string()),
            _ => None,
        });
        let woken: Vec<String> = woken.collect();
        let are = if woken.len() == 1 { "is" } else { "are" };
        let under = if effect == Effect::Dormant { "" } else { "under " };
        let name = effect.called(edition).0;
        (!woken.is_empty()).then(|| format!("{} {are} {under}{name}", archives(&woken)))
    };
    let effects = Effect::ALL.iter().filter(|effect| **effect != Effect::Stabilize);
    let woken: Vec<String> = effects.filter_map(|effect| under(*effect)).collect();
    if !woken.is_empty() {
        sentences.push(joined(&woken, "and"));
    }
    sentences.extend(mended(voice, facts));
    sentences
}

/// Who fought whom in a Battle Phase, and what each side lost.
fn battle(voice: Voice, facts: &[Fact]) -> Vec<String> {
    let mut fights: Vec<(UnitId, Units)> = Vec::new();
    for fact in facts {
        let Fact::Attacked { unit, target, .. } = fact else { continue };
        // A viewer's own units come first, then those of the lower seat.
        let rank = |unit: &UnitId| {
            let seat = voice.state.seat_of(*unit);
            (!voice.viewer.is(seat), seat)
        };
        let (one, other) = if rank(unit) <= rank(target) { (*unit, *target) } else { (*target, *unit) };
        match fights.iter_mut().find(|(unit, _)| *unit == one) {
            Some((_, others)) if others.contains(&other) => {}
            Some((_, others)) => others.push(other),
            None => fights.push((one, Units::from_slice(&[other]))),
        }
    }
    if fights.is_empty() {
        return vec!["nobody fights".to_owned()];
    }
    let named = fights.iter().take(MOST_FIGHTS);
    let named =
        named.map(|(one, others)| format!("{} {}", voice.unit_does(*one, "fights", "fight"), voice.units(others)));
    let mut named: Vec<String> = named.collect();
    if let Some(more) = fights.len().checked_sub(MOST_FIGHTS).filter(|more| *more > 0) {
        named.push(format!("there are {} more", counted(more as u32, "fight", "fights")));
    }
    let mut toll = Toll::of(voice, facts);
    let lost = toll.by_seat().into_iter().map(|(seat, units)| {
        format!("{} {} {}", voice.seat(seat), voice.seat_does(seat, "loses", "lose"), joined(&units, "and"))
    });
    let lost: Vec<String> = lost.collect();
    let mut sentences = vec![joined(&named, "and")];
    if toll.units().next().is_none() {
        sentences.push("nobody is hurt".to_owned());
    } else if !lost.is_empty() {
        sentences.push(lost.join("; "));
    }
    sentences.extend(toll.rest());
    sentences
}

/// Who suffers and who flees when the Battle Phase ends.
fn aftermath(voice: Voice, facts: &[Fact]) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut toll = Toll::of(voice, facts);
    for fact in facts {
        match fact {
            Fact::Irradiated { unit, by, .. } => {
                let harm = toll.tell(*unit).unwrap_or_else(|| "no damage".to_owned());
                let suffers = voice.unit_does(*unit, "suffers", "suffer");
                sentences.push(format!("{suffers} from {}: {harm}", voice.unit(*by)));
            }
            Fact::Terrified { unit, fails: true } => {
                sentences.push(voice.unit_does(*unit, "gives way to Terror and flees", "give way to Terror and flee"));
            }
            Fact::Terrified { unit, fails: false } => {
                sentences.push(voice.unit_does(*unit, "stands firm against Terror", "stand firm against Terror"));
            }
            _ => {}
        }
    }
    if sentences.is_empty() {
        sentences.push("Terror shakes nobody".to_owned());
    }
    sentences.extend(toll.rest());
    sentences
}

/// Who won back what, and who scored.
fn control(voice: Voice, facts: &[Fact]) -> Vec<String> {
    let state = voice.state;
    let mut sentences = mended(voice, facts);
    let scored = |seat: Seat| {
        let archives = facts.iter().filter_map(move |fact| match fact {
            Fact::Scored { seat: by, worth: Worth::Archive(place) } if *by == seat => Some((place + 1).to_string()),
            _ => None,
        });
        archives.collect::<Vec<String>>()
    };
    let scores = state.seats().filter_map(|seat| {
        let scored = scored(seat);
        let scores = voice.seat_does(seat, "scores", "score");
        (!scored.is_empty()).then(|| format!("{} {scores} {}", voice.seat(seat), archives(&scored)))
    });
    let scores: Vec<String> = scores.collect();
    sentences.push(if scores.is_empty() { "nobody scores".to_owned() } else { joined(&scores, "and") });
    let now = state.seats().map(|seat| format!("{} {}", voice.seat(seat), state.side(seat).points));
    sentences.push(format!("Victory points: {}", now.collect::<Vec<_>>().join(", ")));
    sentences
}

/// Archives by their numbers: `Archive 2`, `Archives 1 and 3`.
fn archives(numbers: &[String]) -> String {
    format!("{} {}", if numbers.len() == 1 { "Archive" } else { "Archives" }, joined(numbers, "and"))
}

/// The Health that units win back, and the models that return to them.
fn mended(voice: Voice, facts: &[Fact]) -> Vec<String> {
    let mut mended: Vec<(UnitId, u32, u32)> = Vec::new();
    let mut add = |model: ModelId, health: u8, models: u32| {
        let unit = voice.state.unit_of(model);
        match mended.iter_mut().find(|(of, ..)| *of == unit) {
            Some(sum) => (sum.1, sum.2) = (sum.1 + u32::from(health), sum.2 + models),
            None => mended.push((unit, health.into(), models)),
        }
    };
    for fact in facts {
        match fact {
            Fact::Healed { model, points, .. } => add(*model, *points, 0),
            Fact::Returned { model, .. } => add(*model, 0, 1),
            _ => {}
        }
    }
    let text = |(unit, health, models): (UnitId, u32, u32)| {
        let health = (health > 0).then(|| format!("{health} Health"));
        let models = (models > 0).then(|| counted(models, "model", "models"));
        let back: Vec<String> = health.into_iter().chain(models).collect();
        format!("{} {} back", voice.unit_does(unit, "gets", "get"), joined(&back, "and"))
    };
    mended.into_iter().map(text).collect()
}
