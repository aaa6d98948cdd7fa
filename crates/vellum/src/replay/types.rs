//! Types of the program in the spelling of a replay: without names of the program, and with the same calling convention.

use std::fmt::Write;

use ir::{Module, Record, SourceType, TypeId};

/// The largest nesting of structs.
const MOST_NESTED: usize = 32;

/// Returns a scalar type, or `void`; `None` for others.
pub fn scalar(module: &Module, ty: TypeId) -> Option<&'static str> {
    Some(match module.types.get(ty) {
        SourceType::Void => "void",
        SourceType::Bool => "_Bool",
        SourceType::Int { bits, signed, .. } => match (bits, signed) {
            (8, true) => "signed char",
            (8, false) => "unsigned char",
            (16, true) => "short",
            (16, false) => "unsigned short",
            (32, true) => "int",
            (32, false) => "unsigned",
            (64, true) => "long long",
            (64, false) => "unsigned long long",
            (128, true) => "__int128",
            (128, false) => "unsigned __int128",
            _ => return None,
        },
        SourceType::Float { bits: 32, .. } => "float",
        SourceType::Float { bits: 64, .. } => "double",
        SourceType::Float { bits: 80, .. } => "long double",
        SourceType::Pointer(_) => "void *",
        _ => return None,
    })
}

/// Spells types, structs and unions among them.
pub struct Types<'a> {
    module: &'a Module,
    /// The definitions that the types need.
    pub definitions: String,
    /// The structs and unions that are defined there.
    known: Vec<(TypeId, String)>,
}

impl<'a> Types<'a> {
    pub fn new(module: &'a Module) -> Types<'a> {
        Types { module, definitions: String::new(), known: Vec::new() }
    }

    /// A type of a value.
    ///
    /// # Errors
    /// The reason why it has no spelling.
    pub fn spelt(&mut self, ty: TypeId) -> Result<String, String> {
        self.nested(ty, 0)
    }

    fn nested(&mut self, ty: TypeId, depth: usize) -> Result<String, String> {
        if let Some(name) = scalar(self.module, ty) {
            return Ok(name.to_owned());
        }
        if let Some((_, name)) = self.known.iter().find(|(known, _)| *known == ty) {
            return Ok(name.clone());
        }
        match self.module.types.get(ty) {
            SourceType::Record(record) if record.complete && depth < MOST_NESTED => {
                let name = self.record(record, depth)?;
                self.known.push((ty, name.clone()));
                Ok(name)
            }
            _ => Err(format!("of type {}", self.module.types.describe(ty))),
        }
    }

    /// Defines a struct or a union like one of the program. Its fields must have the default layout.
    fn record(&mut self, record: &Record, depth: usize) -> Result<String, String> {
        let (mut fields, mut end, mut align) = (String::new(), 0, 1);
        for (index, field) in record.fields.iter().enumerate() {
            if field.bits.is_some() {
                return Err("with bit-fields".to_owned());
            }
            let layout = self.module.types.layout(field.ty, self.module.model);
            let layout = layout.ok_or("with a field of unknown size")?;
            let start = if record.is_union { 0 } else { u64::next_multiple_of(end, layout.align) };
            if field.offset != start {
                return Err("that is laid out in its own way".to_owned());
            }
            (end, align) = (u64::max(end, start + layout.size), align.max(layout.align));
            let declared = self.declared(field.ty, format!("field_{index}"), depth + 1)?;
            let _ = writeln!(fields, "    {declared};");
        }
        if (end.next_multiple_of(align), align) != (record.size, record.align.max(1)) {
            return Err("that is laid out in its own way".to_owned());
        }
        let word = if record.is_union { "union" } else { "struct" };
        let name = format!("{word} vellum_type_{}", self.known.len());
        let _ = write!(self.definitions, "\n{name} {{\n{fields}}};\n");
        Ok(name)
    }

    /// The declaration of a field.
    fn declared(&mut self, ty: TypeId, name: String, depth: usize) -> Result<String, String> {
        let (mut ty, mut name) = (ty, name);
        while let SourceType::Array { element, length: Some(length) } = self.module.types.get(ty) {
            let _ = write!(name, "[{length}]");
            ty = *element;
        }
        Ok(format!("{} {name}", self.nested(ty, depth)?))
    }
}
