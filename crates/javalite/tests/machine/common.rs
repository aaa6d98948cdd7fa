//! The rules of figure 3, common to both machines, and the loop that applies them. Each rule is a function of its name.
//!
//! Departures:
//! 1. A symbolic condition forks the state, and each path gets its side of the condition: IF-THEN-ELSE (TRUE) and (FALSE) have a
//!    constant in control.
//! 2. The initial state: `this` and the argument are input references, lazily initialised as fields are; `this` is not null.
//! 3. A method does not see the variables of its caller. In the figure it does, but here names are resolved before.
//! 4. NEW gives data fields zero, that is `false` for `bool`.
//! 5. A feasible `null` at an access ends a path, and another path continues with the reference not null.

use std::collections::BTreeMap;
use std::rc::Rc;

use javalite::tree::{
    Arithmetic, ClassId, Compare, Expr, ExprKind, FieldId, MethodId, PARAMETER, Position, Program,
    THIS, Type, VariableId,
};
use solver::{Answer, Limits, Query, Solver};
use term::{Sort, Term, Terms};

use super::path::{Decision, Exit, MOST_BRANCHES, Path, branches};
use super::syntax::{
    Continuation as K, Control, Initialised, L_NULL, Location, Next, Operator, Owner, R_NULL,
    Reference, State, Value,
};

/// The width of the symbols for references: more references than any test has.
const WIDTH: u32 = 10;

/// The rules for the heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rules {
    /// Figure 4: lazy initialization, which forks a state for each heap.
    Classic,
    /// Figure 5: the fully symbolic heap.
    Symbolic,
}

/// The end of a path, with its last state.
pub struct Ended<'p> {
    pub path: Path,
    pub state: State<'p>,
    /// The result of the method.
    pub result: Option<Value>,
}

/// The machine: applies rules to states.
pub struct Machine<'p> {
    pub program: &'p Program,
    pub rules: Rules,
    pub terms: Terms,
    solver: Box<dyn Solver>,
    known: BTreeMap<Term, bool>,
    /// The counter for fresh names.
    fresh: usize,
    pub ended: Vec<Ended<'p>>,
}

impl<'p> Machine<'p> {
    pub fn new(program: &'p Program, rules: Rules) -> Machine<'p> {
        Machine {
            program,
            rules,
            terms: Terms::new(),
            solver: solver::stack(),
            known: BTreeMap::new(),
            fresh: 0,
            ended: Vec::new(),
        }
    }

    /// Explores all paths of the entry.
    pub fn run(&mut self) {
        let mut waiting = self.start();
        while let Some(state) = waiting.pop() {
            waiting.extend(self.step(state));
        }
    }

    /// Returns the initial states.
    fn start(&mut self) -> Vec<State<'p>> {
        let method = self.program.method(self.program.entry);
        let null = vec![(Term::TRUE, L_NULL)];
        let first = State {
            l: BTreeMap::from([(R_NULL, null)]),
            r: BTreeMap::new(),
            data: BTreeMap::new(),
            phi: Term::TRUE,
            eta: Rc::new(vec![None; method.variables.len()]),
            control: Control::Expr(&method.body),
            k: Rc::new(K::End),
            types: BTreeMap::new(),
            inputs: BTreeMap::new(),
            initialised: Vec::new(),
            decisions: Vec::new(),
            accesses: 0,
        };
        let mut states = vec![first];
        for (index, variable) in [THIS, PARAMETER].into_iter().enumerate() {
            let ty = method.variables[variable.0].ty;
            let owner = Owner::Root(index);
            states = states
                .into_iter()
                .flat_map(|state| self.initialise_root(state, owner, variable, ty))
                .collect();
        }
        states
    }

