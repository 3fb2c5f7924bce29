-- A code of the desktop app belongs to the session that asked for it: once that has ended, the code opens nothing. Codes live a minute.
delete from desktop_code;
alter table desktop_code add column session_id text not null references sessions (id) on delete cascade;
create index desktop_code_session on desktop_code (session_id);
