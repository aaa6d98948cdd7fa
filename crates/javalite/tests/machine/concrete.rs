//! The judge: an interpreter on one concrete heap. It implements the meaning of the forms, and shares only the tree with the machines.

use javalite::tree::{
    Arithmetic, Compare, Expr, ExprKind, FieldId, MethodId, PARAMETER, Program, THIS, Type,
    VariableId,
};

use super::heaps::{Heap, Object, Reach, Slot};
use super::path::{Decision, Exit, MOST_ACCESSES, MOST_BRANCHES, Path, branches};

/// The outcome of a run.
pub struct Run {
    pub path: Path,
    /// The heap that is reachable at the end from the result, if there is one, and from the two inputs.
    pub last: Heap,
}

/// Runs the entry.
pub fn run(program: &Program, heap: &Heap) -> Run {
    let mut judge =
        Judge { program, objects: heap.objects.clone(), decisions: Vec::new(), accesses: 0 };
    let ended = judge.call(program.entry, heap.roots[0], heap.roots[1]);
    let (exit, result) = match ended {
        Ok(value) => (Exit::Done, value),
        Err(exit) => (exit, None),
    };
    let roots: Vec<Reach<usize>> = result.iter().chain(&heap.roots).map(reach).collect();
    let last = Heap::reachable(&roots, |index| {
        let object: &Object = &judge.objects[index];
        (object.class, object.fields.iter().map(reach).collect())
    });
    Run { path: Path { decisions: judge.decisions, accesses: judge.accesses, exit }, last }
}

fn reach(slot: &Slot) -> Reach<usize> {
    match slot {
        Slot::Null => Reach::Null,
        Slot::Object(index) => Reach::Object(*index),
        Slot::Data(value) => Reach::Data(*value),
    }
}

struct Judge<'p> {
    program: &'p Program,
    objects: Vec<Object>,
    decisions: Vec<Decision>,
    accesses: usize,
}

/// A value, if there is one, or the exit of the run.
type Result = std::result::Result<Option<Slot>, Exit>;

impl Judge<'_> {
    fn call(&mut self, method: MethodId, receiver: Slot, argument: Slot) -> Result {
        let method = self.program.method(method);
        let mut variables = vec![Slot::Null; method.variables.len()];
        (variables[THIS.0], variables[PARAMETER.0]) = (receiver, argument);
        self.eval(&mut variables, &method.body)
    }

    fn eval(&mut self, variables: &mut Vec<Slot>, expr: &Expr) -> Result {
        Ok(Some(match &expr.kind {
            ExprKind::Null => Slot::Null,
            ExprKind::Bool(value) => truth(*value),
            ExprKind::Int(value) => Slot::Data(*value),
            ExprKind::Variable(VariableId(x)) => variables[*x],
            ExprKind::New(class) => {
                let zero =
                    |ty| if matches!(ty, Type::Class(_)) { Slot::Null } else { Slot::Data(0) };
                let fields = &self.program.class(*class).fields;
                let fields = fields.iter().map(|field| zero(field.ty)).collect();
                self.objects.push(Object { class: *class, fields });
                Slot::Object(self.objects.len() - 1)
            }
            ExprKind::Access { object, field } => {
                let object = self.value(variables, object)?;
                *self.field(object, *field)?
            }
            ExprKind::Call { receiver, method, argument } => {
                let receiver = self.value(variables, receiver)?;
                let argument = self.value(variables, argument)?;
                return self.call(*method, receiver, argument);
            }
            ExprKind::Equal(left, right) => {
                let references = matches!(left.ty, Type::Class(_) | Type::Null);
                let left = self.value(variables, left)?;
                let same = left == self.value(variables, right)?;
                if references {
                    self.decisions.push(Decision::Same(same));
                }
                truth(same)
            }
            ExprKind::Assign { variable, value } => {
                let value = self.value(variables, value)?;
                variables[variable.0] = value;
                value
            }
            ExprKind::Write { variable, field, value } => {
                let value = self.value(variables, value)?;
                *self.field(variables[variable.0], *field)? = value;
                value
            }
            ExprKind::If { condition, then, otherwise } => {
                let holds = self.condition(variables, condition)?;
                return self.eval(variables, if holds { then } else { otherwise });
            }
            ExprKind::Var { variable, value, body } => {
                variables[variable.0] = self.value(variables, value)?;
                return self.eval(variables, body);
            }
            ExprKind::Begin(items) => {
                let mut last = None;
                for item in items {
                    last = self.eval(variables, item)?;
                }
                return Ok(last);
            }
            ExprKind::Arithmetic(op, left, right) => {
                let (left, right) = self.numbers(variables, left, right)?;
                Slot::Data(match op {
                    Arithmetic::Add => left.wrapping_add(right),
                    Arithmetic::Subtract => left.wrapping_sub(right),
                    Arithmetic::Multiply => left.wrapping_mul(right),
                })
            }
            ExprKind::Compare(op, left, right) => {
                let (left, right) = self.numbers(variables, left, right)?;
                truth(match op {
                    Compare::Less => left < right,
                    Compare::LessOrEqual => left <= right,
                    Compare::Greater => left > right,
                    Compare::GreaterOrEqual => left >= right,
                })
            }
            ExprKind::While { condition, body } => {
                while self.condition(variables, condition)? {
                    self.eval(variables, body)?;
                }
                return Ok(None);
            }
            ExprKind::Assert { condition, .. } => {
                let holds = self.value(variables, condition)?;
                if holds == truth(false) {
                    return Err(Exit::Assertion(expr.position));
                }
                holds
            }
        }))
    }

    fn value(&mut self, variables: &mut Vec<Slot>, expr: &Expr) -> std::result::Result<Slot, Exit> {
        Ok(self.eval(variables, expr)?.expect("the types fit"))
    }

    fn numbers(
        &mut self,
        variables: &mut Vec<Slot>,
        left: &Expr,
        right: &Expr,
    ) -> std::result::Result<(i32, i32), Exit> {
        match (self.value(variables, left)?, self.value(variables, right)?) {
            (Slot::Data(left), Slot::Data(right)) => Ok((left, right)),
            _ => panic!("the types do not fit"),
        }
    }

    fn condition(
        &mut self,
        variables: &mut Vec<Slot>,
        expr: &Expr,
    ) -> std::result::Result<bool, Exit> {
        let holds = self.value(variables, expr)? == truth(true);
        if branches(&self.decisions) == MOST_BRANCHES {
            return Err(Exit::Cut);
        }
        self.decisions.push(Decision::Branch(holds));
        Ok(holds)
    }

    fn field(&mut self, object: Slot, field: FieldId) -> std::result::Result<&mut Slot, Exit> {
        if self.accesses == MOST_ACCESSES {
            return Err(Exit::Cut);
        }
        self.accesses += 1;
        match object {
            Slot::Object(index) => Ok(&mut self.objects[index].fields[field.index]),
            _ => Err(Exit::Null),
        }
    }
}

fn truth(value: bool) -> Slot {
    Slot::Data(i32::from(value))
}
