-- The first tables, written by hand. A test compares them with ../schema.ts. Never edit the statements of a released
-- migration. Add another file instead.

CREATE TABLE users (
  id TEXT PRIMARY KEY NOT NULL,
  email TEXT NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  email_key TEXT NOT NULL UNIQUE,
  password_hash TEXT NOT NULL,
  email_verified_at INTEGER,
  awaits_verification INTEGER NOT NULL DEFAULT 0 CHECK (awaits_verification IN (0, 1)),
  disabled_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE profiles (
  id TEXT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  avatar_url TEXT,
  paid INTEGER NOT NULL DEFAULT 0 CHECK (paid IN (0, 1)),
  images_generated INTEGER NOT NULL DEFAULT 0 CHECK (images_generated >= 0),
  download_credits INTEGER NOT NULL DEFAULT 0 CHECK (download_credits >= 0),
  expires_at INTEGER,
  subscription_id TEXT,
  granted_until INTEGER,
  trial_images INTEGER NOT NULL DEFAULT 1 CHECK (trial_images IN (0, 1))
) STRICT;
CREATE INDEX profiles_expires ON profiles (expires_at);

CREATE TABLE sessions (
  id_hash TEXT PRIMARY KEY NOT NULL CHECK (length(id_hash) = 64),
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expires ON sessions (expires_at);

CREATE TABLE tokens (
  hash TEXT PRIMARY KEY NOT NULL CHECK (length(hash) = 64),
  kind TEXT NOT NULL CHECK (kind IN ('verify_email', 'reset_password')),
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX tokens_user ON tokens (user_id, kind);

CREATE TABLE billing (
  user_id TEXT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  customer_id TEXT NOT NULL UNIQUE,
  status TEXT,
  price_id TEXT,
  cancel_at INTEGER,
  sync_gen INTEGER NOT NULL DEFAULT 0,
  synced_gen INTEGER NOT NULL DEFAULT 0,
  synced_at INTEGER,
  trial_used_at INTEGER
) STRICT;

CREATE TABLE stripe_events (
  id TEXT PRIMARY KEY NOT NULL,
  type TEXT NOT NULL,
  created INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  done_at INTEGER,
  error TEXT
) STRICT;

CREATE TABLE usage (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('image', 'overlay', 'download')),
  key TEXT NOT NULL CHECK (length(key) BETWEEN 8 AND 64),
  charged INTEGER NOT NULL CHECK (charged IN (0, 1)),
  state TEXT NOT NULL CHECK (state IN ('reserved', 'done', 'released')),
  answer INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, kind, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE trial_images (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  storage_key TEXT NOT NULL UNIQUE,
  image_name TEXT CHECK (length(image_name) <= 255),
  editor_type TEXT NOT NULL,
  bytes INTEGER NOT NULL CHECK (bytes > 0),
  width INTEGER NOT NULL CHECK (width > 0),
  height INTEGER NOT NULL CHECK (height > 0),
  created_at INTEGER NOT NULL,
  delete_after INTEGER NOT NULL
) STRICT;
CREATE INDEX trial_images_user ON trial_images (user_id);
CREATE INDEX trial_images_delete ON trial_images (delete_after);

CREATE TABLE rate_limits (
  key TEXT PRIMARY KEY NOT NULL,
  hits INTEGER NOT NULL,
  reset_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX rate_limits_reset ON rate_limits (reset_at_ms);

CREATE TABLE outbox (
  id TEXT PRIMARY KEY NOT NULL,
  dedupe TEXT UNIQUE,
  "to" TEXT NOT NULL,
  template TEXT NOT NULL,
  data TEXT NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER NOT NULL,
  sent_at INTEGER,
  failed_at INTEGER
) STRICT;
CREATE INDEX outbox_next ON outbox (next_at);

CREATE TABLE leases (
  name TEXT PRIMARY KEY NOT NULL,
  holder TEXT NOT NULL,
  until_ms INTEGER NOT NULL,
  last_run_ms INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE meta (
  key TEXT PRIMARY KEY NOT NULL,
  value TEXT NOT NULL
) STRICT;

CREATE TABLE sandbox (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT;
