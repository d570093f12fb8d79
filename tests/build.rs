//! Writes the graphs that the benches measure: one page of five entries, alone and with 999 others around it.

use std::{env, fmt::Write, fs, path::Path};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let Ok(out) = env::var("OUT_DIR") else { return };
    for pages in [1, 1_000] {
        let written = fs::write(Path::new(&out).join(format!("pages_{pages}.rs")), graph(pages));
        assert!(written.is_ok(), "the build directory cannot be written");
    }
}

fn graph(pages: usize) -> String {
    let mut text = format!(
        "graph! {{\n/// A catalogue.\n#[allow(deprecated)] pub static PAGES_{pages}: Graph<Shop>;\nid = \"shop\";\npub mod pages_{pages};\nstart = page_0;\n"
    );
    for n in 0..pages {
        let next = (n + 1) % pages;
        let rest = if n == 0 {
            "look_up; place_order; say_hello when items > 0;"
        } else {
            ""
        };
        let _ = write!(
            text,
            "page page_{n} {{ add_to_cart; {rest}\n\
             /// Open the next page of the catalogue.\n go open_next -> page_{next}; }}\n\
             /// Take the dress on this page and look at the next.\n\
             journey take_{n} {{ page_{n}::add_to_cart; page_{n}::open_next; }}\n"
        );
    }
    text.push_str(
        "/// Buy the dress on this page, from the cart to the order.\n\
         journey buy { page_0::add_to_cart; page_0::place_order; }\n",
    );
    text.push_str("}\n");
    text
}
