//! Compiles the setting of the allocator (`src/allocator.c`) and links it into the binary.

fn main() {
    let source = "src/allocator.c";
    println!("cargo:rerun-if-changed={source}");
    let mut build = cc::Build::new();
    if let Ok(folder) = std::env::var("DEP_MIMALLOC_INCLUDE_DIR") {
        build.include(folder);
    }
    // Nothing refers to it: it is run because it is there.
    build.file(source).link_lib_modifier("+whole-archive").compile("vellum_allocator");
}
