//! Makes the files of the page, compresses them, and writes the table of them and their version, which
//! `src/web/assets/embedded.rs` includes.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use ikibuguzo_bundler::WebFolder;
use ikibuguzo_bundler::file_name::content_hash;

const WEB: &str = "../web";

/// The tests of the page, which are not delivered.
const TESTS: &str = "test";

/// A fiftieth larger than at the best quality, in half of the time.
const BROTLI_QUALITY: i32 = 10;

fn main() -> Result<(), Box<dyn Error>> {
    watch_sources()?;
    let output = PathBuf::from(std::env::var("OUT_DIR")?);
    let web = WebFolder::read(Path::new(WEB))?;
    let mut table = String::from("&[\n");
    for name in web.names() {
        let content = web.file(&name)?.ok_or("a file that is delivered has content")?;
        write_file(&output, &name, &content)?;
        writeln!(table, "{}", entry(&name, &content_hash(&content)))?;
    }
    table.push(']');
    fs::write(output.join("files.rs"), table)?;
    fs::write(output.join("files_version"), web.version()?)?;
    Ok(())
}

/// Runs this program again when a file changes that is delivered.
fn watch_sources() -> Result<(), Box<dyn Error>> {
    for source in fs::read_dir(WEB)? {
        let source = source?;
        if source.file_name() != TESTS {
            println!("cargo::rerun-if-changed={}", source.path().display());
        }
    }
    println!("cargo::rerun-if-changed=build.rs");
    Ok(())
}

/// Writes a file as it is, and in each encoding.
fn write_file(output: &Path, name: &str, content: &[u8]) -> Result<(), Box<dyn Error>> {
    fs::write(output.join(name), content)?;
    let mut gzip = GzEncoder::new(fs::File::create(output.join(format!("{name}.gz")))?, Compression::best());
    gzip.write_all(content)?;
    gzip.finish()?;
    let quality = brotli::enc::BrotliEncoderParams { quality: BROTLI_QUALITY, ..Default::default() };
    let mut brotli = fs::File::create(output.join(format!("{name}.br")))?;
    brotli::BrotliCompress(&mut &content[..], &mut brotli, &quality)?;
    Ok(())
}

/// The line of a file in the table.
fn entry(name: &str, hash: &str) -> String {
    let bytes = |ending| format!("include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{name}{ending}\"))");
    let (plain, gzip, brotli) = (bytes(""), bytes(".gz"), bytes(".br"));
    format!(
        "EmbeddedFile {{ name: \"{name}\", hash: \"{hash}\", plain: {plain}, gzip: {gzip}, brotli: {brotli} }},"
    )
}
