//! Compiles the setting of the allocator (`src/supervise/allocator.c`) and links it into the binary.

fn main() {
    let source = "src/supervise/allocator.c";
    println!("cargo:rerun-if-changed={source}");
    let mut build = cc::Build::new();
    if let Ok(folder) = std::env::var("DEP_MIMALLOC_INCLUDE_DIR") {
        build.include(folder);
    }
    // As an object, since nothing refers to it; into binaries only, since tests do not have the allocator.
    for object in build.file(source).compile_intermediates() {
        println!("cargo:rustc-link-arg-bins={}", object.display());
    }
}
