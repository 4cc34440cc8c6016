-- Files of trial pictures whose row is gone: deleted within a minute, and tried again where the storage is away. A trigger
-- keeps the queue whole whoever deletes: cascades, the operator's own SQL, an older program that runs beside this one.
-- readable from 3

CREATE TABLE file_deletions (
  storage_key TEXT PRIMARY KEY NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX file_deletions_next ON file_deletions (next_at);

CREATE TRIGGER trial_images_file_deletion AFTER DELETE ON trial_images
BEGIN
  INSERT INTO file_deletions (storage_key) VALUES (OLD.storage_key) ON CONFLICT DO NOTHING;
END;