    fn initialise_root(
        &mut self,
        mut state: State<'p>,
        owner: Owner,
        variable: VariableId,
        ty: Type,
    ) -> Vec<State<'p>> {
        let Type::Class(class) = ty else {
            let symbol = self.data_symbol(ty);
            state.initialised.push(Initialised { owner, symbol, new: None });
            bind(&mut state, variable, Some(Value::Data(symbol)));
            return vec![state];
        };
        let (r, mut states) = self.initialise(state, owner, class);
        for state in &mut states {
            bind(state, variable, Some(Value::Reference(r)));
            if variable == THIS {
                let null = self.may_be_null(state, r);
                let there = self.terms.not(null);
                state.phi = self.terms.and(state.phi, there);
            }
        }
        states.retain(|state| self.satisfiable(state.phi));
        states
    }

    /// `S`
    pub fn satisfiable(&mut self, phi: Term) -> bool {
        if let Some(&known) = self.known.get(&phi) {
            return known;
        }
        let limits = Limits::default();
        let query = Query { assumptions: &[phi], limits: &limits };
        let answer = match self.solver.check(&mut self.terms, query) {
            Answer::Sat(_) => true,
            Answer::Unsat(_) => false,
            Answer::Unknown(why) => panic!("{why}"),
        };
        self.known.insert(phi, answer);
        answer
    }

    fn number(&mut self) -> usize {
        self.fresh += 1;
        self.fresh
    }

    /// `fresh_r`
    pub fn fresh_reference(&mut self) -> Reference {
        Reference(self.number())
    }

    /// `fresh_l`
    pub fn fresh_location(&mut self, state: &mut State<'p>, class: ClassId) -> Location {
        let location = Location(self.number());
        state.types.insert(location, class);
        location
    }

    /// Makes a symbol for an input reference.
    pub fn reference_symbol(&mut self, r: Reference) -> Term {
        self.terms.symbol(&format!("r{}", r.0), Sort::Bits(WIDTH))
    }

    /// Makes a symbol for input data.
    pub fn data_symbol(&mut self, ty: Type) -> Term {
        let sort = if ty == Type::Bool { Sort::Bool } else { Sort::Bits(32) };
        let name = format!("d{}", self.number());
        self.terms.symbol(&name, sort)
    }

    /// Returns the condition under which a reference is null.
    pub fn may_be_null(&mut self, state: &State<'p>, r: Reference) -> Term {
        let null = state.l[&r].iter().filter(|(_, l)| *l == L_NULL).map(|(phi, _)| *phi);
        self.terms.any(null)
    }

    /// Whether a state has reached the limit of conditions; then its path is cut.
    fn is_cut(&mut self, state: &State<'p>) -> bool {
        let cut = branches(&state.decisions) == MOST_BRANCHES;
        if cut {
            self.end(state.clone(), Exit::Cut, None);
        }
        cut
    }

    /// Returns the state in which a decision has this outcome, if that is feasible.
    pub fn decided(
        &mut self,
        state: &State<'p>,
        condition: Term,
        outcome: Decision,
    ) -> Option<State<'p>> {
        let mut taken = self.restricted(state, condition)?;
        taken.decisions.push(outcome);
        Some(taken)
    }

    /// Ends a path.
    pub fn end(&mut self, state: State<'p>, exit: Exit, result: Option<Value>) {
        let (decisions, accesses) = (state.decisions.clone(), state.accesses);
        self.ended.push(Ended { path: Path { decisions, accesses, exit }, state, result });
    }

    /// Returns the state in which a condition holds, if that is feasible.
    pub fn restricted(&mut self, state: &State<'p>, condition: Term) -> Option<State<'p>> {
        let phi = self.terms.and(state.phi, condition);
        self.satisfiable(phi).then(|| State { phi, ..state.clone() })
    }

    /// Returns the successors of a state.
    fn step(&mut self, state: State<'p>) -> Vec<State<'p>> {
        match state.control {
            Control::Expr(expr) => self.evaluate(state, expr),
            Control::Value(value) => self.resume(state, Some(value)),
            Control::Nothing => self.resume(state, None),
        }
    }

    /// Applies a rule with an expression in control.
    fn evaluate(&mut self, state: State<'p>, expr: &'p Expr) -> Vec<State<'p>> {
        let next = match &expr.kind {
            ExprKind::Null => null(state),
            ExprKind::Variable(x) => variable_lookup(state, *x),
            ExprKind::New(class) => self.new_object(state, *class),
            ExprKind::Access { object, field } => field_access_eval(state, object, *field),
            ExprKind::Call { receiver, method, argument } => {
                method_invocation_object_eval(state, receiver, *method, argument)
            }
            ExprKind::Equal(left, right) => equals_l_operand_eval(state, left, right),
            ExprKind::Assign { variable, value } => {
                variable_assignment_eval(state, *variable, value)
            }
            ExprKind::Write { variable, field, value } => {
                field_write_eval(state, *variable, *field, value)
            }
            ExprKind::If { condition, then, otherwise } => {
                if_then_else_eval(state, condition, then, otherwise)
            }
            ExprKind::Var { variable, value, body } => {
                variable_declaration_eval(state, *variable, value, body)
            }
            ExprKind::Begin(items) => match items.split_first() {
                None => begin_no_args(state),
                Some((first, rest)) => begin_arg0_eval(state, first, rest),
            },
            ExprKind::Bool(value) => {
                with_data(state, if *value { Term::TRUE } else { Term::FALSE })
            }
            ExprKind::Int(value) => {
                let number = self.terms.word(32, u64::from(*value as u32));
                with_data(state, number)
            }
            ExprKind::Arithmetic(op, left, right) => {
                let k = K::Operand(Operator::Arithmetic(*op), right, state.k.clone());
                go(state, left, k)
            }
            ExprKind::Compare(op, left, right) => {
                let k = K::Operand(Operator::Compare(*op), right, state.k.clone());
                go(state, left, k)
            }
            ExprKind::While { condition, .. } => {
                let k = K::While(expr, state.k.clone());
                go(state, condition, k)
            }
            ExprKind::Assert { condition, .. } => {
                let k = K::Assert(expr.position, state.k.clone());
                go(state, condition, k)
            }
        };
        vec![next]
    }

    /// Applies a rule with a value in control, or with nothing.
    fn resume(&mut self, state: State<'p>, value: Option<Value>) -> Vec<State<'p>> {
        let k = state.k.clone();
        match (&*k, value) {
            (K::End, _) => {
                self.end(state, Exit::Done, value);
                Vec::new()
            }
            (K::Begin(rest, k), _) => vec![match rest {
                [] => begin_value(state, k),
                [last] => begin_argn_eval(state, last, k),
                [next, rest @ ..] => begin_argi_eval(state, next, rest, k),
            }],
            (K::Pop(eta, k), _) => vec![State { eta: eta.clone(), k: k.clone(), ..state }],
            (K::Again(whole, k), _) => {
                vec![State { control: Control::Expr(whole), k: k.clone(), ..state }]
            }
            (_, Some(value)) => self.resume_with(state, &k, value),
            (_, None) => panic!("the types do not fit"),
        }
    }

    fn resume_with(&mut self, state: State<'p>, k: &K<'p>, value: Value) -> Vec<State<'p>> {
        match (k, value) {
            (K::Init(field, k), Value::Reference(r)) => {
                self.lazy_initialization(state, r, *field, k)
            }
            (K::Access(field, k), Value::Reference(r)) => {
                self.field_access(State { k: k.clone(), ..state }, r, *field)
            }
            (K::WriteTo(field, value, k), Value::Reference(r)) => {
                self.field_write(State { k: k.clone(), ..state }, r, *field, *value)
            }
            (K::Receiver(method, argument, k), receiver) => {
                vec![method_invocation_arg_eval(state, receiver, *method, argument, k)]
            }
            (K::Argument(receiver, method, k), argument) => {
                vec![self.method_invocation(state, *receiver, *method, argument, k)]
            }
            (K::Left(right, k), left) => vec![equals_r_operand_eval(state, left, right, k)],
            (K::Right(Value::Data(left), k), Value::Data(right)) => {
                vec![self.equals_bool(State { k: k.clone(), ..state }, *left, right)]
            }
            (K::Right(Value::Reference(left), k), Value::Reference(right)) => {
                self.equals_reference(State { k: k.clone(), ..state }, *left, right)
            }
            (K::Assign(x, k), value) => vec![variable_assignment(state, *x, value, k)],
            (K::Write(x, field, k), value) => vec![field_write_init(state, *x, *field, value, k)],
            (K::Var(x, body, k), value) => vec![variable_declaration(state, *x, value, body, k)],
            (K::If(..) | K::While(..), _) if self.is_cut(&state) => Vec::new(),
            (K::If(then, otherwise, k), Value::Data(condition)) => {
                let state = State { k: k.clone(), ..state };
                let mut next = self.if_then_else_true(&state, condition, then);
                next.extend(self.if_then_else_false(&state, condition, otherwise));
                next
            }
            (K::While(whole, k), Value::Data(condition)) => self.again(&state, condition, whole, k),
            (K::Assert(position, k), Value::Data(condition)) => {
                self.assertion(&state, condition, *position, k)
            }
            (K::Operand(op, right, k), Value::Data(left)) => {
                let k = K::Operate(*op, left, k.clone());
                vec![go(state, right, k)]
            }
            (K::Operate(op, left, k), Value::Data(right)) => {
                let result = self.operate(*op, *left, right);
                vec![with_data(State { k: k.clone(), ..state }, result)]
            }
            _ => panic!("the types do not fit"),
        }
    }

    fn new_object(&mut self, mut state: State<'p>, class: ClassId) -> State<'p> {
        let (l, r) = (self.fresh_location(&mut state, class), self.fresh_reference());
        state.l.insert(r, vec![(Term::TRUE, l)]);
        for (index, field) in self.program.class(class).fields.iter().enumerate() {
            let id = FieldId { class, index };
            match field.ty {
                Type::Class(_) => {
                    let r = self.fresh_reference();
                    state.l.insert(r, vec![(Term::TRUE, L_NULL)]);
                    state.r.insert((l, id), r);
                }
                Type::Bool => drop(state.data.insert((l, id), Term::FALSE)),
                _ => drop(state.data.insert((l, id), self.terms.word(32, 0))),
            }
        }
        with_value(state, Value::Reference(r))
    }

    fn equals_bool(&mut self, state: State<'p>, left: Term, right: Term) -> State<'p> {
        let same = self.terms.eq(left, right);
        with_data(state, same)
    }

    fn method_invocation(
        &mut self,
        state: State<'p>,
        receiver: Value,
        method: MethodId,
        argument: Value,
        k: &Next<'p>,
    ) -> State<'p> {
        let method = self.program.method(method);
        let mut eta = vec![None; method.variables.len()];
        eta[THIS.0] = Some(receiver);
        eta[PARAMETER.0] = Some(argument);
        let pop = K::Pop(state.eta.clone(), k.clone());
        go(State { eta: Rc::new(eta), ..state }, &method.body, pop)
    }

    fn if_then_else_true(
        &mut self,
        state: &State<'p>,
        condition: Term,
        then: &'p Expr,
    ) -> Vec<State<'p>> {
        let taken = self.decided(state, condition, Decision::Branch(true));
        taken.map(|state| State { control: Control::Expr(then), ..state }).into_iter().collect()
    }

    fn if_then_else_false(
        &mut self,
        state: &State<'p>,
        condition: Term,
        otherwise: &'p Expr,
    ) -> Vec<State<'p>> {
        let not = self.terms.not(condition);
        let taken = self.decided(state, not, Decision::Branch(false));
        taken
            .map(|state| State { control: Control::Expr(otherwise), ..state })
            .into_iter()
            .collect()
    }

    /// Unrolls `(while e e)` to `(if e (begin e (while e e)) else (begin))`.
    fn again(
        &mut self,
        state: &State<'p>,
        condition: Term,
        whole: &'p Expr,
        k: &Next<'p>,
    ) -> Vec<State<'p>> {
        let ExprKind::While { body, .. } = &whole.kind else { panic!("no loop") };
        let inside = State { k: Rc::new(K::Again(whole, k.clone())), ..state.clone() };
        let mut next = self.if_then_else_true(&inside, condition, body);
        let after = State { k: k.clone(), ..state.clone() };
        let after = self.if_then_else_false(&after, condition, whole).into_iter();
        next.extend(after.map(|state| State { control: Control::Nothing, ..state }));
        next
    }

    /// Ends a path with a failed assertion where it is feasible; the other path continues.
    fn assertion(
        &mut self,
        state: &State<'p>,
        condition: Term,
        position: Position,
        k: &Next<'p>,
    ) -> Vec<State<'p>> {
        let not = self.terms.not(condition);
        if let Some(failed) = self.restricted(state, not) {
            self.end(failed, Exit::Assertion(position), None);
        }
        let holds = self.restricted(state, condition);
        holds
            .map(|state| with_data(State { k: k.clone(), ..state }, Term::TRUE))
            .into_iter()
            .collect()
    }

    fn operate(&mut self, op: Operator, left: Term, right: Term) -> Term {
        let terms = &mut self.terms;
        match op {
            Operator::Arithmetic(Arithmetic::Add) => terms.add(left, right),
            Operator::Arithmetic(Arithmetic::Subtract) => terms.sub(left, right),
            Operator::Arithmetic(Arithmetic::Multiply) => terms.mul(left, right),
            Operator::Compare(Compare::Less) => terms.slt(left, right),
            Operator::Compare(Compare::LessOrEqual) => terms.sle(left, right),
            Operator::Compare(Compare::Greater) => terms.sgt(left, right),
            Operator::Compare(Compare::GreaterOrEqual) => terms.sge(left, right),
        }
    }
}

