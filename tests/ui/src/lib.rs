//! Wrong programs and what the compiler says of them: see `tests/ui.rs` and `programs/`.
