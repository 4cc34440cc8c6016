-- Unconfirmed sign-ups, in a table of their own so that no sign-up claims an address before it is confirmed. Requested
-- changes of address. Used credits and trials of deleted addresses, so that signing up again gives no second free plan.

CREATE TABLE signups (
  id TEXT PRIMARY KEY NOT NULL,
  email TEXT NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  email_key TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  token_hash TEXT UNIQUE CHECK (length(token_hash) = 64),
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX signups_email ON signups (email_key);
CREATE INDEX signups_expires ON signups (expires_at);

CREATE TABLE email_changes (
  user_id TEXT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  email TEXT NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  token_hash TEXT UNIQUE CHECK (length(token_hash) = 64),
  expires_at INTEGER NOT NULL
) STRICT;

CREATE TABLE departed (
  email_mac TEXT PRIMARY KEY NOT NULL CHECK (length(email_mac) = 64),
  download_credits INTEGER NOT NULL CHECK (download_credits >= 0),
  images_generated INTEGER NOT NULL CHECK (images_generated >= 0),
  trial_used_at INTEGER,
  forget_at INTEGER NOT NULL
) STRICT;
CREATE INDEX departed_forget ON departed (forget_at);

ALTER TABLE profiles ADD COLUMN trial_used_at INTEGER;

-- Accounts that were never confirmed become sign-ups, which expire with their links.
INSERT INTO signups (id, email, email_key, password_hash, token_hash, expires_at)
  SELECT users.id, users.email, users.email_key, users.password_hash, tokens.hash, tokens.expires_at
  FROM users JOIN tokens ON tokens.user_id = users.id AND tokens.kind = 'verify_email'
  WHERE users.awaits_verification = 1;
DELETE FROM users WHERE awaits_verification = 1;
