//! Text fitted to the width of a terminal.

/// Wider lines are hard to read, however wide the terminal is.
const WIDEST: usize = 100;
/// The width when the output goes elsewhere.
const USUAL: usize = 80;

/// How many columns a line may take.
pub(crate) fn width() -> usize {
    let (columns, _) = screen();
    columns.clamp(40, WIDEST)
}

/// How many columns and lines the terminal has.
pub(crate) fn screen() -> (usize, usize) {
    match terminal_size::terminal_size() {
        Some((columns, lines)) => (usize::from(columns.0), usize::from(lines.0)),
        None => (USUAL, 40),
    }
}

/// The text broken into lines no wider than `width`, each after `indent` spaces.
pub(crate) fn wrap(text: &str, width: usize, indent: usize) -> String {
    let room = width.saturating_sub(indent).max(20);
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > room {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    let indent = " ".repeat(indent);
    let lines: Vec<String> = lines.iter().map(|line| format!("{indent}{line}").trim_end().to_owned()).collect();
    lines.join("\n")
}

/// The text, or as much of it as fits so many columns.
pub(crate) fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// `1 rule`, `2 rules`.
pub(crate) fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_keep_their_indent() {
        assert_eq!(wrap("one two three four five six", 22, 2), "  one two three four\n  five six");
        assert_eq!(wrap("", 40, 2), "");
    }

    #[test]
    fn what_is_too_long_is_cut() {
        assert_eq!(cut("Marshal", 7), "Marshal");
        assert_eq!(cut("Gale Marshal", 6), "Gale…");
    }

    #[test]
    fn a_word_that_fits_nowhere_gets_a_line_of_its_own() {
        assert_eq!(wrap("a abcdefghijklmnopqrstuvwxyz b", 20, 0), "a\nabcdefghijklmnopqrstuvwxyz\nb");
    }
}
