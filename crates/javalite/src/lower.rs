//! Lowering: the typed tree to the IR.
//!
//! 1. A class is a record, a field a member at its offset, an object a zeroed allocation of the record's size, `null` zero. A class
//!    without fields has one byte, so that its objects have different addresses.
//! 2. `bool` is a byte that is 0 or 1, `int` has 32 bits and wraps, references are pointers.
//! 3. A method `m` of class `C` is the function `C.m` with the parameters `this` and its own. Variables are registers.
//! 4. The entry `(C m)` is the function [`ENTRY`], with the parameters of the method. It assumes that the receiver is not null,
//!    and calls the method. If the receiver has no fields and the argument is no reference, there is one receiver up to
//!    isomorphism: [`ENTRY`] allocates it.
//! 5. A null dereference is a load or a store at null, without a `check`. `assert` calls `__CPROVER_assert`.

mod expression;
mod types;

use ir::{
    Builder, Call, Callee, CastOp, CompareOp, DataModel, FuncId, Function, Instr, Linkage, Module,
    Operand, Param, Reg, Scope, SourceType, Storage, Terminator, Ty, TypeId,
};

use crate::tree::{ClassId, MethodId, PARAMETER, Position, Program, THIS, Type, Variable};
use expression::MethodLowering;
use types::Types;

/// The name of the function for the entry `(C m)`. It clashes with no method: names of methods begin with their class.
pub const ENTRY: &str = "entry";

/// Lowers a program; `name` is the file of its positions.
pub fn lower(program: &Program, name: &str, model: DataModel) -> Module {
    let mut module = Module::new(model);
    let file = module.file(name);
    let types = Types::enter(program, &mut module);
    let mut lowering = Lowering { program, module, types, file, methods: Vec::new() };
    lowering.run();
    lowering.module
}

/// The functions without bodies that the program calls: the engine has them.
#[derive(Clone, Copy)]
enum Native {
    /// `void *calloc(size_t, size_t)`
    Calloc,
    /// `void __VERIFIER_assume(int)`
    Assume,
    /// `void __CPROVER_assert(int, const char *)`
    Assert,
}

struct Lowering<'p> {
    program: &'p Program,
    module: Module,
    types: Types,
    file: ir::FileId,
    /// For each class, the function of each method.
    methods: Vec<Vec<FuncId>>,
}

impl<'p> Lowering<'p> {
    fn run(&mut self) {
        let program = self.program;
        let entry = self.declare_entry();
        for class in &program.classes {
            let methods = class.methods.iter().map(|method| {
                let name = format!("{}.{}", class.name, method.name);
                self.declare(
                    &name,
                    &method.variables[..=PARAMETER.0],
                    Some(method.returns),
                    method.position,
                )
            });
            let methods = methods.collect();
            self.methods.push(methods);
        }
        for (class, methods) in self.methods.clone().into_iter().enumerate() {
            for (index, function) in methods.into_iter().enumerate() {
                let id = MethodId { class: ClassId(class), index };
                let body = MethodLowering::lower(self, program.method(id));
                self.module.functions[function.index()].body = Some(body);
            }
        }
        self.define_entry(entry);
    }

    /// Declares the entry function before all others, so that the engine reports what concerns the start of the program there.
    fn declare_entry(&mut self) -> FuncId {
        self.declare(ENTRY, self.entry_parameters(), None, self.program.position)
    }

    fn define_entry(&mut self, id: FuncId) {
        let entry = self.program.entry;
        let parameters = self.entry_parameters();
        let mut builder = self.builder(parameters, self.program.position);
        let receiver = match parameters.len() {
            1 => self.new_object(&mut builder, entry.class),
            _ => {
                let given = Operand::Reg(Reg::new(THIS.0));
                let there = builder.compare(CompareOp::Ne, Ty::Ptr, given, Operand::Const(0));
                self.assume(&mut builder, there);
                given
            }
        };
        let argument = Operand::Reg(Reg::new(parameters.len() - 1));
        if parameters.last().is_some_and(|argument| argument.ty == Type::Bool) {
            // A symbolic byte could have any value.
            let truth = builder.compare(CompareOp::Ule, Ty::I8, argument, Operand::Const(1));
            self.assume(&mut builder, truth);
        }
        let called = self.methods[entry.class.0][entry.index];
        let call = self.call(called, None, &[receiver, argument]);
        builder.emit(call);
        builder.terminate(Terminator::Return(None));
        self.module.functions[id.index()].body = Some(builder.finish());
    }

