-- A version that a device saved with a name. It was never the text on the server, and ends with its name.
alter table note_version add column is_saved boolean not null default false;

-- Attempts in a row that an address did not answer in time, and when the last one was.
alter table push_subscription add column failures integer not null default 0;
alter table push_subscription add column failed_at bigint not null default 0;
