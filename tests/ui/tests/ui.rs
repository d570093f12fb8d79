//! Wrong programs and what the compiler says of them; right ones, and that they run.
//!
//! The policy: one program, one mistake, one error. A program is named after its error's code, ours (`n13_…`) or the
//! compiler's (`e0609_…`) where that says it better. `TRYBUILD=overwrite cargo test -p nav-tests-ui` writes the
//! expected messages anew; read them before you commit them.

use std::{collections::BTreeSet, fs, path::PathBuf};

#[test]
fn wrong_programs_are_refused_and_right_ones_run() {
    let programs = trybuild::TestCases::new();
    programs.pass("programs/pass/*.rs");
    programs.compile_fail("programs/*.rs");
}

/// The compiler's own errors that a program here may rely on.
const FROM_THE_COMPILER: &[&str] = &[
    "E0061", "E0255", "E0277", "E0308", "E0425", "E0433", "E0531", "E0573", "E0599", "E0600", "E0609", "E0616",
];

struct Program {
    name: String,
    source: String,
    message: String,
}

fn programs() -> Vec<Program> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("programs");
    let mut programs: Vec<_> = fs::read_dir(folder)
        .expect("the folder of the programs")
        .filter_map(|entry| {
            let path = entry.expect("an entry of the folder").path();
            let name = path.file_stem()?.to_str()?.to_owned();
            let source = fs::read_to_string(path.with_extension("rs")).ok()?;
            (path.extension()? == "rs").then(|| Program {
                message: fs::read_to_string(path.with_extension("stderr")).unwrap_or_default(),
                name,
                source,
            })
        })
        .collect();
    programs.sort_by(|a, b| a.name.cmp(&b.name));
    programs
}

impl Program {
    /// What is wrong with the message; `None` if nothing is.
    fn objection(&self) -> Option<String> {
        let errors: Vec<_> = self.message.lines().filter(|l| l.starts_with("error")).collect();
        let [error] = errors.as_slice() else {
            return Some(format!("{} errors", errors.len()));
        };
        if self.message.lines().any(|l| l.starts_with("warning")) {
            return Some("a warning beside the error".into());
        }
        self.wrong_code(error).or_else(|| self.wrong_place())
    }

    /// The code is in the name, and one that is allowed.
    fn wrong_code(&self, error: &str) -> Option<String> {
        let prefix = self.name.split('_').next().unwrap_or_default().to_uppercase();
        let expected = match prefix.as_bytes() {
            [b'N', ..] => format!("[{prefix}] "),
            [b'E', ..] if FROM_THE_COMPILER.contains(&prefix.as_str()) => format!("error[{prefix}]: "),
            // the compiler gives this one no code
            _ if prefix == "SEND" => "error: future cannot be sent between threads safely".into(),
            _ => return Some(format!("`{prefix}` is no code that is allowed here")),
        };
        (!error.contains(&expected)).then(|| format!("no `{}` in `{error}`", expected.trim_end()))
    }

    /// The error stands on the author's token: not on the whole macro, and not in a file of ours.
    fn wrong_place(&self) -> Option<String> {
        let place = self.message.lines().find_map(|l| l.trim_start().strip_prefix("--> "))?;
        let (file, position) = place.split_once(':')?;
        if !file.ends_with(&format!("{}.rs", self.name)) {
            return Some(format!("the error stands in {file}"));
        }
        let (line, column) = position.split_once(':')?;
        let (line, column): (usize, usize) = (line.parse().ok()?, column.parse().ok()?);
        let from: String = self.source.lines().nth(line - 1)?.chars().skip(column - 1).collect();
        let whole = ["graph!", "#[action", "#[derive", "#[nav"];
        whole
            .iter()
            .any(|macro_| from.starts_with(macro_))
            .then(|| format!("the error underlines the whole of `{from}`"))
    }
}

#[test]
fn each_mistake_is_one_error_with_its_code_at_its_token() {
    let programs = programs();
    let objections: Vec<_> = programs
        .iter()
        .filter_map(|p| p.objection().map(|o| format!("{}: {o}", p.name)))
        .collect();
    assert!(objections.is_empty(), "{}", objections.join("\n"));
    assert!(programs.len() >= 70, "only {} programs", programs.len());
}

/// The codes that the macros' list names, those of const evaluation among them.
fn known_codes() -> BTreeSet<String> {
    let list = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../nav-macros/src/codes.rs");
    let list = fs::read_to_string(list).expect("the list of codes");
    list.split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| word.len() == 3 && word.starts_with('N') && word[1..].bytes().all(|b| b.is_ascii_digit()))
        .map(str::to_lowercase)
        .collect()
}

#[test]
fn every_code_is_shown_by_a_program_and_named_once() {
    let shown: BTreeSet<_> = programs()
        .iter()
        .filter_map(|p| p.name.split('_').next().map(str::to_owned))
        .filter(|prefix| prefix.starts_with('n'))
        .collect();
    assert_eq!(shown, known_codes());
}
