//! A solution for any size without a search.
//!
//! E. Pauls, "Das Maximal-Problem der Damen auf dem Schachbrete", Deutsche Schachzeitung, May and September 1874 (as he
//! writes there himself some years later; the two articles were not seen): first the even columns, then the odd ones;
//! where n mod 6 is 2 or 3 a few of them change places.

/// The columns, from 0, row by row; from four queens on.
pub fn columns(n: u16) -> Vec<u16> {
    let mut even: Vec<u16> = (1..=n / 2).map(|i| 2 * i).collect();
    let mut odd: Vec<u16> = (0..n.div_ceil(2)).map(|i| 2 * i + 1).collect();
    match n % 6 {
        2 => {
            odd.swap(0, 1);
            // 3 1 7 9 … 5
            if odd.len() > 2 {
                odd[2..].rotate_left(1);
            }
        }
        3 => {
            even.rotate_left(1);
            odd.rotate_left(2);
        }
        _ => {}
    }
    even.into_iter().chain(odd).map(|column| column - 1).collect()
}
