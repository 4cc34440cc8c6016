-- API tokens with which a user's own programs request images, if the operator has enabled rendering.
-- readable from 8

CREATE TABLE api_tokens (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;

CREATE INDEX api_tokens_user ON api_tokens (user_id);
