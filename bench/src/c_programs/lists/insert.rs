//! Operations that add nodes: building a list, and insertion into it.

use super::link::{Data, Form, List};
use super::{Generator, line};
use crate::differential::program::Node;

impl Generator {
    /// Builds an empty list in a loop, at its front or at its end.
    pub(super) fn build(&mut self, list: &mut List) -> Vec<Node> {
        let mut nodes = self.head_node(list);
        let counter = self.name("i");
        let is_behind = list.tail.is_some() || self.random.chance(45);
        let last = if is_behind { self.last(list, &mut nodes) } else { String::new() };
        list.data = self.new_data(!is_behind);
        let value = self.new_value(list, &counter, &mut nodes);
        let mut body = self.new_node(list, &value, &counter);
        body.extend(match is_behind {
            true => self.behind(list, &last, &counter),
            false => self.in_front(list, &counter),
        });
        if let Some(counted) = list.counted("++") {
            body.extend(self.mutated(Some(&counter), &counted, &[""]));
        }
        let counts = !matches!(list.data, Data::Any | Data::Same(_));
        let (repeated, known) = self.repeated(body, &counter, counts);
        nodes.extend(repeated);
        list.known = known;
        nodes
    }

    /// Allocates the node without data.
    fn head_node(&mut self, list: &List) -> Vec<Node> {
        let List { head, node, .. } = list;
        if !list.has_head_node() {
            return Vec::new();
        }
        let mut nodes = vec![line(format!("{head} = malloc(sizeof(struct {node}));"))];
        let end = list.end();
        // A second node without data.
        let second =
            format!("{head}->next = calloc(1, sizeof(struct {node})); {head}->next->next = {end};");
        nodes.extend(self.mutated(None, &format!("{head}->next = {end};"), &[&second]));
        nodes.push(line(format!("{head}->value = 0;")));
        if list.is_doubly {
            nodes.push(line(format!("{head}->prev = {end};")));
        }
        nodes
    }

    /// Returns a pointer to the last node, perhaps one of the list's variables. It is null in an empty list without a
    /// head node.
    fn last(&mut self, list: &List, nodes: &mut Vec<Node>) -> String {
        if let Some(tail) = &list.tail {
            nodes.push(line(format!("{tail} = 0;")));
            return tail.clone();
        }
        let first = if list.has_head_node() { &list.head } else { "0" };
        let (name, node) = self.pointer(list, "last", first);
        nodes.push(node);
        name
    }

    fn new_data(&mut self, is_descending: bool) -> Data {
        match self.random.below(8) {
            0 | 1 => Data::Any,
            2 => Data::Same("m".to_owned()),
            3 | 4 => Data::Same(self.random.between(1, 5).to_string()),
            5 => Data::Counted { is_descending },
            6 => Data::Sorted { is_descending },
            _ => Data::Flag { is_descending },
        }
    }

    /// Returns the value of a node that is added.
    fn new_value(&mut self, list: &List, counter: &str, nodes: &mut Vec<Node>) -> String {
        match &list.data {
            Data::Any => self.random.pick(&["m", "(n + m) & 3", "m ^ 1"]).to_owned(),
            Data::Same(value) => value.clone(),
            Data::Counted { .. } => counter.to_owned(),
            Data::Sorted { .. } => format!("{counter} / 2"),
            Data::Flag { .. } => {
                let flag = self.name("flag");
                nodes.push(line(format!("int {flag} = 1;")));
                flag
            }
        }
    }

    /// Allocates `x`.
    fn new_node(&mut self, list: &List, value: &str, counter: &str) -> Vec<Node> {
        let mut nodes = Vec::new();
        if let Data::Flag { .. } = list.data {
            let good = format!("if ({counter} == m) {value} = 2;");
            let toggled = format!("if ({counter} >= m) {value} = 3 - {value};");
            nodes.extend(self.mutated(Some(counter), &good, &[&toggled]));
        }
        nodes.push(line(format!("struct {} *x = malloc(sizeof *x);⟦ ROOT(x);⟧", list.node)));
        let good = format!("x->value = {value};");
        let off = format!("x->value = {value} + 1;");
        nodes.extend(self.mutated(Some(counter), &good, &[&off]));
        nodes
    }

    /// Links `x` in front of the first node; in circles, behind it.
    fn in_front(&mut self, list: &List, counter: &str) -> Vec<Node> {
        match list.form {
            Form::Plain => self.in_front_of_head(list, counter),
            Form::HeadNode | Form::Ring => self.after(list, &list.head, "x", Some(counter)),
            Form::Circle => {
                let h = &list.head;
                let back = if list.is_doubly { " x->prev = x;" } else { "" };
                let inner = self.after(list, h, "x", Some(counter));
                vec![Node::statement(
                    format!("if (!{h}) {{ {h} = x; x->next = x;{back} }} else {{@}}"),
                    vec![Node::block(inner)],
                )]
            }
        }
    }

