//! What a Soul Action came to: what was cast on whom, and what it did.

use vocabulary::{ModelId, UnitId};

use super::activation::Activation;
use super::mended;
use crate::fact::Fact;

impl Activation<'_> {
    /// What a Soul Action came to.
    pub(super) fn channel(mut self, model: ModelId) -> Vec<String> {
        let cast = self.facts.iter().find_map(|fact| match fact {
            Fact::Cast { spell, mark, .. } => Some((*spell, *mark)),
            _ => None,
        });
        let who = self.voice.model_called(model);
        let Some((spell, mark)) = cast else {
            self.sentences.push(format!("{who} casts nothing"));
            return self.ends();
        };
        let seat = self.state.seat_of(self.unit);
        let target = self.state.unit_of_mark(mark);
        let on = if target == self.unit { "its own unit".to_owned() } else { self.voice.mark(mark, seat) };
        let on =
            if self.state.roll_call(target).count() == 1 && target == self.unit { "itself".to_owned() } else { on };
        let end = self.spell(target);
        self.sentences.push(format!("{who} casts {} on {on}{end}", spell.label()));
        self.sentences.extend(mended(self.voice, self.facts));
        self.ends()
    }

    /// What came of a spell on a unit.
    fn spell(&mut self, on: UnitId) -> String {
        for fact in self.facts {
            match fact {
                Fact::Negated { model, works: true, .. } => {
                    return format!(", but {} undoes it", self.voice.model_called(*model));
                }
                Fact::Fizzled { .. } => return ", which comes to nothing".to_owned(),
                Fact::Given { timed, .. } => return format!(": {}", timed.modifier.text("", "can").trim()),
                Fact::Stricken { .. } => {
                    return format!(": {}", self.toll.tell(on).unwrap_or_else(|| "no damage".to_owned()));
                }
                Fact::Fearless { .. } => return ": no effect".to_owned(),
                Fact::Terrified { fails: true, .. } => {
                    return format!(", {}", self.state.does(on, "which flees", "who flee"));
                }
                Fact::Terrified { fails: false, .. } => {
                    return format!(", {}", self.state.does(on, "which stands firm", "who stand firm"));
                }
                _ => {}
            }
        }
        String::new()
    }
}
