//! The rules, chapter by chapter, in the order in which a battle is fought.
//!
//! | chapter | what it holds |
//! | --- | --- |
//! | [`preparation`] | the battlefield, zones, setting up |
//! | [`round`] | a Round begins; Commanders take turns |
//! | [`action`] | the Actions |
//! | [`movement`] | what is a legal move or placing, and how one is found |
//! | [`sight`] | who sees whom; Cover, Stealth, vantage |
//! | [`shooting`], [`charging`], [`reaction`] | what Actions lead to, and what is done about them |
//! | [`targets`], [`attack`], [`traits`], [`damage`] | who attacks whom, Attack Rolls, weapon traits, Resist Rolls and losses |
//! | [`dice`] | how dice are thrown and read |
//! | [`sequence`] | what an attack needs and does, in plain data: rolls, odds and bots go by it |
//! | [`battle`], [`terror`] | the Battle Phase, and who flees after it |
//! | [`control`], [`effects`], [`victory`] | the Control Phase, Archive Effects, points and the end |
//! | [`soul`], [`feat`], [`transport`] | the modules: spells, Feats, units aboard |
//! | [`modifiers`] | what changes the values of a unit, whichever chapter it comes from |

pub(crate) mod action;
pub(crate) mod attack;
pub(crate) mod battle;
pub(crate) mod charging;
pub(crate) mod control;
pub(crate) mod damage;
pub(crate) mod dice;
pub(crate) mod effects;
pub(crate) mod feat;
pub(crate) mod modifiers;
pub(crate) mod movement;
pub(crate) mod preparation;
pub(crate) mod reaction;
pub(crate) mod round;
pub(crate) mod sequence;
pub(crate) mod shooting;
pub(crate) mod sight;
pub(crate) mod soul;
pub(crate) mod targets;
pub(crate) mod terror;
pub(crate) mod traits;
pub(crate) mod transport;
pub(crate) mod victory;
