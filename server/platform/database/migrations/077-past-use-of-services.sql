-- Uses of services older than service_use keeps them, as numbers: totals over all time need no row for each use.
create table service_use_past (
  company_id text not null references companies (id) on delete cascade,
  user_id    text not null,
  service    text not null,
  uses       integer not null,
  primary key (company_id, service, user_id)
);
