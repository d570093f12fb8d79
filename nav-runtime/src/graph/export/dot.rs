use super::Dot;
use std::fmt;

impl fmt::Display for Dot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let map = &self.0;
        writeln!(f, "digraph {} {{", Quoted(map.graph))?;
        writeln!(f, "  rankdir=LR;")?;
        writeln!(f, "  node [shape=box];")?;
        for page in &map.pages {
            let lines: Vec<String> = [page.page.to_owned()].into_iter().chain(page.staying()).collect();
            write!(f, "  {} [label={}", Quoted(page.page), Quoted(&lines.join("\n")))?;
            if page.page == map.start {
                write!(f, ", style=bold")?;
            }
            if page.terminal {
                write!(f, ", peripheries=2")?;
            }
            writeln!(f, "];")?;
        }
        for page in &map.pages {
            for (label, to) in map.leading(page) {
                writeln!(
                    f,
                    "  {} -> {} [label={}];",
                    Quoted(page.page),
                    Quoted(to),
                    Quoted(&label)
                )?;
            }
        }
        writeln!(f, "}}")
    }
}

/// Text as Graphviz reads it back.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        write!(f, "\"{text}\"")
    }
}
