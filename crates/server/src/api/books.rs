use axum::Json;
use serde::Deserialize;
use utoipa::IntoParams;

use super::taking::{Asked, At};
use crate::problem::Problem;
use crate::wire::{Book, BookEntry, Found, Recap, Trouble};

/// So many of what a search found are shown.
const MOST: usize = 50;
/// More words than this are not searched for.
const MOST_LETTERS: usize = 200;

/// The rulebooks.
#[utoipa::path(get, path = "/api/books", tag = "rules", responses((status = 200, body = Vec<Recap>)))]
pub(crate) async fn books() -> Json<Vec<Recap>> {
    let recap = |book: &books::Book| Recap { id: book.id.to_owned(), text: book.title.to_owned() };
    Json(books::all().iter().map(recap).collect())
}

/// A rulebook, whole.
#[utoipa::path(
    get,
    path = "/api/books/{id}",
    tag = "rules",
    params(("id" = String, Path, description = "The game.")),
    responses((status = 200, body = Book), (status = 404, body = Trouble))
)]
pub(crate) async fn book(At(id): At<String>) -> Result<Json<Book>, Problem> {
    let book = find(&id)?;
    let entries = book.entries.iter().map(BookEntry::from).collect();
    Ok(Json(Book { id: book.id.to_owned(), title: book.title.to_owned(), entries }))
}

fn find(id: &str) -> Result<&'static books::Book, Problem> {
    books::all().iter().find(|book| book.id == id).ok_or_else(|| Problem::missing("there is no such rulebook"))
}

/// A rule or a ruling.
#[utoipa::path(
    get,
    path = "/api/rules/{id}",
    tag = "rules",
    params(("id" = String, Path, description = "The rule.")),
    responses((status = 200, body = BookEntry), (status = 404, body = Trouble))
)]
pub(crate) async fn rule(At(id): At<String>) -> Result<Json<BookEntry>, Problem> {
    let entry = books::entry(&id).ok_or_else(|| Problem::missing("there is no such rule"))?;
    Ok(Json(entry.into()))
}

/// What is searched for.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct Search {
    /// Words that a rule must speak of, with spaces between them.
    words: String,
    /// The rulebook to search; all of them when nothing is said.
    book: Option<String>,
}

/// Rules that speak of all these words, best first.
#[utoipa::path(
    get,
    path = "/api/rules",
    tag = "rules",
    params(Search),
    responses((status = 200, body = Found), (status = 400, body = Trouble), (status = 404, body = Trouble))
)]
pub(crate) async fn search(Asked(search): Asked<Search>) -> Result<Json<Found>, Problem> {
    if search.words.len() > MOST_LETTERS {
        return Err(Problem::bad("these are too many words; search for fewer"));
    }
    let books: Vec<&books::Book> = match &search.book {
        Some(id) => vec![find(id)?],
        None => books::all().iter().collect(),
    };
    let found = books::search(&books, &[search.words]);
    let entries = found.iter().take(MOST).map(|entry| BookEntry::from(*entry)).collect();
    Ok(Json(Found { count: found.len(), entries }))
}

impl From<&books::Entry> for BookEntry {
    fn from(entry: &books::Entry) -> BookEntry {
        BookEntry {
            id: entry.id().to_owned(),
            title: entry.title().to_owned(),
            kind: entry.kind().to_owned(),
            text: entry.text().to_owned(),
            notes: entry.notes(),
            see: entry.see().to_vec(),
        }
    }
}
