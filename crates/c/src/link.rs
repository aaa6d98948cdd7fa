//! The linker: several units become one program (C11 6.2.2, 6.9.2).
//!
//! Units are lowered one after the other into the same module. A name is entered when a unit first uses or defines it; a
//! definition may come before or after. At the end, tentative definitions
//! become definitions, and calls that disagree with the function become calls through its address.

use std::collections::HashMap;

use ir::{
    DataModel, FuncId, Function, Global, GlobalId, Instr, Linkage, MessageId, Module, Position,
    SourceType, TypeId,
};

use ir::diagnostic::{Diagnostic, Severity, SourceLoc};

/// A program under construction.
pub(crate) struct Linker {
    pub(crate) module: Module,
    symbols: HashMap<String, Symbol>,
    /// The ids of types without identity, so that equal ones have one id.
    types: HashMap<SourceType, TypeId>,
    /// The ids of records with a name: the same record of several units has one id.
    records: HashMap<RecordName, Vec<TypeId>>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// The name of a record, whether it is that of a typedef, and whether the record is a union.
type RecordName = (String, bool, bool);

fn name_of(record: &ir::Record) -> Option<RecordName> {
    let named = !record.name.is_empty();
    named.then(|| (record.name.clone(), record.by_typedef, record.is_union))
}

/// The entity that a name with external linkage denotes.
#[derive(Clone, Copy)]
enum Symbol {
    Function(FuncId, Strength),
    Global(GlobalId, Strength),
}

/// The strength of a definition; the stronger one takes precedence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Strength {
    /// A declaration.
    Declared,
    /// A tentative definition, or an inline function.
    Weak,
    /// A definition.
    Full,
}

impl Linker {
    pub(crate) fn new(model: DataModel) -> Linker {
        Linker {
            module: Module::new(model),
            symbols: HashMap::new(),
            types: HashMap::new(),
            records: HashMap::new(),
            diagnostics: Vec::new(),
        }
    }

    /// Returns the id of a type; equal types have one id.
    pub(crate) fn add_type(&mut self, ty: SourceType) -> TypeId {
        if let Some(id) = self.types.get(&ty) {
            return *id;
        }
        let id = self.module.types.add(ty.clone());
        self.types.insert(ty, id);
        id
    }

    /// Returns the id of a record of another unit with the same name and shape.
    pub(crate) fn known_record(&self, record: &ir::Record) -> Option<TypeId> {
        let name = name_of(record).filter(|_| record.complete)?;
        let candidates = self.records.get(&name)?;
        candidates.iter().copied().find(|id| match self.module.types.get(*id) {
            SourceType::Record(known) => same_shape(known, record),
            _ => false,
        })
    }

    /// Adds a record.
    pub(crate) fn add_record(&mut self, record: ir::Record) -> TypeId {
        let name = name_of(&record);
        let id = self.module.types.add(SourceType::Record(record));
        if let Some(name) = name {
            self.records.entry(name).or_default().push(id);
        }
        id
    }

    /// Adds a function with internal linkage.
    pub(crate) fn add_function(&mut self, function: Function) -> FuncId {
        self.module.functions.push(function);
        FuncId::new(self.module.functions.len() - 1)
    }

    pub(crate) fn add_global(&mut self, global: Global) -> GlobalId {
        self.module.globals.push(global);
        GlobalId::new(self.module.globals.len() - 1)
    }

    /// Enters a function with external linkage, or merges it with the known one of this name.
    pub(crate) fn external_function(&mut self, function: Function, strength: Strength) -> FuncId {
        match self.symbols.get(&function.name).copied() {
            None => {
                let name = function.name.clone();
                let id = self.add_function(function);
                self.symbols.insert(name, Symbol::Function(id, strength));
                id
            }
            Some(Symbol::Global(..)) => {
                self.conflict(
                    &function.name,
                    function.position,
                    "is an object in another unit",
                    None,
                );
                self.add_function(Function { linkage: Linkage::Internal, ..function })
            }
            Some(Symbol::Function(id, known)) => {
                self.merge_function(id, known, function, strength);
                id
            }
        }
    }