fn with_value(state: State<'_>, value: Value) -> State<'_> {
    State { control: Control::Value(value), ..state }
}

pub fn with_reference(state: State<'_>, r: Reference) -> State<'_> {
    with_value(state, Value::Reference(r))
}

pub fn with_data(state: State<'_>, data: Term) -> State<'_> {
    with_value(state, Value::Data(data))
}

/// Continues with an expression, and after it with a continuation.
fn go<'p>(state: State<'p>, expr: &'p Expr, k: K<'p>) -> State<'p> {
    State { control: Control::Expr(expr), k: Rc::new(k), ..state }
}

fn bind(state: &mut State<'_>, x: VariableId, value: Option<Value>) {
    Rc::make_mut(&mut state.eta)[x.0] = value;
}

fn null(state: State<'_>) -> State<'_> {
    with_value(state, Value::Reference(R_NULL))
}

fn variable_lookup(state: State<'_>, x: VariableId) -> State<'_> {
    let value = state.eta[x.0].expect("a variable has a value");
    with_value(state, value)
}

fn field_access_eval<'p>(state: State<'p>, object: &'p Expr, field: FieldId) -> State<'p> {
    let access = Rc::new(K::Access(field, state.k.clone()));
    go(state, object, K::Init(field, access))
}

fn equals_l_operand_eval<'p>(state: State<'p>, left: &'p Expr, right: &'p Expr) -> State<'p> {
    let k = K::Left(right, state.k.clone());
    go(state, left, k)
}

fn equals_r_operand_eval<'p>(
    state: State<'p>,
    left: Value,
    right: &'p Expr,
    k: &Next<'p>,
) -> State<'p> {
    go(state, right, K::Right(left, k.clone()))
}

