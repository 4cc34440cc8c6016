-- Accounts that may open the operator's page. A command of the operator sets it.
-- readable from 8

ALTER TABLE users ADD COLUMN admin_since INTEGER;
