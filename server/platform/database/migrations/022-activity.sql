-- What the overview of the console counts.
--
-- Times are milliseconds since the epoch.

-- Who used a session of a company in which hour (`at`: the hour's beginning in UTC): enough to count active people by hour, day and
-- month in any time zone, and no more. Shown as counts only; kept for 400 days (identity-clean-up).
create table user_activity (
  company_id text not null references companies (id) on delete cascade,
  at         bigint not null,
  user_id    text not null references users (id) on delete cascade,
  primary key (company_id, at, user_id)
);
create index user_activity_at on user_activity (at);

-- Views of a page by UTC day (`day`: its beginning).
create table page_view (
  company_id text not null references companies (id) on delete cascade,
  kind       text not null,
  subject_id text not null,
  day        bigint not null,
  views      integer not null,
  primary key (company_id, kind, subject_id, day)
);

-- Projects and threads by kind and time of creation: read by conditions alone, so that no long body is unpacked for a count.
create index doc_by_creation on doc (company_id, collection, (coalesce(data ->> 'kind', '')), (data -> 'createdAt'))
  where collection in ('projects', 'threads') and not deleted;
