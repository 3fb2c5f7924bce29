-- What people deleted and can still restore. The deleted documents themselves stay in doc; a row counts while its
-- document is deleted at the same tick. Times are milliseconds since the epoch.
create table trash (
  company_id text not null,
  collection text not null,
  id         text not null,
  seq        bigint not null,
  deleted_at bigint not null,
  deleted_by text not null,
  primary key (company_id, collection, id)
);
create index trash_age on trash (deleted_at);
