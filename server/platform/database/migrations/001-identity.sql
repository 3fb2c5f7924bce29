-- Identity: people, companies, departments, sessions.
--
-- Times are milliseconds since the epoch. What belongs to a company carries company_id first in its key.
-- Invitations, join requests, IP rules, grants of third parties and the audit log come as tables of their own beside these.

create table users (
  id                 text primary key,
  -- cleaned and in lower case, so that one address is one account
  email              text not null unique,
  name               text not null,
  -- argon2id in PHC form; null while the person has set none
  password_hash      text,
  has_password       boolean not null generated always as (password_hash is not null) stored,
  lang               text not null default 'en' check (lang in ('en', 'zh_hans', 'zh_hant', 'ja', 'ko')),
  avatar_key         text,
  -- the address was confirmed
  actived            boolean not null default true,
  -- false: may not sign in
  enabled            boolean not null default true,
  default_company_id text,
  created_at         bigint not null,
  updated_at         bigint not null
);

create table companies (
  id                   text primary key,
  name                 text not null,
  description          text not null default '',
  code                 text not null default '' check (char_length(code) <= 10),
  logo_key             text,
  must_change_password boolean not null default false,
  -- null: kept for good
  retention_days       integer check (retention_days > 0),
  -- bytes; null: no limit
  storage_limit        bigint check (storage_limit > 0),
  enabled              boolean not null default true,
  created_at           bigint not null,
  updated_at           bigint not null
);
create unique index companies_code on companies (code) where code <> '';

create table user_company (
  company_id      text not null references companies (id) on delete cascade,
  user_id         text not null references users (id) on delete cascade,
  -- the person's name in this company
  name            text not null,
  role            text not null default 'member' check (role in ('owner', 'admin', 'member')),
  -- pending: invited or waiting; sees nothing yet
  status          text not null default 'active' check (status in ('active', 'pending')),
  enabled         boolean not null default true,
  job_position_id text not null default '',
  started_at      bigint not null,
  updated_at      bigint not null,
  primary key (company_id, user_id)
);
create index user_company_user on user_company (user_id);
create unique index user_company_owner on user_company (company_id) where role = 'owner';

create table departments (
  company_id  text not null references companies (id) on delete cascade,
  id          text not null,
  -- null: directly below the company
  parent_id   text,
  name        text not null,
  code        text not null default '' check (char_length(code) <= 10),
  description text not null default '',
  created_at  bigint not null,
  updated_at  bigint not null,
  primary key (company_id, id),
  foreign key (company_id, parent_id) references departments (company_id, id)
);
create unique index departments_name on departments (company_id, coalesce(parent_id, ''), name);
create unique index departments_code on departments (company_id, code) where code <> '';

create table user_department (
  company_id    text not null,
  user_id       text not null,
  department_id text not null,
  primary key (company_id, user_id, department_id),
  foreign key (company_id, user_id) references user_company (company_id, user_id) on delete cascade,
  foreign key (company_id, department_id) references departments (company_id, id)
);
create index user_department_department on user_department (company_id, department_id);

-- One signed-in device of a person.
create table sessions (
  id             text primary key,
  user_id        text not null references users (id) on delete cascade,
  -- the company it works in; '' while the person has none
  company_id     text not null default '',
  device_name    text not null default '',
  user_agent     text not null default '',
  ip             text not null default '',
  created_at     bigint not null,
  last_seen_at   bigint not null,
  -- moves on with each refresh
  expires_at     bigint not null,
  revoked_at     bigint,
  revoked_reason text check (revoked_reason in ('logout', 'revoked', 'reuse', 'disabled', 'password')),
  -- the device erases its replica at its next contact
  wipe           boolean not null default false,
  -- when a device to be wiped was told so
  erased_at      bigint
);
create index sessions_user on sessions (user_id, last_seen_at);

-- A session's family of refresh tokens: the one without used_at is current, the others were exchanged. A token is stored as
-- sha256; `salt` lets the server that holds the key, and nobody who holds the table, say the current one again within the grace.
create table refresh_tokens (
  token_hash text primary key,
  session_id text not null references sessions (id) on delete cascade,
  generation integer not null,
  salt       text not null,
  created_at bigint not null,
  used_at    bigint,
  unique (session_id, generation)
);

-- Counters of failed sign-ins; the columns are those of rate-limiter-flexible.
create table login_attempts (
  key    varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- What was done once for this installation.
create table installation_marks (
  name    text primary key,
  done_at bigint not null
);
