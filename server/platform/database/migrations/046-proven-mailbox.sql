-- When the owner of an address first proved that it is theirs, by the link of a mail. Times are milliseconds since the epoch.
--
-- An account without this time has no password, no session and no grant: whatever was set before the proof may be a stranger's.

alter table users add column mailbox_proven_at bigint;
-- Accounts in use were confirmed by a mail when they came to be; when exactly was not noted.
update users set mailbox_proven_at = created_at where actived;

-- Passwords of accounts that nobody confirmed opened nothing so far.
update users set password_hash = null, password_set_at = null where not actived;

-- Since 011-settings.sql a password without a time is one that an administrator chose. Who chose it knows it, so it ends with its
-- sessions, and its person sets their own with "Forgot your password?". Older passwords may lack the time, too, and stay.
update sessions s set revoked_at = (extract(epoch from now()) * 1000)::bigint, revoked_reason = 'password'
  from users u, applied_migration m
  where s.user_id = u.id and s.revoked_at is null and m.name = '011-settings.sql'
    and u.password_hash is not null and u.password_set_at is null and u.created_at > extract(epoch from m.applied_at) * 1000;
update users u set password_hash = null from applied_migration m
  where m.name = '011-settings.sql'
    and u.password_hash is not null and u.password_set_at is null and u.created_at > extract(epoch from m.applied_at) * 1000;

alter table users drop column actived;
alter table users add constraint users_password_after_proof check (password_hash is null or mailbox_proven_at is not null);

-- A password typed with a form may be a stranger's: it is chosen with the link of the mail.
alter table company_application drop column password_hash;
update join_request set password_hash = null;
-- of the account that approval makes; chosen with the link of the mail
alter table join_request add constraint join_request_password_after_proof check (password_hash is null or verified_at is not null);
