//! Thirty-two bytes as sixty-four hexadecimal digits.

use std::fmt;

/// Why a text is not the hexadecimal form of a key, a secret or a commitment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum HexError {
    /// Occurs when the text is too short or too long.
    #[error("expected 64 hexadecimal digits, not {0} characters")]
    Length(usize),
    /// Occurs when a character is not one of 0-9, a-f, A-F.
    #[error("{0:?} is not a hexadecimal digit")]
    Digit(char),
}

pub(crate) fn write(bytes: &[u8; 32], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

pub(crate) fn read(text: &str) -> Result<[u8; 32], HexError> {
    let characters = text.chars().count();
    if characters != 64 {
        return Err(HexError::Length(characters));
    }
    let mut bytes = [0; 32];
    for (place, digit) in text.chars().enumerate() {
        let value = digit.to_digit(16).ok_or(HexError::Digit(digit))?;
        bytes[place / 2] = bytes[place / 2] << 4 | value as u8;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_hexadecimal_is_named() {
        assert_eq!(read("ab"), Err(HexError::Length(2)));
        assert_eq!(read(&"é".repeat(64)), Err(HexError::Digit('é')));
        assert_eq!(read(&"0g".repeat(32)).unwrap_err().to_string(), "'g' is not a hexadecimal digit");
        assert_eq!(read(&"aB".repeat(32)), Ok([0xab; 32]));
    }
}
