//! What comes of bands that a hand drags.

use duel::Duel;
use engine::{Host, Hosted, Match, Nobody, Origin};
use ground::{Length, Point, Pose};
use vocabulary::{Answer, Ask, Kind, ModelId, Refusal, Seat, Setup, Verdict, Viewer, Wish, notation};

const RED: Seat = Seat(0);
const BLUE: Seat = Seat(1);

fn asked(host: &Host<Duel>, seat: Seat) -> Ask {
    host.waiting(Viewer::Seat(seat)).asks.first().cloned().expect("the seat is asked something")
}

/// A match in which these answers were given, one after the other.
fn after(answers: &[(Seat, Kind, &str)]) -> Host<Duel> {
    let game = Match::new(Setup::of(&["Red", "Blue"]), Origin::Seeded { seed: 1 }).unwrap();
    let mut host = Host::new(game, Box::new(Nobody));
    for (seat, kind, text) in answers {
        let ask = asked(&host, *seat).id;
        host.answer(ask, *seat, notation::read(text, *kind).unwrap()).unwrap();
    }
    host
}

const PLANS: [(Seat, Kind, &str); 2] = [(RED, Kind::Choose, "hunter"), (BLUE, Kind::Choose, "keeper")];

/// Red is to move; a Guard of Blue stands before Red's Captain, who is at (8, 2).
fn to_march() -> (Host<Duel>, Ask) {
    let places = [
        (RED, Kind::Place, "model:0 @ (8, 2); model:1 @ (6, 2)"),
        (BLUE, Kind::Place, "model:2 @ (10, 2)"),
        (BLUE, Kind::Place, "model:3 @ (8, 14); model:4 @ (6, 14)"),
        (RED, Kind::Place, "model:5 @ (10, 14)"),
        (RED, Kind::Number, "0"),
        (BLUE, Kind::Number, "1"),
        (BLUE, Kind::Move, "model:3 > (6.5, 8.2); model:4 @ (8, 5.5)"),
        (BLUE, Kind::Choose, "-"),
    ];
    let host = after(&PLANS.into_iter().chain(places).collect::<Vec<_>>());
    let ask = asked(&host, RED);
    (host, ask)
}

fn at(model: u16, x: i32, y: i32) -> (ModelId, Pose) {
    (ModelId(model), Pose::at(Point::new(x * 254, y * 254)))
}

fn refused(host: &Host<Duel>, ask: &Ask, wish: &Wish) -> Refusal {
    match host.draft(ask.id, ask.seat, wish).unwrap().verdict {
        Verdict::Refused(refusal) => *refusal,
        Verdict::Allowed(_) => panic!("it is allowed"),
    }
}

#[test]
fn a_leader_goes_around_a_rival_and_the_others_stand_where_they_are_put() {
    let (host, ask) = to_march();
    let wish = vec![at(0, 92, 70), at(1, 70, 67), at(2, 105, 60)];
    let draft = host.draft(ask.id, RED, &wish).unwrap();
    assert!(matches!(draft.verdict, Verdict::Allowed(_)), "{:?}", draft.verdict);
    let Answer::Move { paths, placed } = draft.answer else { panic!("a band moves") };
    assert!(paths[0].1.legs.len() > 1, "the straight way passes over the Guard");
    assert_eq!(paths[0].1.legs.last(), Some(&wish[0].1));
    assert_eq!(placed.as_slice(), &wish[1..]);
}

#[test]
fn a_band_that_is_dragged_too_far_hears_by_how_much_and_where_it_could_go() {
    let (mut host, ask) = to_march();
    let wish = vec![at(0, 20, 20), at(1, 40, 20), at(2, 20, 40)];
    assert!(host.draft(ask.id, RED, &wish).is_ok_and(|draft| matches!(draft.verdict, Verdict::Allowed(_))));
    let wish = vec![at(0, 10, 20), at(1, 30, 20), at(2, 10, 40)];
    let refusal = refused(&host, &ask, &wish);
    assert_eq!((refusal.rule.as_str(), refusal.by), ("duel.move.leader", Some(Length::inches(1))));
    host.answer(ask.id, RED, *refusal.mend.expect("it could go 6 in")).unwrap();
    let gone = host.view(Viewer::Spectator).models[0].pose.unwrap().at.distance_up(Point::inches(8, 2));
    assert!(gone > Length::inches(5), "until the first Guard comes to the edge: {gone:?}");
    let (host, ask) = to_march();
    let refusal = refused(&host, &ask, &vec![at(0, 80, 0)]);
    assert_eq!((refusal.rule.as_str(), refusal.by), ("duel.field.edges", Some(Length::mm(20))));
}

#[test]
fn models_outside_of_their_zone_hear_of_a_place_in_it() {
    let host = after(&PLANS);
    let ask = asked(&host, RED);
    let refusal = refused(&host, &ask, &vec![at(0, 80, 60), at(1, 60, 60)]);
    assert_eq!(refusal.rule.as_str(), "duel.place.own");
    let mend = *refusal.mend.expect("there is room");
    host.preview(ask.id, RED, &mend).unwrap();
    let Answer::Place(placed) = mend else { panic!("models are placed") };
    assert_eq!(placed[0].1.at, Point::new(80 * 254, 3 * 2_540 - 2_000), "as near to the wish as the zone goes");
}
