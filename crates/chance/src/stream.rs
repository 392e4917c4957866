//! Keys, and the dice that follow from them: die n depends on the key and on n, and on nothing else.
//!
//! Die n of a key is drawn from 32-bit words of ChaCha20 (64-bit counter, 64-bit stream number, as Bernstein defined
//! it), by the algorithm whose name is [`ALGORITHM`]:
//!
//! 1. for k = 0, 1, 2, …: take word n of stream k under that key (words are little-endian, sixteen to a block);
//! 2. accept it if it is below ⌊2³² / faces⌋ × faces; the die shows face `word mod faces`, counted from 0.
//!
//! Rejection makes every face exactly as likely as the others, and since the next try comes from another stream, a
//! rejected word moves no later die.
//!
//! ```
//! use chance::{Key, Stream};
//!
//! let key = Key::from_seed("example", 7);
//! let mut in_order = Stream::new(key);
//! let shown: Vec<u16> = (0..100).map(|_| in_order.next_die(6)).collect();
//! assert_eq!(Stream::at(key, 42).next_die(6), shown[42]);
//! ```

use std::fmt;
use std::str::FromStr;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

use crate::hex::{self, HexError};

/// The name of the way dice follow from a key. It is stored in every record; a change to any die needs a new name.
pub const ALGORITHM: &str = "chacha20-word/1";

/// What a stream of dice follows from. Who knows it knows every die to come.
///
/// `Debug` hides the bytes, and there is no `Serialize`: to write a key one has to ask for its hexadecimal form, with
/// `Display` or [`as_text`](crate::as_text).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Key(pub [u8; 32]);

impl Key {
    /// A key for whatever needs no secrecy: simulations, bots, generators. Different domains give unrelated keys.
    ///
    /// It is SHA-256 of `"muster seed/1"`, the domain's length in bytes as u32 LE, the domain, and the seed as u64 LE.
    pub fn from_seed(domain: &str, seed: u64) -> Key {
        let hash = Sha256::new().chain_update(b"muster seed/1");
        Key(labelled(hash, domain, seed))
    }

    /// A key that follows from this one but tells nothing about it: one for each bot, fork or game under a common key.
    ///
    /// It is SHA-256 of `"muster branch/1"`, this key, the label's length in bytes as u32 LE, the label, and n as u64
    /// LE.
    pub fn branch(self, label: &str, n: u64) -> Key {
        let hash = Sha256::new().chain_update(b"muster branch/1").chain_update(self.0);
        Key(labelled(hash, label, n))
    }
}

fn labelled(hash: Sha256, label: &str, n: u64) -> [u8; 32] {
    // The length keeps ("ab", …) and ("a", "b…") apart.
    let length = u32::try_from(label.len()).expect("a label is shorter than 4 GiB");
    hash.chain_update(length.to_le_bytes()).chain_update(label).chain_update(n.to_le_bytes()).finalize().into()
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex::write(&self.0, f)
    }
}

impl FromStr for Key {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Key, HexError> {
        hex::read(text).map(Key)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(hidden)")
    }
}

/// The dice of one key, one after another or from any number on.
///
/// Drawing allocates nothing, and a clone copies 320 bytes. Words are made 64 at a time, so going on to the next die is
/// quick, and to [`seek`](Stream::seek) another costs as much as many dice.
#[derive(Clone)]
pub struct Stream {
    /// Always at stream 0 and, between calls, at word `next`.
    words: ChaCha20Rng,
    next: u64,
}

impl Stream {
    /// The dice of `key`, from die 0 on.
    pub fn new(key: Key) -> Stream {
        Stream { words: ChaCha20Rng::from_seed(key.0), next: 0 }
    }

    /// The dice of `key`, from die `n` on.
    pub fn at(key: Key, n: u64) -> Stream {
        let mut stream = Stream::new(key);
        stream.seek(n);
        stream
    }

    /// The number of the next die.
    #[inline]
    pub fn position(&self) -> u64 {
        self.next
    }

    /// Makes `n` the number of the next die.
    #[inline]
    pub fn seek(&mut self, n: u64) {
        if n != self.next {
            self.words.set_word_pos(u128::from(n));
            self.next = n;
        }
    }

