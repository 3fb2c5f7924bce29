-- Replication: who sees what, and every replicated document, in commit order (server/sync).
--
--   company_clock   one tick per writing transaction; its row lock lasts to the commit, so the order of ticks is the order of commits
--   *_seq           a tick of that clock
--
-- Ids compare by bytes (collate "C"): a checkpoint (seq, id) must mean the same after an upgrade of the server's locales.

create table company_clock (
  company_id text primary key,
  seq bigint not null
);

-- Who belongs to the company at all. An inactive person sees nothing, whatever else is granted.
create table company_member (
  company_id text not null,
  user_id text not null,
  first_seq bigint not null,
  since_seq bigint not null,
  until_seq bigint,
  primary key (company_id, user_id)
);

-- everyone_*: access of all active members of the company, with the ticks at which it began, ended, and first began.
create table space (
  company_id text not null,
  id text collate "C" not null,
  everyone_role text,
  everyone_since bigint,
  everyone_until bigint,
  everyone_first bigint,
  primary key (company_id, id)
);
create index space_of_everyone on space (company_id) where everyone_first is not null;

-- Access granted by name. until_seq is set while it is lost; since_seq rises with every change of the role.
create table member (
  company_id text not null,
  user_id text not null,
  space_id text collate "C" not null,
  role text not null,
  first_seq bigint not null,
  since_seq bigint not null,
  until_seq bigint,
  primary key (company_id, user_id, space_id)
);
create index member_of_space on member (company_id, space_id);

-- created_seq: the tick at which the document entered its present space. refs: its fields that hold ids, for lookups.
-- A deleted document keeps its data until it is purged, so that an edit that beats the deletion cannot forge what the server owns.
create table doc (
  company_id text not null,
  collection text not null,
  id text collate "C" not null,
  space_id text collate "C" not null,
  seq bigint not null,
  created_seq bigint not null,
  rev text not null,
  deleted boolean not null,
  deleted_at bigint,
  refs jsonb not null,
  data jsonb not null,
  primary key (company_id, collection, id)
);
create index doc_by_change on doc (company_id, space_id, collection, seq, id);
create index doc_by_id on doc (company_id, space_id, collection, id);
create index doc_by_ref on doc using gin (refs jsonb_path_ops) with (fastupdate = off);
create index doc_to_purge on doc (deleted_at) where deleted;

-- A document that left a space. created_seq: the tick at which it had entered it.
create table doc_exit (
  company_id text not null,
  space_id text collate "C" not null,
  collection text not null,
  id text collate "C" not null,
  seq bigint not null,
  created_seq bigint not null,
  left_at bigint not null,
  primary key (company_id, space_id, collection, id)
);
create index doc_exit_to_purge on doc_exit (left_at);

-- Up to which tick deletions of a collection in a space were purged.
create table space_gc (
  company_id text not null,
  space_id text collate "C" not null,
  collection text not null,
  gc_seq bigint not null,
  primary key (company_id, space_id, collection)
);

-- Every space a person ($2) of a company ($1) sees or has seen: the one place where visibility is decided.
--   since_seq   from when everything in it counts as changed for the person; never falls, as pages are read in its order
--   until_seq   when it was lost (where not visible)
--   first_seq   before it the person saw nothing of it
create function sync_access(text, text)
returns table (space_id text, visible boolean, role text, since_seq bigint, until_seq bigint, first_seq bigint)
language sql stable as $$
  select
    coalesce(m.space_id, s.id),
    coalesce(cm.until_seq is null and (m.live or s.live), false),
    case
      when cm.until_seq is not null then null
      when m.live and m.role = 'owner' or s.live and s.everyone_role = 'owner' then 'owner'
      when m.live and m.role = 'contributor' or s.live and s.everyone_role = 'contributor' then 'contributor'
      when m.live or s.live then 'viewer'
    end,
    greatest(cm.since_seq, m.since_seq, m.until_seq, s.everyone_since, s.everyone_until),
    greatest(
      case when m.space_id is not null then least(m.until_seq, cm.until_seq) end,
      case when s.id is not null then least(s.everyone_until, cm.until_seq) end),
    least(m.first_seq, case when s.id is not null then greatest(s.everyone_first, cm.first_seq) end)
  from (select *, until_seq is null as live from member where company_id = $1 and user_id = $2) m
  full join (select *, everyone_until is null as live from space where company_id = $1 and everyone_first is not null) s on s.id = m.space_id
  cross join (select * from company_member where company_id = $1 and user_id = $2) cm
$$;
