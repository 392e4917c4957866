//! Signs of numbers with one square root in them, decided without drawing it.

use std::cmp::Ordering;

/// How `a + b * √root` compares with zero.
///
/// The square of `b`, times the root, may be as large as 255 bits, as long as `b` times the root fits into 127.
pub(crate) fn sign(a: i128, b: i128, root: i128) -> Ordering {
    let (of_a, of_b) = (a.cmp(&0), if root == 0 { Ordering::Equal } else { b.cmp(&0) });
    if of_a == of_b || of_b == Ordering::Equal {
        return of_a;
    }
    if of_a == Ordering::Equal {
        return of_b;
    }
    // They pull in opposite directions: the one with the larger square wins.
    match wide(a, a).cmp(&wide(b, b * root)) {
        Ordering::Equal => Ordering::Equal,
        Ordering::Greater => of_a,
        Ordering::Less => of_b,
    }
}

/// The product of the sizes of two numbers, as high and low halves.
pub(crate) fn wide(a: i128, b: i128) -> (u128, u128) {
    const HALF: u32 = 64;
    const MASK: u128 = (1 << HALF) - 1;
    let (a, b) = (a.unsigned_abs(), b.unsigned_abs());
    let low = (a & MASK) * (b & MASK);
    let mid = (a >> HALF) * (b & MASK) + (low >> HALF);
    let mid_low = (a & MASK) * (b >> HALF) + (mid & MASK);
    let high = (a >> HALF) * (b >> HALF) + (mid >> HALF) + (mid_low >> HALF);
    (high, (mid_low << HALF) | (low & MASK))
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn the_sign_is_that_of_the_number(a in -9_000..9_000_i32, b in -90..90_i32, root in 0..9_000_i32) {
            let value = f64::from(a) + f64::from(b) * f64::from(root).sqrt();
            let found = sign(a.into(), b.into(), root.into());
            if value.abs() > 1e-6 {
                proptest::prop_assert_eq!(Some(found), value.partial_cmp(&0.0));
            } else {
                proptest::prop_assert_eq!(i64::from(a).pow(2), i64::from(b).pow(2) * i64::from(root));
                proptest::prop_assert_eq!(found, Ordering::Equal);
            }
        }
    }

    #[test]
    fn squares_of_more_than_128_bits_compare() {
        let large = 1_i128 << 100;
        assert_eq!(sign(large, -(1 << 60), 1 << 60), Ordering::Greater);
        assert_eq!(sign(3 * large, -large, 9), Ordering::Equal);
        assert_eq!(sign(3 * large - 1, -large, 9), Ordering::Less);
    }
}