    fn merge_function(
        &mut self,
        id: FuncId,
        known: Strength,
        function: Function,
        strength: Strength,
    ) {
        let old = &self.module.functions[id.index()];
        let (old_position, old_type) = (old.position, old.ty);
        if known == Strength::Full && strength == Strength::Full {
            self.conflict(
                &function.name,
                function.position,
                "is defined in two units",
                Some(old_position),
            );
            return;
        }
        let prototypes = !old.unprototyped && !function.unprototyped;
        if prototypes && !self.same_type(old_type, function.ty, 0) {
            self.disagreement(
                &function.name,
                function.position,
                old_position,
                old_type,
                function.ty,
            );
        }
        let old = &mut self.module.functions[id.index()];
        old.noreturn |= function.noreturn;
        // The stronger definition determines the function; among equals, the one with a prototype.
        if strength > known || (strength == known && old.unprototyped && !function.unprototyped) {
            let noreturn = old.noreturn;
            let name = function.name.clone();
            *old = Function { noreturn, ..function };
            self.symbols.insert(name, Symbol::Function(id, strength));
        }
    }

    /// Raises the strength of a function that got its body.
    pub(crate) fn external_global(&mut self, global: Global, strength: Strength) -> GlobalId {
        match self.symbols.get(&global.name).copied() {
            None => {
                let name = global.name.clone();
                let id = self.add_global(global);
                self.symbols.insert(name, Symbol::Global(id, strength));
                id
            }
            Some(Symbol::Function(..)) => {
                self.conflict(&global.name, global.position, "is a function in another unit", None);
                self.add_global(Global { linkage: Linkage::Internal, ..global })
            }
            Some(Symbol::Global(id, known)) => {
                self.merge_global(id, known, global, strength);
                id
            }
        }
    }

    fn merge_global(&mut self, id: GlobalId, known: Strength, global: Global, strength: Strength) {
        let old = &self.module.globals[id.index()];
        let (old_position, old_type) = (old.position, old.ty);
        if known == Strength::Full && strength == Strength::Full {
            self.conflict(
                &global.name,
                global.position,
                "is defined in two units",
                Some(old_position),
            );
            return;
        }
        if !self.same_type(old_type, global.ty, 0) {
            self.disagreement(&global.name, global.position, old_position, old_type, global.ty);
        }
        let old = &mut self.module.globals[id.index()];
        let larger = global.size > old.size;
        if strength > known || (strength == known && larger) {
            let name = global.name.clone();
            *old = global;
            self.symbols.insert(name, Symbol::Global(id, strength));
        }
    }

    fn conflict(&mut self, name: &str, position: Position, problem: &str, other: Option<Position>) {
        let notes = other.map(|other| (self.location(other), "the other definition".to_owned()));
        self.diagnostics.push(Diagnostic {
            severity: Severity::Error,
            location: self.location(position),
            message: format!("'{name}' {problem}"),
            notes: notes.into_iter().collect(),
        });
    }

    fn disagreement(
        &mut self,
        name: &str,
        position: Position,
        other: Position,
        old: TypeId,
        new: TypeId,
    ) {
        let types = &self.module.types;
        let (old, new) = (types.describe(old), types.describe(new));
        self.diagnostics.push(Diagnostic {
            severity: Severity::Warning,
            location: self.location(position),
            message: format!("'{name}' has the type '{new}' here, and '{old}' in another unit"),
            notes: vec![(self.location(other), "the other declaration".to_owned())],
        });
    }

    fn location(&self, position: Position) -> SourceLoc {
        let file = self.module.files.get(position.file.index()).cloned().unwrap_or_default();
        SourceLoc::new(file, position.line, position.column)
    }

