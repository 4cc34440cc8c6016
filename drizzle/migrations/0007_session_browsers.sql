-- What a session's browser calls itself, so that its owner can tell one from another and end it.
-- readable from 3

ALTER TABLE sessions ADD COLUMN browser TEXT;
