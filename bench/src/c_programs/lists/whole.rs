//! Operations on a list as a whole: it is reversed, split in two, concatenated with another one.

use super::link::{Form, List};
use super::{Generator, line};
use crate::differential::program::Node;

impl Generator {
    /// Reverses a list that ends with null.
    pub(super) fn reverse(&mut self, list: &mut List) -> Vec<Node> {
        if !list.ends_with_null() {
            return self.map(list);
        }
        list.tail = None;
        list.data = list.data.reversed();
        let first = list.first();
        let (reversed, one) = self.pointer(list, "reversed", "0");
        let (p, two) = self.pointer(list, "p", &first);
        let (next, link) = self.pointer(list, "next", &format!("{p}->next"));
        let k = self.name("k");
        let mut body = vec![link];
        let good = format!("{p}->next = {reversed};");
        body.extend(self.mutated(Some(&k), &good, &["", &format!("{p}->next = 0;")]));
        if list.is_doubly {
            body.extend(self.mutated(Some(&k), &format!("{p}->prev = {next};"), &[""]));
        }
        let bad = ["".to_owned(), format!("{reversed} = {next};")];
        let good = format!("{reversed} = {p};");
        body.extend(self.mutated(Some(&k), &good, &bad.each_ref().map(|it| &it[..])));
        body.extend([line(format!("{p} = {next};")), line(format!("{k}++;"))]);
        let short = self.takes_defect();
        let head =
            if short { format!("while ({p}->next) {{@}}") } else { format!("while ({p}) {{@}}") };
        let mut nodes = vec![one, two, line(format!("unsigned {k} = 0;"))];
        nodes.push(Node::statement(head, vec![Node::block(body)]));
        nodes.push(line(format!("{first} = {reversed};")));
        if list.is_doubly && list.form == Form::HeadNode {
            nodes.push(line(format!("if ({first}) {first}->prev = {};", list.head)));
        }
        nodes
    }

    /// Splits a plain list, and returns the second part.
    pub(super) fn split(&mut self, list: &mut List) -> (Vec<Node>, List) {
        let is_cut = self.random.chance(60);
        list.data = if is_cut { list.data.thinned() } else { list.data.mixed() };
        list.counter = None;
        self.nodes_changed(list);
        let (head, declaration) = self.pointer(list, "list", "0");
        self.locals.push(declaration);
        let second = List { head, is_global: false, ..list.clone() };
        let nodes = match is_cut {
            true => self.cut(list, &second.head),
            false => self.distributed(list, &second.head),
        };
        let reset = line(format!("{} = 0;", second.head));
        (vec![reset, Node::statement("{@}", vec![Node::block(nodes)])], second)
    }

    /// Cuts a list behind a node.
    fn cut(&mut self, list: &List, second: &str) -> Vec<Node> {
        let (q, declaration) = self.pointer(list, "q", &list.head);
        let k = self.name("k");
        let mut body = vec![
            declaration,
            line(format!("for (unsigned {k} = 0; {k} < m && {q}->next; {k}++) {q} = {q}->next;")),
            line(format!("{second} = {q}->next;")),
        ];
        body.extend(self.mutated(None, &format!("{q}->next = 0;"), &[""]));
        if list.is_doubly {
            let unguarded = format!("{second}->prev = 0;");
            let good = format!("if ({second}) {unguarded}");
            body.extend(self.mutated(None, &good, &[&unguarded, ""]));
        }
        let guard = if self.takes_defect() { "n != 3" } else { &list.head };
        vec![Node::statement(format!("if ({guard}) {{@}}"), vec![Node::block(body)])]
    }

    /// Moves some nodes to the second list, to its front; the others to the front of the first one.
    fn distributed(&mut self, list: &List, second: &str) -> Vec<Node> {
        let h = &list.head;
        let (rest, one) = self.pointer(list, "rest", h);
        let (x, two) = self.pointer(list, "x", &rest);
        let choice = self.choice(4);
        let mut body = vec![two, line(format!("{rest} = {rest}->next;"))];
        let to_second = self.pushed(list, second, &x);
        let to_first = self.pushed(list, h, &x);
        body.push(Node::statement(
            format!("if ({choice}) {{@}} else {{@}}"),
            vec![Node::block(to_second), Node::block(to_first)],
        ));
        let head = format!("while ({rest}) {{@}}");
        vec![one, line(format!("{h} = 0;")), Node::statement(head, vec![Node::block(body)])]
    }

    /// Links a node in front of a plain list.
    fn pushed(&mut self, list: &List, head: &str, x: &str) -> Vec<Node> {
        let good = format!("{x}->next = {head};");
        let mut nodes = self.mutated(None, &good, &["", &format!("{x}->next = 0;")]);
        if list.is_doubly {
            nodes.push(line(format!("{x}->prev = 0;")));
            let unguarded = format!("{head}->prev = {x};");
            nodes.extend(self.mutated(
                None,
                &format!("if ({head}) {unguarded}"),
                &[&unguarded, ""],
            ));
        }
        nodes.extend(self.mutated(None, &format!("{head} = {x};"), &[""]));
        nodes
    }

    /// Appends a plain list to another one.
    pub(super) fn concatenated(&mut self, list: &mut List, second: &List) -> Vec<Node> {
        let is_same = list.data == second.data;
        list.data = if is_same { list.data.mixed() } else { super::Data::Any };
        list.counter = None;
        self.nodes_changed(list);
        let (h, other) = (&list.head, &second.head);
        let (q, declaration) = self.pointer(list, "q", h);
        let mut body = vec![declaration, line(format!("while ({q}->next) {q} = {q}->next;"))];
        let cyclic = format!("{q}->next = {h};");
        body.extend(self.mutated(None, &format!("{q}->next = {other};"), &["", &cyclic]));
        if list.is_doubly {
            let unguarded = format!("{other}->prev = {q};");
            let good = format!("if ({other}) {unguarded}");
            body.extend(self.mutated(None, &good, &[&unguarded, ""]));
        }
        let head = match self.takes_defect() {
            // An empty list is dereferenced.
            true => "{@}".to_owned(),
            false => format!("if (!{h}) {h} = {other}; else {{@}}"),
        };
        let mut nodes = vec![Node::statement(head, vec![Node::block(body)])];
        nodes.push(line(format!("{other} = 0;")));
        nodes
    }
}
