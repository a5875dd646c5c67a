//! Sets of digits, as bits.

/// All digits as a set: bit 0 is the digit 1.
pub const ALL_DIGITS: u16 = 0x1ff;

pub fn digit_bit(digit: u8) -> u16 {
    1 << (digit - 1)
}

/// The digits of a set, ascending.
pub fn digits_of(set: u16) -> impl Iterator<Item = u8> {
    (1..=9).filter(move |&digit| set & digit_bit(digit) != 0)
}

/// The digit of a set of one.
pub fn only_digit(set: u16) -> Option<u8> {
    set.is_power_of_two().then(|| set.trailing_zeros() as u8 + 1)
}

/// `1 2 7`, or `127` with nothing between.
pub fn set_text(set: u16, between: &str) -> String {
    digits_of(set).map(|digit| digit.to_string()).collect::<Vec<_>>().join(between)
}
