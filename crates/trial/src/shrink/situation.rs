//! A position as changes of the first one, as far as views and adjustments can say it.

use engine::{Match, Nobody, Origin, Rules};
use vocabulary::{Adjustment, Counter, Mark, Ref, Seat, View, Viewer, Word};

use super::script::{Move, give};

/// The changes that lead from the beginning of a match to where a script leads, those that the rules accept.
///
/// It need not be the same position: what no view shows, and no adjustment can change, stays as it was.
pub(super) fn situation<R: Rules>(setup: &R::Setup, script: &[Move]) -> Option<Vec<Adjustment>> {
    let fresh = play::<R>(setup, &[])?;
    let there = play::<R>(setup, script)?;
    let mut accepted = Vec::new();
    for change in changes(&fresh, &there) {
        accepted.push(change);
        if !give(&mut fresh.clone(), &Move::Adjust(accepted.clone())) {
            accepted.pop();
        }
    }
    Some(accepted)
}

fn play<R: Rules>(setup: &R::Setup, script: &[Move]) -> Option<Match<R>> {
    let mut game = Match::<R>::new(setup.clone(), Origin::Typed).ok()?;
    game.run(&mut Nobody, &mut ());
    for step in script {
        give(&mut game, step);
        game.run(&mut Nobody, &mut ());
    }
    Some(game)
}

/// What is different, each thing as its owner sees it; where the match stands comes last, when the models are there.
fn changes<R: Rules>(fresh: &Match<R>, there: &Match<R>) -> Vec<Adjustment> {
    let view = |game: &Match<R>, viewer| R::view(game.state(), viewer);
    let (old, new) = (view(fresh, Viewer::Spectator), view(there, Viewer::Spectator));
    let mut changes = Vec::new();
    for (old, new) in old.models.iter().zip(&new.models) {
        let of = Ref::Model(new.id);
        match new.pose {
            Some(pose) if old.pose != new.pose => changes.push(Adjustment::Pose(new.id, pose)),
            None => changes.push(Adjustment::Gone(of)),
            Some(_) => {}
        }
        compare(of, (&old.counters, &old.marks), (&new.counters, &new.marks), &mut changes);
    }
    for (old, new) in old.units.iter().zip(&new.units) {
        compare(Ref::Unit(new.id), (&old.counters, &old.marks), (&new.counters, &new.marks), &mut changes);
    }
    for (old, new) in old.areas.iter().zip(&new.areas) {
        compare(Ref::Area(new.id), (&old.counters, &old.marks), (&new.counters, &new.marks), &mut changes);
    }
    for seat in (0..new.seats.len()).filter_map(|at| u8::try_from(at).ok()).map(Seat) {
        let of = |view: View| view.seats.into_iter().nth(seat.index());
        if let (Some(old), Some(new)) = (of(view(fresh, Viewer::Seat(seat))), of(view(there, Viewer::Seat(seat)))) {
            compare(Ref::Seat(seat), (&old.counters, &old.marks), (&new.counters, &new.marks), &mut changes);
        }
    }
    if let Some(phase) = new.moment.phase.first() {
        changes.push(Adjustment::Moment { round: new.moment.round, phase: *phase });
    }
    changes
}

fn compare(of: Ref, old: (&[Counter], &[Mark]), new: (&[Counter], &[Mark]), changes: &mut Vec<Adjustment>) {
    let had = |counter: &Counter| old.0.iter().any(|other| (other.term, other.value) == (counter.term, counter.value));
    let different = new.0.iter().filter(|counter| !had(counter));
    changes.extend(different.map(|counter| Adjustment::Counter(of, counter.term, counter.value)));
    let bears = |marks: &[Mark], term: Word| marks.iter().any(|mark| mark.term == term);
    let gained = new.1.iter().filter(|mark| !bears(old.1, mark.term)).map(|mark| (mark.term, true));
    let lost = old.1.iter().filter(|mark| !bears(new.1, mark.term)).map(|mark| (mark.term, false));
    changes.extend(gained.chain(lost).map(|(term, on)| Adjustment::Mark(of, term, on)));
}
