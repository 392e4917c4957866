//! The messages of a running match, over a WebSocket.

use chance::Commitment;
use engine::Order;
use serde::{Deserialize, Serialize};
use vocabulary::{Answer, Ask, AskId, Draft, Event, Outcome, Proof, Query, Refusal, Roll, Seat, Viewer, Wish};

use super::MatchInfo;

/// What a page says. Whatever has an `id` gets exactly one [`Reply`] with it, except where a newer question of the same
/// kind came before the answer was found: then the older one gets none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum FromPage {
    /// Sees the match through these eyes from now on: those of one of its own seats, or a spectator's. The first message.
    Look {
        /// Through whose eyes.
        viewer: Viewer,
        /// What it has heard already through these eyes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<Since>,
    },
    /// Answers an ask. Sent again, it gets the same reply.
    Answer {
        /// The number of the message.
        id: u32,
        /// The ask.
        ask: AskId,
        /// Who answers.
        seat: Seat,
        /// The answer.
        gives: Answer,
    },
    /// Types in what real dice show.
    Dice {
        /// The number of the message.
        id: u32,
        /// How many entries the match had when they were asked for, so that the same dice are not taken twice.
        entries: u32,
        /// What they show, in the order of the roll.
        shown: Vec<i16>,
    },
    /// Takes back an answer and all that came after it.
    Undo {
        /// The number of the message.
        id: u32,
        /// The entry of the answer, as [`Undo`] names it.
        to: u32,
        /// The people at this page who agree; bots do not mind.
        agreed: Vec<Seat>,
    },
    /// Gives a standing order, or withdraws it.
    Stand {
        /// The number of the message.
        id: u32,
        /// Whose order.
        seat: Seat,
        /// The order.
        order: Order,
        /// Whether it is given, not withdrawn.
        given: bool,
    },
    /// Gives up.
    Leave {
        /// The number of the message.
        id: u32,
        /// Who.
        seat: Seat,
    },
    /// Asks what an answer would mean; nothing is recorded.
    Preview {
        /// The number of the message.
        id: u32,
        /// The ask.
        ask: AskId,
        /// Who would answer.
        seat: Seat,
        /// The answer.
        gives: Answer,
    },
    /// Asks what would come of a wish for where models stand; nothing is recorded.
    Draft {
        /// The number of the message.
        id: u32,
        /// The ask.
        ask: AskId,
        /// Who would answer.
        seat: Seat,
        /// Where the models are wished.
        wish: Wish,
    },
    /// Asks something about the position; nothing is recorded.
    Query {
        /// The number of the message.
        id: u32,
        /// The question.
        query: Query,
    },
}

/// How much of a match a page has heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct Since {
    /// Which telling of the match: a match that was loaded anew is told anew.
    pub telling: u32,
    /// How many events of it.
    pub heard: u32,
}

/// What the server says to a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum ToPage {
    /// The match, once, when the page connects.
    Match(Box<MatchInfo>),
    /// What happened, as the viewer heard it.
    Heard {
        /// Through whose eyes.
        viewer: Viewer,
        /// Which telling. A page that followed another one forgets it and starts afresh.
        telling: u32,
        /// The events; the first one's number says where they go on.
        events: Vec<Event>,
    },
    /// Where the match stands, after all that was heard.
    Now(Box<Now>),
    /// The reply to a message.
    Reply {
        /// The number of the message.
        id: u32,
        /// The reply.
        reply: Reply,
    },
    /// Why the match cannot go on here: a bug took it down, or nothing can be written.
    Broken(String),
}

/// The reply to a message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Reply {
    /// It is done, and durable.
    Done,
    /// The rules or the engine refuse it; nothing has changed.
    Refused(Box<Refusal>),
    /// It cannot be understood or is not allowed; nothing has changed.
    Wrong(String),
    /// What an answer would mean, or what is known about the position.
    Proof(Box<Proof>),
    /// What comes of a wish.
    Draft(Box<Draft>),
}

/// Where a match stands, for one viewer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct Now {
    /// For whom.
    pub viewer: Viewer,
    /// How many entries the match has.
    pub entries: u32,
    /// All seats that have not answered.
    pub seats: Vec<Seat>,
    /// Those of them, at this page, whose question or view is not for everyone's eyes.
    pub private: Vec<Seat>,
    /// What this viewer is asked.
    pub asks: Vec<Ask>,
    /// Dice to be typed in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<Roll>,
    /// What could be taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo: Option<Undo>,
    /// The standing orders in force of the seats at this page.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub orders: Vec<(Seat, Order)>,
    /// How the match ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// Why it cannot continue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frozen: Option<String>,
    /// What was promised about the dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(type = "string")]
    pub promise: Option<Commitment>,
}

/// Something that could be taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct Undo {
    /// The entry of the answer.
    pub to: u32,
    /// Whose answer it was.
    pub seat: Seat,
    /// The people whose consent it needs, apart from whoever answered; nobody if nothing was rolled or revealed since.
    pub needs: Vec<Seat>,
    /// Why it needs consent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}
