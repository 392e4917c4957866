//! Random charges in the open, with what the rules say of them held against a sweep over all spots of a fine grid.
//!
//! The rules settle what one model could do by looking at a few places that matter. The sweep knows nothing of that: it
//! tries every spot, with arithmetic of its own, and shows what it finds to the rules as a player would. Whatever they
//! then accept they should have found.

use aot::Aot;
use chance::{Key, Stream};
use engine::{Game, Holder, Hosted, Origin, Ruleset};
use ground::{Path, Point, Pose};
use vocabulary::{
    Adjustment, Answer, Ask, FieldChoice, Form, ModelId, Ref, Seat, Setup, Token, UnitId, Value, Viewer, Word,
};

static AOT: Game<Aot, bots::Levels> = Game::new();

const RED: Seat = Seat(0);
const BLUE: Seat = Seat(1);
/// In hundredths of a millimetre: an inch, and the gap of Battle Range and of Unit Coherency.
const INCH: i64 = 2_540;
/// How far apart the spots of a sweep are.
const STEP: usize = 25;
/// How far apart the places are where a way of a sweep may bend.
const COARSE: usize = 600;
/// Of the spots with no straight way, one of so many is tried with a bend.
const SOME: usize = 64;

/// What came of a random charge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The situation had nothing to ask: the charge could not be made like this.
    Idle,
    /// The rules found what the model could do, or the sweep found nothing either.
    Agrees {
        /// Whether the rules said that nothing could be done, so that there was something to sweep for.
        swept: bool,
    },
    /// The rules said that nothing could be done, and accept a way with a bend that the sweep found through a gap with next
    /// to no room to spare: ways around things keep a hundredth more distance than they must.
    Squeezes,
    /// The rules said that nothing could be done, and accept a spot that the sweep found.
    Differs(String),
}

/// A disc on the table.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Disc {
    x: i64,
    y: i64,
    radius: i64,
}

impl Disc {
    fn moved(self, (x, y): (i64, i64)) -> Disc {
        Disc { x, y, ..self }
    }

    fn distance_squared(self, other: Disc) -> i64 {
        (self.x - other.x).pow(2) + (self.y - other.y).pow(2)
    }

    /// Whether at most this much lies between two discs.
    fn within(self, other: Disc, gap: i64) -> bool {
        self.distance_squared(other) <= (self.radius + other.radius + gap).pow(2)
    }

    fn overlaps(self, other: Disc) -> bool {
        self.distance_squared(other) < (self.radius + other.radius).pow(2)
    }

    /// Whether the disc hits another on its straight way to a point.
    fn hits_on_the_way(self, to: (i64, i64), other: Disc) -> bool {
        let (dx, dy) = (to.0 - self.x, to.1 - self.y);
        let (ox, oy) = (other.x - self.x, other.y - self.y);
        let (along, length) = (dx * ox + dy * oy, dx * dx + dy * dy);
        if along <= 0 || along >= length {
            return self.overlaps(other) || self.moved(to).overlaps(other);
        }
        let (across, reach) = (i128::from(dx * oy - dy * ox), i128::from(self.radius + other.radius));
        across * across < reach * reach * i128::from(length)
    }

    /// Whether the disc can go straight to a point for so much.
    fn goes(self, to: (i64, i64), most: i64, others: &[Disc]) -> bool {
        self.distance_squared(self.moved(to)) <= most * most
            && !others.iter().any(|other| self.hits_on_the_way(to, *other))
    }

    fn pose(self) -> Pose {
        Pose::at(Point::new(self.x as i32, self.y as i32))
    }
}

/// Whether all hang together, and each model of six or more has two others beside it.
fn are_coherent(unit: &[Disc]) -> bool {
    let beside =
        |at: usize| (0..unit.len()).filter(|other| *other != at && unit[at].within(unit[*other], INCH)).count();
    if unit.len() >= 6 && (0..unit.len()).any(|at| beside(at) < 2) {
        return false;
    }
    let mut group = vec![0];
    let mut at = 0;
    while at < group.len() {
        let from = unit[group[at]];
        let near: Vec<usize> =
            (0..unit.len()).filter(|other| !group.contains(other) && from.within(unit[*other], INCH)).collect();
        group.extend(near);
        at += 1;
    }
    group.len() == unit.len()
}

