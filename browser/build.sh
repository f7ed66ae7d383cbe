#!/usr/bin/env bash
# Builds the WebAssembly module of the page, web/local-server/module.wasm, and lists what it was built from in
# web/local-server/module.sources, which a test compares. Run it after a change of a crate that the module contains:
#
#   browser/build.sh            writes both files
#   browser/build.sh FILE       writes only the module, to another file
#
# It needs Rust's standard library as source and a linker for WebAssembly: those of rustup (`rustup component add rust-src`),
# or else Debian's (the package rustc-web of Debian 12 or later), which are unpacked into a folder of the cache. `wasm-opt`
# (Debian's package binaryen) makes the module a tenth smaller, and refuses instructions that old browsers do not know.
set -euo pipefail
cd "$(dirname "$0")/.."
output=${1:-web/local-server/module.wasm}
target=wasm32-unknown-unknown
cache=${XDG_CACHE_HOME:-$HOME/.cache}/ikibuguzo

# The instructions that all browsers of 2021 know: those of the first version of WebAssembly. The compiled standard library
# of rustup's target uses later ones, so it is compiled here. A panic stops the module; its message would reach nobody.
export RUSTC_BOOTSTRAP=1 RUSTFLAGS='-Dwarnings -Ctarget-cpu=mvp -Zunstable-options -Cpanic=immediate-abort'
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/browser-module CARGO_INCREMENTAL=0
unset RUSTC_WORKSPACE_WRAPPER

# Sources and linker of the installed toolchain.
use_rustup() {
    local sysroot
    sysroot=$(rustc --print sysroot) && [ -e "$sysroot/lib/rustlib/src/rust/library/Cargo.lock" ] || return
    cargo=cargo
}

# Debian's compiler for browsers, its standard library and its linker, beside whatever else is installed.
use_debian() {
    local folder=$cache/rustc-web llvm libraries
    [ -e "$folder/ready" ] || unpack_debian "$folder" || return
    llvm=$(basename "$folder"/root/usr/lib/llvm-*)
    libraries=$folder/root/usr/lib/x86_64-linux-gnu:$folder/root/usr/lib/$llvm/lib
    export LD_LIBRARY_PATH=$libraries RUSTC=$folder/root/usr/bin/rustc
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$folder/root/usr/lib/$llvm/bin/wasm-ld
    cargo=$folder/root/usr/bin/cargo
}

# Downloads Debian's packages and unpacks them into a folder, without installing them.
unpack_debian() {
    local folder=$1 standard_library llvm deb
    apt-get update -qq >&2
    rm -rf "$folder" && mkdir -p "$folder/debs"
    standard_library=$(apt-cache depends libstd-rust-web-dev | grep -oE 'libstd-rust-web-[0-9.]+' | head -n 1)
    (cd "$folder/debs" && apt-get download -qq rustc-web cargo-web rust-web-src libstd-rust-web-dev "$standard_library") >&2
    llvm=$(dpkg -f "$folder"/debs/libstd-rust-web-[0-9]*.deb Depends | grep -oE 'libllvm[0-9]+' | grep -oE '[0-9]+')
    # What these need beyond a plain Debian: LLVM with its linker, and the libraries of cargo.
    (cd "$folder/debs" && apt-get download -qq "libllvm$llvm" "lld-$llvm" "liblld-$llvm" libgit2-1.5 libhttp-parser2.9 \
        libmbedcrypto7 libmbedtls14 libmbedx509-1 libssh2-1) >&2
    for deb in "$folder"/debs/*.deb; do dpkg -x "$deb" "$folder/root"; done
    ln -sfn "$(echo "$folder"/root/usr/src/rustc-*)" "$folder/root/usr/lib/rustlib/src/rust"
    rm -rf "$folder/debs" && touch "$folder/ready"
}

use_rustup || use_debian || {
    echo "Install Rust's sources for rustup (rustup component add rust-src), or run this on Debian." >&2
    exit 1
}

# The profile is given here and not in Cargo.toml, so that this file holds all that decides about the module.
profile() { printf '%s\n' --config "profile.browser.$1"; }
mapfile -t profile < <(
    # `dev` optimises the rules and the search, which is what takes time.
    profile 'inherits="dev"' && profile 'opt-level="z"' && profile 'lto="fat"' && profile 'codegen-units=1'
    profile 'debug-assertions=false' && profile 'overflow-checks=false' && profile 'strip=true'
)
"$cargo" build --locked --profile browser "${profile[@]}" --target "$target" -Zbuild-std=std,panic_abort \
    -p ikibuguzo-browser-module
built=$CARGO_TARGET_DIR/$target/browser/ikibuguzo_browser_module.wasm
wasm-opt --mvp-features -O2 "$built" -o "$output"
[ $# -eq 0 ] || exit 0
# The list of sources is written by the test that compares it.
unset RUSTC_BOOTSTRAP RUSTFLAGS RUSTC LD_LIBRARY_PATH CARGO_TARGET_DIR
IKIBUGUZO_MODULE_IS_BUILT=1 command cargo test --locked -q -p ikibuguzo-browser --test it sources
