//! Why a request is not granted, as an answer.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use store::StoreError;
use vocabulary::Fault;

use crate::wire::Trouble;

/// Why a request is not granted: a status for programs, and a sentence for people.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    pub(crate) trouble: Trouble,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, sentence: impl Into<String>) -> Problem {
        Problem { status, trouble: Trouble { trouble: sentence.into(), faults: Vec::new() } }
    }

    /// Something that cannot be understood.
    pub(crate) fn bad(sentence: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, sentence)
    }

    /// Something that there is not.
    pub(crate) fn missing(sentence: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, sentence)
    }

    /// Something that is not whoever asks may do.
    pub(crate) fn forbidden(sentence: impl Into<String>) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, sentence)
    }

    /// Something that cannot be done yet, or no more.
    pub(crate) fn untimely(sentence: impl Into<String>) -> Problem {
        Problem::new(StatusCode::CONFLICT, sentence)
    }

    /// Something that was understood, and cannot be done.
    pub(crate) fn impossible(sentence: impl Into<String>) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, sentence)
    }

    /// Something that comes too often.
    pub(crate) fn hasty(sentence: impl Into<String>) -> Problem {
        Problem::new(StatusCode::TOO_MANY_REQUESTS, sentence)
    }

    /// A fault of the server.
    pub(crate) fn failure(sentence: impl Into<String>) -> Problem {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, sentence)
    }

    /// A match in the store that cannot be read.
    pub(crate) fn damaged() -> Problem {
        Problem::failure("the saved data of this match is damaged")
    }

    /// A set-up that cannot be played.
    pub(crate) fn faults(faults: Vec<Fault>) -> Problem {
        let mut problem = Problem::impossible("this match cannot start like this");
        problem.trouble.faults = faults;
        problem
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        match error {
            StoreError::NoSuchMatch => Problem::missing(error.to_string()),
            StoreError::NoSuchPromise | StoreError::Over | StoreError::QuotaOfBrowser => {
                Problem::untimely(error.to_string())
            }
            StoreError::QuotaOfAll | StoreError::Full => {
                tracing::error!(%error, "nothing more can be kept");
                Problem::new(StatusCode::INSUFFICIENT_STORAGE, error.to_string())
            }
            _ => {
                tracing::error!(%error, "the store failed");
                Problem::failure(error.to_string())
            }
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status, Json(self.trouble)).into_response()
    }
}
