//! JSON objects on a line, each key in them once: of two values for one key every reader takes the one that it likes.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use crate::games::quoted;

pub type Object = Map<String, Value>;

/// What a line says, if it is JSON.
pub fn read(line: &str) -> serde_json::Result<Value> {
    let mut reader = serde_json::Deserializer::from_str(line);
    let value = Once.deserialize(&mut reader)?;
    reader.end().map(|()| value)
}

/// Any value in which no object has a key twice.
struct Once;

impl<'de> DeserializeSeed<'de> for Once {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Once {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
        Ok(flag.into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Number::from_f64(number).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element_seed(Once)? {
            values.push(value);
        }
        Ok(values.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut object = Object::new();
        while let Some(key) = entries.next_key::<String>()? {
            let value = entries.next_value_seed(Once)?;
            if object.contains_key(&key) {
                return Err(A::Error::custom(format!("\"{}\" stands there twice", quoted(&key))));
            }
            object.insert(key, value);
        }
        Ok(object.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_read_as_usual() {
        let line = r#"{"a":[1,-2,2.5,1e300,true,null,"x\u0041"],"b":{"a":{}},"c":18446744073709551615}"#;
        assert_eq!(read(line).unwrap(), serde_json::from_str::<Value>(line).unwrap());
        for bad in ["", "{", "1 2", "[1,]", r#"{"a":1e999}"#] {
            assert_eq!(read(bad).is_err(), serde_json::from_str::<Value>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn no_key_stands_there_twice() {
        for line in [r#"{"a":1,"a":1}"#, r#"{"a":1,"b":2,"\u0061":3}"#, r#"[{"b":{"a":1,"a":2}}]"#] {
            let error = read(line).unwrap_err().to_string();
            assert!(error.starts_with("\"a\" stands there twice"), "{error}");
        }
    }
}
