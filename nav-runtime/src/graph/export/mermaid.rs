use super::Mermaid;
use std::fmt;

impl fmt::Display for Mermaid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let map = &self.0;
        writeln!(f, "flowchart LR")?;
        for (at, page) in map.pages.iter().enumerate() {
            let (open, close) = match (page.page == map.start, page.terminal) {
                (true, _) => ("([", "])"),
                (false, true) => ("[[", "]]"),
                (false, false) => ("[", "]"),
            };
            let lines = [page.page.to_owned()].into_iter().chain(page.staying());
            let lines: Vec<String> = lines.map(|line| escaped(&line)).collect();
            writeln!(f, "  p{at}{open}\"{}\"{close}", lines.join("<br/>"))?;
        }
        for (at, page) in map.pages.iter().enumerate() {
            for (label, to) in map.leading(page) {
                let to = map.pages.iter().position(|page| page.page == to).unwrap_or_default();
                writeln!(f, "  p{at} -->|\"{}\"| p{to}", escaped(&label))?;
            }
        }
        Ok(())
    }
}

/// Inside quotes only these mean something.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '#' => safe.push_str("#35;"),
            '"' => safe.push_str("#quot;"),
            '<' => safe.push_str("#lt;"),
            '>' => safe.push_str("#gt;"),
            '&' => safe.push_str("#amp;"),
            c => safe.push(c),
        }
    }
    safe
}
