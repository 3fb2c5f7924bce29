-- Third parties, signing in of the desktop app, and what devices say of themselves.
--
-- Which third parties there are stands in the operator's file (OAUTH_CLIENTS_FILE), with the hash of their secret and their key: the
-- table keeps their names for the grants of people.

alter table oauth_client drop column secret_hash, drop column signing_key, drop column redirect_urls, drop column scopes, drop column enabled;

-- one open grant for a person, a company, an app and the account there: allowed once more, it is the same
create unique index oauth_grant_open on oauth_grant (company_id, user_id, client_id, partner_user_id) where revoked_at is null;
create index oauth_code_grant on oauth_code (grant_id);
create index oauth_code_expires on oauth_code (expires_at);
create index oauth_token_expires on oauth_token (expires_at);

-- What the browser gives the desktop app in place of a session: single use, a minute, and of use only to the app that asked.
create table desktop_code (
  code_hash      text primary key,
  user_id        text not null references users (id) on delete cascade,
  company_id     text not null,
  -- PKCE, S256
  code_challenge text not null,
  expires_at     bigint not null,
  used_at        bigint
);
create index desktop_code_expires on desktop_code (expires_at);

-- when a device to be wiped was told so; erased_at from now on is when it said that it had erased
alter table sessions add column told_at bigint;
update sessions set told_at = erased_at where erased_at is not null;
-- how much was only on the device when it last said so
alter table sessions add column waiting integer not null default 0 check (waiting >= 0);
