//! Lists of lists: each row of a plain list has a plain list of its own.

use super::{Generator, line};
use crate::differential::program::Node;

impl Generator {
    /// Builds, checks and frees a list of lists.
    pub(super) fn nested(&mut self) -> Vec<Node> {
        self.top.push(line("struct node { struct node *next; int value; };"));
        let fields = self.random.pick(&[
            "struct row *next; struct node *items; int count;",
            "struct node *items; int count; struct row *next;",
        ]);
        self.top.push(line(format!("struct row {{ {fields} }};")));
        self.variable("struct row *", "rows", false);
        let mut nodes = self.rows();
        if self.random.chance(70) {
            nodes.push(self.checked_rows());
        }
        nodes.push(self.freed_rows());
        nodes
    }

    fn rows(&mut self) -> Vec<Node> {
        let mut inner = vec![line("struct node *x = malloc(sizeof *x);⟦ ROOT(x);⟧")];
        inner.extend(self.mutated(Some("k"), "x->value = 4;", &["x->value = 5;"]));
        inner.extend(self.mutated(Some("k"), "x->next = row->items;", &["x->next = 0;"]));
        inner.extend(self.mutated(Some("k"), "row->items = x;", &[""]));
        inner.extend(self.mutated(Some("k"), "row->count++;", &[""]));
        let bound = self.random.pick(&["m", "m", "i", "2"]);
        let mut body = vec![line("struct row *row = malloc(sizeof *row);⟦ ROOT(row);⟧")];
        body.extend(self.mutated(
            Some("i"),
            "row->items = 0;",
            &["row->items = rows ? rows->items : 0;"],
        ));
        body.push(line("row->count = 0;"));
        body.push(Node::statement(
            format!("for (unsigned k = 0; k < {bound}; k++) {{@}}"),
            vec![Node::block(inner)],
        ));
        body.extend(self.mutated(Some("i"), "row->next = rows;", &["row->next = 0;"]));
        body.push(line("rows = row;"));
        let head = match self.is_open {
            true => "for (unsigned i = 0; more(); i++) {@}",
            false => "for (unsigned i = 0; i < n; i++) {@}",
        };
        vec![Node::statement(head, vec![Node::block(body)])]
    }

    fn checked_rows(&mut self) -> Node {
        let wrong = if self.takes_defect() { "p->value == 4 && i == 1" } else { "p->value != 4" };
        let counts = self.random.chance(30);
        let mut inner = vec![line(format!("if ({wrong}) reach_error();"))];
        inner.push(line("k++;"));
        let mut body = vec![
            line("int k = 0;"),
            line("struct node *p = row->items;⟦ ROOT(p);⟧"),
            Node::statement("for (; p; p = p->next) {@}", vec![Node::block(inner)]),
        ];
        if counts {
            body.push(line("if (k != row->count) reach_error();"));
        }
        body.push(line("i++;"));
        let walk = Node::statement(
            "for (struct row *row = rows; row; row = row->next) {@}",
            vec![Node::block(body)],
        );
        Node::statement("{@}", vec![Node::block(vec![line("int i = 0;"), walk])])
    }

    fn freed_rows(&mut self) -> Node {
        let mut inner =
            vec![line("struct node *x = rows->items;⟦ ROOT(x);⟧"), line("rows->items = x->next;")];
        inner.extend(self.mutated(Some("i"), "free(x);", &["", "free(x); free(x);"]));
        let while_items = match self.takes_defect() {
            true => "if (rows->items) {@}",
            false => "while (rows->items) {@}",
        };
        let mut body = vec![
            Node::statement(while_items, vec![Node::block(inner)]),
            line("struct row *next = rows->next;⟦ ROOT(next);⟧"),
        ];
        body.extend(self.mutated(
            Some("i"),
            "free(rows);",
            &["", "free(rows); next = rows->next;"],
        ));
        body.extend([line("rows = next;"), line("i++;")]);
        let free = Node::statement("while (rows) {@}", vec![Node::block(body)]);
        Node::statement("{@}", vec![Node::block(vec![line("int i = 0;"), free])])
    }
}
