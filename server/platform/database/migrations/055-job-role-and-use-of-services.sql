-- The job role that the registration asks for, apart from the job position: until now the role was stored as the position, and nothing else was.
alter table user_company add column job_role_id text not null default '';
update user_company set job_role_id = job_position_id, job_position_id = '' where job_position_id <> '';

-- What people use of services that have a price, e.g. `websearch.call`. Times are milliseconds since the epoch.
create table service_use (
  company_id text not null references companies (id) on delete cascade,
  id         text not null,
  user_id    text not null,
  service    text not null,
  created_at bigint not null,
  primary key (company_id, id)
);
create index service_use_by_time on service_use (company_id, service, created_at);
