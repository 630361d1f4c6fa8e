//! A map for few entries, kept in order of its keys: a list that is searched by halving. The
//! standard library's tree compiles a copy of itself for every type, and the page is downloaded.

use std::borrow::Borrow;

/// Entries in order of their keys, each key once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortedMap<K, V> {
    entries: Vec<(K, V)>,
}

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        SortedMap { entries: Vec::new() }
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    /// No entry.
    pub const fn new() -> Self {
        SortedMap { entries: Vec::new() }
    }

    fn place<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        self.entries.binary_search_by(|(known, _)| known.borrow().cmp(key))
    }

    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.entries.get(self.place(key).ok()?).map(|(_, value)| value)
    }

    /// Whether there is an entry of this key.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.place(key).is_ok()
    }

    /// Adds an entry, in place of that of the same key; gives back what was there.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.place(&key) {
            Ok(place) => Some(std::mem::replace(&mut self.entries[place].1, value)),
            Err(place) => {
                self.entries.insert(place, (key, value));
                None
            }
        }
    }

    /// Takes an entry out.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().map(|place| self.entries.remove(place).1)
    }

    /// The value of a key, made where there is none.
    pub fn get_or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        let place = match self.place(&key) {
            Ok(place) => place,
            Err(place) => {
                self.entries.insert(place, (key, make()));
                place
            }
        };
        &mut self.entries[place].1
    }

    /// Entries in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&K, &V)> {
        self.entries.iter().map(|(key, value)| (key, value))
    }

    /// Values in the order of their keys.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &V> {
        self.entries.iter().map(|(_, value)| value)
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_replaced_and_in_order() {
        let mut map = SortedMap::new();
        assert_eq!(map.insert("b".to_owned(), 2), None);
        assert_eq!(map.insert("a".to_owned(), 1), None);
        assert_eq!(map.insert("b".to_owned(), 3), Some(2));
        *map.get_or_insert_with("c".to_owned(), || 0) += 7;
        assert_eq!((map.get("a"), map.get("b"), map.get("d")), (Some(&1), Some(&3), None));
        assert!(map.contains_key("c") && map.len() == 3 && !map.is_empty());
        let keys: String = map.iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!((keys.as_str(), map.values().sum::<i32>()), ("abc", 11));
    }
}
