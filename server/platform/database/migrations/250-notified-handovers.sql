-- When the readers of a handover whose device fell silent were notified (server/organization/handover/uploads.ts); null:
-- not yet. Milliseconds since the epoch.
alter table handover add column notified_at bigint;
