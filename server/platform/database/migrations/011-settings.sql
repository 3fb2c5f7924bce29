-- Settings of a company that are enforced: passwords, sessions, the lock of devices, storage, retention.
--
-- Times are milliseconds since the epoch.

-- Passwords that were chosen before must be changed; null while nobody must.
alter table companies add column must_change_password_since bigint;
-- hours after signing in; null: no end but that of a session without use (session_hours)
alter table companies add column session_max_hours integer check (session_max_hours > 0);
alter table companies add column device_lock text not null default 'off' check (device_lock in ('off', 'required'));
-- hours a device may be without the server before it locks
alter table companies add column lease_hours integer not null default 72 check (lease_hours between 1 and 720);
-- retention deletes nothing before this; null while nothing is deleted
alter table companies add column retention_from bigint;
-- The company's clock as an earlier run of the retention saw it: what reached the server after that is left for a later run.
alter table companies add column retention_mark_seq bigint;
alter table companies add column retention_mark_at bigint;

-- When the person chose the password; null: somebody else chose it, or it was not noted yet.
alter table users add column password_set_at bigint;

-- What retention deleted and a device may still bring back, until its content is erased.
create table retention_deleted (
  company_id text not null references companies (id) on delete cascade,
  collection text not null,
  id         text not null,
  at         bigint not null,
  primary key (company_id, collection, id)
);
create index retention_deleted_at on retention_deleted (company_id, at);
