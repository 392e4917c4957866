//! How a match is started, for the first time or again.

use chance::{Contribution, Secret};
use engine::{Origin, StartError};
use store::{Kept, NewMatch as Keep, Token};
use tokio::task::spawn_blocking;
use vocabulary::Viewer;

use crate::caller::Caller;
use crate::matches::{Seating, Standing, choices_of, holders_of};
use crate::problem::Problem;
use crate::site::Site;
use crate::wire::{DiceFrom, NewMatch};
use crate::{clock, random};

/// A match to be started, and the browsers that hold its seats.
pub(crate) struct Plan {
    pub(crate) new: NewMatch,
    pub(crate) owners: Vec<(u8, Token)>,
}

impl Plan {
    /// A new match; the people in it sit at this browser.
    pub(crate) fn of(new: NewMatch, token: Token) -> Plan {
        let owners = Seating::new(&new.holders).people.into_iter().map(|seat| (seat.0, token)).collect();
        Plan { new, owners }
    }
}

/// Starts a match and gives its id when it is durable.
pub(crate) async fn start(site: &Site, token: Token, caller: Caller, plan: Plan) -> Result<String, Problem> {
    let Plan { new: NewMatch { game, mut setup, holders, dice }, owners } = plan;
    if !site.starting().allow(token, caller) {
        return Err(Problem::hasty("too many matches at once; wait a moment"));
    }
    let found = site.games.find(game.as_str())?;
    found.equip(&mut setup.packs);
    let rules = found.rules;
    if holders.len() != setup.players.len() {
        let text = format!("{} holders for {} players; say who holds each seat", holders.len(), setup.players.len());
        return Err(Problem::bad(text));
    }
    if owners.is_empty() {
        return Err(Problem::bad("a match needs at least one person"));
    }
    let (origin, promise) = origin(site, dice, setup.players.len()).await?;
    let typed = matches!(origin, Origin::Typed);
    let (seating, seats) = (Seating::new(&holders), holders_of(&holders));
    let started = site.trying.run(caller, move || {
        let table = rules.start(&setup, origin, &seats)?;
        let mut standing = Standing::new(&*table, &seating);
        let names: Vec<String> = table.view(Viewer::Spectator).seats.into_iter().map(|seat| seat.name).collect();
        let (round, end) = (standing.round(), standing.end());
        Ok((table.head(), table.lines_since(0), names, round, end))
    });
    let (head, lines, names, round, end) = match started.await {
        Ok(Ok(started)) => started,
        Ok(Err(StartError::Setup(faults))) => return Err(Problem::faults(faults)),
        Ok(Err(error)) => return Err(Problem::bad(error.to_string())),
        Err(_) => return Err(Problem::failure("a bug in the rules stopped this match from starting")),
    };
    let unwritten = |_| Problem::failure("this match cannot be saved");
    let id = random::id()?;
    let keep = Keep {
        id: id.clone(),
        game: game.to_string(),
        version: rules.version(),
        head,
        lines,
        holders: serde_json::to_string(&holders).map_err(unwritten)?,
        names: serde_json::to_string(&names).map_err(unwritten)?,
        typed,
        made: clock::now(),
        round,
        owners,
        promise,
        end: end.map_err(|_| Problem::failure("this match cannot be saved"))?,
    };
    site.store.create(keep).await?;
    Ok(id)
}

/// Where the dice come from, and the promise that is used up by it.
async fn origin(site: &Site, dice: DiceFrom, seats: usize) -> Result<(Origin, Option<String>), Problem> {
    let (promise, contributions) = match dice {
        DiceFrom::Typed => return Ok((Origin::Typed, None)),
        DiceFrom::Promised { promise, contributions } => (promise, contributions),
    };
    if contributions.len() != seats {
        return Err(Problem::bad(format!(
            "{} texts for {seats} seats; each adds one to the dice",
            contributions.len()
        )));
    }
    let contributions = contributions.into_iter().map(Contribution::new).collect::<Result<Vec<_>, _>>();
    let contributions = contributions.map_err(|error| Problem::bad(error.to_string()))?;
    let secret: Secret = match site.store.secret(&promise).await?.parse() {
        Ok(secret) => secret,
        Err(_) => return Err(Problem::failure("this promise is damaged; ask for another one")),
    };
    Ok((Origin::committed(secret, contributions), Some(promise)))
}

/// A match like one that is over, with everybody one seat further.
pub(crate) async fn again(site: &Site, kept: &Kept, dice: DiceFrom) -> Result<Plan, Problem> {
    let game = site.games.find(&kept.game)?;
    let (head, rules) = (site.store.head(&kept.id).await?, game.rules);
    let chosen = spawn_blocking(move || rules.chosen(&engine::sealed(head, [""; 0]))).await;
    let mut setup = match chosen {
        Ok(Ok(setup)) => setup,
        Ok(Err(error)) => return Err(Problem::untimely(format!("this match cannot be played again: {error}"))),
        Err(_) => return Err(Problem::failure("a bug in the rules stopped this match from starting")),
    };
    let mut holders = choices_of(kept)?;
    setup.players.rotate_right(1);
    holders.rotate_right(1);
    let seats = u8::try_from(holders.len()).unwrap_or(u8::MAX).max(1);
    let owners = kept.owners.iter().map(|(seat, token)| ((seat + 1) % seats, *token)).collect();
    Ok(Plan { new: NewMatch { game: game.rules.id(), setup, holders, dice }, owners })
}
