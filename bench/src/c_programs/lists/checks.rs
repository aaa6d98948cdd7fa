//! Walks along a list: assertions about it, changes of the data, and the search for a node.

use super::link::{Data, Form, List};
use super::{Generator, line};
use crate::differential::program::Node;

impl Generator {
    /// Asserts something about the nodes.
    pub(super) fn check(&mut self, list: &mut List) -> Vec<Node> {
        let count = list.count();
        match self.random.below(6) {
            0 | 1 if count.is_some() => self.check_count(list, &count.unwrap_or_default()),
            2 if list.is_doubly => self.check_back(list),
            3 if list.is_doubly && list.form == Form::Plain => self.check_backwards(list),
            _ => self.check_data(list),
        }
    }

    /// A failing assertion if a condition holds.
    fn fails_if(&mut self, condition: &str) -> Node {
        match self.random.chance(70) {
            true => line(format!("if ({condition}) reach_error();")),
            false => line(format!("assert(!({condition}));")),
        }
    }

    /// Walks along a list, with a pointer `p`. Bodies must not skip the step.
    fn walk(&mut self, list: &List, p: &str, body: Vec<Node>) -> Vec<Node> {
        let first = list.first();
        let declaration = line(format!("struct {} *{p} = {first};⟦ ROOT({p});⟧", list.node));
        let is_node = list.is_node(p);
        let step = format!("{p} = {p}->next;");
        let defect = self.takes_defect();
        let head = match (list.form, self.random.below(5)) {
            // It is one node too short, or dereferences the end of an empty list.
            (Form::Plain | Form::HeadNode, _) if defect => {
                format!("while ({p}->next) {{@    {step} }}")
            }
            (Form::Circle, _) if defect => {
                format!("do {{@    {step} }} while ({p} != {});", list.head)
            }
            (Form::Circle, _) => {
                format!("if ({p}) do {{@    {step} }} while ({p} != {});", list.head)
            }
            (_, 0 | 1) => format!("for (; {is_node}; {p} = {p}->next) {{@}}"),
            (_, 2) => format!("while ({is_node}) {{@    {step} }}"),
            (_, 3) => format!("while (1) {{ if (!({is_node})) break;@    {step} }}"),
            _ => format!("if ({is_node}) do {{@    {step} }} while ({is_node});"),
        };
        vec![declaration, Node::statement(head, vec![Node::block(body)])]
    }

    /// Asserts what is known about the data.
    fn check_data(&mut self, list: &List) -> Vec<Node> {
        let p = self.name("p");
        let (before, wrong) = self.wrong_data(list, &p);
        let (k, fails) = (self.name("k"), self.fails_if(&wrong));
        let wrong_order = self.takes_defect().then(|| {
            let number = self.random.between(0, 3);
            line(format!("if ({p}->value == {number} && {k} > 0) reach_error();"))
        });
        let mut nodes = vec![line(format!("int {k} = 0;"))];
        nodes.extend(before.map(|text| line(format!("int before{k} = {text};"))));
        let mut body = vec![line(wrong_data_names(&fails.template, &k))];
        body.extend(wrong_order);
        if wrong.contains("BEFORE") {
            body.push(line(format!("before{k} = {p}->value;")));
        }
        body.push(line(format!("{k}++;")));
        nodes.extend(self.walk(list, &p, body));
        nodes
    }

    /// Returns the condition that a node holds something else than it should, with names for the position (`INDEX`) and
    /// the node before (`BEFORE`), and the first value of the latter.
    fn wrong_data(&mut self, list: &List, p: &str) -> (Option<&'static str>, String) {
        let value = format!("{p}->value");
        // Off by one, now and then.
        let off = i32::from(self.takes_defect());
        let has_next = list.has_next(p);
        match &list.data {
            Data::Any => (None, format!("{value} > {} || {value} < 0", 8 - 7 * off)),
            Data::Same(same) => (None, format!("{value} != (int){same} + {off}")),
            Data::Counted { is_descending: false } => (None, format!("{value} != INDEX + {off}")),
            Data::Counted { is_descending: true } => {
                (None, format!("{has_next} && {value} != {p}->next->value + {}", 1 - off))
            }
            Data::Sorted { is_descending } | Data::Flag { is_descending } => {
                let (compare, first) = if *is_descending { (">", "9") } else { ("<", "-9") };
                match self.random.chance(50) {
                    true => (Some(first), format!("{value} {compare} BEFORE + {off}")),
                    false => {
                        let off = if off == 1 { "=" } else { "" };
                        (None, format!("{has_next} && {p}->next->value {compare}{off} {value}"))
                    }
                }
            }
        }
    }

