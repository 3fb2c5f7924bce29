-- Runs: background work that people see (parsing, transcription, answers, research). Times are milliseconds since the epoch.
drop table task;

create table run (
  company_id         text not null references companies (id) on delete cascade,
  id                 text not null,
  kind               text not null,
  owner_id           text not null,
  -- what it works on, e.g. 'meetings' and the meeting's id
  subject_collection text not null,
  subject_id         text not null,
  -- at most one unfinished run of a kind has a key
  key                text,
  input              jsonb not null,
  state              text not null check (state in ('READY', 'EXECUTING', 'RETRY', 'FAILED', 'SUCCEEDED', 'CANCELED')),
  attempts           integer not null default 0,
  -- 0 to 1
  progress           double precision not null default 0,
  -- an error code where it failed, or where it is tried again
  error              text not null default '',
  -- when the next attempt begins, in the state RETRY
  retry_at           bigint,
  -- the process that executes it, and until when unless it renews
  lease_holder       text,
  lease_until        bigint,
  cancel_requested   boolean not null default false,
  created_at         bigint not null,
  updated_at         bigint not null,
  ended_at           bigint,
  primary key (company_id, id)
);
create unique index run_key on run (company_id, kind, key) where key is not null and ended_at is null;
create index run_owner on run (company_id, owner_id, created_at desc);
create index run_subject on run (company_id, subject_collection, subject_id);
create index run_ended on run (ended_at) where ended_at is not null;

-- What an attempt has finished, so that the next one does not do it, and pay for it, again.
create table run_step (
  company_id text not null,
  run_id     text not null,
  name       text not null,
  -- SHA-256 of the step's input, hex
  input_hash text not null,
  output     jsonb not null,
  created_at bigint not null,
  primary key (company_id, run_id, name),
  foreign key (company_id, run_id) references run (company_id, id) on delete cascade
);

-- Limits that an organization has set for its use of a service; the operator's are configuration. null: no limit.
create table service_limit (
  company_id     text not null references companies (id) on delete cascade,
  service        text not null,
  person_per_day integer check (person_per_day >= 0),
  per_day        integer check (per_day >= 0),
  primary key (company_id, service)
);
create index service_use_by_person on service_use (company_id, service, user_id, created_at);
