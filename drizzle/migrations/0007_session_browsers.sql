-- Name of each session's browser, so that the account's owner can distinguish the sessions and end one of them.
-- readable from 3

ALTER TABLE sessions ADD COLUMN browser TEXT;