    /// Returns the parameters of the entry: receiver and argument, or the argument alone if the entry allocates the receiver.
    fn entry_parameters(&self) -> &'p [Variable] {
        let entry = self.program.entry;
        let parameters = &self.program.method(entry).variables[..=PARAMETER.0];
        let fields = &self.program.class(entry.class).fields;
        let alone = !matches!(parameters[PARAMETER.0].ty, Type::Class(_));
        if fields.is_empty() && alone { &parameters[PARAMETER.0..] } else { parameters }
    }

    /// Assumes that a bit is set.
    fn assume(&mut self, builder: &mut Builder, bit: Operand) {
        let word = builder.cast(CastOp::ZExt, Ty::I1, Ty::I32, bit);
        let call = self.call_native(Native::Assume, None, &[word]);
        builder.emit(call);
    }

    /// Allocates an object.
    /// Implements `NEW` of *Uber-lazy*.
    fn new_object(&mut self, builder: &mut Builder, class: ClassId) -> Operand {
        let dst = builder.temporary(Ty::Ptr);
        let size = Operand::Const(self.types.size_of(class));
        let call = self.call_native(Native::Calloc, Some(dst), &[Operand::Const(1), size]);
        builder.emit(call);
        dst.into()
    }

    /// Declares a function; its body comes later.
    fn declare(
        &mut self,
        name: &str,
        parameters: &[Variable],
        returns: Option<Type>,
        position: Position,
    ) -> FuncId {
        let params: Vec<Param> = parameters
            .iter()
            .map(|parameter| Param {
                ty: scalar(parameter.ty),
                source: self.types.of(parameter.ty),
                constant: false,
                name: parameter.name.clone(),
            })
            .collect();
        let returns_source = returns.map_or(self.types.void, |ty| self.types.of(ty));
        let function = self.function(
            name,
            params,
            returns.map(scalar),
            returns_source,
            self.position(position),
        );
        self.module.functions.push(function);
        FuncId::new(self.module.functions.len() - 1)
    }

    fn function(
        &mut self,
        name: &str,
        params: Vec<Param>,
        returns: Option<Ty>,
        returns_source: TypeId,
        position: ir::Position,
    ) -> Function {
        let sources = params.iter().map(|param| param.source).collect();
        let ty = SourceType::Function { returns: returns_source, params: sources, variadic: false };
        Function {
            name: name.to_owned(),
            linkage: Linkage::External,
            ty: self.module.types.add(ty),
            params,
            returns,
            returns_source,
            result_by_pointer: false,
            variadic: false,
            unprototyped: false,
            noreturn: false,
            position,
            body: None,
        }
    }

    /// Starts a body with its parameters in scope.
    fn builder(&self, parameters: &[Variable], position: Position) -> Builder {
        let mut builder = Builder::new(self.module.model.pointer_bits());
        builder.position = self.position(position);
        let mut scope = Scope::default();
        for parameter in parameters {
            let storage = Storage::Register(builder.register(scalar(parameter.ty)));
            let ty = self.types.of(parameter.ty);
            scope.variables.push(ir::Variable { name: parameter.name.clone(), ty, storage });
        }
        builder.body.scopes.push(scope);
        builder
    }

    /// Makes a call of a function of the module.
    fn call(&self, function: FuncId, dst: Option<Reg>, values: &[Operand]) -> Instr {
        let declared = self.module.function(function);
        let args = declared.params.iter().zip(values);
        let args: Vec<ir::Arg> =
            args.map(|(param, &value)| ir::Arg { ty: param.ty, value }).collect();
        let (returns, fixed) = (declared.returns, args.len() as u32);
        Instr::Call(Box::new(Call { dst, returns, callee: Callee::Direct(function), args, fixed }))
    }

    /// Makes a call of a native function, which its first call declares.
    fn call_native(&mut self, native: Native, dst: Option<Reg>, values: &[Operand]) -> Instr {
        let types = &self.types;
        let word = Ty::int(self.module.model.pointer_bits()).unwrap_or(Ty::I64);
        let (name, params, returns) = match native {
            Native::Calloc => {
                let size = (word, types.size);
                ("calloc", vec![size, size], Some((Ty::Ptr, types.anything)))
            }
            Native::Assume => ("__VERIFIER_assume", vec![(Ty::I32, types.int)], None),
            Native::Assert => {
                ("__CPROVER_assert", vec![(Ty::I32, types.int), (Ty::Ptr, types.text)], None)
            }
        };
        let function = self.module.function_named(name).unwrap_or_else(|| {
            let unnamed = |(ty, source)| Param { ty, source, constant: false, name: String::new() };
            let params = params.into_iter().map(unnamed).collect();
            let (ty, source) = match returns {
                Some((ty, source)) => (Some(ty), source),
                None => (None, self.types.void),
            };
            let function = self.function(name, params, ty, source, ir::Position::NONE);
            self.module.functions.push(function);
            FuncId::new(self.module.functions.len() - 1)
        });
        self.call(function, dst, values)
    }

    fn position(&self, position: Position) -> ir::Position {
        ir::Position { file: self.file, line: position.line, column: position.column }
    }
}

/// Returns the register type of a value.
fn scalar(ty: Type) -> Ty {
    match ty {
        Type::Int => Ty::I32,
        Type::Class(_) | Type::Null => Ty::Ptr,
        Type::Bool | Type::Nothing | Type::Unknown => Ty::I8,
    }
}
