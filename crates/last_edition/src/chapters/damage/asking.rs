//! Questions about what attacks do.

use engine::{Choices, Offer, Order, Several};
use troops::Models;
use vocabulary::{Answer, Choice, ModelId, Ref, Refusal, Seat, Term, Token, Word};

use crate::chapters::damage::{Asks, Waiting};
use crate::chapters::saving::First;
use crate::prompt::Question;
use crate::state::State;
use crate::words::voice::{Voice, counted};

const ARMOR: Word = Word::new("armor");
const DODGE: Word = Word::new("dodge");
const YES: Word = Word::new("yes");
const NO: Word = Word::new("no");

const AS_LISTED: Word = Word::new("attacks-as-listed");
const BETTER_SAVE: Word = Word::new("better-save");
const FROM_THE_BACK: Word = Word::new("casualties-from-back");
const FROM_THE_FRONT: Word = Word::new("casualties-from-front");

/// The standing orders about what attacks do.
pub(crate) fn orders() -> Vec<Term> {
    let order = |id, label: &str, text: &str, rule: &'static str| Term::new(id, label, text, "!").rule(rule);
    let allocation = "tle.ruling.damage-allocation";
    vec![
        order(
            AS_LISTED,
            "Attacks in any order",
            "Your weapons attack in the order in which they are listed.",
            allocation,
        ),
        order(
            BETTER_SAVE,
            "Roll the better save",
            "Of armor and dodge, your models roll what needs less.",
            "tle.armor-save.dodge-instead",
        ),
        order(
            FROM_THE_BACK,
            "Casualties from the back",
            "Your models furthest from the enemy take wounds first.",
            allocation,
        ),
        order(
            FROM_THE_FRONT,
            "Casualties from the front",
            "Your models nearest to the enemy take wounds first.",
            allocation,
        ),
    ]
}

/// The save that an answer names.
pub(super) fn save_of(answer: &Answer) -> First {
    match answer.token() {
        Some(Token::Word(ARMOR)) => First::Armor,
        Some(Token::Word(DODGE)) => First::Dodge,
        _ => First::Nothing,
    }
}

/// Whether an answer is a yes.
pub(super) fn is_yes(answer: &Answer) -> bool {
    answer.token() == Some(Token::Word(YES))
}

impl State {
    /// Models by how far they are from the nearest enemy, the nearest first.
    fn by_distance(&self, models: &[ModelId]) -> Models {
        let away = |model: &ModelId| {
            let seat = self.seat_of(self.unit_of(*model));
            let enemies = self.enemies_of(seat).flat_map(|unit| self.living(unit));
            enemies.map(|enemy| self.shape(*model).apart(self.shape(enemy))).min()
        };
        let mut models: Vec<_> = models.iter().map(|model| (away(model), *model)).collect();
        models.sort();
        models.into_iter().map(|(_, model)| model).collect()
    }
}

impl Asks {
    /// The first of some models in an order, as many as are to be named.
    fn named(&self, ordered: &[ModelId]) -> Answer {
        let count = match self {
            Asks::Casualties { picks, .. } => usize::from(*picks),
            _ => 1,
        };
        Answer::Choose(ordered.iter().take(count).map(|model| Token::from(*model)).collect())
    }

    /// The models that can be named.
    fn models(&self) -> Option<&[ModelId]> {
        match self {
            Asks::Casualties { among, .. } | Asks::Victim { among, .. } => Some(among),
            _ => None,
        }
    }

    /// The answer of the save that needs less.
    fn better_save(armor: Option<i16>, dodge: Option<i16>) -> Answer {
        let word = match (armor, dodge) {
            (Some(armor), Some(dodge)) if dodge < armor => DODGE,
            (None, Some(_)) => DODGE,
            _ => ARMOR,
        };
        Answer::chosen(Token::Word(word))
    }
}

