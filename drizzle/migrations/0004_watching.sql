-- Indexes for queries that run every few seconds (outbox, metrics), and for the hourly sweeps.
-- readable from 3

DROP INDEX outbox_next;
CREATE INDEX outbox_waiting ON outbox (next_at) WHERE sent_at IS NULL AND failed_at IS NULL;
CREATE INDEX outbox_sent ON outbox (sent_at) WHERE sent_at IS NOT NULL;
CREATE INDEX outbox_failed ON outbox (failed_at) WHERE failed_at IS NOT NULL;
CREATE INDEX stripe_events_undone ON stripe_events (received_at) WHERE done_at IS NULL;
CREATE INDEX stripe_events_received ON stripe_events (received_at);
