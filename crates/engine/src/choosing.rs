//! Choices of tokens, described once: what may be chosen, and from that whether an answer is legal, which answers there
//! are, which one is forced, and one at random.
//!
//! ```
//! use engine::Choices;
//! use vocabulary::{Answer, Token};
//!
//! let [dodge, brace] = [Token::word("dodge"), Token::word("brace")];
//! let reactions = Choices::at_most_one([dodge, brace]);
//! let check = |answer| reactions.check("game.react", &answer, |_| None);
//! assert_eq!(check(Answer::none()), Ok(()));
//! assert_eq!(check(Answer::chosen(brace)), Ok(()));
//! assert_eq!(check(Answer::chosen(Token::word("run"))).unwrap_err().text, "run cannot be chosen here");
//! assert_eq!(reactions.all().unwrap().len(), 3);
//! assert_eq!(reactions.forced(), None);
//! ```

use chance::Stream;
use smallvec::SmallVec;
use vocabulary::{Answer, Group, Refusal, RuleId, Token};

/// Tokens; a few need no allocation.
pub type Tokens = SmallVec<[Token; 16]>;

/// More tokens than this are not put together in every way: [`Choices::all`] says nothing then.
const MOST_COMBINED: usize = 6;

/// What is to be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choices {
    /// Exactly one of these.
    One(Tokens),
    /// One of these, or none.
    AtMostOne(Tokens),
    /// All of these, in an order.
    InOrder(Tokens),
    /// Some of these.
    Some(Several),
}

/// A choice of several tokens, each at most once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Several {
    /// The tokens to choose from.
    pub tokens: Tokens,
    /// How few may be chosen.
    pub min: u16,
    /// How many may be chosen.
    pub max: u16,
    /// Whether the order of the choice matters.
    pub ordered: bool,
    /// What the chosen tokens may cost together; nothing limits them where there is none.
    pub budget: Option<i32>,
    /// What each token costs, in the order of `tokens`; what is missing costs nothing.
    pub costs: SmallVec<[i32; 4]>,
    /// Tokens of which only so many may be chosen together.
    pub groups: Vec<Group>,
}

impl Choices {
    /// Exactly one of these.
    pub fn one(tokens: impl IntoIterator<Item = impl Into<Token>>) -> Choices {
        Choices::One(tokens.into_iter().map(Into::into).collect())
    }

    /// One of these, or none.
    pub fn at_most_one(tokens: impl IntoIterator<Item = impl Into<Token>>) -> Choices {
        Choices::AtMostOne(tokens.into_iter().map(Into::into).collect())
    }

    /// All of these, in an order.
    pub fn in_order(tokens: impl IntoIterator<Item = impl Into<Token>>) -> Choices {
        Choices::InOrder(tokens.into_iter().map(Into::into).collect())
    }

    /// Any of these, or none.
    pub fn any(tokens: impl IntoIterator<Item = impl Into<Token>>) -> Choices {
        let tokens: Tokens = tokens.into_iter().map(Into::into).collect();
        Choices::Some(Several { max: tokens.len() as u16, tokens, ..Several::default() })
    }

    /// Any of these in an order, or none.
    pub fn sequence(tokens: impl IntoIterator<Item = impl Into<Token>>) -> Choices {
        let tokens: Tokens = tokens.into_iter().map(Into::into).collect();
        Choices::Some(Several { max: tokens.len() as u16, tokens, ordered: true, ..Several::default() })
    }

    /// The tokens to choose from.
    pub fn tokens(&self) -> &[Token] {
        match self {
            Choices::One(tokens) | Choices::AtMostOne(tokens) | Choices::InOrder(tokens) => tokens,
            Choices::Some(several) => &several.tokens,
        }
    }

    /// Whether an answer is legal. `reason` may say why a token is none of these; otherwise the refusal only says so,
    /// with the rule that asks.
    ///
    /// # Errors
    /// The first thing that is wrong with the answer.
    pub fn check(
        &self,
        rule: impl Into<RuleId>,
        answer: &Answer,
        reason: impl FnOnce(Token) -> Option<Refusal>,
    ) -> Result<(), Refusal> {
        let Answer::Choose(chosen) = answer else {
            return Err(Refusal::new(rule, "this question needs a different kind of answer"));
        };
        let text = match (self, chosen.as_slice()) {
            (Choices::One(_), [] | [_, _, ..]) => "choose exactly one".to_owned(),
            (Choices::AtMostOne(_), [_, _, ..]) => "choose at most one".to_owned(),
            _ => match chosen.iter().find(|token| !self.tokens().contains(token)) {
                Some(stranger) => {
                    return Err(reason(*stranger)
                        .unwrap_or_else(|| Refusal::new(rule, format!("{stranger} cannot be chosen here"))));
                }
                None => match self.broken(chosen) {
                    Some(text) => text,
                    None => return Ok(()),
                },
            },
        };
        Err(Refusal::new(rule, text))
    }

