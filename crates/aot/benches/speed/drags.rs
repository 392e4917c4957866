//! How long it takes to say what comes of a drag: ten models, dragged all ways on battlefields in the middle of a
//! battle, with what the rules say of it.

use chance::{Key, Stream};
use cpu_time::ProcessTime;
use engine::{Host, Hosted, Match, Nobody, Origin, Rules};
use ground::{Point, Pose};
use vocabulary::{Answer, Ask, Form, List, ListUnit, ModelId, Setup, Viewer, Wish, Word};

use crate::setup;

/// Microseconds that drags took, the shortest first.
pub(crate) struct Drags {
    /// All of them.
    pub(crate) all: Vec<f64>,
    /// Those that led around something.
    pub(crate) around: Vec<f64>,
}

/// The time below which so many of a hundred lie.
pub(crate) fn percentile(times: &[f64], of_hundred: usize) -> f64 {
    times.get((times.len() * of_hundred / 100).min(times.len().saturating_sub(1))).copied().unwrap_or_default()
}

impl Drags {
    /// Drags in battles on the first so many battlefields.
    pub(crate) fn on(fields: u64) -> Drags {
        let mut drags = Drags { all: Vec::new(), around: Vec::new() };
        for seed in 1..=fields {
            drags.in_battle(seed);
        }
        drags.all.sort_by(f64::total_cmp);
        drags.around.sort_by(f64::total_cmp);
        drags
    }

    fn in_battle(&mut self, seed: u64) {
        let game =
            Match::<aot::Aot>::new(setup(seed, &players(), &[]), Origin::Seeded { seed }).expect("a legal set-up");
        let mut host = Host::new(game, Box::new(Nobody));
        let mut stream = Stream::new(Key::from_seed("drags", seed));
        loop {
            let asks = [0, 1].map(|seat| host.waiting(Viewer::Seat(vocabulary::Seat(seat))).asks);
            let Some(ask) = asks.into_iter().flatten().next() else { return };
            let prompt = host.game().prompt(ask.id, ask.seat).expect("it is asked").clone();
            self.drag(&host, &ask);
            let answer = aot::Aot::sample(host.game().state(), ask.seat, &prompt, &mut stream);
            host.answer(ask.id, ask.seat, answer).expect("what is drawn is legal");
        }
    }

    /// All ways, by 2, 4, 6 and 8 in.
    fn drag(&mut self, host: &Host<aot::Aot>, ask: &Ask) {
        let Form::Move { movers, .. } = &ask.form else { return };
        if movers.len() != 10 {
            return;
        }
        let view = host.view(Viewer::Spectator);
        let stand: Option<Vec<(ModelId, Pose)>> =
            movers.iter().map(|mover| Some((mover.model, view.models[mover.model.index()].pose?))).collect();
        let Some(stand) = stand else { return };
        for inches in [2, 4, 6, 8] {
            for facing in (0..16).map(|sixteenth| sixteenth * 64) {
                let by = Point::inches(inches, 0).turned(facing);
                let shifted = |at: Point| Point::new(at.x + by.x, at.y + by.y);
                let wish: Wish =
                    stand.iter().map(|(model, pose)| (*model, Pose { at: shifted(pose.at), ..*pose })).collect();
                let start = ProcessTime::now();
                let draft = host.draft(ask.id, ask.seat, &wish);
                let took = start.elapsed().as_secs_f64() * 1e6;
                let Ok(draft) = draft else { continue };
                self.all.push(took);
                if matches!(draft.answer, Answer::Move { paths, .. } if paths.iter().any(|(_, path)| path.legs.len() > 1))
                {
                    self.around.push(took);
                }
            }
        }
    }
}

/// Two armies with units of ten.
fn players() -> Setup {
    let unit = |card, models| ListUnit { models, ..ListUnit::of(Word::new(card)) };
    let list = |faction, formation, units| List {
        formation: Some(Word::new(formation)),
        units,
        ..List::new("Tens", Word::new(faction))
    };
    let mut setup = Setup::of(&["Red", "Blue"]);
    let drifters = || unit("drifters", Some(10));
    setup.players[0].army = Some(list(
        "galewrights",
        "lantern-patrol",
        vec![unit("gale-marshal", None), drifters(), drifters(), drifters()],
    ));
    let stokers = || unit("stokers", Some(10));
    setup.players[1].army = Some(list(
        "kilnfolk",
        "deep-hearths",
        vec![unit("kiln-mother", None), stokers(), stokers(), unit("door-guard", Some(5))],
    ));
    setup
}
