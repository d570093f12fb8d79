//! `nav-macros/ERRORS.md` has one section a code, each with the first wrong program of that code as the compiler shows it.
//!
//! `ERRORS=overwrite cargo test -p nav-tests-ui --test errors` writes the examples anew; the words are ours.

use std::{collections::BTreeMap, fs, path::PathBuf};

fn at(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn read(path: &str) -> String {
    fs::read_to_string(at(path)).expect("a file of the repository")
}

/// The message and the line of the first program of each code.
fn examples() -> BTreeMap<String, String> {
    let mut names: Vec<_> = fs::read_dir(at("programs"))
        .expect("the programs")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.starts_with('n') && name.ends_with(".stderr"))
        .collect();
    names.sort();
    let mut examples = BTreeMap::new();
    for name in names {
        let code = name.split('_').next().unwrap_or_default().to_uppercase();
        examples
            .entry(code)
            .or_insert_with(|| example(&read(&format!("programs/{name}"))));
    }
    examples
}

/// What matters of a message: its words, the line and the mark below it.
fn example(message: &str) -> String {
    let shown = message
        .lines()
        .take_while(|line| !line.trim_start().starts_with("= note") && !line.starts_with("note") && !line.is_empty())
        .filter(|line| !line.trim_start().starts_with("--> "))
        .map(|line| line.replace("error[E0080]: evaluation panicked: ", "error: "))
        .map(|line| line.split(" evaluation of `").next().unwrap_or_default().to_owned());
    let mut lines: Vec<_> = shown.collect();
    while lines
        .last()
        .is_some_and(|line| line.trim_end().ends_with('|') && line.trim().len() == 1)
    {
        lines.pop();
    }
    lines.join("\n")
}

/// The sections: the code, and everything up to the example.
fn sections(text: &str) -> Vec<(String, String)> {
    text.split("\n## ")
        .skip(1)
        .map(|section| {
            let words = section.split("\n```text").next().unwrap_or_default().trim_end();
            (section.chars().take(3).collect(), words.to_owned())
        })
        .collect()
}

#[test]
fn every_code_has_a_section_with_its_example() {
    let path = "../../nav-macros/ERRORS.md";
    let text = read(path);
    let head = text.split("\n## ").next().unwrap_or_default().trim_end();
    let examples = examples();
    let mut written = head.to_owned();
    let sections = sections(&text);
    for (code, words) in &sections {
        let example = examples.get(code).map_or("", String::as_str);
        written.push_str(&format!("\n\n## {words}\n\n```text\n{example}\n```"));
    }
    written.push('\n');
    if std::env::var_os("ERRORS").is_some_and(|v| v == "overwrite") {
        fs::write(at(path), &written).expect("ERRORS.md");
    }
    let documented: Vec<_> = sections.iter().map(|(code, _)| code).collect();
    assert_eq!(documented, examples.keys().collect::<Vec<_>>());
    assert_eq!(
        read(path),
        written,
        "`ERRORS=overwrite cargo test -p nav-tests-ui --test errors`"
    );
}
