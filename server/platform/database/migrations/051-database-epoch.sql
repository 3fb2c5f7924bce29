-- The epoch of a company's documents: '' until the database is restored from a backup, then a name of the restore. Checkpoints carry it, as
-- ticks of the time after the backup are given a second time, for other changes.
alter table company_clock
  add column epoch text not null default '',
  -- the tick at which it began; clients that do not know epochs are told from it
  add column epoch_seq bigint not null default 0;
