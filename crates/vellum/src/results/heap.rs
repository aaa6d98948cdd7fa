//! The input heap of a finding, and C code that builds it.
//!
//! It knows names and numbers; the engine determines the heap.

use engine::findings::{
    InputHeap, ObjectContents, ObjectOrigin, PointerTarget, ScalarContents, ScalarValue,
};
use ir::{Module, SourceType, TypeId};
use report::{Heap, HeapField, HeapObject, HeapPointer, HeapTarget, quoted};

use crate::results::values;

/// The name of an object in code.
pub fn name(input_heap: &InputHeap, number: usize) -> String {
    match input_heap.objects.get(number).map(|object| &object.origin) {
        Some(ObjectOrigin::Global(name) | ObjectOrigin::Parameter(name)) => name.clone(),
        _ => {
            let others = input_heap.objects.iter().take(number);
            let before = others.filter(|it| matches!(it.origin, ObjectOrigin::Pointer(_))).count();
            format!("object_{}", before + 1)
        }
    }
}

/// Whether an object is a function that the input points to.
pub fn is_function(module: &Module, object: &ObjectContents) -> bool {
    matches!(module.types.get(object.element), SourceType::Function { .. })
}

/// The largest number of zeros at the end of a text that are written out.
const MAX_ZEROS: usize = 8;

/// Returns statements that write bytes of an object.
fn filled(name: &str, bytes: &[u8]) -> Vec<String> {
    let length = bytes.len();
    let used = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    if length - used <= MAX_ZEROS {
        return vec![format!("memcpy({name}, {}, {length});", quoted(bytes))];
    }
    let mut lines = vec![format!("memset({name}, 0, {length});")];
    if used > 0 {
        // The literal has one zero by itself.
        lines.push(format!("memcpy({name}, {}, {used});", quoted(&bytes[..=used])));
    }
    lines
}

/// C statements that build the heap.
fn code(module: &Module, input_heap: &InputHeap) -> Vec<String> {
    let mut lines = Vec::new();
    for (number, object) in input_heap.objects.iter().enumerate() {
        let ObjectOrigin::Pointer(from) = &object.origin else { continue };
        let name = name(input_heap, number);
        let text = match is_function(module, object) {
            true => format!("/* {name} is a function */"),
            false => {
                let ty = declared(module, object.element, &name);
                format!("{ty} = malloc({});", object.bytes.len())
            }
        };
        lines.push(format!("{text} /* {from} */"));
    }
    for (number, object) in input_heap.objects.iter().enumerate() {
        let name = name(input_heap, number);
        if is_text(module, object) {
            lines.extend(filled(&name, &object.bytes));
            continue;
        }
        for leaf in &object.leaves {
            let place = place(module, object, &name, leaf);
            lines.push(format!("{place} = {};", value(module, input_heap, leaf)));
        }
    }
    for (name, ty, link) in &input_heap.pointers {
        lines.push(format!("{name} = {};", linked(module, input_heap, *ty, *link)));
    }
    lines
}

/// A declaration of a pointer to a type.
fn declared(module: &Module, element: TypeId, name: &str) -> String {
    let ty = module.types.describe(element);
    match ty.ends_with('*') {
        true => format!("{ty}*{name}"),
        false => format!("{ty} *{name}"),
    }
}

fn is_text(module: &Module, object: &ObjectContents) -> bool {
    let chars = matches!(module.types.get(object.element),
        SourceType::Int { name, .. } if name == "char");
    let bytes = matches!(module.types.get(object.element), SourceType::Void);
    (chars || bytes)
        && !object.bytes.is_empty()
        && matches!(object.origin, ObjectOrigin::Pointer(_))
}

/// An expression for a scalar of an object.
fn place(module: &Module, object: &ObjectContents, name: &str, leaf: &ScalarContents) -> String {
    let ScalarContents { index, path, .. } = leaf;
    let pointer = matches!(object.origin, ObjectOrigin::Pointer(_));
    let is_record = matches!(module.types.get(object.element), SourceType::Record(_));
    match (pointer, object.count) {
        (false, 1) => format!("{name}{path}"),
        (true, 1) if is_record && path.starts_with('.') => format!("{name}->{}", &path[1..]),
        (true, 1) if path.is_empty() => format!("*{name}"),
        _ => format!("{name}[{index}]{path}"),
    }
}

