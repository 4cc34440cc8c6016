-- Time-based one-time codes (RFC 6238) beside the password. An older program would sign in without asking for the code,
-- so it must not run on this schema: the line "readable from" is missing.

CREATE TABLE second_factors (
  user_id TEXT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  secret TEXT NOT NULL CHECK (length(secret) = 32),
  last_step INTEGER NOT NULL DEFAULT 0,
  confirmed_at INTEGER
) STRICT;

CREATE TABLE recovery_codes (
  user_id TEXT NOT NULL REFERENCES second_factors (user_id) ON DELETE CASCADE,
  hash TEXT NOT NULL CHECK (length(hash) = 64),
  PRIMARY KEY (user_id, hash)
) STRICT;

ALTER TABLE sessions ADD COLUMN second_factor INTEGER NOT NULL DEFAULT 0 CHECK (second_factor IN (0, 1));
