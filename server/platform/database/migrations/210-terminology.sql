-- Files from which terms of an organization are extracted. Bytes are the blob `uploads/<upload_id>` until their text is read.
-- Times are milliseconds since the epoch.
create table terminology_file (
  company_id text not null references companies (id) on delete cascade,
  id         text not null,
  upload_id  text not null,
  user_id    text not null,
  name       text not null,
  size       bigint not null check (size > 0),
  -- extension with its dot
  format     text not null,
  status     text not null check (status in ('READY', 'PARSING', 'PARSED', 'EXTRACTING', 'EXTRACT_FINISH', 'EXTRACT_FAILED')),
  -- an error code, '' for none
  error      text not null default '',
  -- lines of the text; null before it is read
  lines      jsonb,
  -- terms to be reviewed: [{term, definition, count}]
  candidates jsonb not null default '[]',
  -- how they were extracted: 'model', 'frequency', '' before
  mode       text not null default '',
  -- number of extractions that were asked for
  extraction integer not null default 0,
  created_at bigint not null,
  primary key (company_id, id)
);
create index terminology_file_upload on terminology_file (company_id, upload_id);
create index terminology_file_newest on terminology_file (company_id, created_at desc, id desc);