    /// Whether two types of two units agree: records by tag, incomplete types with any.
    fn same_type(&self, a: TypeId, b: TypeId, depth: u32) -> bool {
        if a == b || depth > 20 {
            return true;
        }
        match (self.module.types.get(a), self.module.types.get(b)) {
            (SourceType::Pointer(a), SourceType::Pointer(b)) => self.same_type(*a, *b, depth + 1),
            (
                SourceType::Array { element: a, length: m },
                SourceType::Array { element: b, length: n },
            ) => (m.is_none() || n.is_none() || m == n) && self.same_type(*a, *b, depth + 1),
            (SourceType::Record(a), SourceType::Record(b)) => {
                a.is_union == b.is_union && (!a.complete || !b.complete || a.size == b.size)
            }
            (SourceType::Int { bits: m, .. }, SourceType::Int { bits: n, .. }) => m == n,
            (
                SourceType::Function { returns: a, params: p, variadic: v },
                SourceType::Function { returns: b, params: q, variadic: w },
            ) => {
                v == w
                    && p.len() == q.len()
                    && self.same_type(*a, *b, depth + 1)
                    && p.iter().zip(q).all(|(a, b)| self.same_type(*a, *b, depth + 1))
            }
            _ => false,
        }
    }

    /// Finishes the program.
    pub(crate) fn finish(mut self) -> (Module, Vec<Diagnostic>) {
        ir::disagreeing_calls::make_indirect(&mut self.module);
        self.refuse_unsized();
        (self.module, self.diagnostics)
    }

    fn has_no_size(&self, ty: TypeId) -> bool {
        match self.module.types.get(ty) {
            SourceType::Array { length, .. } => length.is_none(),
            SourceType::Record(record) => !record.complete,
            SourceType::Void => true,
            _ => false,
        }
    }

    /// Makes uses of `extern int t[];` and `extern struct s x;` unsupported, if no unit completes them: the size of the object
    /// is unknown. A use is one of its address, or of that of an object which points to it.
    fn refuse_unsized(&mut self) {
        let globals = &self.module.globals;
        let mut unsized_object: Vec<Option<usize>> = (globals.iter().enumerate())
            .map(|(index, global)| {
                (global.external && self.has_no_size(global.ty)).then_some(index)
            })
            .collect();
        let mut changed = unsized_object.iter().any(Option::is_some);
        if !changed {
            return;
        }
        while changed {
            changed = false;
            for (index, global) in globals.iter().enumerate() {
                let target = global.relocations.iter().find_map(|it| match it.target {
                    ir::Target::Global(id) => unsized_object[id.index()],
                    ir::Target::Function(_) => None,
                });
                if unsized_object[index].is_none() && target.is_some() {
                    unsized_object[index] = target;
                    changed = true;
                }
            }
        }
        let messages: Vec<Option<MessageId>> = (unsized_object.into_iter())
            .map(|object| {
                let name = self.module.globals[object?].name.clone();
                let text =
                    format!("the object '{name}' of unknown size, which is declared elsewhere");
                Some(self.module.message(&text))
            })
            .collect();
        for body in self.module.functions.iter_mut().filter_map(|it| it.body.as_mut()) {
            for (block, origins) in body.blocks.iter_mut().zip(&mut body.origins) {
                refuse_addresses(&messages, &mut block.instrs, origins);
            }
        }
    }
}

fn same_shape(a: &ir::Record, b: &ir::Record) -> bool {
    let fields = |record: &ir::Record| -> Vec<_> {
        record.fields.iter().map(|field| (field.name.clone(), field.offset, field.bits)).collect()
    };
    a.complete == b.complete && a.size == b.size && a.align == b.align && fields(a) == fields(b)
}

/// Inserts an `unsupported` before each use of the address of a global that has a message.
fn refuse_addresses(
    messages: &[Option<MessageId>],
    instrs: &mut Vec<Instr>,
    origins: &mut Vec<ir::Origin>,
) {
    for at in (0..instrs.len()).rev() {
        if let Instr::GlobalAddr { global, .. } = instrs[at]
            && let Some(message) = messages[global.index()]
        {
            instrs.insert(at, Instr::Unsupported { message });
            let origin = origins[at];
            origins.insert(at, origin);
        }
    }
}
