use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use super::taking::{Asked, At};
use crate::caller::Caller;
use crate::problem::Problem;
use crate::ready::{self, Ready, takes_gzip};
use crate::site::Site;
use crate::wire::{Book, BookEntry, Found, Recap, Trouble};

/// So many of what a search found are shown.
const MOST: usize = 50;
/// More words than this are not searched for.
const MOST_LETTERS: usize = 200;

/// The rulebooks.
#[utoipa::path(get, path = "/api/books", tag = "rules", responses((status = 200, body = Vec<Recap>)))]
pub(crate) async fn books(headers: HeaderMap) -> Response {
    LIST.give(&headers)
}

/// What can be read of the rulebooks as it is: their list, each by its id, and each rule by its own.
static LIST: LazyLock<Ready> = LazyLock::new(|| {
    let recap = |book: &books::Book| Recap { id: book.id.to_owned(), text: book.title.to_owned() };
    Ready::json(&books::all().iter().map(recap).collect::<Vec<_>>())
});
static BOOKS: LazyLock<BTreeMap<&str, Ready>> = LazyLock::new(|| {
    let written = |book: &'static books::Book| {
        let entries = book.entries.iter().map(BookEntry::from).collect();
        (book.id, Ready::json(&Book { id: book.id.to_owned(), title: book.title.to_owned(), entries }))
    };
    books::all().iter().map(written).collect()
});
static RULES: LazyLock<BTreeMap<&str, Ready>> = LazyLock::new(|| {
    let entries = books::all().iter().flat_map(|book| &book.entries);
    entries.map(|entry| (entry.id(), Ready::json(&BookEntry::from(entry)))).collect()
});

/// Makes what is read and searched later, where that may take its time.
pub(crate) fn prepare() {
    LazyLock::force(&LIST);
    LazyLock::force(&BOOKS);
    LazyLock::force(&RULES);
    books::prepare();
}

/// A rulebook, whole.
#[utoipa::path(
    get,
    path = "/api/books/{id}",
    tag = "rules",
    params(("id" = String, Path, description = "The game.")),
    responses((status = 200, body = Book), (status = 404, body = Trouble))
)]
pub(crate) async fn book(At(id): At<String>, headers: HeaderMap) -> Result<Response, Problem> {
    BOOKS.get(id.as_str()).map(|book| book.give(&headers)).ok_or_else(no_such_book)
}

fn no_such_book() -> Problem {
    Problem::missing("there is no such rulebook")
}

/// A rule or a ruling.
#[utoipa::path(
    get,
    path = "/api/rules/{id}",
    tag = "rules",
    params(("id" = String, Path, description = "The rule.")),
    responses((status = 200, body = BookEntry), (status = 404, body = Trouble))
)]
pub(crate) async fn rule(At(id): At<String>, headers: HeaderMap) -> Result<Response, Problem> {
    let rule = RULES.get(id.as_str()).map(|rule| rule.give(&headers));
    rule.ok_or_else(|| Problem::missing("there is no such rule"))
}

/// What is searched for.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct Search {
    /// Words that a rule must mention, separated by spaces.
    words: String,
    /// The rulebook to search; all of them by default.
    book: Option<String>,
}

/// Rules that mention all these words, best first.
#[utoipa::path(
    get,
    path = "/api/rules",
    tag = "rules",
    params(Search),
    responses((status = 200, body = Found), (status = 400, body = Trouble), (status = 404, body = Trouble))
)]
pub(crate) async fn search(
    State(site): State<Arc<Site>>,
    caller: Caller,
    headers: HeaderMap,
    Asked(search): Asked<Search>,
) -> Result<Response, Problem> {
    if search.words.len() > MOST_LETTERS {
        return Err(Problem::bad("too many words; search for fewer"));
    }
    let books: Vec<&books::Book> = match &search.book {
        Some(id) => vec![books::all().iter().find(|book| book.id == id).ok_or_else(no_such_book)?],
        None => books::all().iter().collect(),
    };
    let gzip = takes_gzip(&headers);
    let found = site.reading.run(caller, move || {
        let found = books::search(&books, &[search.words]);
        let entries = found.iter().take(MOST).map(|entry| BookEntry::from(*entry)).collect();
        ready::json(&Found { count: found.len(), entries }, gzip)
    });
    found.await.map_err(|_| Problem::failure("a bug stopped this search"))
}

impl From<&books::Entry> for BookEntry {
    fn from(entry: &books::Entry) -> BookEntry {
        BookEntry {
            id: entry.id().to_owned(),
            title: entry.title().to_owned(),
            kind: entry.kind().to_owned(),
            text: entry.text().into_owned(),
            notes: entry.notes(),
            see: entry.see().to_vec(),
        }
    }
}
