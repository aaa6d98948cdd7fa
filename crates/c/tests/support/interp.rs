//! A plain interpreter for the IR: the judge of the front end in tests, compared with the same program compiled by `cc`.
//!
//! It has flat byte memory, no provenance, and detects only accesses outside of the memory. A failed check stops it. It is
//! written for clarity, not for speed, and shares only [`ir::eval`] with the engine.

use std::collections::HashMap;

use ir::{Arg, BlockId, Callee, FuncId, Instr, Module, Operand, Reg, Target, Terminator, Ty, eval};

/// The reason for the end of a run.
#[derive(Debug, PartialEq, Eq)]
pub enum Stop {
    /// `exit`, or the return from `main`.
    Exit(i32),
    /// `abort`.
    Abort,
    /// A check failed: its kind and the line.
    Check(&'static str, u32),
    /// Anything else.
    Other(String),
}

/// The outcome of a run.
pub struct Outcome {
    pub output: Vec<u8>,
    pub stop: Stop,
}

const BASE: u64 = 0x1_0000;
const STACK: usize = 64 << 20;
const FUNCTIONS: u64 = 0x1000;

struct Frame {
    func: usize,
    registers: Vec<u128>,
    block: BlockId,
    at: usize,
    stack_mark: usize,
    /// The latest allocation of each local: its start and end.
    blocks: HashMap<ir::LocalId, (usize, usize)>,
    varargs: Vec<Arg>,
    vararg_values: Vec<u128>,
    result: Option<Reg>,
}

/// The machine.
pub struct Machine<'m> {
    module: &'m Module,
    memory: Vec<u8>,
    stack_top: usize,
    stack_end: usize,
    globals: Vec<u64>,
    frames: Vec<Frame>,
    output: Vec<u8>,
    /// The state of va_lists by their address: the arguments and the index of the next one.
    lists: HashMap<u64, (Vec<(Ty, u128)>, usize)>,
    heap_sizes: HashMap<u64, usize>,
    steps: u64,
    limit: u64,
}

type Run<T> = Result<T, Stop>;

/// Runs `main` for at most `limit` instructions.
pub fn run(module: &Module, limit: u64) -> Outcome {
    let mut machine = Machine {
        module,
        memory: Vec::new(),
        stack_top: 0,
        stack_end: 0,
        globals: Vec::new(),
        frames: Vec::new(),
        output: Vec::new(),
        lists: HashMap::new(),
        heap_sizes: HashMap::new(),
        steps: 0,
        limit,
    };
    machine.load_globals();
    let stop = match machine.start() {
        Ok(()) => Stop::Other("ended without a result".to_owned()),
        Err(stop) => stop,
    };
    Outcome { output: machine.output, stop }
}