    fn in_front_of_head(&mut self, list: &List, counter: &str) -> Vec<Node> {
        let h = &list.head;
        let good = format!("x->next = {h};");
        let bad = ["x->next = 0;".to_owned(), format!("x->next = {h} ? {h}->next : 0;")];
        let mut nodes = self.mutated(Some(counter), &good, &[&bad[0], &bad[1]]);
        if list.is_doubly {
            nodes.push(line("x->prev = 0;"));
            let bad =
                ["".to_owned(), format!("{h}->prev = x;"), format!("if ({h}) {h}->prev = {h};")];
            let good = format!("if ({h}) {h}->prev = x;");
            nodes.extend(self.mutated(Some(counter), &good, &bad.each_ref().map(|it| &it[..])));
        }
        nodes.extend(self.mutated(Some(counter), &format!("{h} = x;"), &[""]));
        nodes
    }

    /// Links `x` behind the last node.
    fn behind(&mut self, list: &List, last: &str, counter: &str) -> Vec<Node> {
        let h = &list.head;
        let mut nodes = Vec::new();
        match list.form {
            Form::Plain | Form::HeadNode => nodes.extend(self.termination(counter)),
            Form::Ring => nodes.extend(self.mutated(
                Some(counter),
                &format!("x->next = {h};"),
                &["x->next = 0;"],
            )),
            Form::Circle => nodes.push(line(format!("x->next = {h} ? {h} : x;"))),
        }
        if list.is_doubly {
            let wrong = [&format!("x->prev = {h};")[..], "x->prev = x;"];
            nodes.extend(self.mutated(Some(counter), &format!("x->prev = {last};"), &wrong));
        }
        let link = match list.has_head_node() {
            true => format!("{last}->next = x;"),
            false => format!("if ({last}) {last}->next = x; else {h} = x;"),
        };
        let unguarded = format!("{last}->next = x;");
        nodes.extend(self.mutated(Some(counter), &link, &["", &unguarded]));
        if list.is_doubly && !list.ends_with_null() {
            nodes.push(line(format!("{h}->prev = x;")));
        }
        nodes.extend(self.mutated(Some(counter), &format!("{last} = x;"), &[""]));
        nodes
    }

    /// Ends the list behind `x`, or forgets it.
    fn termination(&mut self, counter: &str) -> Vec<Node> {
        let defects = self.defects;
        let nodes = self.mutated(Some(counter), "x->next = 0;", &["", "x->next = x;"]);
        // The link may have any value.
        self.has_other_runs |= self.defects < defects;
        nodes
    }

    /// Links a node behind another one.
    fn after(&mut self, list: &List, q: &str, x: &str, counter: Option<&str>) -> Vec<Node> {
        let good = format!("{x}->next = {q}->next;");
        let mut nodes = self.mutated(counter, &good, &[&format!("{x}->next = {};", list.end())]);
        if list.is_doubly {
            nodes.push(line(format!("{x}->prev = {q};")));
            let link = format!("{q}->next->prev = {x};");
            let guarded = format!("if ({q}->next) {link}");
            nodes.extend(match list.ends_with_null() {
                true => self.mutated(counter, &guarded, &["", &link]),
                false => self.mutated(counter, &link, &[""]),
            });
        }
        nodes.extend(self.mutated(counter, &format!("{q}->next = {x};"), &[""]));
        nodes
    }

    /// Repeats statements, and returns how often if that is known. With `counts`, the counter is that of the iterations before.
    fn repeated(
        &mut self,
        body: Vec<Node>,
        i: &str,
        counts: bool,
    ) -> (Vec<Node>, Option<&'static str>) {
        let cap = self.random.between(2, 5).min(self.bits);
        let form = self.random.below(13);
        let reads = self.is_open || cap > 1;
        if (form >= 10 || self.is_open) && reads {
            return (self.repeated_by_inputs(body, i, cap), None);
        }
        let compare = if self.takes_defect() { "<=" } else { "<" };
        let (head, known) = match form {
            0..=2 => (format!("for (; {i} {compare} n; {i}++) {{@}}"), Some("n")),
            3 | 4 => (format!("while ({i} {compare} n) {{@    {i}++; }}"), Some("n")),
            5 => (format!("do {{@    {i}++; }} while ({i} {compare} n);"), None),
            6 => (format!("while (1) {{ if ({i} == n) break;@    {i}++; }}"), Some("n")),
            7 if !counts => {
                let down = format!("for (unsigned left = n; left > 0; left--) {{@    {i}++; }}");
                (down, Some("n"))
            }
            8 if !counts => (format!("while ({i}++ < m) {{@}}"), Some("m")),
            _ => (format!("for (; {i} < 3; {i}++) {{@}}"), Some("3")),
        };
        let nodes = vec![
            line(format!("unsigned {i} = 0;")),
            Node::statement(head, vec![Node::block(body)]),
        ];
        (nodes, known)
    }

