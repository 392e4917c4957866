-- Whoever holds seats: the hash of what the browser shows as its cookie, never the cookie itself.
CREATE TABLE browsers (
    key INTEGER PRIMARY KEY,
    token BLOB NOT NULL UNIQUE
) STRICT;

-- Promises about dice that no match has kept yet.
CREATE TABLE promises (
    id TEXT NOT NULL PRIMARY KEY,
    secret TEXT NOT NULL,
    made INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX promises_by_age ON promises (made);

-- `entries` counts the lines of the record, so that whoever adds to it can say where it believes to be.
CREATE TABLE matches (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    head TEXT NOT NULL,
    holders TEXT NOT NULL,
    names TEXT NOT NULL,
    typed INTEGER NOT NULL,
    made INTEGER NOT NULL,
    touched INTEGER NOT NULL,
    round INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    outcome TEXT
) STRICT;

CREATE TABLE seats (
    of_match INTEGER NOT NULL REFERENCES matches (key) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    owner INTEGER NOT NULL REFERENCES browsers (key),
    PRIMARY KEY (of_match, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_owner ON seats (owner);

CREATE TABLE entries (
    of_match INTEGER NOT NULL REFERENCES matches (key) ON DELETE CASCADE,
    n INTEGER NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (of_match, n)
) STRICT, WITHOUT ROWID;

-- What was told of finished matches, compressed: it can be shown when no rules of that version are left to replay them.
CREATE TABLE told (
    of_match INTEGER NOT NULL REFERENCES matches (key) ON DELETE CASCADE,
    viewer TEXT NOT NULL,
    events BLOB NOT NULL,
    PRIMARY KEY (of_match, viewer)
) STRICT, WITHOUT ROWID;
