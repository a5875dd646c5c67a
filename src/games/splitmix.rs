//! The one random generator behind puzzle names: a few lines of our own, so that a name outlives any library.

/// Steele, Lea and Flood 2014, *Fast splittable pseudorandom number generators*: `splitmix64` with this state.
#[derive(Clone, Debug)]
pub struct SplitMix(pub u64);

impl SplitMix {
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, by the remainder, as every description of our deals says it.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.draw() % bound.max(1) as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::SplitMix;

    #[test]
    fn draws_what_is_published() {
        // The reference output for the state 1234567.
        let mut random = SplitMix(1_234_567);
        let drawn: Vec<u64> = (0..3).map(|_| random.draw()).collect();
        assert_eq!(drawn, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }
}
