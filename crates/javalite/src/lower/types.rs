//! The types of a program in the IR, the layout of classes, and string constants.

use ir::{
    DataModel, Field, Global, GlobalId, Layout, Linkage, Module, Position, Record, SourceType,
    TypeId,
};

use crate::tree::{Class, ClassId, FieldId, Program, Type};

/// Types that are entered once.
pub(super) struct Types {
    pub(super) void: TypeId,
    pub(super) int: TypeId,
    /// `size_t`
    pub(super) size: TypeId,
    /// `char *`
    pub(super) text: TypeId,
    /// `void *`
    pub(super) anything: TypeId,
    bool: TypeId,
    character: TypeId,
    /// For each class, the reference to it.
    references: Vec<TypeId>,
    /// For each class, the offsets of its fields, and its size.
    layouts: Vec<(Vec<u64>, u64)>,
}

impl Types {
    /// Enters the types of a program.
    pub(super) fn enter(program: &Program, module: &mut Module) -> Types {
        let model = module.model;
        let table = &mut module.types;
        let int =
            |name: &str, bits, signed| SourceType::Int { name: name.to_owned(), bits, signed };
        let void = table.add(SourceType::Void);
        let character = table.add(int("char", 8, true));
        let mut types = Types {
            void,
            int: table.add(int("int", 32, true)),
            size: table.add(int("size_t", model.pointer_bits(), false)),
            text: table.add(SourceType::Pointer(character)),
            anything: table.add(SourceType::Pointer(void)),
            bool: table.add(SourceType::Bool),
            character,
            references: Vec::new(),
            layouts: Vec::new(),
        };
        // References first: fields refer to them, and records are filled in later.
        let records: Vec<TypeId> =
            program.classes.iter().map(|_| table.add(SourceType::Void)).collect();
        types.references =
            records.iter().map(|record| table.add(SourceType::Pointer(*record))).collect();
        for (class, id) in program.classes.iter().zip(records) {
            let record = types.record(class, model);
            let offsets = record.fields.iter().map(|field| field.offset).collect();
            types.layouts.push((offsets, record.size));
            table.set(id, SourceType::Record(record));
        }
        types
    }

    fn record(&self, class: &Class, model: DataModel) -> Record {
        let (mut end, mut align) = (0, 1);
        let mut fields = Vec::with_capacity(class.fields.len());
        for field in &class.fields {
            let layout = layout(field.ty, model);
            let offset = u64::next_multiple_of(end, layout.align);
            (end, align) = (offset + layout.size, align.max(layout.align));
            fields.push(Field {
                name: field.name.clone(),
                ty: self.of(field.ty),
                offset,
                bits: None,
            });
        }
        let size = end.next_multiple_of(align).max(1);
        let name = class.name.clone();
        Record { name, by_typedef: false, is_union: false, complete: true, size, align, fields }
    }

    /// Returns the type of values.
    pub(super) fn of(&self, ty: Type) -> TypeId {
        match ty {
            Type::Bool => self.bool,
            Type::Int => self.int,
            Type::Class(ClassId(class)) => self.references[class],
            Type::Null => self.anything,
            Type::Nothing | Type::Unknown => self.void,
        }
    }

    /// Returns the size of an object.
    pub(super) fn size_of(&self, class: ClassId) -> u64 {
        self.layouts[class.0].1
    }

    /// Returns the offset of a field.
    pub(super) fn offset_of(&self, field: FieldId) -> u64 {
        self.layouts[field.class.0].0[field.index]
    }

    /// Adds a string constant.
    pub(super) fn text(&self, module: &mut Module, text: &str, position: Position) -> GlobalId {
        let bytes: Vec<u8> = text.bytes().filter(|byte| *byte != 0).chain([0]).collect();
        let size = bytes.len() as u64;
        let array = SourceType::Array { element: self.character, length: Some(size) };
        let ty = module.types.add(array);
        module.globals.push(Global {
            name: String::new(),
            ty,
            size,
            align: 1,
            linkage: Linkage::Internal,
            constant: true,
            string: true,
            external: false,
            thread_local: false,
            bytes,
            relocations: Vec::new(),
            position,
        });
        GlobalId::new(module.globals.len() - 1)
    }
}

fn layout(ty: Type, model: DataModel) -> Layout {
    match ty {
        Type::Int => model.int(4),
        Type::Class(_) | Type::Null => model.pointer(),
        Type::Bool | Type::Nothing | Type::Unknown => Layout::new(1, 1),
    }
}
