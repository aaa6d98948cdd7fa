//! The input heap of a finding, and C code that builds it.
//!
//! It knows names and numbers; the engine determines the heap.

use engine::{Link, ObjectPlace, Picture, PictureLeaf, PictureObject, PictureValue};
use ir::{Module, SourceType, TypeId};
use report::{Heap, HeapField, HeapObject, HeapPointer, HeapTarget, quoted};

use crate::results::values;

/// The name of an object in code.
pub fn name(picture: &Picture, number: usize) -> String {
    match picture.objects.get(number).map(|object| &object.owner) {
        Some(ObjectPlace::Global(name) | ObjectPlace::Parameter(name)) => name.clone(),
        _ => {
            let others = picture.objects.iter().take(number);
            let before = others.filter(|it| matches!(it.owner, ObjectPlace::Pointer(_))).count();
            format!("object_{}", before + 1)
        }
    }
}

/// Whether an object is a function that the input points to.
pub fn is_function(module: &Module, object: &PictureObject) -> bool {
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
fn code(module: &Module, picture: &Picture) -> Vec<String> {
    let mut lines = Vec::new();
    for (number, object) in picture.objects.iter().enumerate() {
        let ObjectPlace::Pointer(from) = &object.owner else { continue };
        let name = name(picture, number);
        let text = match is_function(module, object) {
            true => format!("/* {name} is a function */"),
            false => {
                let ty = declared(module, object.element, &name);
                format!("{ty} = malloc({});", object.bytes.len())
            }
        };
        lines.push(format!("{text} /* {from} */"));
    }
    for (number, object) in picture.objects.iter().enumerate() {
        let name = name(picture, number);
        if is_text(module, object) {
            lines.extend(filled(&name, &object.bytes));
            continue;
        }
        for leaf in &object.leaves {
            let place = place(module, object, &name, leaf);
            lines.push(format!("{place} = {};", value(module, picture, leaf)));
        }
    }
    for (name, ty, link) in &picture.pointers {
        lines.push(format!("{name} = {};", linked(module, picture, *ty, *link)));
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

fn is_text(module: &Module, object: &PictureObject) -> bool {
    let chars = matches!(module.types.get(object.element),
        SourceType::Int { name, .. } if name == "char");
    let bytes = matches!(module.types.get(object.element), SourceType::Void);
    (chars || bytes) && !object.bytes.is_empty() && matches!(object.owner, ObjectPlace::Pointer(_))
}

/// An expression for a scalar of an object.
fn place(module: &Module, object: &PictureObject, name: &str, leaf: &PictureLeaf) -> String {
    let PictureLeaf { index, path, .. } = leaf;
    let pointer = matches!(object.owner, ObjectPlace::Pointer(_));
    let is_record = matches!(module.types.get(object.element), SourceType::Record(_));
    match (pointer, object.count) {
        (false, 1) => format!("{name}{path}"),
        (true, 1) if is_record && path.starts_with('.') => format!("{name}->{}", &path[1..]),
        (true, 1) if path.is_empty() => format!("*{name}"),
        _ => format!("{name}[{index}]{path}"),
    }
}

fn value(module: &Module, picture: &Picture, leaf: &PictureLeaf) -> String {
    match &leaf.value {
        PictureValue::Number(bits) => values::scalar(module, leaf.ty, bits),
        PictureValue::Pointer(link) => linked(module, picture, leaf.ty, *link),
    }
}

/// An expression for a pointer of a type.
fn linked(module: &Module, picture: &Picture, ty: TypeId, link: Link) -> String {
    match link {
        Link::Null => "NULL".to_owned(),
        Link::Inside(number, offset) => inside(module, picture, ty, (number, offset)),
        Link::Object(number) => {
            let name = name(picture, number);
            match picture.objects.get(number) {
                Some(PictureObject { owner: ObjectPlace::Global(_), count: 1, .. }) => {
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
    picture: &Picture,
    ty: TypeId,
    (number, offset): (usize, u64),
) -> String {
    let name = name(picture, number);
    let object = picture.objects.get(number);
    let leaf = object.and_then(|object| Some((object, leaf_at(object, offset)?.1)));
    match leaf {
        Some((object, leaf)) => {
            let is_target =
                matches!(*module.types.get(ty), SourceType::Pointer(it) if it == leaf.ty);
            let cast = if is_target { "" } else { "(void *)" };
            format!("{cast}&{}", place(module, object, &name, leaf))
        }
        None => {
            let whole = object.is_some_and(|it| matches!(it.owner, ObjectPlace::Global(_)));
            format!("(void *)((char *){}{name} + {offset})", if whole { "&" } else { "" })
        }
    }
}

/// The scalar at an offset of an object, with its number.
fn leaf_at(object: &PictureObject, offset: u64) -> Option<(usize, &PictureLeaf)> {
    let leaves = object.leaves.iter().enumerate();
    leaves.into_iter().find(|(_, leaf)| leaf.offset == offset && leaf.bits.is_none())
}

/// Returns the heap as data.
pub fn of(module: &Module, picture: &Picture) -> Heap {
    let target = |link: Link| match link {
        Link::Null => None,
        Link::Object(object) => Some(HeapTarget { object, field: None }),
        Link::Inside(object, offset) => {
            let leaf = picture.objects.get(object).and_then(|object| leaf_at(object, offset));
            Some(HeapTarget { object, field: leaf.map(|(field, _)| field) })
        }
    };
    let field = |leaf: &PictureLeaf| HeapField {
        element: leaf.index,
        path: leaf.path.clone(),
        ty: module.types.describe(leaf.ty),
        value: value(module, picture, leaf),
        target: match leaf.value {
            PictureValue::Pointer(link) => target(link),
            PictureValue::Number(_) => None,
        },
    };
    let object = |(number, object): (usize, &PictureObject)| HeapObject {
        name: name(picture, number),
        from: match &object.owner {
            ObjectPlace::Pointer(from) => Some(from.clone()),
            ObjectPlace::Global(_) | ObjectPlace::Parameter(_) => None,
        },
        ty: module.types.describe(object.element),
        elements: object.count,
        text: is_text(module, object).then(|| quoted(&object.bytes)),
        fields: object.leaves.iter().map(field).collect(),
    };
    let pointer = |(name, ty, link): &(String, TypeId, Link)| HeapPointer {
        name: name.clone(),
        ty: module.types.describe(*ty),
        value: linked(module, picture, *ty, *link),
        target: target(*link),
    };
    Heap {
        objects: picture.objects.iter().enumerate().map(object).collect(),
        pointers: picture.pointers.iter().map(pointer).collect(),
        code: code(module, picture),
    }
}
