//! The fixed words of an issue. Each reads on after a path: ``items.0.count is too small``.

pub(super) const MISSING: &str = "is missing";
pub(super) const NOT_EXPECTED: &str = "is not expected";
pub(super) const WRONG_TYPE: &str = "has the wrong type";
pub(super) const NOT_ALLOWED: &str = "is not one of the allowed values";
pub(super) const TOO_SMALL: &str = "is too small";
pub(super) const TOO_LARGE: &str = "is too large";
pub(super) const TOO_SHORT: &str = "is too short";
pub(super) const TOO_LONG: &str = "is too long";
pub(super) const TOO_FEW: &str = "has too few items";
pub(super) const TOO_MANY: &str = "has too many items";
pub(super) const REPEATS: &str = "repeats an item";
pub(super) const NO_MULTIPLE: &str = "is not a multiple";
pub(super) const NO_CHOICE: &str = "fits none of the choices";
pub(super) const SEVERAL_CHOICES: &str = "fits more than one of the choices";
pub(super) const TOO_DEEP: &str = "is nested too deeply";
pub(super) const TOO_MUCH: &str = "is too large to check";
pub(super) const NOT_READ: &str = "was refused when it was read";

/// What would fit where the type's own reading refused.
pub(super) const READABLE: &str = "a value that the action accepts";
/// What would fit where no field is known.
pub(super) const NOTHING_HERE: &str = "nothing here";
/// What would fit where the action takes no input.
pub(super) const NO_INPUT: &str = "no input";
/// `expects` of an action without an input.
pub(super) const NONE: &str = "none";
/// `expects` of an action whose author judges the input.
pub(super) const WHEN_PERFORMED: &str = "validated when it is performed";
