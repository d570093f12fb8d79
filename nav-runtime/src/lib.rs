//! Serve a compiler-checked navigation graph of your service to an AI agent, as a fixed set of tools.
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate self as nav_runtime;

mod authored;
#[cfg(feature = "cli")]
pub mod cli;
mod expects;
pub mod graph;
mod host;
mod ledger;
#[cfg(feature = "mcp")]
pub mod mcp;
pub mod port;
mod produced;
pub mod registry;
mod seldom;
mod session;
mod state;
pub mod testing;
mod vocabulary;

pub use authored::{Authored, Redacted, Text};
pub use expects::{Input, Issue, Issues, Schema, Unchecked};
pub use graph::{ActionId, Draft, Graph, JourneyId, PageId, Principal};
#[cfg(feature = "tokio")]
pub use host::TokioHost;
pub use host::{FireInfo, Host, ManualHost};
pub use ledger::{AskId, CardIs, EffectStatus, FireOutcome, Reason, TransitionId, Verified};
pub use port::{JourneyTools, Port, PortOptions, Reply, ToolNames, Tools};
pub use produced::{Caps, Produced, RedactedFields};
pub use session::{
    AnswerError, AnySession, Approval, Caller, Card, ConfirmRow, ControlHandle, CountsAs, Cx, Decided, FireOptions,
    Fired, Gap, GapKind, GapSubscription, GrantError, GrantTerms, NotCancelled, NotFired, OpenError, OpenWork,
    Receipts, RecentOutcome, RecentStep, RecordKind, RecordRow, Refusal, Reporting, Session, SessionBuilder,
    SessionLimits, Subscription, Synced, UnknownAction, UnknownPage, UnknownTransition, Updated, WillDo, WillUse,
    WorkRow,
};
pub use state::{NavState, Reported, StateView};

#[cfg(feature = "macros")]
pub use nav_macros::{Draft, NavState, action, actions};

/// What a file that writes actions and a graph needs.
pub mod prelude {
    pub use crate::{Cx, Redacted, Reported, authored};
    #[cfg(feature = "macros")]
    pub use crate::{Draft, Graph, NavState, action, actions, graph, page};
}

/// Declares a navigation graph; see the crate's README for the grammar by example.
#[cfg(feature = "macros")]
#[macro_export]
macro_rules! graph {
    ($($tokens:tt)*) => { $crate::__private::graph_with_crate! { [$crate] $($tokens)* } };
}

/// Declares a page on its own, in any module or crate, for graphs over its state to take: `page shop_pages::catalog;`.
///
/// It makes a module of the page's name, which holds the typed ids of its entries.
#[cfg(feature = "macros")]
#[macro_export]
macro_rules! page {
    ($($tokens:tt)*) => { $crate::__private::page_with_crate! { [$crate] $($tokens)* } };
}

/// Refuses to compile unless a graph lists every public action of a module that carries `#[actions]`.
///
/// Of private ones the compiler warns by itself.
#[cfg(feature = "macros")]
#[macro_export]
macro_rules! assert_all_listed {
    ($($tokens:tt)*) => { $crate::__private::assert_all_listed_with_crate! { [$crate] $($tokens)* } };
}

/// What the macros' output names. Not for people.
#[doc(hidden)]
pub mod __private {
    pub use crate::{
        authored::Words,
        expects::{__check, ContractCell, Issues, Schema, Takes, read_described, read_judged, takes},
        graph::{
            About, Action, ActionData, ActionFacts, ActionId, ActionMeta, ActionOn, BlockedBecause, BoxFuture,
            ClearedBy, Completion, Concurrency, Cond, Declare, DraftParams, Given, Graph, GraphData, Guard, Handler,
            HumanDecides, Instances, IsGraph, JourneyData, JourneyId, KeyId, KeyMeta, KeySet, Leads, Names, Op,
            Outcome, PageData, PageId, Plain, Principal, Returned, Scope, Shown, ShowsFn, TakesInstance, Threshold,
            Tri, Typed, TypedEntry, With, caps, check, erased, handler, outcome, shows, takes_instance, told,
        },
        port::ToolCells,
        produced::Caps,
        session::{Context, Cx, RawCx},
        state::{Comparable, Leaf, NavState, Nested, differs},
    };
    /// The guards' typed half.
    pub mod guard {
        pub use crate::graph::guard::{
            Against, KeyPlain, Read, Seen, StepOption, StepPlain, above, at_least, at_most, below, equal, never, seen,
            text,
        };
    }
    /// The drafts' typed half.
    pub mod draft {
        pub use crate::graph::draft::{
            Draft, DraftData, DraftStep, DraftStepKind, Field, FieldMeta, OptField, Said, Slots, Stepped, Submits,
            Unsaid, Words, asks, field, field_index, optional_field, provided, run, run_through, stepped, whole, wire,
        };
    }
    /// Pages of their own.
    pub mod fragment {
        pub use crate::graph::fragment::{
            Fragment, FragmentIn, FragmentPage, NO_ACTION, Taken, by_id, entries, join, page, reached, step,
        };
    }
    /// The keys' numbers.
    pub mod keys {
        pub use crate::graph::keys::{count, find};
    }
    #[cfg(feature = "macros")]
    pub use nav_macros::{assert_all_listed_with_crate, graph_with_crate, page_with_crate};
    pub use serde_json::Value;
}