    /// What is wrong with a choice that has the right tokens in it.
    fn broken(&self, chosen: &[Token]) -> Option<String> {
        let twice = (0..chosen.len()).find(|at| chosen[..*at].contains(&chosen[*at]));
        if let Some(at) = twice {
            return Some(format!("{} is named twice", chosen[at]));
        }
        match self {
            Choices::One(_) | Choices::AtMostOne(_) => None,
            Choices::InOrder(all) => (chosen.len() != all.len()).then(|| "name all of them, each once".to_owned()),
            Choices::Some(several) => several.broken(chosen),
        }
    }

    /// Whether a choice is legal, whatever the reason.
    fn allows(&self, chosen: &[Token]) -> bool {
        let counts = match self {
            Choices::One(_) => chosen.len() == 1,
            Choices::AtMostOne(_) => chosen.len() <= 1,
            Choices::InOrder(_) | Choices::Some(_) => true,
        };
        counts && chosen.iter().all(|token| self.tokens().contains(token)) && self.broken(chosen).is_none()
    }

    /// The answer that is the only legal one, where that is plain to see.
    pub fn forced(&self) -> Option<Answer> {
        match self {
            Choices::One(tokens) if tokens.len() == 1 => Some(Answer::chosen(tokens[0])),
            Choices::InOrder(tokens) if tokens.len() <= 1 => Some(every(tokens)),
            Choices::AtMostOne(tokens) if tokens.is_empty() => Some(Answer::none()),
            Choices::Some(several) if several.max == 0 || several.tokens.is_empty() => Some(Answer::none()),
            Choices::Some(Several { tokens, min, ordered: false, .. }) if usize::from(*min) == tokens.len() => {
                Some(every(tokens))
            }
            Choices::Some(several) if several.budget.is_some() || !several.groups.is_empty() => {
                self.all().filter(|all| all.len() == 1)?.pop()
            }
            _ => None,
        }
    }

    /// Every legal answer; nothing for an order of several, or for too many combinations to list.
    pub fn all(&self) -> Option<Vec<Answer>> {
        let each = |tokens: &[Token]| tokens.iter().map(|token| Answer::chosen(*token)).collect::<Vec<_>>();
        match self {
            Choices::One(tokens) => Some(each(tokens)),
            Choices::AtMostOne(tokens) => Some([vec![Answer::none()], each(tokens)].concat()),
            Choices::Some(Several { tokens, ordered: false, .. }) if tokens.len() <= MOST_COMBINED => {
                let combined = |mask: u32| -> SmallVec<[Token; 2]> {
                    let chosen = tokens.iter().enumerate().filter(|(at, _)| mask & (1 << at) != 0);
                    chosen.map(|(_, token)| *token).collect()
                };
                let all = (0..1 << tokens.len()).map(combined);
                Some(all.filter(|chosen| self.allows(chosen)).map(Answer::Choose).collect())
            }
            _ => None,
        }
    }

    /// A legal answer at random: of what may be left out a third is.
    pub fn sample(&self, stream: &mut Stream) -> Answer {
        match self {
            Choices::One(tokens) => stream.pick(tokens).map_or_else(Answer::none, |token| Answer::chosen(*token)),
            Choices::AtMostOne(tokens) => match stream.pick(tokens) {
                Some(token) if stream.below(3) > 0 => Answer::chosen(*token),
                _ => Answer::none(),
            },
            Choices::InOrder(tokens) => {
                let mut all = tokens.clone();
                stream.shuffle(&mut all);
                every(&all)
            }
            Choices::Some(several) => several.sample(stream),
        }
    }

    /// What is answered for somebody who has left: nothing where that is legal, otherwise whatever comes first.
    pub fn absent(&self) -> Answer {
        match self {
            Choices::One(tokens) => Answer::Choose(tokens.iter().take(1).copied().collect()),
            Choices::AtMostOne(_) => Answer::none(),
            Choices::InOrder(tokens) => every(tokens),
            Choices::Some(several) => several.fill(&several.tokens, several.min.into()),
        }
    }
}

/// The choice of all of these.
fn every(tokens: &[Token]) -> Answer {
    Answer::Choose(SmallVec::from_slice(tokens))
}