    /// Throws the next die and returns its face, counted from 0.
    ///
    /// # Panics
    ///
    /// Panics if the die has no faces.
    #[inline]
    pub fn next_die(&mut self, faces: u16) -> u16 {
        // With the most common die named, its division becomes a multiplication.
        let face = if faces == 6 { self.below(6) } else { self.below(u32::from(faces)) };
        face as u16
    }

    /// A number from 0 to `bound` - 1, all equally likely. It takes the place of one die.
    ///
    /// # Panics
    ///
    /// Panics if `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "a die needs at least one face");
        let n = self.next;
        self.next += 1;
        match accept(self.words.next_u32(), bound) {
            Some(value) => value,
            None => self.try_again(n, bound),
        }
    }

    /// One of `items`, all equally likely; none, and no die thrown, if there are none.
    ///
    /// # Panics
    ///
    /// Panics if there are 2³² items or more.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() {
            return None;
        }
        Some(&items[self.index(items.len())])
    }

    /// Brings `items` into any order, all equally likely. It takes the place of one die less than there are items.
    ///
    /// # Panics
    ///
    /// Panics if there are 2³² items or more.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }

    fn index(&mut self, length: usize) -> usize {
        self.below(u32::try_from(length).expect("a list to draw from has fewer than 2³² items")) as usize
    }

    #[cold]
    #[inline(never)]
    fn try_again(&self, n: u64, bound: u32) -> u32 {
        let mut words = ChaCha20Rng::from_seed(self.words.get_seed());
        first_accepted(bound, 1, |stream| {
            words.set_stream(stream);
            words.set_word_pos(u128::from(n));
            words.next_u32()
        })
    }
}

/// Two streams are equal if the same dice are to come.
impl PartialEq for Stream {
    fn eq(&self, other: &Stream) -> bool {
        self.next == other.next && self.words.get_seed() == other.words.get_seed()
    }
}

impl Eq for Stream {}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("position", &self.next).finish_non_exhaustive()
    }
}

/// `word mod bound`, unless the word lies in the incomplete run of faces at the top of the range.
///
/// The run that the word is in starts at `word - value`; it is complete if its last number still fits 32 bits. That
/// says the same as `word < floor(2^32 / bound) * bound`, with one division instead of two.
#[inline(always)]
fn accept(word: u32, bound: u32) -> Option<u32> {
    let value = word % bound;
    let run = word - value;
    run.checked_add(bound - 1).map(|_| value)
}

