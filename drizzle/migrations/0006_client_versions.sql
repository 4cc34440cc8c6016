-- Served versions of the client, and their files. During a rolling upgrade, each machine can thus send the files of the
-- other machines' versions. Empty with a database file, and when the files are in a bucket.
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