impl Several {
    /// What the tokens cost together.
    fn cost(&self, chosen: &[Token]) -> i64 {
        let cost = |token: &Token| {
            let at = self.tokens.iter().position(|own| own == token);
            at.and_then(|at| self.costs.get(at)).copied().unwrap_or(0)
        };
        chosen.iter().map(|token| i64::from(cost(token))).sum()
    }

    /// What is wrong with a choice, besides tokens that are none of these or named twice.
    fn broken(&self, chosen: &[Token]) -> Option<String> {
        if chosen.len() < self.min.into() {
            return Some(format!("choose at least {}, not {}", self.min, chosen.len()));
        }
        if let Some(text) = self.too_much(chosen) {
            return Some(text);
        }
        let few = |group: &&Group| held(group, chosen) < group.min.into();
        let group = self.groups.iter().find(few)?;
        Some(format!("choose at least {} of {}", group.min, listed(&group.tokens)))
    }

    /// What is too much about a choice, to which nothing could be added to make it legal.
    fn too_much(&self, chosen: &[Token]) -> Option<String> {
        if chosen.len() > self.max.into() {
            return Some(format!("choose at most {}, not {}", self.max, chosen.len()));
        }
        if let Some(budget) = self.budget
            && self.cost(chosen) > budget.into()
        {
            return Some(format!("they cost {}, but you can only spend {budget}", self.cost(chosen)));
        }
        let many = |group: &&Group| held(group, chosen) > group.max.into();
        let group = self.groups.iter().find(many)?;
        Some(format!("choose at most {} of {}", group.max, listed(&group.tokens)))
    }

    /// Tokens in this order as long as they fit, or, where that leaves too few, the cheapest first.
    ///
    /// Where a budget and groups together leave few ways, it may find none of them.
    fn fill(&self, order: &[Token], wanted: usize) -> Answer {
        let chosen = self.filled(order, wanted);
        if self.broken(&chosen).is_none() {
            return Answer::Choose(chosen);
        }
        let mut cheap: Tokens = SmallVec::from_slice(order);
        cheap.sort_by_key(|token| self.cost(&[*token]));
        Answer::Choose(self.filled(&cheap, wanted))
    }

    /// Tokens in this order as long as they fit, until there are so many of them and every group has enough.
    fn filled(&self, order: &[Token], wanted: usize) -> SmallVec<[Token; 2]> {
        let mut chosen: SmallVec<[Token; 2]> = SmallVec::new();
        let lacking = |token: &Token, chosen: &[Token]| {
            self.groups.iter().any(|group| group.tokens.contains(token) && held(group, chosen) < group.min.into())
        };
        for needed in [true, false] {
            for token in order {
                let wants = if needed { lacking(token, &chosen) } else { chosen.len() < wanted };
                if !wants || chosen.contains(token) {
                    continue;
                }
                chosen.push(*token);
                if self.too_much(&chosen).is_some() {
                    chosen.pop();
                }
            }
        }
        if !self.ordered {
            chosen.sort_by_key(|token| self.tokens.iter().position(|own| own == token));
        }
        chosen
    }

    fn sample(&self, stream: &mut Stream) -> Answer {
        let mut order = self.tokens.clone();
        stream.shuffle(&mut order);
        let (least, most) = (usize::from(self.min), usize::from(self.max).min(order.len()));
        let kept = order.iter().skip(least).filter(|_| stream.below(3) > 0).count();
        self.fill(&order, (least + kept).min(most))
    }
}

fn held(group: &Group, chosen: &[Token]) -> usize {
    chosen.iter().filter(|token| group.tokens.contains(token)).count()
}

