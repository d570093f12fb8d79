//! The example services.