fn method_invocation_object_eval<'p>(
    state: State<'p>,
    receiver: &'p Expr,
    method: MethodId,
    argument: &'p Expr,
) -> State<'p> {
    let k = K::Receiver(method, argument, state.k.clone());
    go(state, receiver, k)
}

fn method_invocation_arg_eval<'p>(
    state: State<'p>,
    receiver: Value,
    method: MethodId,
    argument: &'p Expr,
    k: &Next<'p>,
) -> State<'p> {
    go(state, argument, K::Argument(receiver, method, k.clone()))
}

fn if_then_else_eval<'p>(
    state: State<'p>,
    condition: &'p Expr,
    then: &'p Expr,
    otherwise: &'p Expr,
) -> State<'p> {
    let k = K::If(then, otherwise, state.k.clone());
    go(state, condition, k)
}

fn field_write_eval<'p>(
    state: State<'p>,
    x: VariableId,
    field: FieldId,
    value: &'p Expr,
) -> State<'p> {
    let k = K::Write(x, field, state.k.clone());
    go(state, value, k)
}

/// The value is known: the field of `x` is initialised, and then written.
fn field_write_init<'p>(
    state: State<'p>,
    x: VariableId,
    field: FieldId,
    value: Value,
    k: &Next<'p>,
) -> State<'p> {
    let write = Rc::new(K::WriteTo(field, value, k.clone()));
    variable_lookup(State { k: Rc::new(K::Init(field, write)), ..state }, x)
}

