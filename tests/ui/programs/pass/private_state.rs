//! A state, a graph and its ids that only their own module sees.
#![deny(warnings)]

mod desk {
    use nav_runtime::prelude::*;
    use serde::Serialize;

    #[derive(Clone, Default, Serialize, NavState)]
    struct Desk {
        open: bool,
    }

    /// Open the desk.
    #[action(writes(open), parallel)]
    async fn open_up(cx: Cx<Desk>) {
        cx.update(|desk| desk.open = true);
    }

    graph! {
        /// A desk.
        static DESK: Graph<Desk>;
        mod ids;
        start = front;
        page front terminal { open_up; }
    }

    pub fn id() -> &'static str {
        let _ = DESK.data();
        ids::front::OPEN_UP.as_str()
    }
}

fn main() {
    assert_eq!(desk::id(), "front.open_up");
}