/// Who stands where before a charge.
struct Situation {
    host: Box<dyn Hosted>,
    /// The charging models, the models of each target, and others of Red's in the way.
    charging: Vec<(ModelId, Disc)>,
    targets: Vec<Vec<(ModelId, Disc)>>,
    others: Vec<(ModelId, Disc)>,
}

impl Situation {
    fn all(&self) -> impl Iterator<Item = &(ModelId, Disc)> {
        self.charging.iter().chain(self.targets.iter().flatten()).chain(&self.others)
    }
}

fn start() -> Box<dyn Hosted> {
    let mut setup = Setup::of(&["Red", "Blue"]);
    let manual = AOT.manual();
    for (player, army) in setup.players.iter_mut().zip(["hearth-line", "storm-front"]) {
        let army = manual.armies.iter().find(|ready| ready.id == Word::new(army));
        let mut army = army.expect("a ready army").list.clone();
        army.units[3].models = Some(CROWD as u16);
        player.army = Some(army);
    }
    setup.settings.insert("force.requisition-limit".to_owned(), Value::Number(2_000));
    let field = manual.fields.into_iter().find(|field| field.id == Word::new("bare")).expect("a bare field");
    setup.field = Some(FieldChoice::Text(field.file));
    AOT.start(&setup, Origin::Typed, &[Holder::Person, Holder::Person]).expect("a set-up without faults")
}

/// How many models the unit that charges has at most, and its first target.
const CROWD: usize = 8;
/// The units that take part: one of Red's that charges, two of Blue's, and another of Red's.
const CHARGING: UnitId = UnitId(2);
const TARGETS: [UnitId; 2] = [UnitId(7), UnitId(6)];
const IN_THE_WAY: UnitId = UnitId(3);

fn models_of(host: &dyn Hosted, unit: UnitId, count: usize) -> Vec<(ModelId, i64)> {
    let view = host.view(Viewer::Spectator);
    let models = view.models.iter().filter(|model| model.unit == Some(unit)).take(count);
    models.map(|model| (model.id, i64::from(model.outline.radius.0))).collect()
}

/// A place at a random distance in a random direction.
fn around(stream: &mut Stream, from: Disc, least: i64, most: i64) -> (i64, i64) {
    let far = least + i64::from(stream.below((most - least + 1) as u32));
    let there = Point::new(far as i32, 0).turned(stream.below(1_024) as u16);
    (from.x + i64::from(there.x), from.y + i64::from(there.y))
}

/// Puts models down beside each other, clear of all others by a gap; `None` if that does not come off.
fn scatter(
    stream: &mut Stream,
    models: &[(ModelId, i64)],
    first: (i64, i64),
    taken: &[Disc],
    clear: i64,
) -> Option<Vec<(ModelId, Disc)>> {
    let mut placed: Vec<(ModelId, Disc)> = Vec::new();
    for (model, radius) in models {
        let fits = |disc: Disc, placed: &[(ModelId, Disc)]| {
            !taken.iter().any(|other| disc.within(*other, clear))
                && !placed.iter().any(|(_, other)| disc.overlaps(*other))
        };
        let disc = (0..40).find_map(|_| {
            let (x, y) = match placed.len() {
                0 => first,
                count => {
                    let (_, beside) = placed[stream.below(count as u32) as usize];
                    around(stream, beside, radius + beside.radius, radius + beside.radius + INCH)
                }
            };
            let disc = Disc { x, y, radius: *radius };
            let linked = placed.is_empty() || placed.iter().any(|(_, other)| disc.within(*other, INCH));
            (linked && fits(disc, &placed)).then_some(disc)
        })?;
        placed.push((*model, disc));
    }
    Some(placed)
}

