//! The part of a replay that builds the input heap: bytes and addresses, without the types of the program.

use std::fmt::Write;

use engine::findings::{InputHeap, ObjectContents, ObjectOrigin, PointerTarget, ScalarValue};
use ir::Module;

use crate::replay::listed;
use crate::replay::statics::{Seen, Statics};
use crate::results::heap;

/// A heap with declared objects.
pub struct Built<'a> {
    module: &'a Module,
    input_heap: &'a InputHeap,
    /// Expressions for the addresses of the objects.
    places: Vec<String>,
    /// The function that initialises them.
    allocate: &'static str,
}

impl<'a> Built<'a> {
    /// Declares the objects. They are static, so that they are never leaks.
    ///
    /// # Errors
    /// The reason why the heap cannot be built from another file.
    pub fn new<'m: 'a>(
        statics: &mut Statics<'m>,
        text: &mut String,
        input_heap: &'a InputHeap,
        allocate: &'static str,
    ) -> Result<Built<'a>, String> {
        text.push_str("\n/* Feature the function is given. */\n");
        let mut places = Vec::with_capacity(input_heap.objects.len());
        for (number, object) in input_heap.objects.iter().enumerate() {
            let name = heap::name(input_heap, number);
            let (declared, place) = declared(statics, object, name, number)?;
            text.push_str(&declared);
            places.push(place);
        }
        Ok(Built { module: statics.module, input_heap, places, allocate })
    }

    /// Writes the contents of the objects.
    pub fn fill(&self, text: &mut String) {
        let heap = |origin: &ObjectOrigin| matches!(origin, ObjectOrigin::Pointer(_));
        for (object, name) in self.input_heap.objects.iter().zip(&self.places) {
            let size = object.bytes.len();
            if heap(&object.origin) {
                let _ = writeln!(text, "    {name} = {}({size});", self.allocate);
            }
            if size > 0 {
                let bytes = listed(&object.bytes);
                let _ = writeln!(
                    text,
                    "    memcpy({name}, (const unsigned char[]){{{bytes}}}, {size});"
                );
            }
        }
        for (object, name) in self.input_heap.objects.iter().zip(&self.places) {
            for leaf in &object.leaves {
                if let ScalarValue::Pointer(link) = leaf.value {
                    let target = self.linked(link);
                    let _ = writeln!(
                        text,
                        "    memcpy({name} + {}, &(void *){{{target}}}, {});",
                        leaf.offset,
                        self.module.model.pointer_bytes()
                    );
                }
            }
        }
    }

    /// Returns the addresses of the parameters that are structs, in order.
    pub fn parameters(&self) -> impl Iterator<Item = &str> {
        let all = self.input_heap.objects.iter().zip(&self.places);
        let structs = all.filter(|(object, _)| matches!(object.origin, ObjectOrigin::Parameter(_)));
        structs.map(|(_, place)| place.as_str())
    }

    /// Returns the target of a pointer, as an expression.
    pub fn linked(&self, link: PointerTarget) -> String {
        match link {
            PointerTarget::Null => "(void *)0".to_owned(),
            PointerTarget::Object(number) | PointerTarget::Inside(number, _) => {
                match self.places.get(number) {
                    Some(place) => {
                        let offset =
                            if let PointerTarget::Inside(_, offset) = link { offset } else { 0 };
                        match offset {
                            0 => format!("(void *){place}"),
                            offset => format!("(void *)({place} + {offset})"),
                        }
                    }
                    None => "(void *)0".to_owned(),
                }
            }
        }
    }
}

/// Returns the declaration of an object, and its address.
fn declared(
    statics: &mut Statics<'_>,
    object: &ObjectContents,
    name: String,
    number: usize,
) -> Result<(String, String), String> {
    let module = statics.module;
    if heap::is_function(module, object) {
        return Err("the input points to a function".to_owned());
    }
    match &object.origin {
        ObjectOrigin::Pointer(from) => {
            let from = from.replace("*/", "* /");
            Ok((format!("static unsigned char *{name}; /* {from} */\n"), name))
        }
        ObjectOrigin::Global(global) => {
            let mut found = module.globals.iter().filter(|it| it.name == *global);
            let (Some(it), None) = (found.next(), found.next()) else {
                return Err(format!("there are several variables called {global}"));
            };
            match statics.see(global, it.linkage, it.position)? {
                Seen::ByName => Ok((format!("extern unsigned char {name}[];\n"), name)),
                Seen::ByPointer(at) => Ok((format!("extern unsigned char *{at};\n"), at)),
            }
        }
        ObjectOrigin::Parameter(_) => {
            // Parameters get names that no global has.
            let place = format!("vellum_parameter_{number}");
            let size = object.bytes.len().max(1);
            Ok((format!("static unsigned char {place}[{size}];\n"), place))
        }
    }
}
