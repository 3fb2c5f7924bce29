-- What happened in projects, and by whom. Times are milliseconds since the epoch.
create table project_event (
  company_id text not null,
  id         text collate "C" not null,
  -- the project's document
  project_collection text not null default 'projects' check (project_collection = 'projects'),
  project_id text collate "C" not null,
  at         bigint not null,
  -- of the same time: the tick of the transaction, and the place within the change
  seq        bigint not null default 0,
  n          integer not null default 0,
  actor_id   text not null,
  type       text not null,
  -- the document it happened to, and its space at that time: who sees the space sees the event
  collection text not null,
  subject_id text collate "C" not null,
  space_id   text collate "C" not null,
  -- its title at that time
  title      text not null,
  params     jsonb not null,
  primary key (company_id, id),
  foreign key (company_id, project_collection, project_id) references doc (company_id, collection, id)
    on delete cascade deferrable initially deferred
);
create index project_event_by_time on project_event (company_id, project_id, at desc, seq desc, n desc, id desc);
create index project_event_by_subject on project_event (company_id, subject_id, at desc);
