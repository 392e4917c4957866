//! Results that take long to come by, kept for whoever asks again.

use std::sync::{Mutex, PoisonError};

/// More are not kept; the oldest goes first.
const MOST: usize = 256;

/// The last results of a function, with what each follows from. Whether something is kept changes nothing but the time.
pub struct Kept<K, V>(Mutex<Vec<(K, V)>>);

impl<K: PartialEq, V: Clone> Default for Kept<K, V> {
    fn default() -> Kept<K, V> {
        Kept::new()
    }
}

impl<K: PartialEq, V: Clone> Kept<K, V> {
    /// Nothing kept yet.
    pub const fn new() -> Kept<K, V> {
        Kept(Mutex::new(Vec::new()))
    }

    /// The result for a key; it is made if it is not there, from the key alone: `make` can hold nothing else.
    ///
    /// # Errors
    /// Those of making it.
    pub fn get<E>(&self, key: K, make: fn(&K) -> Result<V, E>) -> Result<V, E> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, value)) = lock().iter().find(|(known, _)| *known == key) {
            return Ok(value.clone());
        }
        let value = make(&key)?;
        let mut all = lock();
        if all.len() >= MOST {
            all.remove(0);
        }
        all.push((key, value.clone()));
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    thread_local! {
        static MADE: Cell<usize> = const { Cell::new(0) };
    }

    #[test]
    fn what_was_made_is_not_made_again_until_it_is_forgotten() {
        let kept: Kept<usize, usize> = Kept::new();
        let get = |key: usize| {
            kept.get::<()>(key, |key| {
                MADE.set(MADE.get() + 1);
                Ok(key * 2)
            })
        };
        assert_eq!((get(1), get(1), MADE.get()), (Ok(2), Ok(2), 1));
        (2..2 + MOST).for_each(|key| assert_eq!(get(key), Ok(key * 2)));
        assert_eq!((get(1), MADE.get()), (Ok(2), MOST + 2));
    }

    #[test]
    fn an_error_is_not_kept() {
        let kept: Kept<u8, u8> = Kept::new();
        assert_eq!(kept.get(1, |_| Err("no")), Err("no"));
        assert_eq!(kept.get::<()>(1, |_| Ok(7)), Ok(7));
    }
}
