//! Questions of Duel in the shared vocabulary: their sentences, forms and suggestions.

use ground::{Length, Outline, Region};
use vocabulary::{
    Ask, Choice, Form, Limit, LimitKind, ModelId, Mover, Omit, Ref, Refusal, Seat, Suggestion, Token, Viewer,
};

use crate::answers;
use crate::prompt::{FEINT, Prompt, bearable, shares};
use crate::state::{MARCH, NEAR, Plan, Reaction, State};
use crate::telling::{Voice, dice_words};

/// The prompt in the shared vocabulary.
pub(crate) fn describe(state: &State, seat: Seat, prompt: &Prompt) -> Ask {
    let (text, about) = question(Voice { state, to: Viewer::Seat(seat) }, prompt);
    Ask {
        id: 0,
        seat,
        text,
        why: prompt.why().into(),
        about,
        form: form(state, seat, prompt),
        sealed: false,
        secret: matches!(prompt, Prompt::Plan),
        suggestions: suggestions(state, seat, prompt),
        proposal: None,
        pass: prompt.pass(),
        orders: Vec::new(),
    }
}

fn question(say: Voice<'_>, prompt: &Prompt) -> (String, Vec<Ref>) {
    match prompt {
        Prompt::Plan => ("Which secret plan do you follow?".to_owned(), Vec::new()),
        Prompt::PlaceOwn => ("Place your Captain and your first Guard.".to_owned(), Vec::new()),
        Prompt::PlaceRival { band } => {
            (format!("Place {}'s second Guard.", say.state.name(*band)), vec![Ref::Seat(*band)])
        }
        Prompt::Bid => ("How much Resolve do you bid for the first turn?".to_owned(), Vec::new()),
        Prompt::March => ("Where does your band go?".to_owned(), Vec::new()),
        Prompt::Target => ("Who do you attack?".to_owned(), Vec::new()),
        Prompt::React { by, target, dice } => {
            let text = format!(
                "{} attacks {} with {}. How do you react?",
                say.player(*by),
                say.model(*target),
                dice_words((*dice).into())
            );
            (text, vec![Ref::Seat(*by), Ref::Model(*target)])
        }
        Prompt::Feint { target, reaction } => {
            let text = format!("{}. Do you feint?", say.reacts(State::owner(*target), *reaction));
            (text, vec![Ref::Model(*target)])
        }
        Prompt::Reroll { need, .. } => (format!("Which misses do you roll again? They need {need}+."), Vec::new()),
        Prompt::Replace { with, need, .. } => {
            let text = format!("Which die do you replace with the {} from your pool? They need {need}+.", with.shows);
            (text, vec![Ref::Die(with.id.0)])
        }
        Prompt::Spread { target, damage } => {
            let text = format!("{} suffers {damage} damage. Who takes it?", say.this_model(*target));
            (text, vec![Ref::Model(*target)])
        }
    }
}

fn form(state: &State, seat: Seat, prompt: &Prompt) -> Form {
    let dear = (state.side(seat).resolve == 0).then(|| prompt.too_dear());
    match prompt {
        Prompt::Plan => {
            let option = |plan: Plan| Choice::new(Token::Word(plan.word()), plan.label()).meaning(plan.text());
            Form::one(Plan::ALL.map(option).into())
        }
        Prompt::PlaceOwn => {
            let captain = State::captain(seat);
            place_form(seat, vec![captain, ModelId(captain.0 + 1)], "duel.place.own")
        }
        Prompt::PlaceRival { band } => {
            place_form(*band, vec![ModelId(State::captain(*band).0 + 2)], "duel.place.rival")
        }
        Prompt::Bid => Form::Number { min: 0, max: state.side(seat).resolve.into(), step: 1 },
        Prompt::March => march_form(state, seat),
        Prompt::Target => {
            let option = |target: ModelId| Choice::new(target.into(), state.model_name(target));
            Form::at_most_one(state.targets(seat).map(option).collect())
        }
        Prompt::React { .. } => {
            let option = |reaction: Reaction| {
                let word = Token::Word(reaction.word());
                let refused = dear.clone().map(|refusal| Refusal { rule: reaction.rule().into(), ..refusal });
                Choice::new(word, reaction.word().to_string()).meaning(reaction.text()).unless(refused)
            };
            Form::at_most_one(Reaction::ALL.map(option).into())
        }
        Prompt::Feint { .. } => {
            let feint =
                Choice::new(Token::Word(FEINT), "feint").meaning("Spend 1 Resolve: the reaction has no effect.");
            Form::at_most_one(vec![feint.unless(dear)])
        }
        Prompt::Reroll { dice, need } => {
            let missed = dice.iter().filter(|die| die.shows < *need);
            let options: Vec<Choice> =
                missed.map(|die| Choice::new(die.token(), format!("the {}", die.shows))).collect();
            let all = options.len() as u16;
            Form::some(options, 0, all)
        }
        Prompt::Replace { dice, .. } => {
            Form::at_most_one(dice.iter().map(|die| Choice::new(die.token(), format!("the {}", die.shows))).collect())
        }
        Prompt::Spread { target, damage } => {
            let over = shares(state, *target, *damage);
            Form::Spread { amount: bearable(&over, *damage), over: over.to_vec(), ordered: false }
        }
    }
}

fn place_form(band: Seat, models: Vec<ModelId>, rule: &'static str) -> Form {
    let (low, high) = State::zone(band);
    let near = LimitKind::StayLinked {
        neighbours: 1,
        height: Length::ZERO,
        connected: false,
        hub: Some(State::captain(band)),
    };
    let limits = vec![Limit::new("near", near, NEAR, rule)];
    Form::Place { models, within: Region::from(Outline::rectangle(low, high)), limits, omit: Omit::Nobody }
}

fn march_form(state: &State, seat: Seat) -> Form {
    let Some(leader) = state.leader(seat) else {
        return Form::Move { movers: Vec::new(), followers: Vec::new(), limits: Vec::new(), omit: Omit::Anybody };
    };
    let rivals = state.all_models().filter(|model| State::owner(*model) != seat && state.stands(*model));
    let near = LimitKind::StayLinked { neighbours: 1, height: Length::ZERO, connected: false, hub: Some(leader) };
    Form::Move {
        movers: vec![Mover { model: leader, allowance: MARCH, start: None, tolls: Vec::new() }],
        followers: state.standing(seat).filter(|model| *model != leader).collect(),
        limits: vec![
            Limit::new("through", LimitKind::NotThrough, Length::ZERO, "duel.move.through")
                .from(rivals.map(Ref::Model).collect())
                .on_the_way(),
            Limit::new("near", near, NEAR, "duel.move.followers"),
        ],
        omit: Omit::Anybody,
    }
}

/// Answers worth offering where the form alone is no list of options.
fn suggestions(state: &State, seat: Seat, prompt: &Prompt) -> Vec<Suggestion> {
    let suggestion = |label: String, answer| Suggestion { label, answer, odds: None };
    match prompt {
        Prompt::PlaceOwn => {
            vec![suggestion("in the middle of the zone".to_owned(), answers::place_own(state, seat))]
        }
        Prompt::PlaceRival { band } => {
            vec![suggestion("next to the Captain".to_owned(), answers::place_rival(state, *band))]
        }
        Prompt::March => {
            answers::marches(state, seat).into_iter().map(|(label, answer)| suggestion(label, answer)).collect()
        }
        Prompt::Spread { target, damage } => {
            vec![suggestion("the target first".to_owned(), answers::target_first(state, *target, *damage))]
        }
        _ => Vec::new(),
    }
}
