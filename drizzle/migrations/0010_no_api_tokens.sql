-- The render API and its tokens were removed. The table stays: programs of schema 9 delete from it during a rolling upgrade.
-- readable from 8

DELETE FROM api_tokens;