/// So many models that charge so many targets, which have up to so many models each.
fn situation(stream: &mut Stream, models: usize, targets: usize, most: u32) -> Option<Situation> {
    let mut host = start();
    let middle = (22 * INCH, 22 * INCH);
    let charging = scatter(stream, &models_of(host.as_ref(), CHARGING, models), middle, &[], 0)?;
    let mut taken: Vec<Disc> = charging.iter().map(|(_, disc)| *disc).collect();
    let mut sides: Vec<Vec<(ModelId, Disc)>> = Vec::new();
    for target in &TARGETS[..targets] {
        let first = match sides.first() {
            None => around(stream, taken[0], 4 * INCH, 11 * INCH),
            Some(side) => around(stream, side[0].1, 3 * INCH / 2, 5 * INCH),
        };
        let count = 1 + stream.below(most) as usize;
        let placed = scatter(stream, &models_of(host.as_ref(), *target, count), first, &taken, INCH)?;
        sides.push(placed);
        // Of different sides, more than an inch apart; of the same, clear of each other.
        if sides.len() == 2 && sides[0].iter().any(|(_, a)| sides[1].iter().any(|(_, b)| a.overlaps(*b))) {
            return None;
        }
    }
    taken.extend(sides.iter().flatten().map(|(_, disc)| *disc));
    let mut others = Vec::new();
    if stream.below(2) == 0 {
        let first = around(stream, charging[0].1, INCH, 6 * INCH);
        let count = 1 + stream.below(3) as usize;
        others = scatter(stream, &models_of(host.as_ref(), IN_THE_WAY, count), first, &taken, 0)?;
        let blues = sides.iter().flatten();
        if blues.clone().any(|(_, blue)| others.iter().any(|(_, red)| red.within(*blue, INCH))) {
            return None;
        }
    }
    let all = charging.iter().chain(sides.iter().flatten()).chain(&others);
    let mut changes: Vec<Adjustment> = all.map(|(model, disc)| Adjustment::Pose(*model, disc.pose())).collect();
    changes.push(Adjustment::Moment { round: 1, phase: Word::new("action-phase") });
    host.adjust(changes, &[RED, BLUE]).expect("a position that players may agree on");
    Some(Situation { host, charging, targets: sides, others })
}

fn asked(host: &dyn Hosted, seat: Seat) -> Option<Ask> {
    host.waiting(Viewer::Seat(seat)).asks.into_iter().next()
}

fn stay() -> Answer {
    Answer::Move { paths: Default::default(), placed: Default::default() }
}

/// Charges at all targets with these dice. The ask for the charge move, or none where the charge has failed; nothing where
/// it cannot be declared.
fn charge(situation: &mut Situation, dice: [i16; 2]) -> Option<Option<Ask>> {
    let host = situation.host.as_mut();
    let choose = |host: &mut dyn Hosted, tokens: &[Token]| {
        let ask = asked(host, RED)?;
        host.answer(ask.id, RED, Answer::Choose(tokens.iter().copied().collect())).ok()
    };
    choose(host, &[Token::About(Word::new("move-and-charge"), Ref::Unit(CHARGING))])?;
    let ask = asked(host, RED)?;
    host.answer(ask.id, RED, stay()).ok()?;
    let targets: Vec<Token> =
        TARGETS[..situation.targets.len()].iter().map(|target| Token::Ref(Ref::Unit(*target))).collect();
    choose(host, &targets)?;
    while let Some(ask) = asked(host, BLUE) {
        host.answer(ask.id, BLUE, ask.pass?).ok()?;
    }
    host.enter_dice(&dice).ok()?;
    Some(asked(host, RED).filter(|ask| matches!(ask.form, Form::Move { .. })))
}

