//! The part of a replay that builds the input heap: bytes and addresses, without the types of the program.

use std::fmt::Write;

use engine::{Link, ObjectPlace, Picture, PictureValue};
use ir::{Linkage, Module};

use crate::input_heap;
use crate::replay::listed;

/// Declares the objects. They are static, so that nothing is lost that the function leaves.
///
/// # Errors
/// Why the heap cannot be built from outside.
pub fn declare(module: &Module, text: &mut String, picture: &Picture) -> Result<(), String> {
    text.push_str("\n/* What the function is given. */\n");
    for (number, object) in picture.objects.iter().enumerate() {
        if input_heap::is_function(module, object) {
            return Err("the input points to a function".to_owned());
        }
        let name = name(picture, number);
        match &object.owner {
            ObjectPlace::Pointer(from) => {
                let from = from.replace("*/", "* /");
                let _ = writeln!(text, "static unsigned char *{name}; /* {from} */");
            }
            ObjectPlace::Global(global) => {
                let found = module.globals.iter().find(|it| it.name == *global);
                if found.is_none_or(|it| it.linkage == Linkage::Internal) {
                    return Err(format!("{global} is static: nobody else can set it"));
                }
                let _ = writeln!(text, "extern unsigned char {name}[];");
            }
            ObjectPlace::Parameter(_) => {
                let size = object.bytes.len().max(1);
                let _ = writeln!(text, "static unsigned char {name}[{size}];");
            }
        }
    }
    Ok(())
}

/// Gives the objects what they hold.
pub fn fill(module: &Module, text: &mut String, picture: &Picture) {
    let heap = |owner: &ObjectPlace| matches!(owner, ObjectPlace::Pointer(_));
    for (number, object) in picture.objects.iter().enumerate() {
        let (name, size) = (name(picture, number), object.bytes.len());
        if heap(&object.owner) {
            let _ = writeln!(text, "    {name} = malloc({size});");
        }
        if size > 0 {
            let bytes = listed(&object.bytes);
            let _ =
                writeln!(text, "    memcpy({name}, (const unsigned char[]){{{bytes}}}, {size});");
        }
    }
    for (number, object) in picture.objects.iter().enumerate() {
        let name = name(picture, number);
        for leaf in &object.leaves {
            if let PictureValue::Pointer(link) = leaf.value {
                let target = linked(picture, link);
                let _ = writeln!(
                    text,
                    "    memcpy({name} + {}, &(void *){{{target}}}, {});",
                    leaf.offset,
                    module.model.pointer_bytes()
                );
            }
        }
    }
}

/// The names of the parameters that are structs, in their order.
pub fn parameters(picture: &Picture) -> impl Iterator<Item = String> {
    let all = picture.objects.iter().enumerate();
    let structs = all.filter(|(_, object)| matches!(object.owner, ObjectPlace::Parameter(_)));
    structs.map(|(number, _)| name(picture, number))
}

/// The name of an object. Parameters have names that no global has.
fn name(picture: &Picture, number: usize) -> String {
    match picture.objects.get(number).map(|object| &object.owner) {
        Some(ObjectPlace::Parameter(_)) => format!("vellum_parameter_{number}"),
        _ => input_heap::name(picture, number),
    }
}

/// Where a pointer points.
pub fn linked(picture: &Picture, link: Link) -> String {
    match link {
        Link::Null => "(void *)0".to_owned(),
        Link::Object(number) => format!("(void *){}", name(picture, number)),
    }
}