impl Question for Asks {
    fn why(&self, _: &State) -> &'static str {
        match self {
            Asks::Next { .. } | Asks::Casualties { .. } | Asks::Victim { .. } => "tle.ruling.damage-allocation",
            Asks::Save { .. } => "tle.armor-save.dodge-instead",
            Asks::Pure { .. } => "tle.armor-save.pure",
            Asks::Deflect { .. } => "tle.ruling.deflect",
        }
    }

    fn text(&self, say: Voice<'_>) -> String {
        match self {
            Asks::Next { .. } => "Which of these attacks do you make next?".to_owned(),
            Asks::Save { model, wounds, .. } => {
                let wounds = counted(i32::from(*wounds), "wound", "wounds");
                let unit = say.unit_of(*model);
                let verb = say.does(unit, "does", "do");
                format!("Which save {verb} {} roll against {wounds}?", say.called(unit))
            }
            Asks::Pure { model, need } => {
                let unit = say.unit_of(*model);
                format!("{} {} roll pure saves, {}?", say.does(unit, "Does", "Do"), say.called(unit), at_least(*need))
            }
            Asks::Casualties { unit, picks: 1, .. } => {
                format!("Which model of {} suffers the damage?", say.called(*unit))
            }
            Asks::Casualties { unit, picks, all_die, .. } => {
                let order = if *all_die { "" } else { ", in this order" };
                format!("Which {picks} models of {} suffer the damage{order}?", say.called(*unit))
            }
            Asks::Victim { unit, .. } => format!("Which model of {} is the next wound for?", say.called(*unit)),
            Asks::Deflect { attacker, .. } => {
                let who = say.model_called(*attacker);
                format!("Which weapon answers the 1 that {who} rolled?")
            }
        }
    }

    fn about(&self, state: &State) -> Vec<Ref> {
        match self {
            Asks::Next { waiting } => {
                let mut units: Vec<Ref> = waiting.iter().map(|waiting| Ref::Unit(waiting.target)).collect();
                units.dedup();
                units
            }
            Asks::Save { model, .. } | Asks::Pure { model, .. } => vec![Ref::Unit(state.unit_of(*model))],
            Asks::Casualties { unit, .. } | Asks::Victim { unit, .. } => vec![Ref::Unit(*unit)],
            Asks::Deflect { attacker, .. } => vec![Ref::Model(*attacker)],
        }
    }

    fn choices(&self, _: &State, _: Seat) -> Option<Choices> {
        let weapon = |weapon| Token::Ref(Ref::Weapon(weapon));
        Some(match self {
            Asks::Next { waiting } => Choices::one(waiting.iter().map(|waiting| weapon(waiting.weapon))),
            Asks::Save { armor, dodge, .. } => {
                let armor = armor.map(|_| Token::Word(ARMOR));
                Choices::at_most_one(armor.into_iter().chain(dodge.map(|_| Token::Word(DODGE))))
            }
            Asks::Pure { .. } => Choices::one([Token::Word(YES), Token::Word(NO)]),
            Asks::Casualties { among, picks, all_die, .. } => Choices::Some(Several {
                tokens: among.iter().map(|model| Token::from(*model)).collect(),
                min: *picks,
                max: *picks,
                ordered: !all_die && *picks > 1,
                ..Several::default()
            }),
            Asks::Victim { among, .. } => Choices::one(among.iter().copied()),
            Asks::Deflect { among, .. } => Choices::one(among.iter().map(|one| weapon(*one))),
        })
    }

    fn option(&self, say: Voice<'_>, token: Token) -> Choice {
        match (self, token) {
            (Asks::Next { waiting }, Token::Ref(Ref::Weapon(weapon))) => {
                let Some(waiting) = waiting.iter().find(|waiting| waiting.weapon == weapon) else {
                    return say.option(token);
                };
                let attacks = counted(i32::from(waiting.attacks), "attack", "attacks");
                let name =
                    say.weapon_of(weapon).map_or("weapon", |(model, place)| say.weapon(model, place).name.as_str());
                Choice::new(token, format!("{name}: {attacks} at {}", say.called(waiting.target)))
            }
            (Asks::Save { armor: Some(need), .. }, Token::Word(ARMOR)) => {
                Choice::new(token, format!("Armor save, {}", at_least(*need)))
            }
            (Asks::Save { dodge: Some(need), .. }, Token::Word(DODGE)) => {
                let choice = Choice::new(token, format!("Dodge save, {}", at_least(*need)));
                let instead = if say.house().pure_after_dodge {
                    "Instead of the armor save."
                } else {
                    "Instead of all other saves."
                };
                choice.meaning(instead)
            }
            (Asks::Casualties { .. } | Asks::Victim { .. }, Token::Ref(Ref::Model(model))) => {
                let (left, most) = (say.model(model).health, say.profile(model).health);
                say.option(token).meaning(format!("{left} of {most} health."))
            }
            _ => say.option(token),
        }
    }

    fn closed(&self, say: Voice<'_>) -> Vec<Choice> {
        let (Some(among), Asks::Casualties { unit, .. } | Asks::Victim { unit, .. }) = (self.models(), self) else {
            return Vec::new();
        };
        let wounded = among.iter().any(|model| say.is_wounded(*model));
        let others = say.standing(*unit).filter(|model| !among.contains(model));
        let closed = others.map(|model| {
            let (rule, text) = if !say.lives(model) {
                ("tle.ruling.casualty-allocation", "it is a casualty already")
            } else if wounded {
                ("tle.datasheet.wounded-first", "a wounded model is named first")
            } else {
                ("tle.datasheet.wounded-first", "it is wounded and suffers before these")
            };
            let refusal = Refusal::new(rule, text).about(Ref::Model(model));
            Choice::new(model.into(), say.named(Ref::Model(model))).unless(Some(refusal))
        });
        closed.collect()
    }

    fn idle(&self, state: &State, _: Seat) -> Option<Answer> {
        match self {
            // A save costs nothing.
            Asks::Save { armor, dodge, .. } if armor.is_none() || dodge.is_none() => {
                Some(Asks::better_save(*armor, *dodge))
            }
            Asks::Pure { .. } => Some(Answer::chosen(Token::Word(YES))),
            Asks::Next { waiting } => {
                // What happens to one unit makes no difference to another, and attacks that are alike come to the same.
                let free = |one: &Waiting, other: &Waiting| one.target != other.target || one.kind == other.kind;
                let any = waiting.iter().all(|one| waiting.iter().all(|other| free(one, other)));
                any.then(|| Answer::chosen(Ref::Weapon(waiting[0].weapon)))
            }
            Asks::Deflect { among, .. } => {
                let alike = among.iter().all(|weapon| state.deflect_alike(*weapon, among[0]));
                alike.then(|| Answer::chosen(Ref::Weapon(among[0])))
            }
            Asks::Save { .. } | Asks::Casualties { .. } | Asks::Victim { .. } => None,
        }
    }

    fn absent(&self, state: &State, seat: Seat) -> Answer {
        match self {
            Asks::Save { armor, dodge, .. } => Asks::better_save(*armor, *dodge),
            _ => self.plain(state, seat),
        }
    }

    fn stand(&self, state: &State, seat: Seat, order: &Order) -> Option<Answer> {
        match (self, order.order) {
            (Asks::Next { .. }, AS_LISTED) => Some(self.plain(state, seat)),
            (Asks::Save { armor, dodge, .. }, BETTER_SAVE) => Some(Asks::better_save(*armor, *dodge)),
            (_, FROM_THE_FRONT) => self.models().map(|models| self.named(&state.by_distance(models))),
            (_, FROM_THE_BACK) => self.models().map(|models| {
                let mut models = state.by_distance(models);
                models.reverse();
                self.named(&models)
            }),
            _ => None,
        }
    }

    fn offers(&self, _: &State, _: Seat) -> Vec<Offer> {
        let offer = |label: &str, word| Offer { label: label.to_owned(), order: Order::new(word) };
        match self {
            Asks::Next { .. } => vec![offer("Attacks in any order", AS_LISTED)],
            Asks::Save { .. } => vec![offer("Roll the better save", BETTER_SAVE)],
            Asks::Casualties { .. } | Asks::Victim { .. } => {
                vec![
                    offer("Casualties from the back", FROM_THE_BACK),
                    offer("Casualties from the front", FROM_THE_FRONT),
                ]
            }
            Asks::Pure { .. } | Asks::Deflect { .. } => Vec::new(),
        }
    }

    fn ideas(&self, state: &State, _: Seat) -> Vec<(String, Answer)> {
        match self {
            Asks::Save { armor, dodge, .. } => vec![("the better save".to_owned(), Asks::better_save(*armor, *dodge))],
            Asks::Casualties { among, .. } | Asks::Victim { among, .. } => {
                let mut models = state.by_distance(among);
                let front = self.named(&models);
                models.reverse();
                vec![
                    ("furthest from the enemy".to_owned(), self.named(&models)),
                    ("nearest to the enemy".to_owned(), front),
                ]
            }
            _ => Vec::new(),
        }
    }
}

fn at_least(need: i16) -> String {
    if need <= 1 { "always enough".to_owned() } else { format!("{need}+") }
}
