//! Drafts: what becomes of models that a hand drags, before anything is answered.

use ground::Pose;
use serde::{Deserialize, Serialize};

use crate::{Answer, ModelId, Proof, Refusal};

/// Where somebody would like models to stand. It says nothing of ways, and need not be possible.
pub type Wish = Vec<(ModelId, Pose)>;

/// The answer that comes of a wish, and what the rules say of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// The answer: ways around what stands in between, and ends as wished or close to it.
    pub answer: Answer,
    /// What the rules say of it.
    pub verdict: Verdict,
}

/// What the rules say of an answer that is not given yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Verdict {
    /// It would be accepted, and would mean this.
    Allowed(Box<Proof>),
    /// It would not be accepted.
    Refused(Box<Refusal>),
}

impl From<Result<Proof, Refusal>> for Verdict {
    fn from(preview: Result<Proof, Refusal>) -> Verdict {
        match preview {
            Ok(proof) => Verdict::Allowed(Box::new(proof)),
            Err(refusal) => Verdict::Refused(Box::new(refusal)),
        }
    }
}