/// The value of the first word that is accepted, from stream `first` on.
fn first_accepted(bound: u32, first: u64, mut word_of: impl FnMut(u64) -> u32) -> u32 {
    (first..).find_map(|stream| accept(word_of(stream), bound)).expect("some stream holds a word that is accepted")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some_key() -> Key {
        Key::from_seed("test", 1)
    }

    fn words(key: [u8; 32], from: u64, count: usize) -> Vec<u32> {
        let mut stream = Stream::at(Key(key), from);
        (0..count).map(|_| stream.words.next_u32()).collect()
    }

    #[test]
    fn words_are_those_of_chacha20_as_published() {
        // RFC 8439, appendix A.1, test vectors 1, 2 and 3: their nonce is zero, so the longer counter makes no
        // difference.
        let first = [
            0xade0b876, 0x903df1a0, 0xe56a5d40, 0x28bd8653, 0xb819d2bd, 0x1aed8da0, 0xccef36a8, 0xc70d778b, 0x7c5941da,
            0x8d485751, 0x3fe02477, 0x374ad8b8, 0xf4b8436a, 0x1ca11815, 0x69b687c3, 0x8665eeb2,
        ];
        let second = [
            0xbee7079f, 0x7a385155, 0x7c97ba98, 0x0d082d73, 0xa0290fcb, 0x6965e348, 0x3e53c612, 0xed7aee32, 0x7621b729,
            0x434ee69c, 0xb03371d5, 0xd539d874, 0x281fed31, 0x45fb0a51, 0x1f0ae1ac, 0x6f4d794b,
        ];
        let third = [
            0x2452eb3a, 0x9249f8ec, 0x8d829d9b, 0xddd4ceb1, 0xe8252083, 0x60818b01, 0xf38422b8, 0x5aaa49c9, 0xbb00ca8e,
            0xda3ba7b4, 0xc4b592d1, 0xfdf2732f, 0x4436274e, 0x2561b3c8, 0xebdd4aa6, 0xa0136c00,
        ];
        assert_eq!(words([0; 32], 0, 16), first);
        assert_eq!(words([0; 32], 16, 16), second);
        let mut key = [0; 32];
        key[31] = 1;
        assert_eq!(words(key, 16, 16), third);
    }

    #[test]
    fn the_stream_number_is_the_published_nonce() {
        // RFC 8439, appendix A.1, test vector 5 has nonce 00…00 02, which is stream 2 << 56 here.
        let mut rng = ChaCha20Rng::from_seed([0; 32]);
        rng.set_stream(2 << 56);
        assert_eq!([rng.next_u32(), rng.next_u32()], [0x374dc6c2, 0x3736d58c]);
    }

    #[test]
    fn a_word_is_accepted_below_the_last_whole_run_of_faces() {
        for bound in [1, 2, 3, 6, 7, 8, 20, 33, 65_535, 65_536, 3_000_000_000, (1 << 31) + 1, u32::MAX] {
            let limit = (1u64 << 32) / u64::from(bound) * u64::from(bound);
            let near = limit.saturating_sub(3)..(limit + 3).min(1 << 32);
            let top = (1u64 << 32) - 3..1 << 32;
            for word in (0..3).chain(near).chain(top) {
                let expected = (word < limit).then(|| (word % u64::from(bound)) as u32);
                assert_eq!(accept(word as u32, bound), expected, "word {word}, bound {bound}");
            }
        }
    }

    #[test]
    fn a_rejected_word_is_followed_by_the_next_stream_until_one_is_accepted() {
        let mut asked = Vec::new();
        let value = first_accepted(6, 0, |stream| {
            asked.push(stream);
            // 2^32 mod 6 is 4, so the four highest words are rejected.
            [u32::MAX, u32::MAX - 3, u32::MAX - 4, 1][stream as usize]
        });
        assert_eq!(asked, [0, 1, 2]);
        assert_eq!(value, 5);
    }

    #[test]
    fn a_rejection_shifts_no_later_die() {
        // A bound just above 2^31 rejects almost half of all words.
        let bound = (1 << 31) + 1;
        let mut stream = Stream::new(some_key());
        let mut rejected = 0;
        for n in 0..200 {
            let first = words(some_key().0, n, 1)[0];
            let value = stream.below(bound);
            match accept(first, bound) {
                Some(expected) => assert_eq!(value, expected),
                None => rejected += 1,
            }
            assert_eq!(Stream::at(some_key(), n).below(bound), value);
        }
        assert!((70..130).contains(&rejected), "{rejected} of 200");
    }

    #[test]
    fn die_n_does_not_depend_on_the_order_of_asking() {
        let mut in_order = Stream::new(some_key());
        let shown: Vec<u16> = (0..1000).map(|_| in_order.next_die(6)).collect();
        let mut wandering = Stream::new(some_key());
        for step in 0..1000u64 {
            let n = step * 387 % 1000;
            wandering.seek(n);
            assert_eq!(wandering.position(), n);
            assert_eq!(wandering.next_die(6), shown[n as usize], "die {n}");
            assert_eq!(Stream::at(some_key(), n).next_die(6), shown[n as usize], "die {n}");
        }
    }

    #[test]
    fn the_faces_of_earlier_dice_do_not_matter() {
        let mut sixes = Stream::new(some_key());
        let mut mixed = Stream::new(some_key());
        for n in 0..300 {
            let six = sixes.next_die(6);
            let faces = [6, 1, 3, 8, 65_535][n % 5];
            let other = mixed.next_die(faces);
            assert!(other < faces);
            assert!(faces != 6 || six == other);
        }
    }

    #[test]
    fn the_stream_reaches_the_last_die_number() {
        let mut stream = Stream::at(some_key(), u64::MAX - 1);
        stream.next_die(6);
        assert_eq!(stream.position(), u64::MAX);
        assert_eq!(Stream::at(some_key(), u64::MAX), stream);
    }

    #[test]
    fn a_clone_goes_on_alike_and_apart() {
        let mut one = Stream::at(some_key(), 5);
        let mut two = one.clone();
        assert_eq!(one, two);
        assert_eq!(one.next_die(6), two.next_die(6));
        one.next_die(6);
        assert_ne!(one, two);
    }

    /// Chi-square of `counts` against equal shares, times 1,000.
    fn misfit(counts: &[u64]) -> u64 {
        let total: u64 = counts.iter().sum();
        let faces = counts.len() as u64;
        let squares: u128 = counts.iter().map(|&count| u128::from((count * faces).abs_diff(total)).pow(2)).sum();
        u64::try_from(squares * 1000 / u128::from(faces * total)).expect("a small number")
    }

    #[test]
    fn millions_of_dice_show_every_face_equally_often() {
        // Bounds that chance exceeds once in a million seeds.
        for (faces, bound) in [(2, 23_930), (3, 27_640), (6, 35_890), (8, 40_520), (20, 61_990)] {
            let mut stream = Stream::new(Key::from_seed("fair", u64::from(faces)));
            let mut counts = vec![0; usize::from(faces)];
            for _ in 0..600_000 {
                counts[usize::from(stream.next_die(faces))] += 1;
            }
            assert!(misfit(&counts) < bound, "D{faces}: {counts:?}");
        }
    }

    #[test]
    fn a_die_tells_nothing_about_the_next_one() {
        let mut stream = Stream::new(Key::from_seed("fair", 0));
        let mut counts = [0; 36];
        let mut before = stream.next_die(6);
        for _ in 0..600_000 {
            let now = stream.next_die(6);
            counts[usize::from(before * 6 + now)] += 1;
            before = now;
        }
        assert!(misfit(&counts) < 87_000, "{counts:?}");
    }

    #[test]
    fn shuffling_reaches_every_order_equally_often() {
        let mut stream = Stream::new(Key::from_seed("fair", 1));
        let mut counts = [0; 24];
        for _ in 0..48_000 {
            let mut order = [0usize, 1, 2, 3];
            stream.shuffle(&mut order);
            let [a, b, c, _] = order;
            let place = a * 6 + (b - usize::from(b > a)) * 2 + usize::from(c > order[3]);
            counts[place] += 1;
        }
        assert!(misfit(&counts) < 68_000, "{counts:?}");
        assert_eq!(stream.position(), 3 * 48_000);
    }

    #[test]
    fn picking_from_nothing_throws_no_die() {
        let mut stream = Stream::new(some_key());
        assert_eq!(stream.pick::<u8>(&[]), None);
        assert_eq!(stream.position(), 0);
        assert_eq!(stream.pick(&["only"]), Some(&"only"));
        assert_eq!(stream.position(), 1);
    }

    #[test]
    #[should_panic(expected = "a die needs at least one face")]
    fn a_die_without_faces_is_a_bug() {
        Stream::new(some_key()).next_die(0);
    }

    #[test]
    fn keys_of_different_domains_seeds_and_branches_differ() {
        let keys = [
            Key::from_seed("bot", 1),
            Key::from_seed("bot", 2),
            Key::from_seed("field", 1),
            Key::from_seed("", 1),
            Key::from_seed("bot", 1).branch("seat", 0),
            Key::from_seed("bot", 1).branch("seat", 1),
            Key::from_seed("bot", 1).branch("fork", 0),
        ];
        for (place, one) in keys.iter().enumerate() {
            assert!(keys[place + 1..].iter().all(|other| other != one));
        }
    }

    #[test]
    fn seeds_and_branches_give_the_keys_that_they_always_gave() {
        let key = Key::from_seed("bot", 7);
        assert_eq!(key.to_string(), "21cb434f6bb92da47b5f71f68b75bca6693569568d87d1f927e41feb7f04982c");
        let branch = key.branch("seat", 1);
        assert_eq!(branch.to_string(), "a4ceb47b05e3acaa0d8faa9a0c0d9573121092b17fcc812058795871fda7f420");
    }

    #[test]
    fn a_key_survives_its_hexadecimal_form_and_hides_in_debug() {
        let key = some_key();
        assert_eq!(key.to_string().parse(), Ok(key));
        assert_eq!(format!("{key:?}"), "Key(hidden)");
        assert_eq!(format!("{:?}", Stream::at(key, 3)), "Stream { position: 3, .. }");
    }
}
