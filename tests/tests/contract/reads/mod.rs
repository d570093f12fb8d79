//! Reading a session in process: the same answers as the port gives.

mod gaps;
mod position;
mod record;
mod subscription;
