//! Values of inputs, in the notation of their types.

use engine::findings::{InputType, InputValue};
use ir::{Module, SourceType};
use memory::Site;

use crate::results::wording;

/// An input as text.
pub struct ShownInput {
    /// Its name.
    pub name: String,
    /// Its type in the source.
    pub ty: String,
    /// Its value.
    pub value: String,
    /// The place of the call that returns it.
    pub site: Site,
}

/// Returns the inputs of a finding; the bytes of one object are one input.
pub fn inputs(module: &Module, inputs: &[InputValue]) -> Vec<ShownInput> {
    let mut shown: Vec<ShownInput> = Vec::new();
    for input in inputs {
        let (name, site) = (input.name.clone(), input.site);
        match &input.ty {
            InputType::Flag => {
                let value = if input.value.low_word() == 1 { "yes" } else { "no" };
                shown.push(ShownInput { name, ty: String::new(), value: value.to_owned(), site });
            }
            InputType::Written { index, bytes } => {
                let value = term::bits::sign_extend_word(input.value.low_word(), 8 * bytes);
                let ty = format!("written at offset {index}, {}", wording::bytes((*bytes).into()));
                shown.push(ShownInput { name, ty, value: value.to_string(), site });
            }
            InputType::Scalar(ty) => {
                let value = scalar(module, *ty, &input.value);
                shown.push(ShownInput { name, ty: module.types.describe(*ty), value, site });
            }
            InputType::Part { index, bytes, of } => {
                let number = input.value.low_word();
                let text = match (*bytes, *of) {
                    (1, 2..) | (2, _) if name == "stdin" && number == 0xffff => "end".to_owned(),
                    (1, 2..) | (2, _) if name == "stdin" => byte(number as u8),
                    (1, 2..) => byte(number as u8),
                    (bytes, _) => term::bits::sign_extend_word(number, 8 * bytes).to_string(),
                };
                match shown.last_mut() {
                    Some(last) if *index > 0 && last.name == name => {
                        last.value.push(' ');
                        last.value.push_str(&text);
                    }
                    _ => {
                        let ty = wording::bytes(*of);
                        shown.push(ShownInput { name, ty, value: text, site });
                    }
                }
            }
        }
    }
    shown
}

/// A byte, as a character where it is one.
fn byte(byte: u8) -> String {
    match byte {
        b'\'' | b'\\' => format!("'\\{}'", char::from(byte)),
        b' '..=b'~' => format!("'{}'", char::from(byte)),
        _ => byte.to_string(),
    }
}

/// Returns a number in the notation of its type.
pub fn scalar(module: &Module, ty: ir::TypeId, value: &term::Bits) -> String {
    let word = value.low_word();
    match module.types.get(ty) {
        SourceType::Int { signed: true, .. } if value.width() <= 64 => {
            term::bits::sign_extend_word(word, value.width()).to_string()
        }
        SourceType::Float { bits: 32, .. } => f32::from_bits(word as u32).to_string(),
        SourceType::Float { bits: 64, .. } => f64::from_bits(word).to_string(),
        SourceType::Pointer(_) => format!("{word:#x}"),
        _ if value.width() <= 64 => word.to_string(),
        _ => value.to_string(),
    }
}