    /// Asserts the number of nodes.
    fn check_count(&mut self, list: &List, count: &str) -> Vec<Node> {
        let (p, k) = (self.name("p"), self.name("k"));
        let wrong = match self.takes_defect() {
            true => self.random.pick(&["!= COUNT + 1", ">= COUNT", "> 3"]),
            false => self.random.pick(&["!= COUNT", "!= COUNT", "> COUNT"]),
        };
        let wrong = wrong.replace("COUNT", count);
        let fails = self.fails_if(&format!("{k} {wrong}"));
        let mut nodes = vec![line(format!("unsigned {k} = 0;"))];
        let body = self.mutated(Some(&k), &format!("{k}++;"), &[&format!("{k} += 2;")]);
        nodes.extend(self.walk(list, &p, body));
        nodes.push(fails);
        nodes
    }

    /// Asserts that the node behind each node points back to it.
    fn check_back(&mut self, list: &List) -> Vec<Node> {
        let p = self.name("p");
        let wrong = match self.takes_defect() {
            true => format!("{p}->next->prev != {p}"),
            false => format!("{} && {p}->next->prev != {p}", list.has_next(&p)),
        };
        let fails = self.fails_if(&wrong);
        self.walk(list, &p, vec![fails])
    }

    /// Walks to the last node and back, and asserts that both ways have the same length.
    fn check_backwards(&mut self, list: &List) -> Vec<Node> {
        let (p, k) = (self.name("p"), self.name("k"));
        let h = &list.head;
        let fails = self.fails_if(&format!("{k} != 0"));
        let walk = format!("while ({p} && {p}->next) {{ {p} = {p}->next; {k}++; }}");
        let blind = format!("while ({p}->next) {{ {p} = {p}->next; {k}++; }}");
        let mut nodes = vec![
            line(format!("struct {} *{p} = {h};⟦ ROOT({p});⟧", list.node)),
            line(format!("int {k} = 0;")),
        ];
        nodes.extend(self.mutated(None, &walk, &[&blind]));
        let back = format!("while ({p} && {p}->prev) {{ {p} = {p}->prev; {k}--; }}");
        let long = format!("while ({p}) {{ {p} = {p}->prev; {k}--; }}");
        nodes.extend(self.mutated(None, &back, &[&long]));
        nodes.push(fails);
        nodes
    }

    /// Changes what the nodes hold.
    pub(super) fn map(&mut self, list: &mut List) -> Vec<Node> {
        let p = self.name("p");
        let value = self.random.between(0, 4).to_string();
        let k = self.name("k");
        let good = format!("{p}->value = {value};");
        let off = format!("{p}->value = {value} + 1;");
        let beyond = format!("{p}->next->value = {value};");
        let mut body = self.mutated(Some(&k), &good, &["", &off, &beyond]);
        body.push(line(format!("{k}++;")));
        list.data = Data::Same(value);
        let mut nodes = vec![line(format!("unsigned {k} = 0;"))];
        nodes.extend(self.walk(list, &p, body));
        nodes
    }

    /// Searches a node, and uses the pointer to it.
    pub(super) fn use_cursor(&mut self, list: &mut List) -> Vec<Node> {
        let number = self.random.between(0, 3);
        let (cursor, declaration) = self.pointer(list, "cursor", "0");
        let p = self.name("p");
        let found = line(format!("if ({p}->value == {number}) {{ {cursor} = {p}; break; }}"));
        let mut nodes = vec![declaration];
        nodes.extend(self.walk(list, &p, vec![found]));
        let wrong = self.fails_if(&format!("{cursor} && {cursor}->value != {number}"));
        if self.random.chance(50) {
            let deletion = self.delete_first(list);
            let uses = self.mutated(None, "", &[&wrong.template]);
            nodes.push(Node::statement("{@}", vec![Node::block(deletion)]));
            nodes.extend(uses);
            return nodes;
        }
        let blind = self.fails_if(&format!("{cursor}->value != {number}"));
        nodes.extend(self.mutated(None, &wrong.template, &[&blind.template]));
        nodes
    }
}

/// Replaces the names of a condition by those of variables.
fn wrong_data_names(text: &str, k: &str) -> String {
    text.replace("INDEX", k).replace("BEFORE", &format!("before{k}"))
}
