-- Platform: answers of repeated calls, progress of background work, counters of requests.
--
-- Times are milliseconds since the epoch.

-- The first answer of a call made with an Idempotency-Key, kept for a day.
create table idempotency_key (
  user_id    text not null,
  key        varchar(200) not null,
  call       text not null,
  -- sha256 of the validated input
  input_hash text not null,
  -- JSON of the answer's data; null while the first request still runs
  answer     text,
  created_at bigint not null,
  primary key (user_id, call, key)
);
create index idempotency_key_created on idempotency_key (created_at);

-- Progress of background work, for people.
create table task (
  company_id text not null,
  id         text not null,
  kind       text not null,
  -- what it works on
  subject_id text not null,
  state      text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  progress   real not null default 0 check (progress between 0 and 1),
  -- an error code
  error      text,
  attempt    integer not null default 0,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (company_id, id)
);
create index task_subject on task (company_id, kind, subject_id);

-- Counters of requests by person and call; the columns are those of rate-limiter-flexible.
create table rate_limit (
  key    varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
