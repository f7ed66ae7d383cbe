//! The engine from outside: laws, vectors, perft counts, texts, and the rules pages.

mod fuzz;
mod laws;
mod notation;
mod pages;
mod perft;
mod vectors;
