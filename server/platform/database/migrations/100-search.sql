-- The full-text index of the server's search (server/core/search). It can be rebuilt from `doc` at any time.
--
--   search_company   up to which document of the company's clock the index follows
--   search_document  a document that a person finds and opens
--   search_source    one indexed document of it: itself, or a child document with its text
--   search_text      the words of a source, in parts that are small enough for one write
--   search_word      the words of a company, for prefixes and other forms
--
-- Numbers instead of ids: a question reads thousands of rows. Each word of `words` begins with the number of its company.

create table search_company (
  no integer generated always as identity primary key,
  company_id text not null unique,
  -- version of the tokeniser; another one rebuilds the index
  version integer not null,
  -- the last document that was read: its tick, collection and id
  seq bigint not null,
  collection text collate "C" not null,
  id text collate "C" not null,
  -- the process that follows, until when (milliseconds since the epoch)
  holder text not null,
  held_until bigint not null,
  -- the tick at the last clean-up of words
  cleaned_seq bigint not null
);

create table search_document (
  no integer generated always as identity primary key,
  company_no integer not null references search_company (no) on delete cascade,
  collection text not null,
  id text collate "C" not null,
  -- order among documents with equal scores
  place bigint not null,
  unique (company_no, collection, id)
);

create table search_source (
  no integer generated always as identity primary key,
  document_no integer not null references search_document (no) on delete cascade,
  company_no integer not null,
  collection text not null,
  id text collate "C" not null,
  space_id text collate "C" not null,
  -- '' outside projects
  project_id text not null,
  rev text not null,
  version integer not null,
  -- number of tokens
  length integer not null,
  -- false while its words are being written: the row before it still answers
  is_live boolean not null
);
create unique index search_source_live on search_source (company_no, collection, id) where is_live;
create index search_source_by_id on search_source (company_no, collection, id);
create index search_source_by_document on search_source (document_no);
create index search_source_by_space on search_source (company_no, space_id) include (length) where is_live;

-- Without a foreign key: its locks could wait for a push that waits for them.
create table search_text (
  source_no integer not null,
  part integer not null,
  words tsvector not null,
  primary key (source_no, part)
);
-- Without a pending list, which each question would scan.
create index search_text_by_word on search_text using gin (words) with (fastupdate = off);

-- The sources of each query, by its number in the list. By the index always: the planner counts the pages of a table
-- without the long values beside it, and would rather read all words of every text.
create function search_hits(queries text[]) returns table (n bigint, sources integer[])
language plpgsql stable set enable_seqscan = off as $$
begin
  return query select q.n, h.sources from unnest(queries) with ordinality as q (query, n)
    cross join lateral (select array_agg(t.source_no) as sources from search_text t where t.words @@ q.query::tsquery) h
    where h.sources is not null;
end $$;

-- counts: the bits of all counts of the word in sources (server/core/search/lexemes.ts)
create table search_word (
  company_no integer not null references search_company (no) on delete cascade,
  word text collate "C" not null,
  counts integer not null,
  primary key (company_no, word)
);

-- The index follows the clock, and reads documents in its order.
create index doc_by_tick on doc (company_id, seq, collection, id);

-- A deleted document leaves the index, and a moved one changes its space, in the transaction of the change: before the
-- index has followed.
create function search_follow_doc() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from search_source s using search_company c
      where c.company_id = old.company_id and s.company_no = c.no and s.collection = old.collection and s.id = old.id;
  elsif new.deleted then
    delete from search_source s using search_company c
      where c.company_id = new.company_id and s.company_no = c.no and s.collection = new.collection and s.id = new.id;
  else
    update search_source s set space_id = new.space_id, project_id = coalesce(new.refs ->> 'projectId', '')
      from search_company c
      where c.company_id = new.company_id and s.company_no = c.no and s.collection = new.collection and s.id = new.id;
  end if;
  return null;
end $$;
create trigger search_follow_change after update on doc for each row
  when (new.deleted and not old.deleted or new.space_id <> old.space_id or new.refs ->> 'projectId' is distinct from old.refs ->> 'projectId')
  execute function search_follow_doc();
create trigger search_follow_delete after delete on doc for each row execute function search_follow_doc();

create function search_forget_texts() returns trigger language plpgsql as $$
begin
  delete from search_text t using gone where t.source_no = gone.no;
  return null;
end $$;
create trigger search_forget after delete on search_source referencing old table as gone
  for each statement execute function search_forget_texts();