fn begin_no_args(state: State<'_>) -> State<'_> {
    State { control: Control::Nothing, ..state }
}

fn begin_arg0_eval<'p>(state: State<'p>, first: &'p Expr, rest: &'p [Expr]) -> State<'p> {
    let k = K::Begin(rest, state.k.clone());
    go(state, first, k)
}

fn begin_argi_eval<'p>(
    state: State<'p>,
    next: &'p Expr,
    rest: &'p [Expr],
    k: &Next<'p>,
) -> State<'p> {
    go(state, next, K::Begin(rest, k.clone()))
}

fn begin_argn_eval<'p>(state: State<'p>, last: &'p Expr, k: &Next<'p>) -> State<'p> {
    go(state, last, K::Begin(&[], k.clone()))
}

/// The rule without a name: the last value is that of the sequence.
fn begin_value<'p>(state: State<'p>, k: &Next<'p>) -> State<'p> {
    State { k: k.clone(), ..state }
}

fn variable_declaration_eval<'p>(
    state: State<'p>,
    x: VariableId,
    value: &'p Expr,
    body: &'p Expr,
) -> State<'p> {
    let k = K::Var(x, body, state.k.clone());
    go(state, value, k)
}

/// No `pop`: each variable has its own number, and nothing refers to it outside of the declaration.
fn variable_declaration<'p>(
    mut state: State<'p>,
    x: VariableId,
    value: Value,
    body: &'p Expr,
    k: &Next<'p>,
) -> State<'p> {
    bind(&mut state, x, Some(value));
    State { control: Control::Expr(body), k: k.clone(), ..state }
}

fn variable_assignment_eval<'p>(state: State<'p>, x: VariableId, value: &'p Expr) -> State<'p> {
    let k = K::Assign(x, state.k.clone());
    go(state, value, k)
}

fn variable_assignment<'p>(
    mut state: State<'p>,
    x: VariableId,
    value: Value,
    k: &Next<'p>,
) -> State<'p> {
    bind(&mut state, x, Some(value));
    with_value(State { k: k.clone(), ..state }, value)
}
