-- Changes that administrators and commands made to accounts. No foreign keys, because the list outlives the accounts.
-- readable from 8

CREATE TABLE account_changes (
  id INTEGER PRIMARY KEY NOT NULL,
  at INTEGER NOT NULL,
  admin_id TEXT,
  account_id TEXT NOT NULL,
  action TEXT NOT NULL,
  amount INTEGER NOT NULL
) STRICT;

CREATE INDEX account_changes_at ON account_changes (at);
