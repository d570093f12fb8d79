//! Everything that comes from outside: an executor and a clock.
