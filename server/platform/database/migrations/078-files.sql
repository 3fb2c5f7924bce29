-- Files of projects, and temporary files of people. Bytes are the blob `uploads/<upload_id>`, while they arrive and for good.
-- Times are milliseconds since the epoch.

-- The stored versions of a file; its row is the document projectItems/<item_id>. Versions that were restored share a blob.
create table file_version (
  company_id text not null,
  item_id    text not null,
  version    integer not null check (version > 0),
  upload_id  text not null,
  name       text not null,
  size       bigint not null check (size > 0),
  -- of the whole, in hex
  sha256     text not null,
  -- media type by the table of types
  type       text not null,
  user_id    text not null,
  created_at bigint not null,
  primary key (company_id, item_id, version)
);
create index file_version_upload on file_version (company_id, upload_id);

-- Uploads that are not finished. A repeated request for the same bytes of a file is the same upload.
create table file_upload (
  company_id text not null,
  upload_id  text not null,
  -- the project item, or the temporary file
  file_id    text not null,
  -- '' for a temporary file
  project_id text not null,
  chat_id    text not null default '',
  user_id    text not null,
  name       text not null,
  size       bigint not null check (size > 0),
  sha256     text not null,
  -- the server makes the project item once the bytes have arrived
  makes_item boolean not null default false,
  created_at bigint not null,
  primary key (company_id, upload_id)
);
create unique index file_upload_same on file_upload (company_id, file_id, user_id, sha256);
create index file_upload_person on file_upload (company_id, user_id);
create index file_upload_age on file_upload (created_at);

create table temporary_file (
  company_id   text not null,
  id           text not null,
  user_id      text not null,
  chat_id      text not null default '',
  upload_id    text not null,
  name         text not null,
  size         bigint not null check (size > 0),
  sha256       text not null,
  type         text not null,
  parse_status text not null check (parse_status in ('waiting', 'parsing', 'parsed', 'failed')),
  -- an error code, '' for none
  error        text not null default '',
  pages        integer not null default 0,
  -- what the parser returned; null before
  text         jsonb,
  created_at   bigint not null,
  expires_at   bigint not null,
  primary key (company_id, id)
);
create index temporary_file_upload on temporary_file (company_id, upload_id);
create index temporary_file_person on temporary_file (company_id, user_id, chat_id);
create index temporary_file_end on temporary_file (expires_at);

-- What a signed address downloads as one zip.
create table file_batch (
  company_id   text not null,
  id           text not null,
  user_id      text not null,
  is_temporary boolean not null,
  file_ids     text[] not null,
  expires_at   bigint not null,
  primary key (company_id, id)
);
create index file_batch_end on file_batch (expires_at);
