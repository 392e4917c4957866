//! What is told of preparation, and of changes by agreement.

use vocabulary::{Ref, Text, UnitId};

use super::on_level;
use crate::fact::Fact;
use crate::words::voice::{Voice, capital, counted, joined};

/// The sentence of a fact of preparation.
pub(super) fn preparing(say: Voice<'_>, fact: &Fact) -> Option<Text> {
    Some(match fact {
        Fact::Refused { seats, .. } => {
            let turn_down = match seats.as_slice() {
                [seat] => say.plays(*seat, "turns", "turn"),
                several => format!("{} turn", capital(&say.players(several))),
            };
            let text = Text::new(format!("{turn_down} this battlefield down; another one is proposed"));
            seats.iter().fold(text, |text, seat| text.about(Ref::Seat(*seat)))
        }
        Fact::Accepted => {
            let field = say.battlefield();
            let pieces = counted(field.terrain.len() as u32, "piece", "pieces");
            let archives = counted(field.archives().len() as u32, "Archive", "Archives");
            let limit = say.house().requisition;
            let modules = say.house().modules();
            let text = format!(
                "The battlefield is agreed: {pieces} of terrain, {archives}; forces of up to {limit} Requisition, {modules}"
            );
            Text::new(text)
        }
        Fact::ZonesRolled { order } => Text::new(format!("Zones are picked in this order: {}", say.in_order(order))),
        Fact::ZoneTaken { seat, zone } => {
            let field = say.battlefield();
            let area = Ref::Area(field.zone_id(usize::from(*zone)));
            let name = field.zones.get(usize::from(*zone)).map_or("", |zone| zone.name.as_str());
            let text = format!("{} the {name} zone", say.plays(*seat, "takes", "take"));
            Text::new(text).about(Ref::Seat(*seat)).about(area)
        }
        Fact::Placed { model, pose } => {
            let place = say.model_does(*model, "takes its place", "take their place");
            Text::new(format!("{place}{}", on_level(pose.level))).about(Ref::Model(*model))
        }
        Fact::SetUp { unit } => of_unit(say, *unit, "is set up", "are set up"),
        Fact::HeldBack { unit } => of_unit(say, *unit, "stays back in Vanguard", "stay back in Vanguard"),
        Fact::NoRoom { unit } => {
            let is = say.does(*unit, "is", "are");
            let text = format!("There is no room for {}, which {is} lost before the battle", say.called(*unit));
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::SetUpNext { place: None } => Text::new("All units are set up"),
        Fact::SetUpNext { place: Some(place) } => {
            let seat = *say.order.get(usize::from(*place))?;
            Text::new(format!("{} up the next unit", say.plays(seat, "sets", "set"))).about(Ref::Seat(seat))
        }
        _ => return None,
    })
}

/// What the players changed by agreement; no rule is behind it.
pub(super) fn agreed(say: Voice<'_>, fact: &Fact) -> Option<Text> {
    let text = agreement(say, fact)?;
    Some(Text { sentence: format!("Agreed: {}", text.sentence), ..text })
}

fn agreement(say: Voice<'_>, fact: &Fact) -> Option<Text> {
    let unit_does = |unit: UnitId, one, many| {
        let text = format!("{} {}", say.called(unit), say.does(unit, one, many));
        Text::new(text).about(Ref::Unit(unit))
    };
    let seat_has = |seat, what: String| {
        let has = if say.player(seat) == "you" { "have" } else { "has" };
        Text::new(format!("{} {has} {what}", say.player(seat))).about(Ref::Seat(seat))
    };
    Some(match fact {
        Fact::SetPose { model, pose } => {
            let text = format!("{} is moved", say.model_called(*model));
            Text::new(format!("{text}{}", to_level(pose.level))).about(Ref::Model(*model))
        }
        Fact::SetGone { models } => {
            let names: Vec<String> = models.iter().map(|model| say.model_called(*model)).collect();
            let is = if names.len() == 1 { "is" } else { "are" };
            let text = Text::new(format!("{} {is} out of play", joined(&names, "and")));
            models.iter().fold(text, |text, model| text.about(Ref::Model(*model)))
        }
        Fact::SetHealth { model, health } => {
            let has = say.model_verb(*model, "has", "have");
            Text::new(format!("{} {has} {health} Health", say.model_called(*model))).about(Ref::Model(*model))
        }
        Fact::SetPoints { seat, points } => {
            seat_has(*seat, format!("{points} victory {}", if *points == 1 { "point" } else { "points" }))
        }
        Fact::SetSpent { unit, spent: true } => unit_does(*unit, "has acted", "have acted"),
        Fact::SetSpent { unit, .. } => unit_does(*unit, "can still act", "can still act"),
        Fact::SetVanguard { unit } => unit_does(*unit, "waits in Vanguard", "wait in Vanguard"),
        Fact::SetAboard { unit, transport } => {
            let text = unit_does(*unit, "is aboard", "are aboard").about(Ref::Unit(*transport));
            Text { sentence: format!("{} {}", text.sentence, say.called(*transport)), ..text }
        }
        Fact::SetBoarded { unit, boarded: true } => {
            unit_does(*unit, "has gone aboard or got out this Round", "have gone aboard or got out this Round")
        }
        Fact::SetBoarded { unit, .. } => {
            unit_does(*unit, "has not gone aboard or got out this Round", "have not gone aboard or got out this Round")
        }
        Fact::SetEntered { unit, entered: true } => {
            unit_does(*unit, "has come in this Round", "have come in this Round")
        }
        Fact::SetEntered { unit, .. } => unit_does(*unit, "has not come in this Round", "have not come in this Round"),
        Fact::SetFled { unit, fled: true } => unit_does(*unit, "has fled", "have fled"),
        Fact::SetFled { unit, .. } => unit_does(*unit, "has not fled", "have not fled"),
        Fact::SetZone { seat, zone } => {
            let area = say.battlefield().zone_id(usize::from(*zone));
            let name = say.zone_of(*seat).map_or("", |zone| zone.name.as_str());
            seat_has(*seat, format!("the {name} zone")).about(Ref::Area(area))
        }
        Fact::SetEffect { archive, effect } => {
            let (name, _) = effect.called(say.house().edition);
            Text::new(format!("Archive {} has the effect {name}", archive + 1))
        }
        Fact::SetSoul { model, soul } => {
            let has = say.model_verb(*model, "has", "have");
            Text::new(format!("{} {has} {soul} Soul", say.model_called(*model))).about(Ref::Model(*model))
        }
        Fact::SetChannelled { model, channelled } => {
            let can = match channelled {
                true => say.model_verb(*model, "has taken its Soul Action", "have taken their Soul Action"),
                false => "can still take a Soul Action",
            };
            Text::new(format!("{} {can}", say.model_called(*model))).about(Ref::Model(*model))
        }
        Fact::SetFeatPoints { seat, points } => seat_has(*seat, counted(*points, "Feat Point", "Feat Points")),
        Fact::SetTimed { unit, timed, on } => {
            let is = if *on { say.does(*unit, "is", "are") } else { say.does(*unit, "is not", "are not") };
            let text = format!("{} {is} under {}", say.called(*unit), say.source_name(timed.from));
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::SetOrder { order } => Text::new(format!("the order is {}", say.in_order(order))),
        Fact::SetMoment { round, .. } => Text::new(format!("the battle goes to Round {round}")),
        _ => return None,
    })
}

/// What is noted of a unit: `Your Drifters are set up`.
fn of_unit(say: Voice<'_>, unit: UnitId, one: &'static str, many: &'static str) -> Text {
    Text::new(say.unit_does(unit, one, many)).about(Ref::Unit(unit))
}

fn to_level(level: u8) -> String {
    if level > 0 { format!(" to level {level}") } else { String::new() }
}