/// A random charge, and what came of it.
pub(crate) fn check(seed: u64) -> Outcome {
    let mut stream = Stream::new(Key::from_seed("charges", seed));
    let (models, targets, most) = [(2, 1, 4), (5, 1, 4), (CROWD, 1, CROWD as u32), (1, 2, 4)][(seed % 4) as usize];
    let Some(mut situation) = situation(&mut stream, models, targets, most) else { return Outcome::Idle };
    let dice = [stream.next_die(6) as i16, stream.next_die(6) as i16];
    let vigor = i64::from(dice[0] + dice[1]) * INCH;
    let Some(ask) = charge(&mut situation, dice) else { return Outcome::Idle };
    if models == 1 { alone(&situation, ask.as_ref(), vigor) } else { left_behind(&mut stream, &situation, ask, vigor) }
}

/// A single model that charges two units: where it may stay, there must be no spot near to both.
fn alone(situation: &Situation, ask: Option<&Ask>, vigor: i64) -> Outcome {
    let host = situation.host.as_ref();
    if ask.is_some_and(|ask| host.preview(ask.id, RED, &stay()).is_err()) {
        return Outcome::Agrees { swept: false };
    }
    let (model, disc) = situation.charging[0];
    let targets: Vec<Vec<Disc>> =
        situation.targets.iter().map(|side| side.iter().map(|(_, disc)| *disc).collect()).collect();
    let obstacles: Vec<Disc> = situation.all().filter(|(other, _)| *other != model).map(|(_, disc)| *disc).collect();
    let found = sweep(
        disc,
        vigor,
        &targets,
        &obstacles,
        |_| true,
        |path| {
            let answer =
                Answer::Move { paths: [(model, path.clone())].into_iter().collect(), placed: Default::default() };
            ask.is_none_or(|ask| host.preview(ask.id, RED, &answer).is_ok())
        },
    );
    outcome(situation, disc, &obstacles, found)
}

/// A unit of several models of which one is left behind: where that is accepted, it must have no spot.
fn left_behind(stream: &mut Stream, situation: &Situation, ask: Option<Ask>, vigor: i64) -> Outcome {
    let host = situation.host.as_ref();
    let Some(ask) = ask else { return Outcome::Idle };
    let Some(Answer::Move { paths, .. }) = ask.suggestions.first().map(|suggestion| suggestion.answer.clone()) else {
        return Outcome::Idle;
    };
    let (model, disc) = situation.charging[stream.below(situation.charging.len() as u32) as usize];
    let rest: Vec<(ModelId, Path)> = paths.iter().filter(|(other, _)| *other != model).cloned().collect();
    let end = |&(other, disc): &(ModelId, Disc)| {
        let path = rest.iter().find(|(moved, _)| *moved == other);
        path.map_or(disc, |(_, path)| {
            let at = path.end(disc.pose()).at;
            disc.moved((i64::from(at.x), i64::from(at.y)))
        })
    };
    let comrades: Vec<Disc> = situation.charging.iter().filter(|(other, _)| *other != model).map(end).collect();
    let enemies: Vec<Disc> = situation.targets.iter().flatten().map(|(_, disc)| *disc).collect();
    let obstacles: Vec<Disc> =
        comrades.iter().chain(&enemies).copied().chain(situation.others.iter().map(|(_, disc)| *disc)).collect();
    let coherent = |at: Disc| are_coherent(&comrades.iter().copied().chain([at]).collect::<Vec<_>>());
    let shown = |path: Option<Path>| {
        let paths = rest.iter().cloned().chain(path.map(|path| (model, path)));
        host.preview(ask.id, RED, &Answer::Move { paths: paths.collect(), placed: Default::default() }).is_ok()
    };
    // A spot out of Battle Range that keeps the unit together.
    let behind = (0..200).find_map(|_| {
        let beside = comrades[stream.below(comrades.len() as u32) as usize];
        let near = disc.radius + beside.radius;
        let at = disc.moved(around(stream, beside, near, near + INCH));
        let clear = !enemies.iter().any(|enemy| at.within(*enemy, INCH));
        (clear && coherent(at) && disc.goes((at.x, at.y), vigor, &obstacles)).then_some(at)
    });
    let Some(behind) = behind else { return Outcome::Idle };
    if !shown(Some(Path::straight(behind.pose()))) {
        return Outcome::Agrees { swept: false };
    }
    let found = sweep(disc, vigor, &[enemies], &obstacles, coherent, |path| shown(Some(path.clone())));
    outcome(situation, disc, &obstacles, found)
}

