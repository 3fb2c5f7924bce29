-- Handover: what a device that was told to erase had never sent, in quarantine until a person has reviewed it.

-- it may hand over before it erases; and when it had
alter table sessions add column handover boolean not null default false;
alter table sessions add column handed_over_at bigint;

-- Who took over the work of a person who left a company: they review what devices hand over later.
create table departure (
  company_id text not null references companies (id) on delete cascade,
  user_id    text not null references users (id) on delete cascade,
  heir_id    text not null references users (id) on delete cascade,
  left_at    bigint not null,
  primary key (company_id, user_id)
);

-- What one session handed over of one company. It outlives its session.
create table handover (
  id          text primary key,
  company_id  text not null,
  user_id     text not null,
  session_id  text not null,
  device_name text not null,
  revoked_at  bigint not null,
  created_at  bigint not null,
  updated_at  bigint not null,
  -- the device said that this is all
  finished_at bigint,
  -- things a person would count
  things      integer not null default 0,
  -- what did not fit
  left_out    integer not null default 0,
  resolved_at bigint,
  outcome     text check (outcome in ('kept', 'discarded', 'expired')),
  unique (session_id, company_id)
);
create index handover_reader on handover (company_id, user_id) where resolved_at is null;
create index handover_age on handover (created_at);

create table handover_item (
  handover_id text not null references handover (id) on delete cascade,
  id          text not null,
  -- the order in which items are applied
  position    integer not null,
  kind        text not null check (kind in ('document', 'conflict', 'recording')),
  about       text not null,
  title       text not null,
  -- JSON of sync/protocol/handover.ts
  payload     text not null,
  bytes       integer not null,
  primary key (handover_id, id)
);

-- Parts of recordings; their bytes are blobs.
create table handover_audio (
  handover_id  text not null references handover (id) on delete cascade,
  recording_id text not null,
  at           bigint not null,
  bytes        integer not null,
  primary key (handover_id, recording_id, at)
);
