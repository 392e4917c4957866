//! The server as browsers and programs meet it: a real one, over real connections.

mod client;
mod crowded;
mod damage;
mod fragile;
mod hostile;
mod interface;
mod keeping;
mod loading;
mod pace;
mod packs;
mod people;
mod reading;
mod secrets;
mod whole;