fn outcome(situation: &Situation, disc: Disc, obstacles: &[Disc], found: Option<Path>) -> Outcome {
    let Some(path) = found else { return Outcome::Agrees { swept: true } };
    if path.legs.len() > 1 && !has_room(disc, &path, obstacles) {
        return Outcome::Squeezes;
    }
    let models: Vec<String> = situation.all().map(|(model, disc)| format!("{model:?} {disc:?}")).collect();
    Outcome::Differs(format!("{path:?} of {}", models.join(", ")))
}

/// Whether a disc that is a hundredth wider than both it and what it passes could go the same way.
fn has_room(disc: Disc, path: &Path, obstacles: &[Disc]) -> bool {
    let wider = |other: &Disc| Disc { radius: other.radius + (other.radius + disc.radius) / 100 + 2, ..*other };
    let obstacles: Vec<Disc> = obstacles.iter().map(wider).collect();
    let mut from = disc;
    path.legs.iter().all(|leg| {
        let to = (i64::from(leg.at.x), i64::from(leg.at.y));
        let goes = from.goes(to, i64::from(i32::MAX), &obstacles);
        from = from.moved(to);
        goes
    })
}

/// A way to a spot near to one of each side, straight or with one bend, that is accepted when it is shown.
fn sweep(
    disc: Disc,
    most: i64,
    sides: &[Vec<Disc>],
    obstacles: &[Disc],
    holds: impl Fn(Disc) -> bool,
    accepted: impl Fn(&Path) -> bool,
) -> Option<Path> {
    let near: Vec<Disc> = sides[0].clone();
    let mut hidden: Vec<Disc> = Vec::new();
    for rim in near {
        let reach = rim.radius + disc.radius + INCH;
        for x in (rim.x - reach..=rim.x + reach).step_by(STEP) {
            for y in (rim.y - reach..=rim.y + reach).step_by(STEP) {
                let spot = disc.moved((x, y));
                let legal = spot.distance_squared(disc) <= most * most
                    && spot.within(rim, INCH)
                    && sides[1..].iter().all(|side| side.iter().any(|other| spot.within(*other, INCH)))
                    && !obstacles.iter().any(|other| spot.overlaps(*other))
                    && holds(spot);
                if !legal {
                    continue;
                }
                if disc.goes((x, y), most, obstacles) {
                    let path = Path::straight(spot.pose());
                    if accepted(&path) {
                        return Some(path);
                    }
                } else {
                    hidden.push(spot);
                }
            }
        }
    }
    hidden.into_iter().step_by(SOME).find_map(|spot| bent(disc, spot, most, obstacles, &accepted))
}

/// A way to a spot with one bend.
fn bent(disc: Disc, spot: Disc, most: i64, obstacles: &[Disc], accepted: impl Fn(&Path) -> bool) -> Option<Path> {
    let far = |a: Disc, b: Disc| (a.distance_squared(b) as f64).sqrt().ceil() as i64;
    let ways = (disc.x - most..=disc.x + most).step_by(COARSE);
    ways.flat_map(|x| (disc.y - most..=disc.y + most).step_by(COARSE).map(move |y| (x, y))).find_map(|at| {
        let over = disc.moved(at);
        let first = far(disc, over);
        let short = first + far(over, spot) <= most;
        let open = || disc.goes(at, most, obstacles) && over.goes((spot.x, spot.y), most - first, obstacles);
        let path = Path { legs: [over.pose(), spot.pose()].into_iter().collect() };
        (short && open() && accepted(&path)).then_some(path)
    })
}
