//! Random bytes from the operating system, for ids and secrets.

use crate::problem::Problem;

/// So many random bytes.
pub(crate) fn bytes<const N: usize>() -> Result<[u8; N], Problem> {
    let mut bytes = [0; N];
    match getrandom::fill(&mut bytes) {
        Ok(()) => Ok(bytes),
        Err(error) => Err(Problem::failure(format!("this system provides no random numbers: {error}"))),
    }
}

/// An id that nobody can guess: 128 random bits as hexadecimal digits.
pub(crate) fn id() -> Result<String, Problem> {
    Ok(hex(&bytes::<16>()?))
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
