//! What the generator knows about a list, and the C text for its links. Knows no statement.

/// How the nodes of a list are linked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// The head points to the first node, and the last link is null.
    Plain,
    /// The head points to a node without data, and the last link is null.
    HeadNode,
    /// The head points to a node without data, and so does the last link.
    Ring,
    /// The head points to the first node, and so does the last link; the head of an empty list is null.
    Circle,
}

/// What the nodes of a list hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Data {
    /// Numbers up to 8.
    Any,
    /// The same value.
    Same(String),
    /// The numbers from zero, forwards or backwards.
    Counted { is_descending: bool },
    /// Sorted numbers.
    Sorted { is_descending: bool },
    /// 1 in the first nodes and 2 in the others, or backwards.
    Flag { is_descending: bool },
}

impl Data {
    /// The data in a reversed list.
    pub(super) fn reversed(&self) -> Data {
        match self {
            Data::Counted { is_descending } => Data::Counted { is_descending: !is_descending },
            Data::Sorted { is_descending } => Data::Sorted { is_descending: !is_descending },
            Data::Flag { is_descending } => Data::Flag { is_descending: !is_descending },
            other => other.clone(),
        }
    }

    /// The data after some nodes were removed.
    pub(super) fn thinned(&self) -> Data {
        match *self {
            Data::Counted { is_descending } => Data::Sorted { is_descending },
            _ => self.clone(),
        }
    }

    /// The data after nodes with the same value, or with any, were added anywhere.
    pub(super) fn mixed(&self) -> Data {
        match self {
            Data::Counted { .. } | Data::Sorted { .. } | Data::Flag { .. } => Data::Any,
            other => other.clone(),
        }
    }
}

/// A list at a point of the program.
#[derive(Clone, Debug)]
pub(super) struct List {
    /// The variable that points to it.
    pub(super) head: String,
    /// The variable that points to its last node, or is null; only of plain lists.
    pub(super) tail: Option<String>,
    /// The variable that counts its nodes.
    pub(super) counter: Option<String>,
    /// An expression for the number of its nodes, if that is known otherwise.
    pub(super) known: Option<&'static str>,
    /// The name of its type of nodes.
    pub(super) node: &'static str,
    pub(super) form: Form,
    /// Whether nodes point to the node before.
    pub(super) is_doubly: bool,
    /// Whether its variables are global.
    pub(super) is_global: bool,
    pub(super) data: Data,
}

impl List {
    /// Whether its head is all that a function needs to change it.
    pub(super) fn is_only_head(&self) -> bool {
        self.is_global || (self.tail.is_none() && self.counter.is_none())
    }

    /// Whether its head points to a node without data.
    pub(super) fn has_head_node(&self) -> bool {
        matches!(self.form, Form::HeadNode | Form::Ring)
    }

    /// Whether its last link is null.
    pub(super) fn ends_with_null(&self) -> bool {
        matches!(self.form, Form::Plain | Form::HeadNode)
    }

    /// The pointer to the first node, or where an empty list ends.
    pub(super) fn first(&self) -> String {
        match self.has_head_node() {
            true => format!("{}->next", self.head),
            false => self.head.clone(),
        }
    }

    /// The value of the last link.
    pub(super) fn end(&self) -> &str {
        if self.ends_with_null() { "0" } else { &self.head }
    }

    /// The condition that a pointer is not at the end. Not for circles, whose head is the first node as well.
    pub(super) fn is_node(&self, pointer: &str) -> String {
        match self.form {
            Form::Ring => format!("{pointer} != {}", self.head),
            _ => pointer.to_owned(),
        }
    }

    /// The condition that a node follows a node.
    pub(super) fn has_next(&self, pointer: &str) -> String {
        match self.ends_with_null() {
            true => format!("{pointer}->next"),
            false => format!("{pointer}->next != {}", self.head),
        }
    }

    /// The condition that there is a node.
    pub(super) fn has_nodes(&self) -> String {
        match self.form {
            Form::Ring => format!("{0}->next != {0}", self.head),
            _ => self.first(),
        }
    }

    /// The expression for the number of nodes, if there is one.
    pub(super) fn count(&self) -> Option<String> {
        self.counter.clone().or_else(|| self.known.map(str::to_owned))
    }

    /// The statement that counts a node more, or less, if something counts them.
    pub(super) fn counted(&self, step: &str) -> Option<String> {
        self.counter.as_ref().map(|counter| format!("{counter}{step};"))
    }
}
