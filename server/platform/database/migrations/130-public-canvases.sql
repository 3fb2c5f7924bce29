-- Canvases have public addresses as notes have: the claims of both are in one table.
alter table public_note rename to public_page;
alter table public_page rename column note_id to document_id;
alter table public_page
  drop constraint public_note_collection_check,
  add constraint public_page_collection check (collection in ('notes', 'canvases')),
  drop constraint public_note_pkey,
  add primary key (collection, document_id),
  alter column collection drop default;

create or replace function claim_public_note() returns trigger language plpgsql as $$
begin
  insert into public_page (collection, document_id, company_id) values (new.collection, new.id, new.company_id)
    on conflict (collection, document_id) do nothing;
  return null;
end $$;
alter function claim_public_note() rename to claim_public_page;
create trigger canvas_claims_public_address after insert on doc
  for each row when (new.collection = 'canvases') execute function claim_public_page();