fn value(module: &Module, input_heap: &InputHeap, leaf: &ScalarContents) -> String {
    match &leaf.value {
        ScalarValue::Number(bits) => values::scalar(module, leaf.ty, bits),
        ScalarValue::Pointer(link) => linked(module, input_heap, leaf.ty, *link),
    }
}

/// An expression for a pointer of a type.
fn linked(module: &Module, input_heap: &InputHeap, ty: TypeId, link: PointerTarget) -> String {
    match link {
        PointerTarget::Null => "NULL".to_owned(),
        PointerTarget::Inside(number, offset) => inside(module, input_heap, ty, (number, offset)),
        PointerTarget::Object(number) => {
            let name = name(input_heap, number);
            match input_heap.objects.get(number) {
                Some(ObjectContents { origin: ObjectOrigin::Global(_), count: 1, .. }) => {
                    format!("&{name}")
                }
                _ => name,
            }
        }
    }
}

/// Returns an address in an object: that of a scalar by its name, any other by its offset.
fn inside(
    module: &Module,
    input_heap: &InputHeap,
    ty: TypeId,
    (number, offset): (usize, u64),
) -> String {
    let name = name(input_heap, number);
    let object = input_heap.objects.get(number);
    let leaf = object.and_then(|object| Some((object, leaf_at(object, offset)?.1)));
    match leaf {
        Some((object, leaf)) => {
            let is_target =
                matches!(*module.types.get(ty), SourceType::Pointer(it) if it == leaf.ty);
            let cast = if is_target { "" } else { "(void *)" };
            format!("{cast}&{}", place(module, object, &name, leaf))
        }
        None => {
            let whole = object.is_some_and(|it| matches!(it.origin, ObjectOrigin::Global(_)));
            format!("(void *)((char *){}{name} + {offset})", if whole { "&" } else { "" })
        }
    }
}

/// The scalar at an offset of an object, with its number.
fn leaf_at(object: &ObjectContents, offset: u64) -> Option<(usize, &ScalarContents)> {
    let leaves = object.leaves.iter().enumerate();
    leaves.into_iter().find(|(_, leaf)| leaf.offset == offset && leaf.bits.is_none())
}

/// Returns the heap as data.
pub fn of(module: &Module, input_heap: &InputHeap) -> Heap {
    let target = |link: PointerTarget| match link {
        PointerTarget::Null => None,
        PointerTarget::Object(object) => Some(HeapTarget { object, field: None }),
        PointerTarget::Inside(object, offset) => {
            let leaf = input_heap.objects.get(object).and_then(|object| leaf_at(object, offset));
            Some(HeapTarget { object, field: leaf.map(|(field, _)| field) })
        }
    };
    let field = |leaf: &ScalarContents| HeapField {
        element: leaf.index,
        path: leaf.path.clone(),
        ty: module.types.describe(leaf.ty),
        value: value(module, input_heap, leaf),
        target: match leaf.value {
            ScalarValue::Pointer(link) => target(link),
            ScalarValue::Number(_) => None,
        },
    };
    let object = |(number, object): (usize, &ObjectContents)| HeapObject {
        name: name(input_heap, number),
        from: match &object.origin {
            ObjectOrigin::Pointer(from) => Some(from.clone()),
            ObjectOrigin::Global(_) | ObjectOrigin::Parameter(_) => None,
        },
        ty: module.types.describe(object.element),
        elements: object.count,
        text: is_text(module, object).then(|| quoted(&object.bytes)),
        fields: object.leaves.iter().map(field).collect(),
    };
    let pointer = |(name, ty, link): &(String, TypeId, PointerTarget)| HeapPointer {
        name: name.clone(),
        ty: module.types.describe(*ty),
        value: linked(module, input_heap, *ty, *link),
        target: target(*link),
    };
    Heap {
        objects: input_heap.objects.iter().enumerate().map(object).collect(),
        pointers: input_heap.pointers.iter().map(pointer).collect(),
        code: code(module, input_heap),
    }
}