impl Machine<'_> {
    fn pointer(&self) -> u32 {
        self.module.model.pointer_bits()
    }

    fn reserve(&mut self, size: usize, align: usize) -> u64 {
        let align = align.max(1);
        let start = self.memory.len().next_multiple_of(align);
        self.memory.resize(start + size.max(1), 0);
        BASE + start as u64
    }

    fn load_globals(&mut self) {
        for global in &self.module.globals {
            let address = self.reserve(global.size as usize, (global.align as usize).max(16));
            let start = (address - BASE) as usize;
            self.memory[start..start + global.bytes.len()].copy_from_slice(&global.bytes);
            self.globals.push(address);
        }
        for (index, global) in self.module.globals.iter().enumerate() {
            for relocation in &global.relocations {
                let target = match relocation.target {
                    Target::Global(id) => self.globals[id.index()],
                    Target::Function(id) => function_address(id),
                };
                let value = target.wrapping_add(relocation.addend as u64);
                let at = self.globals[index] + relocation.offset;
                self.store(at, Ty::Ptr, u128::from(value)).expect("relocations lie inside");
            }
        }
        self.stack_top = self.memory.len().next_multiple_of(16);
        self.stack_end = self.stack_top + STACK;
        self.memory.resize(self.stack_end, 0xaa);
    }

    fn range(&self, address: u64, size: usize) -> Run<usize> {
        let start = address.wrapping_sub(BASE) as usize;
        if address < BASE || start.checked_add(size).is_none_or(|end| end > self.memory.len()) {
            return Err(Stop::Other(format!("access of {size} bytes at {address:#x}")));
        }
        Ok(start)
    }

    fn fetch(&self, address: u64, ty: Ty) -> Run<u128> {
        let size = ty.bytes(self.pointer()) as usize;
        let start = self.range(address, size)?;
        let mut bytes = [0; 16];
        bytes[..size].copy_from_slice(&self.memory[start..start + size]);
        Ok(u128::from_le_bytes(bytes))
    }

    fn store(&mut self, address: u64, ty: Ty, value: u128) -> Run<()> {
        let size = ty.bytes(self.pointer()) as usize;
        let start = self.range(address, size)?;
        self.memory[start..start + size].copy_from_slice(&value.to_le_bytes()[..size]);
        Ok(())
    }

    fn start(&mut self) -> Run<()> {
        let main =
            self.module.function_named("main").ok_or_else(|| Stop::Other("no main".to_owned()))?;
        let count = self.module.function(main).params.len();
        let name = self.reserve_stack(8, 8)?;
        self.store(name, Ty::I8, 0)?;
        let argv = self.reserve_stack(16, 8)?;
        self.store(argv, Ty::Ptr, u128::from(name))?;
        self.store(argv + self.module.model.pointer_bytes(), Ty::Ptr, 0)?;
        let args = [(Ty::I32, 1u128), (Ty::Ptr, u128::from(argv)), (Ty::Ptr, u128::from(argv + 8))];
        self.push_frame(main, &args[..count.min(3)], count, None)?;
        loop {
            self.step()?;
        }
    }

    fn reserve_stack(&mut self, size: u64, align: u64) -> Run<u64> {
        let start = self.stack_top.next_multiple_of((align as usize).max(1));
        // Allocations of size zero have addresses of their own.
        let end = start.saturating_add((size as usize).max(1));
        if end > self.stack_end {
            return Err(Stop::Other("stack overflow".to_owned()));
        }
        self.stack_top = end;
        Ok(BASE + start as u64)
    }

    fn push_frame(
        &mut self,
        func: FuncId,
        args: &[(Ty, u128)],
        fixed: usize,
        result: Option<Reg>,
    ) -> Run<()> {
        let function = self.module.function(func);
        let Some(body) = &function.body else {
            return Err(Stop::Other(format!("'{}' has no body", function.name)));
        };
        let mut registers = vec![0; body.registers.len()];
        for (register, (_, value)) in
            registers.iter_mut().zip(args.iter().take(function.params.len()))
        {
            *register = *value;
        }
        let fixed = fixed.min(function.params.len());
        let rest = &args[fixed.min(args.len())..];
        self.frames.push(Frame {
            func: func.index(),
            registers,
            block: BlockId(0),
            at: 0,
            stack_mark: self.stack_top,
            blocks: HashMap::new(),
            varargs: rest.iter().map(|(ty, _)| Arg { ty: *ty, value: Operand::Const(0) }).collect(),
            vararg_values: rest.iter().map(|(_, value)| *value).collect(),
            result,
        });
        Ok(())
    }

    fn step(&mut self) -> Run<()> {
        self.steps += 1;
        if self.steps > self.limit {
            return Err(Stop::Other("too many steps".to_owned()));
        }
        let module = self.module;
        let Some(frame) = self.frames.last_mut() else {
            return Err(Stop::Other("no frame".to_owned()));
        };
        let body = module.functions[frame.func]
            .body
            .as_ref()
            .expect("only functions with bodies have frames");
        let block = body.block(frame.block);
        match block.instrs.get(frame.at) {
            Some(instr) => {
                frame.at += 1;
                self.instr(instr)
            }
            None => self.terminator(&block.terminator),
        }
    }

    fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a step has a frame")
    }

    fn get(&self, operand: Operand) -> u128 {
        match operand {
            Operand::Const(bits) => u128::from(bits),
            Operand::Reg(reg) => {
                self.frames.last().expect("a step has a frame").registers[reg.index()]
            }
        }
    }

    fn address(&self, operand: Operand) -> u64 {
        self.get(operand) as u64
    }

    fn set(&mut self, reg: Reg, value: u128) {
        self.frame().registers[reg.index()] = value;
    }

    fn line(&self) -> u32 {
        let Some(frame) = self.frames.last() else {
            return 0;
        };
        let body = self.module.functions[frame.func].body.as_ref();
        body.and_then(|body| body.origin(frame.block, frame.at.saturating_sub(1)))
            .map_or(0, |o| o.position.line)
    }

    fn instr(&mut self, instr: &Instr) -> Run<()> {
        let pointer = self.pointer();
        match instr {
            Instr::Const { dst, low, high, .. } => {
                self.set(*dst, u128::from(*low) | u128::from(*high) << 64)
            }
            Instr::Move { dst, src, .. } => {
                let value = self.get(*src);
                self.set(*dst, value);
            }
            Instr::Undef { dst } => self.set(*dst, 0x5555_5555_5555_5555),
            Instr::Unary { op, ty, dst, a } => {
                let value = eval::unary(*op, ty.bits(pointer), self.get(*a));
                self.set(*dst, value);
            }
            Instr::Binary { op, ty, dst, a, b } => {
                let value = eval::binary(*op, ty.bits(pointer), self.get(*a), self.get(*b));
                self.set(*dst, value.ok_or_else(|| Stop::Other("division by zero".to_owned()))?);
            }
            Instr::Fits { op, signed, ty, dst, a, b } => {
                let value = eval::fits(*op, *signed, ty.bits(pointer), self.get(*a), self.get(*b));
                self.set(*dst, value.into());
            }
            Instr::Compare { op, ty, dst, a, b } => {
                let value = eval::compare(*op, ty.bits(pointer), self.get(*a), self.get(*b));
                self.set(*dst, value.into());
            }
            Instr::Select { dst, cond, a, b, .. } => {
                let value = if self.get(*cond) != 0 { self.get(*a) } else { self.get(*b) };
                self.set(*dst, value);
            }
            Instr::Cast { op, from, to, dst, a } => {
                let value = eval::cast(*op, *from, *to, self.get(*a), pointer);
                self.set(*dst, value);
            }
            Instr::FloatFits { signed, from, to, dst, a } => {
                let value = eval::float_fits(*signed, *from, to.bits(pointer), self.get(*a));
                self.set(*dst, value.into());
            }
            Instr::FloatNeg { ty, dst, a } => {
                let value = eval::float_neg(*ty, self.get(*a));
                self.set(*dst, value);
            }
            Instr::Float { op, ty, dst, a, b } => {
                let value = eval::float(*op, *ty, self.get(*a), self.get(*b));
                self.set(*dst, value);
            }
            Instr::FloatCompare { op, ty, dst, a, b } => {
                let value = eval::float_compare(*op, *ty, self.get(*a), self.get(*b));
                self.set(*dst, value.into());
            }
            Instr::Call(call) => return self.call(call),
            Instr::Check { kind, cond, .. } => {
                if self.get(*cond) == 0 {
                    return Err(Stop::Check(kind.name(), self.line()));
                }
            }
            Instr::Unsupported { message } => {
                return Err(Stop::Other(format!(
                    "unsupported: {}",
                    self.module.messages[message.index()]
                )));
            }
            memory => return self.memory_instr(memory),
        }
        Ok(())
    }

    fn memory_instr(&mut self, instr: &Instr) -> Run<()> {
        match instr {
            Instr::Load { ty, dst, ptr } => {
                let value = self.fetch(self.address(*ptr), *ty)?;
                self.set(*dst, value);
            }
            Instr::Store { ty, ptr, value } => {
                self.store(self.address(*ptr), *ty, self.get(*value))?
            }
            Instr::GlobalAddr { dst, global } => {
                self.set(*dst, self.globals[global.index()].into())
            }
            Instr::FuncAddr { dst, func } => self.set(*dst, function_address(*func).into()),
            Instr::PtrAdd { dst, ptr, offset } => {
                let sum = self.get(*ptr).wrapping_add(self.get(*offset));
                self.set(*dst, eval::mask(sum, self.pointer()));
            }
            Instr::PtrSub { dst, a, b } => {
                let difference = self.get(*a).wrapping_sub(self.get(*b));
                self.set(*dst, eval::mask(difference, self.pointer()));
            }
            Instr::Begin { dst, local, size, align } => {
                let top = self.stack_top;
                let address = self.reserve_stack(self.address(*size), u64::from(*align))?;
                let end = self.stack_top;
                self.frame().blocks.insert(*local, (top, end));
                self.set(*dst, address.into());
            }
            // The last allocation is freed at once, all others when the frame returns.
            Instr::End { local } => {
                if let Some((start, end)) = self.frame().blocks.remove(local)
                    && end == self.stack_top
                {
                    self.stack_top = start;
                }
            }
            Instr::Protect { .. } => {}
            Instr::Copy { to, from, size } => {
                let size = self.address(*size) as usize;
                let from = self.range(self.address(*from), size)?;
                let to = self.range(self.address(*to), size)?;
                self.memory.copy_within(from..from + size, to);
            }
            Instr::Fill { ptr, value, size } => {
                let size = self.address(*size) as usize;
                let start = self.range(self.address(*ptr), size)?;
                let value = self.get(*value) as u8;
                self.memory[start..start + size].fill(value);
            }
            Instr::VaStart { list } => {
                let address = self.address(*list);
                let frame = self.frame();
                let arguments = frame
                    .varargs
                    .iter()
                    .map(|arg| arg.ty)
                    .zip(frame.vararg_values.iter().copied())
                    .collect();
                self.lists.insert(address, (arguments, 0));
            }
            Instr::VaArg { ty, dst, list, .. } => {
                let address = self.address(*list);
                let (arguments, next) = self
                    .lists
                    .get_mut(&address)
                    .ok_or_else(|| Stop::Other("not a va_list".to_owned()))?;
                let (found, value) = arguments
                    .get(*next)
                    .copied()
                    .ok_or_else(|| Stop::Other("no more arguments".to_owned()))?;
                *next += 1;
                if found != *ty {
                    return Err(Stop::Other(format!("va_arg of {ty} finds {found}")));
                }
                self.set(*dst, value);
            }
            Instr::VaEnd { .. } => {}
            Instr::VaCopy { to, from } => {
                let (to, from) = (self.address(*to), self.address(*from));
                let state = self
                    .lists
                    .get(&from)
                    .cloned()
                    .ok_or_else(|| Stop::Other("not a va_list".to_owned()))?;
                self.lists.insert(to, state);
            }
            _ => {}
        }
        Ok(())
    }

    fn go(&mut self, block: BlockId) {
        let frame = self.frame();
        frame.block = block;
        frame.at = 0;
    }

    fn terminator(&mut self, terminator: &Terminator) -> Run<()> {
        match terminator {
            Terminator::Jump(target) => self.go(*target),
            Terminator::Branch { cond, then, otherwise } => {
                let target = if self.get(*cond) != 0 { *then } else { *otherwise };
                self.go(target);
            }
            Terminator::Switch { ty, signed, value, cases, default } => {
                let bits = ty.bits(self.pointer());
                let order = |value: u128| {
                    if *signed { eval::signed(value, bits) } else { value as i128 }
                };
                let value = order(self.get(*value));
                let found = cases.iter().find(|case| {
                    order(case.low.into()) <= value && value <= order(case.high.into())
                });
                self.go(found.map_or(*default, |case| case.target));
            }
            Terminator::Return(value) => {
                let value = value.map(|value| self.get(value));
                let frame = self.frames.pop().expect("a step has a frame");
                self.stack_top = frame.stack_mark;
                if self.frames.is_empty() {
                    return Err(Stop::Exit(value.unwrap_or(0) as u32 as i32));
                }
                if let (Some(dst), Some(value)) = (frame.result, value) {
                    self.set(dst, value);
                }
            }
            Terminator::Unreachable => {
                return Err(Stop::Other("the unreachable was reached".to_owned()));
            }
        }
        Ok(())
    }

    fn call(&mut self, call: &ir::Call) -> Run<()> {
        let func = match call.callee {
            Callee::Direct(func) => func,
            Callee::Indirect(pointer) => {
                let address = self.address(pointer);
                let index = address.wrapping_sub(FUNCTIONS) / 16;
                if address < FUNCTIONS || index >= self.module.functions.len() as u64 {
                    return Err(Stop::Other(format!("call of {address:#x}")));
                }
                FuncId::new(index as usize)
            }
        };
        let args: Vec<(Ty, u128)> =
            call.args.iter().map(|arg| (arg.ty, self.get(arg.value))).collect();
        let function = self.module.function(func);
        if function.body.is_some() {
            return self.push_frame(func, &args, call.fixed as usize, call.dst);
        }
        let name = function.name.clone();
        let result = self.library(&name, &args)?;
        if let (Some(dst), Some(ty)) = (call.dst, call.returns) {
            self.set(dst, eval::mask(result, ty.bits(self.pointer())));
        }
        Ok(())
    }

    fn text(&self, address: u64) -> Run<Vec<u8>> {
        let start = self.range(address, 1)?;
        let end = self.memory[start..].iter().position(|byte| *byte == 0);
        let end = end.ok_or_else(|| Stop::Other("a string does not end".to_owned()))?;
        Ok(self.memory[start..start + end].to_vec())
    }

    /// Reads a string, or its first bytes if there is a limit.
    fn text_at_most(&self, address: u64, longest: Option<usize>) -> Run<Vec<u8>> {
        let Some(longest) = longest else { return self.text(address) };
        let start = self.range(address, 0)?;
        let bytes = self.memory[start..].iter().take(longest);
        Ok(bytes.take_while(|byte| **byte != 0).copied().collect())
    }

    fn allocate(&mut self, size: usize) -> u64 {
        let address = self.reserve(size, 16);
        self.heap_sizes.insert(address, size);
        address
    }

    fn library(&mut self, name: &str, args: &[(Ty, u128)]) -> Run<u128> {
        let arg = |index: usize| args.get(index).map_or(0, |arg| arg.1);
        let address = |index: usize| arg(index) as u64;
        Ok(match name {
            "printf" => {
                let format = self.text(address(0))?;
                let text = self.format(&format, &args[1..])?;
                self.output.extend_from_slice(&text);
                text.len() as u128
            }
            "puts" => {
                let mut text = self.text(address(0))?;
                text.push(b'\n');
                self.output.append(&mut text);
                1
            }
            "putchar" => {
                self.output.push(arg(0) as u8);
                arg(0)
            }
            "malloc" => self.allocate(address(0) as usize).into(),
            "calloc" => {
                let size = (address(0) * address(1)) as usize;
                let start = self.allocate(size);
                let at = self.range(start, size)?;
                self.memory[at..at + size].fill(0);
                start.into()
            }
            "realloc" => {
                let new = self.allocate(address(1) as usize);
                let old_size = self.heap_sizes.get(&address(0)).copied().unwrap_or(0);
                let count = old_size.min(address(1) as usize);
                if count > 0 {
                    let (from, to) = (self.range(address(0), count)?, self.range(new, count)?);
                    self.memory.copy_within(from..from + count, to);
                }
                new.into()
            }
            "free" => 0,
            "memcpy" | "memmove" => {
                let size = address(2) as usize;
                let (to, from) = (self.range(address(0), size)?, self.range(address(1), size)?);
                self.memory.copy_within(from..from + size, to);
                arg(0)
            }
            "memset" => {
                let size = address(2) as usize;
                let at = self.range(address(0), size)?;
                self.memory[at..at + size].fill(arg(1) as u8);
                arg(0)
            }
            "memcmp" => {
                let size = address(2) as usize;
                let (a, b) = (self.range(address(0), size)?, self.range(address(1), size)?);
                order(self.memory[a..a + size].cmp(&self.memory[b..b + size]))
            }
            "strlen" => self.text(address(0))?.len() as u128,
            "strcmp" => order(self.text(address(0))?.cmp(&self.text(address(1))?)),
            "strcpy" => {
                let mut text = self.text(address(1))?;
                text.push(0);
                let at = self.range(address(0), text.len())?;
                self.memory[at..at + text.len()].copy_from_slice(&text);
                arg(0)
            }
            "abs" => eval::mask(eval::signed(arg(0), 32).unsigned_abs(), 32),
            "exit" => return Err(Stop::Exit(arg(0) as u32 as i32)),
            "abort" | "__assert_fail" => return Err(Stop::Abort),
            other => return Err(Stop::Other(format!("'{other}' has no body"))),
        })
    }

    /// Implements `printf`, as far as the tests use it.
    fn format(&self, format: &[u8], args: &[(Ty, u128)]) -> Run<Vec<u8>> {
        let mut out = Vec::new();
        let mut args = args.iter();
        let mut bytes = format.iter().copied().peekable();
        while let Some(byte) = bytes.next() {
            if byte != b'%' {
                out.push(byte);
                continue;
            }
            let (mut zero, mut left, mut plus) = (false, false, false);
            while let Some(flag) = bytes.next_if(|byte| b"0-+ #".contains(byte)) {
                zero |= flag == b'0';
                left |= flag == b'-';
                plus |= flag == b'+';
            }
            let mut width = 0;
            while let Some(digit) = bytes.next_if(u8::is_ascii_digit) {
                width = width * 10 + usize::from(digit - b'0');
            }
            let mut precision = None;
            if bytes.next_if_eq(&b'.').is_some() {
                let mut value = 0;
                while let Some(digit) = bytes.next_if(u8::is_ascii_digit) {
                    value = value * 10 + usize::from(digit - b'0');
                }
                precision = Some(value);
            }
            while bytes.next_if(|byte| b"hlzjtLq".contains(byte)).is_some() {}
            let Some(conversion) = bytes.next() else {
                break;
            };
            if conversion == b'%' {
                out.push(b'%');
                continue;
            }
            let (ty, value) = args
                .next()
                .copied()
                .ok_or_else(|| Stop::Other("printf has too few arguments".to_owned()))?;
            let bits = ty.bits(self.pointer());
            let mut text = match conversion {
                b'd' | b'i' => eval::signed(value, bits).to_string(),
                b'u' => eval::mask(value, bits).to_string(),
                b'x' => format!("{:x}", eval::mask(value, bits)),
                b'X' => format!("{:X}", eval::mask(value, bits)),
                b'o' => format!("{:o}", eval::mask(value, bits)),
                b'p' => format!("{value:#x}"),
                b'c' => char::from(value as u8).to_string(),
                b's' => String::from_utf8_lossy(&self.text_at_most(value as u64, precision)?)
                    .into_owned(),
                b'f' | b'g' | b'e' => {
                    let value = if ty == Ty::F80 {
                        eval::cast(ir::CastOp::FloatToFloat, ty, Ty::F64, value, 64)
                    } else {
                        value
                    };
                    let value = f64::from_bits(value as u64);
                    if value.is_nan() {
                        (if value.is_sign_negative() { "-nan" } else { "nan" }).to_owned()
                    } else {
                        format!("{value:.*}", precision.unwrap_or(6))
                    }
                }
                other => return Err(Stop::Other(format!("printf has %{}", char::from(other)))),
            };
            if plus && !text.starts_with('-') {
                text.insert(0, '+');
            }
            let missing = width.saturating_sub(text.len());
            if left {
                text.push_str(&" ".repeat(missing));
            } else if zero {
                let sign = usize::from(text.starts_with(['-', '+']));
                text.insert_str(sign, &"0".repeat(missing));
            } else {
                text.insert_str(0, &" ".repeat(missing));
            }
            if conversion == b'c' {
                out.push(value as u8);
            } else {
                out.extend_from_slice(text.as_bytes());
            }
        }
        Ok(out)
    }
}

fn function_address(id: FuncId) -> u64 {
    FUNCTIONS + id.index() as u64 * 16
}

fn order(ordering: std::cmp::Ordering) -> u128 {
    eval::mask(ordering as i32 as u128, 32)
}
