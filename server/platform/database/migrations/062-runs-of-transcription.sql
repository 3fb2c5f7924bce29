-- started again while it was executed: executed once more afterwards
alter table run add column requested_again boolean not null default false;
-- times in a row that a provider has asked to come back later
alter table run add column deferrals integer not null default 0;
create index run_unfinished on run (updated_at) where ended_at is null;

-- Transcription is a run: its parts are steps, its lease is the run's.
drop table transcription_part;
delete from upload_lock where id like 'transcription/%';
