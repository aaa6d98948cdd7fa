//! Blocks and lists on the heap, with and without risk.

use super::super::program::Node;
use super::{Context, Generator, line};

impl Generator {
    pub(super) fn has_heap(&self) -> bool {
        !self.scope.blocks.is_empty() || !self.scope.lists.is_empty()
    }

    pub(super) fn local_block(&mut self, body: &mut Vec<Node>) {
        let name = self.name("h");
        let length = self.random.between(1, 4) as usize;
        let first = match self.random.below(3) {
            0 => "0".to_owned(),
            1 => format!("calloc({length}, 4)"),
            _ => format!("malloc({})", length * 4),
        };
        body.push(line(format!(
            "int *{name} = {first}; ⟦ROOT({name});⟧if ({name}) memset({name}, 1, {});",
            length * 4
        )));
        self.scope.blocks.push((name, length));
    }

    fn heap_block(&mut self) -> (String, usize) {
        let index = self.random.below(self.scope.blocks.len());
        self.scope.blocks[index].clone()
    }

    fn list(&mut self) -> String {
        let index = self.random.below(self.scope.lists.len());
        self.scope.lists[index].clone()
    }

    /// A heap operation that is defined as long as its pointers are null or point to live allocations.
    pub(super) fn heap_statement(&mut self, context: Context) -> Vec<Node> {
        match self.scope.lists.is_empty()
            || (!self.scope.blocks.is_empty() && self.random.chance(50))
        {
            true => vec![self.block_statement()],
            false => vec![self.list_statement(context)],
        }
    }

    fn block_statement(&mut self) -> Node {
        let (h, length) = self.heap_block();
        let bytes = length * 4;
        match self.random.below(6) {
            0 => Node::statement(
                format!("if ({h}) {h}[(unsigned)@ % {length}u] = @;"),
                vec![self.value(1), self.value(2)],
            ),
            1 => Node::statement(
                format!("if ({h}) @ = {h}[(unsigned)@ % {length}u];"),
                vec![self.target(), self.value(1)],
            ),
            2 => line(format!("free({h}); {h} = 0;")),
            3 => line(format!("if (!{h}) {{ {h} = calloc({length}, 4); }}")),
            4 => Node::statement(
                format!(
                    "if ({h}) {{ int *n{h} = realloc({h}, {bytes} + (@ & 4)); ⟦ROOT(n{h});⟧if (n{h}) {h} = n{h}; }}"
                ),
                vec![self.value(1)],
            ),
            _ => Node::statement(
                format!("if ({h}) memset({h}, @ & 1, {bytes});"),
                vec![self.value(1)],
            ),
        }
    }

    fn list_statement(&mut self, context: Context) -> Node {
        let list = self.list();
        let n = self.name("n");
        match self.random.below(4) {
            0 | 1 if context.loops < 2 => Node::statement(
                format!(
                    "{{ struct rec *{n} = calloc(1, sizeof *{n}); ⟦ROOT({n});⟧if ({n}) {{ {n}->x = @; {n}->next = {list}; {list} = {n}; }} }}"
                ),
                vec![self.value(2)],
            ),
            2 => line(format!(
                "if ({list}) {{ struct rec *{n} = {list}; ⟦ROOT({n});⟧{list} = {n}->next; free({n}); }}"
            )),
            _ => Node::statement(
                format!("for (struct rec *{n} = {list}; {n}; {n} = {n}->next) @ ^= {n}->x;"),
                vec![self.target()],
            ),
        }
    }

    /// A heap operation that may violate a property, now or later.
    pub(super) fn heap_risk(&mut self) -> Node {
        match self.scope.lists.is_empty()
            || (!self.scope.blocks.is_empty() && self.random.chance(60))
        {
            true => self.block_risk(),
            false => self.list_risk(),
        }
    }

    fn block_risk(&mut self) -> Node {
        let (h, length) = self.heap_block();
        match self.random.below(11) {
            0 | 1 => line(format!("free({h});")),
            2 => line(format!("{h} = 0;")),
            3 => Node::statement(
                format!("{h}[(unsigned)@ % {length}u] = @;"),
                vec![self.value(1), self.value(1)],
            ),
            4 => Node::statement(
                format!("if ({h}) {h}[(unsigned)@ % {}u] = @;", length + 2),
                vec![self.value(1), self.value(1)],
            ),
            5 => Node::statement(format!("@ = *{h};"), vec![self.target()]),
            6 => Node::statement(format!("free({h} + (@ & 1)); {h} = 0;"), vec![self.value(1)]),
            7 => line(format!("{h} = calloc({length}, 4);")),
            8 => Node::statement(
                format!(
                    "free({h}); {h} = malloc(((@ & 3) + 1) * 4); if ({h}) {{ *{h} = 1; }} if ({h} && @) {h}[1] = 5;"
                ),
                vec![self.value(1), self.condition()],
            ),
            9 => Node::statement("free(@ ? (void *)&g0 : 0);", vec![self.condition()]),
            _ => Node::statement(format!("{h} = realloc({h}, @ & 4);"), vec![self.value(1)]),
        }
    }

    fn list_risk(&mut self) -> Node {
        let list = self.list();
        let n = self.name("n");
        match self.random.below(5) {
            0 => line(format!("{list} = {list}->next;")),
            1 => line(format!(
                "{{ struct rec *{n} = {list}; ⟦ROOT({n});⟧{list} = {n}->next; free({n}); }}"
            )),
            2 => line(format!("free({list});")),
            3 => Node::statement(format!("@ = {list}->next->x;"), vec![self.target()]),
            _ => line(format!("{list} = 0;")),
        }
    }

    /// Frees the allocations at the end of the program; some programs leave some of them.
    pub(super) fn free_all(&mut self) -> Vec<Node> {
        let mut nodes = Vec::new();
        for (h, _) in self.scope.blocks.clone() {
            if self.random.chance(85) {
                nodes.push(line(format!("free({h});")));
            }
        }
        for list in self.scope.lists.clone() {
            let n = self.name("n");
            if self.random.chance(85) {
                nodes.push(line(format!(
                    "while ({list}) {{ struct rec *{n} = {list}; ⟦ROOT({n});⟧{list} = {list}->next; free({n}); }}"
                )));
            }
        }
        nodes
    }
}
