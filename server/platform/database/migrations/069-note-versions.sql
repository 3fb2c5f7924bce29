-- Earlier states of texts (notes, and notes of meetings). Times are milliseconds since the epoch.
create table note_version (
  company_id text not null,
  -- the text's document
  collection text not null default 'noteContents' check (collection = 'noteContents'),
  content_id text collate "C" not null,
  id         text collate "C" not null,
  -- Yjs state, gzip; null for the text as it stands, which is in `doc`
  state      bytea,
  -- people who changed the text since the version before
  author_ids text[] not null,
  -- when the first and the last of their changes were taken
  begun_at   bigint not null,
  at         bigint not null,
  -- '' for none; a named version is kept until its name is removed
  name       text not null default '',
  primary key (company_id, content_id, id),
  -- versions end with their document: a deleted one returns with them until it is purged
  foreign key (company_id, collection, content_id) references doc (company_id, collection, id)
    on delete cascade deferrable initially deferred
);
create unique index note_version_present on note_version (company_id, content_id) where state is null;
create index note_version_by_time on note_version (company_id, content_id, at desc, id desc);
