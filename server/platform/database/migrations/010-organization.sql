-- The organization: links sent by mail, registration, invitations, join requests, rules of addresses, access log, audit trail,
-- third parties.
--
-- Times are milliseconds since the epoch. What belongs to a company carries company_id first in its key.

-- A link that was sent: signed, single use, and over at expires_at. What is in the link is not in this table, only its hash.
create table sent_link (
  key_hash   text primary key,
  kind       text not null check (kind in ('company', 'invitation', 'password', 'apply', 'email')),
  -- what it is about: an application, a membership, a person
  subject_id text not null,
  email      text not null,
  created_at bigint not null,
  expires_at bigint not null,
  used_at    bigint
);
create index sent_link_subject on sent_link (kind, subject_id);
create index sent_link_expires on sent_link (expires_at);

-- A company that somebody asked for and has not activated yet.
create table company_application (
  id            text primary key,
  company_name  text not null,
  user_name     text not null,
  email         text not null,
  job_role_id   text not null default '',
  password_hash text not null,
  lang          text not null,
  state         text not null default 'waiting' check (state in ('waiting', 'done')),
  company_id    text,
  sent_at       bigint not null,
  created_at    bigint not null
);
create index company_application_email on company_application (email);

-- The link with which anybody may apply to join a company.
create table invitation_key (
  company_id text not null references companies (id) on delete cascade,
  id         text not null,
  -- said again to administrators, so it is kept as it is; it only lets one apply
  key        text not null unique,
  created_by text not null,
  created_at bigint not null,
  expires_at bigint not null,
  revoked_at bigint,
  primary key (company_id, id)
);

-- Somebody who asks to join.
create table join_request (
  company_id    text not null references companies (id) on delete cascade,
  id            text not null unique,
  invitation_id text not null,
  -- a person who has an account already; null for one who will get it
  user_id       text references users (id) on delete cascade,
  name          text not null,
  email         text not null,
  -- of the account that approval makes
  password_hash text,
  memo          text not null default '',
  lang          text not null,
  -- verifying: the address is not confirmed yet
  state         text not null check (state in ('verifying', 'waiting', 'approved', 'refused')),
  sent_at       bigint not null,
  created_at    bigint not null,
  verified_at   bigint,
  reviewed_by   text,
  reviewed_at   bigint,
  department_id text,
  primary key (company_id, id)
);
create unique index join_request_open on join_request (company_id, email) where state in ('verifying', 'waiting');
create index join_request_state on join_request (company_id, state, created_at);

alter table companies add column ip_restricted boolean not null default false;
-- hours a session may go without a refresh; null: the default
alter table companies add column session_hours integer check (session_hours > 0);

create table ip_rule (
  company_id  text not null references companies (id) on delete cascade,
  id          text not null unique,
  type        text not null check (type in ('single', 'range', 'list')),
  value       text not null,
  description text not null default '',
  enabled     boolean not null default true,
  created_by  text not null,
  created_at  bigint not null,
  updated_at  bigint not null,
  primary key (company_id, id)
);

create table ip_access_log (
  company_id  text not null references companies (id) on delete cascade,
  id          text not null,
  at          bigint not null,
  ip          text not null,
  status      text not null check (status in ('ALLOW', 'DENY')),
  device_type text not null check (device_type in ('mobile', 'mac', 'windows', 'linux', 'api', 'unknown')),
  -- a country's code; '' where nobody says
  region      text not null default '',
  server_ip   text not null default '',
  user_agent  text not null default '',
  user_id     text not null default '',
  primary key (company_id, id)
);
create index ip_access_log_at on ip_access_log (company_id, at desc, id desc);
create index ip_access_log_status on ip_access_log (company_id, status, at desc, id desc);

-- What administrators did.
create table audit_entry (
  company_id   text not null references companies (id) on delete cascade,
  id           text not null,
  at           bigint not null,
  -- '' where Satchel did it by itself
  actor_id     text not null default '',
  actor_name   text not null default '',
  action       text not null,
  subject_kind text not null default '',
  subject_id   text not null default '',
  subject_name text not null default '',
  -- what changed, by field: [before, after]
  details      text not null default '{}',
  ip           text not null default '',
  primary key (company_id, id)
);
create index audit_entry_at on audit_entry (company_id, at desc, id desc);

-- A third party that may ask people for access (OAuth 2).
create table oauth_client (
  id            text primary key,
  name          text not null,
  -- the company that provides it
  provider      text not null,
  -- sha256 of its secret
  secret_hash   text not null,
  -- key of the signature of its requests
  signing_key   text not null,
  -- JSON array of whole addresses
  redirect_urls text not null,
  -- JSON array of what it may ask for
  scopes        text not null,
  enabled       boolean not null default true,
  created_at    bigint not null
);

create table oauth_grant (
  company_id        text not null references companies (id) on delete cascade,
  id                text not null unique,
  user_id           text not null references users (id) on delete cascade,
  client_id         text not null references oauth_client (id) on delete cascade,
  partner_user_id   text not null,
  partner_user_name text not null default '',
  scopes            text not null,
  created_at        bigint not null,
  last_used_at      bigint,
  revoked_at        bigint,
  primary key (company_id, id)
);
create index oauth_grant_user on oauth_grant (user_id);

create table oauth_code (
  code_hash      text primary key,
  grant_id       text not null references oauth_grant (id) on delete cascade,
  client_id      text not null,
  redirect_url   text not null,
  code_challenge text not null,
  expires_at     bigint not null,
  used_at        bigint
);

create table oauth_token (
  token_hash text primary key,
  grant_id   text not null references oauth_grant (id) on delete cascade,
  kind       text not null check (kind in ('access', 'refresh')),
  created_at bigint not null,
  expires_at bigint not null,
  used_at    bigint
);
create index oauth_token_grant on oauth_token (grant_id);

-- What the retention of a company deleted.
create table retention_receipt (
  company_id text not null references companies (id) on delete cascade,
  id         text not null,
  at         bigint not null,
  -- older than this was deleted
  before_at  bigint not null,
  -- JSON: how many of each kind
  counts     text not null,
  primary key (company_id, id)
);
