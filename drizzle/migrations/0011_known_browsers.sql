-- Device cookies are rows, so that a new password or "sign out everywhere" invalidates them. Older cookies become unknown.
-- readable from 8

CREATE TABLE known_browsers (
  id_hash TEXT PRIMARY KEY NOT NULL CHECK (length(id_hash) = 64),
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX known_browsers_user ON known_browsers (user_id);

DELETE FROM meta WHERE key = 'device_key';
