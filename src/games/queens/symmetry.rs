//! Solutions that are the same board, turned or mirrored.

/// Whether a solution comes first, by its columns from the top, among its turned and mirrored images that also keep
/// the `given` upper queens.
pub fn is_first_of_its_kind(queens: &[u16], given: usize) -> bool {
    let mut image = queens.to_vec();
    for _ in 0..4 {
        image = turned(&image);
        let mirrored: Vec<u16> = image.iter().rev().copied().collect();
        for image in [&image, &mirrored] {
            if image[..given] == queens[..given] && image[..] < *queens {
                return false;
            }
        }
    }
    true
}

/// A quarter turn to the right.
fn turned(queens: &[u16]) -> Vec<u16> {
    let mut image = vec![0; queens.len()];
    for (row, &column) in queens.iter().enumerate() {
        image[usize::from(column)] = (queens.len() - 1 - row) as u16;
    }
    image
}
