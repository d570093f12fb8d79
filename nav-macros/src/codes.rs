//! Every finding's code, in one place. A code is stable: a finding may be reworded, its code is never reused.
//!
//! More are said by const evaluation, in `nav-runtime/src/graph/check`, because only another item knows:
//!
//! | code | finding |
//! |---|---|
//! | N25 | an action is `withheld`, and no journey uses the entry that lists it |
//! | N26 | an action with `#[draft]` parameters stands on a page |
//! | N27 | an action with an `#[instance]` stands outside `each` |
//! | N40 | a guard can never hold |
//! | N52 | no step provides a field of a draft |
//! | N56 | a step of a draft journey writes, or asks a person |
//! | N57 | a `submit` is not `confirm` |
//! | N59 | a step of a draft journey has no body |
//! | N61 | a step cannot run after what an earlier step's `verify` promises |
//! | N81 | a warning: a page's guard looks at a key that nothing writes |
//! | N90 | a graph does not list an action of a module that it is said to list whole |
//!
//! N70 is also said by `authored!`.

/// A finding's stable code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Code(&'static str);

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "[{}]", self.0)
    }
}

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal;)*) => {
        $($(#[$doc])* pub(crate) const $name: Code = Code($code);)*
    };
}

codes! {
    /// A token stands where the grammar has no place for it, and no finding says it better.
    SYNTAX = "N00";
    /// A graph does not start with its declaration.
    GRAPH_HEAD = "N01";
    /// A `;` is missing.
    SEMICOLON = "N02";
    /// A page's head is not understood, or its braces are missing.
    PAGE_HEAD = "N03";
    /// A graph's item is not understood.
    GRAPH_ITEM = "N04";
    /// An `each` or an `area` is not understood.
    BLOCK = "N05";
    /// A page is expected behind `->`.
    LEADS = "N06";
    /// A page's entry is not understood.
    ENTRY = "N07";
    /// `->` and `=>` are mixed up.
    ARROW = "N08";
    /// A journey's step is not understood.
    STEP = "N09";
    /// Another attribute than a doc comment inside `graph!`.
    ATTRIBUTE = "N10";
    /// An id holds a character that has no place in one.
    ID_CHARACTERS = "N11";
    /// A page, an entry, a journey or a step is there twice.
    TWICE = "N12";
    /// No page has that name.
    UNKNOWN_PAGE = "N13";
    /// Nothing can be done on a page, and it is not `terminal`.
    NOTHING_TO_DO = "N14";
    /// A graph does not say where a session starts.
    NO_START = "N15";
    /// No declared way leads to a page.
    UNREACHABLE = "N16";
    /// No entry has the name of a journey's step.
    UNKNOWN_STEP = "N17";
    /// Several entries have the name of a journey's step.
    AMBIGUOUS_STEP = "N18";
    /// Two names become one id, on the wire or in the id module.
    NAMES_MEET = "N19";
    /// An attribute has no such argument.
    UNKNOWN_ARGUMENT = "N20";
    /// An argument is given twice.
    REPEATED_ARGUMENT = "N21";
    /// An action, a `go` or a step does not say what it does.
    NO_DOES = "N22";
    /// What the agent reads is too long, or holds control characters.
    DOES_TEXT = "N23";
    /// A function has a shape that no action has.
    FUNCTION_SHAPE = "N24";
    /// A handler that takes no `Cx` names keys of a state.
    WHICH_STATE = "N28";
    /// Two arguments contradict each other, or the signature.
    CONTRADICTION = "N29";
    /// A guard has no `||`.
    GUARD_OR = "N30";
    /// A guard is a flat list.
    GUARD_NESTED = "N31";
    /// A guard's condition starts with its key.
    GUARD_KEY_FIRST = "N32";
    /// A guard knows no macro but `matches!`.
    GUARD_MACRO = "N33";
    /// A guard cannot call a method.
    GUARD_METHOD = "N34";
    /// A guard's operator is misspelt.
    GUARD_OPERATOR = "N35";
    /// A guard's condition ends where it should not, or goes on where it should end.
    GUARD_CONDITION = "N36";
    /// A guard compares with something that is no literal, constant or variant.
    GUARD_VALUE = "N37";
    /// A guard matches something that is no literal, range or variant.
    GUARD_PATTERN = "N38";
    /// A condition of an `each` is not about its item.
    EACH_CONDITION = "N39";
    /// A journey's next step stands where no declared way leads.
    STEP_UNREACHABLE = "N41";
    /// A tool's name would be longer than hosts allow.
    TOOL_NAME = "N42";
    /// A setting of the graph is not understood.
    SETTING = "N43";
    /// An argument's value is not understood.
    ARGUMENT_VALUE = "N44";
    /// An argument of `#[nav(…)]` or `#[draft(…)]` is not understood.
    STATE_ARGUMENT = "N45";
    /// A state is no struct with named fields.
    STATE_SHAPE = "N46";
    /// A `terminal` page leads away.
    TERMINAL_LEADS = "N47";
    /// A journey has no steps.
    NO_STEPS = "N48";
    /// A draft is no struct with named fields.
    DRAFT_SHAPE = "N50";
    /// A draft journey's head is not understood.
    DRAFT_HEAD = "N51";
    /// A field of a draft has two providers.
    TWO_PROVIDERS = "N53";
    /// A draft journey has no `submit`, or two, or something behind it.
    SUBMIT = "N54";
    /// A field of a draft is taken before it is provided.
    TAKEN_EARLY = "N55";
    /// A step works on a draft, and its journey has none.
    NO_DRAFT = "N58";
    /// `verify` is about a key that the action does not write.
    VERIFY_UNWRITTEN = "N60";
    /// Authored text is no literal.
    NOT_A_LITERAL = "N70";
    /// A warning: more journeys than an agent tells apart as tools.
    MANY_JOURNEYS = "N80";
    /// A warning: a person is asked, and shown nothing.
    NOTHING_SHOWN = "N82";
    /// A warning: an action writes, and says nothing of two fires of it.
    TWO_FIRES = "N83";
}
