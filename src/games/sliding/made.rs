//! What was made for one search and serves the next ones.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Things by what they are for. Of too many, those go that no search uses.
pub struct Made<K, V: ?Sized> {
    things: Mutex<BTreeMap<K, Arc<V>>>,
    most: usize,
}

impl<K: Ord, V: ?Sized> Made<K, V> {
    pub const fn new(most: usize) -> Self {
        Made { things: Mutex::new(BTreeMap::new()), most }
    }

    pub fn get(&self, key: &K) -> Option<Arc<V>> {
        self.things().get(key).cloned()
    }

    pub fn get_or_make(&self, key: K, make: impl FnOnce() -> Arc<V>) -> Arc<V> {
        let mut things = self.things();
        if let Some(thing) = things.get(&key) {
            return Arc::clone(thing);
        }
        let thing = make();
        self.put(&mut things, key, &thing);
        thing
    }

    pub fn keep(&self, key: K, thing: &Arc<V>) {
        self.put(&mut self.things(), key, thing);
    }

    fn put(&self, things: &mut BTreeMap<K, Arc<V>>, key: K, thing: &Arc<V>) {
        if things.len() >= self.most {
            things.retain(|_, thing| Arc::strong_count(thing) > 1);
        }
        things.insert(key, Arc::clone(thing));
    }

    fn things(&self) -> MutexGuard<'_, BTreeMap<K, Arc<V>>> {
        self.things.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_too_many_those_go_that_nobody_uses() {
        let made: Made<u8, u8> = Made::new(3);
        let used = made.get_or_make(1, || Arc::new(10));
        made.keep(2, &Arc::new(20));
        made.keep(3, &Arc::new(30));
        assert_eq!(made.get(&2).as_deref(), Some(&20));
        made.keep(4, &Arc::new(40));
        assert_eq!([1, 2, 3, 4].map(|key| made.get(&key).is_some()), [true, false, false, true]);
        assert!(Arc::ptr_eq(&used, &made.get_or_make(1, || unreachable!("it is still there"))));
    }
}
