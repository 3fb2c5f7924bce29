-- Vectors of passages (server/core/retrieval), of the organizations that have an embedding provider. They can be made again
-- from `doc` at any time.
--
--   vector_company  up to which document of the company's clock the vectors follow, and of which model they are
--   vector_source   one document whose passages have vectors, and the document that a person finds by it
--   passage_vector  one passage: the hash of its words and its vector; the words stand in `doc` alone

create table vector_company (
  company_id text primary key,
  model text not null,
  -- the last document that was read: its tick, collection and id
  seq bigint not null,
  collection text collate "C" not null,
  id text collate "C" not null,
  -- the process that follows, until when (milliseconds since the epoch)
  holder text not null,
  held_until bigint not null
);

create table vector_source (
  no integer generated always as identity primary key,
  company_id text not null references vector_company (company_id) on delete cascade,
  collection text not null,
  id text collate "C" not null,
  target_collection text not null,
  target_id text collate "C" not null,
  model text not null,
  unique (company_id, collection, id)
);

create table passage_vector (
  source_no integer not null references vector_source (no) on delete cascade,
  n integer not null,
  hash bytea not null,
  -- one signed byte a dimension
  vector bytea not null,
  primary key (source_no, n)
);
-- Equal words of another document have the vector already.
create index passage_vector_by_hash on passage_vector (hash);

-- The vectors of a deleted document are deleted in the transaction of the deletion.
create function vector_forget_doc() returns trigger language plpgsql as $$
begin
  delete from vector_source s where s.company_id = old.company_id and s.collection = old.collection and s.id = old.id;
  return null;
end $$;
create trigger vector_forget_deleted after update on doc for each row when (new.deleted and not old.deleted)
  execute function vector_forget_doc();
create trigger vector_forget_gone after delete on doc for each row execute function vector_forget_doc();
