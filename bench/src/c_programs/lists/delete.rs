//! Operations that remove nodes.

use super::link::{Form, List};
use super::{Generator, line};
use crate::differential::program::Node;

impl Generator {
    /// Deletes the first node, perhaps repeatedly.
    pub(super) fn delete_first(&mut self, list: &mut List) -> Vec<Node> {
        list.data = list.data.thinned();
        self.nodes_changed(list);
        let guard = list.has_nodes();
        let choice = self.choice(2);
        let heads = [
            format!("if ({guard}) {{@}}"),
            format!("if ({guard} && {choice}) {{@}}"),
            format!("for (unsigned k = 0; k < 2 && {guard} && {choice}; k++) {{@}}"),
            format!("for (unsigned k = 0; k < m && {guard}; k++) {{@}}"),
        ];
        let head = match self.takes_defect() {
            true => "if (m < 3) {@}".to_owned(),
            false => heads[self.random.below(heads.len())].clone(),
        };
        let body = match list.form {
            Form::Plain => self.without_head(list),
            Form::HeadNode | Form::Ring => self.without_next(list, &list.head),
            Form::Circle => self.without_second(list),
        };
        vec![Node::statement(head, vec![Node::block(body)])]
    }

    /// Deletes the node that the head points to.
    fn without_head(&mut self, list: &List) -> Vec<Node> {
        let h = &list.head;
        let (x, declaration) = self.pointer(list, "x", h);
        let mut nodes = vec![declaration];
        nodes.extend(self.mutated(None, &format!("{h} = {x}->next;"), &[""]));
        if list.is_doubly {
            let unguarded = format!("{h}->prev = 0;");
            nodes.extend(self.mutated(None, &format!("if ({h}) {unguarded}"), &[&unguarded, ""]));
        }
        nodes.extend(self.freed(list, &x));
        nodes
    }

    /// Deletes the node behind a node.
    fn without_next(&mut self, list: &List, q: &str) -> Vec<Node> {
        let (x, declaration) = self.pointer(list, "x", &format!("{q}->next"));
        let mut nodes = vec![declaration];
        let beyond = format!("{q}->next = {x}->next->next;");
        nodes.extend(self.mutated(None, &format!("{q}->next = {x}->next;"), &["", &beyond]));
        if list.is_doubly {
            let link = format!("{x}->next->prev = {q};");
            nodes.extend(match list.ends_with_null() {
                true => self.mutated(None, &format!("if ({x}->next) {link}"), &["", &link]),
                false => self.mutated(None, &link, &[""]),
            });
        }
        nodes.extend(self.freed(list, &x));
        nodes
    }

    /// Deletes the node behind the head of a circle, or the only one.
    fn without_second(&mut self, list: &List) -> Vec<Node> {
        let h = &list.head;
        let inner = self.without_next(list, h);
        let counted = list.counted("--").unwrap_or_default();
        vec![Node::statement(
            format!("if ({h}->next == {h}) {{ free({h}); {h} = 0; {counted} }} else {{@}}"),
            vec![Node::block(inner)],
        )]
    }

    /// Frees an unlinked node.
    fn freed(&mut self, list: &List, x: &str) -> Vec<Node> {
        let twice = format!("free({x}); free({x});");
        let after = format!("free({x}); {x}->value = 1;");
        let mut nodes = self.mutated(None, &format!("free({x});"), &["", &twice, &after]);
        nodes.extend(list.counted("--").map(line));
        nodes
    }

    /// Deletes nodes that inputs choose, with a pointer to the node before.
    pub(super) fn delete_some(&mut self, list: &mut List) -> Vec<Node> {
        if !list.has_head_node() {
            return match list.is_doubly {
                true => self.delete_last(list),
                false => self.delete_through(list),
            };
        }
        list.data = list.data.thinned();
        self.nodes_changed(list);
        let (q, declaration) = self.pointer(list, "q", &list.head);
        let choice = self.victim(&format!("{q}->next"));
        let body = self.without_next(list, &q);
        let has_next = list.has_next(&q);
        let inner = Node::statement(
            format!("if ({choice}) {{@}} else {q} = {q}->next;"),
            vec![Node::block(body)],
        );
        let head = format!("while ({has_next}) {{@}}");
        vec![declaration, Node::statement(head, vec![Node::block(vec![inner])])]
    }

    /// Deletes nodes that inputs choose, with a pointer to the link.
    pub(super) fn delete_through(&mut self, list: &mut List) -> Vec<Node> {
        if list.is_doubly || list.form != Form::Plain {
            return self.delete_first(list);
        }
        list.data = list.data.thinned();
        self.nodes_changed(list);
        let choice = self.victim("(*at)");
        let (x, declaration) = self.pointer(list, "x", "*at");
        let mut body = vec![declaration];
        body.extend(self.mutated(None, &format!("*at = {x}->next;"), &["", "*at = 0;"]));
        body.extend(self.freed(list, &x));
        let last = if self.random.chance(30) { " break;" } else { "" };
        let inner = Node::statement(
            format!("if ({choice}) {{@   {last} }} else at = &(*at)->next;"),
            vec![Node::block(body)],
        );
        vec![
            line(format!("struct {} **at = &{};⟦ ROOT(at);⟧", list.node, list.head)),
            Node::statement("while (*at) {@}", vec![Node::block(vec![inner])]),
        ]
    }

