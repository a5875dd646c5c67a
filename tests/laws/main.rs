//! The laws that every game of the registry and the sample keep.

mod claims;