fn listed(tokens: &[Token]) -> String {
    tokens.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use chance::Key;

    use super::*;

    const A: Token = Token::word("a");
    const B: Token = Token::word("b");
    const C: Token = Token::word("c");

    fn answer(tokens: &[Token]) -> Answer {
        every(tokens)
    }

    fn check(choices: &Choices, tokens: &[Token], wanted: Result<(), &str>) {
        let got = choices.check("game.rule", &answer(tokens), |_| None);
        assert_eq!(got.as_ref().map_err(|refusal| refusal.text.as_str()).copied(), wanted, "{choices:?}: {tokens:?}");
        assert_eq!(got.is_ok(), choices.allows(tokens), "{choices:?}: {tokens:?}");
    }

    /// Whatever is offered, drawn or answered for somebody is legal, and what is forced is all there is.
    fn agree(choices: &Choices) {
        let legal = |answer: &Answer| choices.check("game.rule", answer, |_| None).is_ok();
        let all = choices.all();
        for answer in all.iter().flatten() {
            assert!(legal(answer), "{choices:?}: {answer:?}");
        }
        assert!(legal(&choices.absent()), "{choices:?}: {:?}", choices.absent());
        let mut stream = chance::Stream::new(Key::from_seed("choosing", 1));
        for _ in 0..200 {
            let drawn = choices.sample(&mut stream);
            assert!(legal(&drawn), "{choices:?}: {drawn:?}");
            assert!(all.as_ref().is_none_or(|all| all.contains(&drawn)), "{choices:?}: {drawn:?}");
            assert!(choices.forced().is_none_or(|forced| forced == drawn), "{choices:?}: {drawn:?}");
        }
        if let Some(all) = all {
            assert_eq!(choices.forced().is_some(), all.len() == 1, "{choices:?}");
        }
    }

    #[test]
    fn one_is_one_and_nothing_else() {
        let one = Choices::one([A, B]);
        check(&one, &[A], Ok(()));
        check(&one, &[C], Err("c cannot be chosen here"));
        check(&one, &[], Err("choose exactly one"));
        check(&one, &[A, B], Err("choose exactly one"));
        agree(&one);
        agree(&Choices::one([A]));
        assert_eq!(Choices::one([A]).forced(), Some(answer(&[A])));
    }

    #[test]
    fn at_most_one_may_be_none() {
        let one = Choices::at_most_one([A, B]);
        check(&one, &[], Ok(()));
        check(&one, &[B], Ok(()));
        check(&one, &[A, B], Err("choose at most one"));
        agree(&one);
        agree(&Choices::AtMostOne(Tokens::new()));
    }

    #[test]
    fn in_order_is_all_of_them_in_any_order() {
        let order = Choices::in_order([A, B, C]);
        check(&order, &[C, A, B], Ok(()));
        check(&order, &[C, A], Err("name all of them, each once"));
        check(&order, &[C, A, A], Err("a is named twice"));
        agree(&order);
        agree(&Choices::in_order([A]));
    }

    #[test]
    fn some_have_bounds_a_budget_and_groups() {
        let any = Choices::any([A, B, C]);
        check(&any, &[], Ok(()));
        check(&any, &[C, A, B], Ok(()));
        check(&any, &[C, C], Err("c is named twice"));
        agree(&any);
        agree(&Choices::sequence([A, B, C]));
        agree(&Choices::Some(Several::default()));
        let tokens: Tokens = [A, B, C].into_iter().collect();
        let several = Several { tokens, min: 1, max: 2, ..Several::default() };
        let two = Choices::Some(several.clone());
        check(&two, &[], Err("choose at least 1, not 0"));
        check(&two, &[A, B, C], Err("choose at most 2, not 3"));
        agree(&two);
        let dear = Several { budget: Some(4), costs: SmallVec::from_slice(&[1, 2, 3]), ..several.clone() };
        let dear = Choices::Some(dear);
        check(&dear, &[A, C], Ok(()));
        check(&dear, &[B, C], Err("they cost 5, but you can only spend 4"));
        agree(&dear);
        let costs = SmallVec::from_slice(&[1, 2, 3]);
        agree(&Choices::Some(Several { min: 2, budget: Some(3), costs: costs.clone(), ..several.clone() }));
        agree(&Choices::Some(Several { min: 0, budget: Some(0), costs, ..several.clone() }));
        let groups = vec![Group { tokens: vec![A, B], min: 1, max: 1 }];
        let grouped = Choices::Some(Several { groups, ..several.clone() });
        check(&grouped, &[A, C], Ok(()));
        check(&grouped, &[A, B], Err("choose at most 1 of a, b"));
        check(&grouped, &[C], Err("choose at least 1 of a, b"));
        agree(&grouped);
        agree(&Choices::Some(Several { min: 3, max: 3, ..several }));
    }

    #[test]
    fn the_book_may_say_why_something_cannot_be_chosen() {
        let reason = |token: Token| (token == C).then(|| Refusal::new("game.other", "c is asleep"));
        let refused = Choices::one([A]).check("game.rule", &answer(&[C]), reason).unwrap_err();
        assert_eq!((refused.rule.as_str(), refused.text.as_str()), ("game.other", "c is asleep"));
        let number = Choices::one([A]).check("game.rule", &Answer::Number(1), |_| None).unwrap_err();
        assert_eq!(number.text, "this question needs a different kind of answer");
    }
}
