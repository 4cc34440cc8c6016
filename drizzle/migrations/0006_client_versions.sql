-- Which versions of the client are served, and their files, so that each of several machines can send those of the others
-- while they are upgraded one after the other. Empty with a database file, and where the files are in a bucket.
-- readable from 3

CREATE TABLE client_versions (
  id TEXT PRIMARY KEY NOT NULL,
  paths TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  published_at INTEGER
) STRICT;

CREATE TABLE client_files (
  path TEXT NOT NULL,
  piece INTEGER NOT NULL CHECK (piece >= 0),
  body BLOB NOT NULL,
  PRIMARY KEY (path, piece)
) STRICT;
