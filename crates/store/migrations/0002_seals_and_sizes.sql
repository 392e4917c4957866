-- The first lines of records lie apart: some are long, and the row of a match is written anew with every answer.
CREATE TABLE heads (
    of_match INTEGER NOT NULL PRIMARY KEY REFERENCES matches (key) ON DELETE CASCADE,
    head TEXT NOT NULL
) STRICT;

INSERT INTO heads (of_match, head) SELECT key, head FROM matches;

ALTER TABLE matches DROP COLUMN head;

-- The hash over all lines of the record; none where the record began before there were seals.
ALTER TABLE matches ADD COLUMN seal BLOB;

-- How many bytes are kept of it, and how many entries it had when it was started: with no more it was never played.
ALTER TABLE matches ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;

ALTER TABLE matches ADD COLUMN begun INTEGER NOT NULL DEFAULT -1;

UPDATE matches SET bytes =
    (SELECT length(CAST(head AS BLOB)) FROM heads WHERE of_match = key)
    + (SELECT coalesce(sum(length(CAST(line AS BLOB))), 0) FROM entries WHERE of_match = key)
    + (SELECT coalesce(sum(length(events)), 0) FROM told WHERE of_match = key);

-- How many transactions were committed: what was acknowledged can be counted again.
CREATE TABLE commits (
    count INTEGER NOT NULL
) STRICT;

INSERT INTO commits (count) VALUES (0);