    /// The condition that a node is deleted.
    fn victim(&mut self, node: &str) -> String {
        let choice = self.choice(4);
        match self.random.below(4) {
            0 => format!("{node}->value == (int)m"),
            1 => format!("{node}->value & 1"),
            _ => choice,
        }
    }

    /// Deletes the last node of a plain list.
    fn delete_last(&mut self, list: &mut List) -> Vec<Node> {
        if list.form != Form::Plain {
            return self.delete_first(list);
        }
        list.data = list.data.thinned();
        self.nodes_changed(list);
        let h = list.head.clone();
        let (q, declaration) = self.pointer(list, "q", &h);
        let short = self.without_head(list);
        let mut long = vec![declaration];
        let walk = format!("while ({q}->next->next) {q} = {q}->next;");
        long.extend(self.mutated(None, &walk, &[&format!("while ({q}->next) {q} = {q}->next;")]));
        long.extend(self.without_next(list, &q));
        let guarded = format!("if ({h} && !{h}->next) {{@}} else if ({h}) {{@}}");
        let unguarded = format!("if (!{h}->next) {{@}} else {{@}}");
        let head = if self.takes_defect() { unguarded } else { guarded };
        vec![Node::statement(head, vec![Node::block(short), Node::block(long)])]
    }

    /// Frees all nodes.
    pub(super) fn free_all(&mut self, list: &mut List) -> Vec<Node> {
        if self.defects > 0 && self.random.chance(15) {
            self.defects -= 1;
            return vec![line(format!("if (n == 2) free({});", list.head))];
        }
        let h = list.head.clone();
        match list.form {
            Form::Plain if list.is_doubly && self.random.chance(30) => self.free_backwards(list),
            Form::Plain | Form::HeadNode => self.free_chain(list, &h, &h),
            Form::Ring => {
                let mut nodes = self.free_chain(list, &h, &format!("{h}->next"));
                nodes.extend(self.mutated(None, &format!("free({h});"), &[""]));
                nodes
            }
            Form::Circle => {
                let mut inner = self.free_chain(list, &h, &format!("{h}->next"));
                inner.push(line(format!("free({h});")));
                let guard = if self.takes_defect() { "n < 3" } else { &h };
                let head = format!("if ({guard}) {{@}}");
                vec![Node::statement(head, vec![Node::block(inner)]), line(format!("{h} = 0;"))]
            }
        }
    }

    /// Frees nodes from one to the end.
    fn free_chain(&mut self, list: &List, h: &str, first: &str) -> Vec<Node> {
        // Plain lists may use their head.
        let is_head = first == h && self.random.chance(50);
        let (p, declaration) = match is_head {
            true => (h.to_owned(), None),
            false => {
                let (p, node) = self.pointer(list, "p", first);
                (p, Some(node))
            }
        };
        let (next, link) = self.pointer(list, "next", &format!("{p}->next"));
        let (k, good) = (self.name("k"), format!("free({p});"));
        let twice = format!("free({p}); free({p});");
        let after = format!("free({p}); {next} = {p}->next;");
        let mut body = vec![link];
        body.extend(self.mutated(Some(&k), &good, &["", &twice, &after]));
        body.push(line(format!("{p} = {next};")));
        body.push(line(format!("{k}++;")));
        let goes_on = match list.ends_with_null() {
            true => p.clone(),
            false => format!("{p} != {h}"),
        };
        let mut nodes: Vec<Node> = declaration.into_iter().collect();
        nodes.push(line(format!("unsigned {k} = 0;")));
        let is_short = self.takes_defect() && list.ends_with_null();
        nodes.push(Node::statement(
            if is_short {
                format!("while ({p}->next) {{@}}")
            } else {
                format!("while ({goes_on}) {{@}}")
            },
            vec![Node::block(body)],
        ));
        if list.form == Form::Plain {
            nodes.push(line(format!("{h} = 0;")));
        }
        nodes
    }

    /// Frees the nodes of a doubly linked list from its last one on.
    fn free_backwards(&mut self, list: &List) -> Vec<Node> {
        let h = &list.head;
        let (p, declaration) = self.pointer(list, "p", h);
        let (before, link) = self.pointer(list, "before", &format!("{p}->prev"));
        let mut body = vec![link];
        body.extend(self.mutated(None, &format!("free({p});"), &["", &format!("free({h});")]));
        body.push(line(format!("{p} = {before};")));
        let walk = format!("while ({p} && {p}->next) {p} = {p}->next;");
        let blind = format!("while ({p}->next) {p} = {p}->next;");
        let mut nodes = vec![declaration];
        nodes.extend(self.mutated(None, &walk, &[&blind]));
        nodes.push(Node::statement(format!("while ({p}) {{@}}"), vec![Node::block(body)]));
        nodes.push(line(format!("{h} = 0;")));
        nodes
    }
}
