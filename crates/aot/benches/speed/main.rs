//! How many battles random bots play on one core: the workload `bench/standard`, two armies of 1,000 on battlefields
//! 1 to 100, to 5 victory points and at most 10 Rounds. `cargo xtask bench aot` runs it.

#![expect(clippy::print_stdout, reason = "this is a command line")]

use std::cell::Cell;
use std::rc::Rc;

use bots::Random;
use chance::Key;
use engine::{Match, Origin, Pending, Players, Rules, Situation};
use vocabulary::{Answer, FieldChoice, Setup, Value};

const FIELDS: u64 = 100;

/// The processor time of this process, in seconds.
#[expect(clippy::disallowed_types, reason = "a benchmark measures time")]
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = std::time::Instant::now();
    let result = work();
    (result, start.elapsed().as_secs_f64())
}

/// Random players whose thinking is measured.
struct Measured {
    bots: Vec<Random>,
    seconds: Rc<Cell<f64>>,
    activations: Rc<Cell<u64>>,
}

impl Players<aot::Aot> for Measured {
    fn answer(&mut self, situation: &Situation<'_, aot::Aot>) -> Option<Answer> {
        if matches!(situation.prompt(), aot::Prompt::Select) {
            self.activations.set(self.activations.get() + 1);
        }
        let bot = &mut self.bots[situation.seat().index()];
        let (answer, seconds) = timed(|| bot.answer(situation));
        self.seconds.set(self.seconds.get() + seconds);
        answer
    }

    fn may_pause(&self) -> bool {
        false
    }
}

fn main() {
    let setups: Vec<aot::Setup> = (1..=FIELDS).map(setup).collect();
    let (seconds, activations) = (Rc::new(Cell::new(0.0)), Rc::new(Cell::new(0)));
    let (_, all) = timed(|| {
        for (seed, setup) in (0..).zip(&setups) {
            let key = Key::from_seed("standard", seed);
            let bots = (0..2).map(|seat| Random::new(key.branch("seat", seat))).collect();
            let mut players = Measured { bots, seconds: seconds.clone(), activations: activations.clone() };
            let mut game =
                Match::<aot::Aot>::forgetful(setup.clone(), Origin::Seeded { seed }).expect("a legal set-up");
            game.run(&mut players, &mut ());
            assert!(matches!(game.pending(), Pending::Over(_)), "a battle of bots comes to its end");
        }
    });
    let rate = FIELDS as f64 / all;
    println!("bench/standard: {rate:.0} battles a second on one core");
    println!(
        "{:.1} µs an activation, {} of them a battle",
        all * 1e6 / activations.get() as f64,
        activations.get() / FIELDS
    );
    println!("{:.0} % of it the bots look for moves and targets, the rest the rules take", seconds.get() / all * 100.0);
}

fn setup(seed: u64) -> aot::Setup {
    let mut setup = Setup::of(&["Red", "Blue"]);
    setup.field = Some(FieldChoice::Seed(seed));
    setup.settings =
        [("end.victory-target".to_owned(), Value::Number(5)), ("end.round-limit".to_owned(), Value::Number(10))]
            .into_iter()
            .collect();
    aot::Aot::prepare(&setup).expect("ready armies are legal")
}
