-- Served versions of the client. With a libSQL server and without a bucket, `client_files` also holds their files, so that
-- each machine can send the files of the other machines' versions during a rolling upgrade.
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
