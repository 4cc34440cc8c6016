-- Queue of trial image files whose row was deleted. The server deletes them within a minute, and retries while the storage
-- is unreachable. A trigger fills the queue for every writer: cascades, the operator's own SQL, and an older program.
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
