//! The worked example of `vector.txt`, which `examples/check.py` prints as well.

use chance::{Commitment, Contribution, Key, Secret, Stream, check, commit};

const VECTOR: &str = include_str!("vector.txt");

/// What follows `name` on each line that begins with it.
fn lines(name: &str) -> Vec<&'static str> {
    VECTOR.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(' ')).collect()
}

fn line(name: &str) -> &'static str {
    let [only] = lines(name)[..] else { panic!("{name} stands once in the vector") };
    only
}

fn numbers(name: &str) -> Vec<u32> {
    line(name).split(' ').map(|number| number.parse().unwrap()).collect()
}

fn secret() -> Secret {
    line("secret").parse().unwrap()
}

fn contributions() -> Vec<Contribution> {
    lines("contribution").into_iter().map(|text| Contribution::new(text).unwrap()).collect()
}

#[test]
fn the_commitment_and_the_key_are_those_of_the_vector() {
    assert_eq!(contributions().len(), 2);
    assert_eq!(secret().commitment().to_string(), line("commitment"));
    assert_eq!(commit::key(&secret(), &contributions()).to_string(), line("key"));
}

#[test]
fn the_dice_are_those_of_the_vector() {
    let key: Key = line("key").parse().unwrap();
    for (name, from) in [("d6", 0), ("d6-from-1000000", 1_000_000)] {
        let mut stream = Stream::at(key, from);
        let shown: Vec<u32> = (0..20).map(|_| u32::from(stream.next_die(6)) + 1).collect();
        assert_eq!(shown, numbers(name), "{name}");
    }
    let mut stream = Stream::new(key);
    let drawn: Vec<u32> = (0..20).map(|_| stream.below(3_000_000_000)).collect();
    assert_eq!(drawn, numbers("below-3000000000"));
}

#[test]
fn the_dice_of_the_vector_pass_the_check() {
    let published: Commitment = line("commitment").parse().unwrap();
    let dice = numbers("d6").into_iter().zip(0..).map(|(shown, n)| (n, 6, shown as u16 - 1));
    assert_eq!(check(&published, &secret(), &contributions(), dice), Ok(20));
}
