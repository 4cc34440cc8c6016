-- Number and size of the stored images per account, and of all accounts in the row ''. Triggers update the totals, so that
-- they are right for every writer: cascades, the operator's own SQL, and an older program on the same database.

CREATE TABLE trial_image_totals (
  owner TEXT PRIMARY KEY NOT NULL,
  pictures INTEGER NOT NULL,
  bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO trial_image_totals SELECT user_id, count(*), sum(bytes) FROM trial_images GROUP BY user_id;
INSERT INTO trial_image_totals SELECT '', count(*), coalesce(sum(bytes), 0) FROM trial_images;

CREATE TRIGGER trial_images_added AFTER INSERT ON trial_images
BEGIN
  INSERT INTO trial_image_totals (owner, pictures, bytes) VALUES (NEW.user_id, 1, NEW.bytes), ('', 1, NEW.bytes)
  ON CONFLICT (owner) DO UPDATE SET pictures = pictures + 1, bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER trial_images_removed AFTER DELETE ON trial_images
BEGIN
  UPDATE trial_image_totals SET pictures = pictures - 1, bytes = bytes - OLD.bytes WHERE owner IN (OLD.user_id, '');
  DELETE FROM trial_image_totals WHERE owner = OLD.user_id AND pictures <= 0;
END;

-- the check of the totals adds up an account's sizes from this index alone
DROP INDEX trial_images_user;
CREATE INDEX trial_images_user ON trial_images (user_id, bytes);