    /// Repeats statements as long as inputs say so.
    fn repeated_by_inputs(&mut self, body: Vec<Node>, i: &str, cap: u32) -> Vec<Node> {
        let body = vec![Node::block(body)];
        let declaration = line(format!("unsigned {i} = 0;"));
        let template = match self.random.below(3) {
            _ if self.is_open && self.random.chance(70) => {
                format!("while (more()) {{@    {i}++; }}")
            }
            _ if self.is_open => format!("while (1) {{ if (!more()) break;@    {i}++; }}"),
            0 => format!("while ({i} < {cap}) {{ if (!more()) break;@    {i}++; }}"),
            1 => format!("do {{@    {i}++; }} while ({i} < {} && more());", cap + 1),
            _ => format!("for (; {i} < {cap} && more(); {i}++) {{@}}"),
        };
        self.bits = if self.is_open { self.bits } else { self.bits - cap };
        vec![declaration, Node::statement(template, body)]
    }

    /// Inserts a node at a position that an input decides.
    pub(super) fn insert_inside(&mut self, list: &mut List) -> Vec<Node> {
        let value = match &list.data {
            Data::Same(value) => value.clone(),
            _ => "m".to_owned(),
        };
        list.data = list.data.mixed();
        self.nodes_changed(list);
        let (q, declaration) = self.pointer(list, "q", &list.head);
        let mut nodes = self.new_node(&List { data: Data::Any, ..list.clone() }, &value, "m");
        nodes.push(declaration);
        let k = self.name("k");
        let walk = format!(
            "for (unsigned {k} = 0; {k} < m && {0}; {k}++) {q} = {q}->next;",
            list.has_next(&q)
        );
        let blind = format!("for (unsigned {k} = 0; {k} < m; {k}++) {q} = {q}->next;");
        let mut linked = self.mutated(None, &walk, &[&blind]);
        linked.extend(self.after(list, &q, "x", None));
        match list.has_head_node() {
            true => nodes.extend(linked),
            false => {
                let end = if list.form == Form::Circle { "x" } else { "0" };
                let back =
                    if list.is_doubly { format!(" x->prev = {end};") } else { String::new() };
                let first = format!("{} = x; x->next = {end};{back}", list.head);
                let guard = if self.takes_defect() { "n == 7" } else { &format!("!{}", list.head) };
                nodes.push(Node::statement(
                    format!("if ({guard}) {{ {first} }} else {{@}}"),
                    vec![Node::block(linked)],
                ));
            }
        }
        nodes.extend(list.counted("++").map(line));
        nodes
    }

    /// Inserts a node in front of the first one that is not smaller.
    pub(super) fn insert_sorted(&mut self, list: &mut List) -> Vec<Node> {
        if !list.has_head_node() && list.is_doubly {
            return self.insert_inside(list);
        }
        let sorted = Data::Sorted { is_descending: false };
        list.data = if list.data.thinned() == sorted { sorted } else { Data::Any };
        self.nodes_changed(list);
        let mut nodes = self.new_node(&List { data: Data::Any, ..list.clone() }, "m", "n");
        let compare = if self.takes_defect() { ">" } else { "<" };
        if list.has_head_node() {
            let (q, declaration) = self.pointer(list, "q", &list.head);
            nodes.push(declaration);
            let has_next = list.has_next(&q);
            let order = format!("(int){q}->next->value {compare} (int)m");
            nodes.push(line(format!("while ({has_next} && {order}) {q} = {q}->next;")));
            nodes.extend(self.after(list, &q, "x", None));
        } else {
            nodes.push(line(format!("struct {} **at = &{};⟦ ROOT(at);⟧", list.node, list.head)));
            let guarded =
                format!("while (*at && (int)(*at)->value {compare} (int)m) at = &(*at)->next;");
            let blind = format!("while ((int)(*at)->value {compare} (int)m) at = &(*at)->next;");
            nodes.extend(self.mutated(None, &guarded, &[&blind]));
            nodes.extend(self.mutated(None, "x->next = *at;", &["x->next = 0;"]));
            nodes.push(line("*at = x;"));
        }
        nodes.extend(list.counted("++").map(line));
        nodes
    }

    /// Forgets what is known about a list before some nodes are inserted or deleted.
    pub(super) fn nodes_changed(&mut self, list: &mut List) {
        list.known = None;
        list.tail = None;
    }
}
