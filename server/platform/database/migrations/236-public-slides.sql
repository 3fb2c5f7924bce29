-- The slides of a research have a public address, as notes and canvases have.
alter table public_page
  drop constraint public_page_collection,
  add constraint public_page_collection check (collection in ('notes', 'canvases', 'researches'));
create trigger research_claims_public_address after insert on doc
  for each row when (new.collection = 'researches') execute function claim_public_page();

-- Where two companies have a research with the same id already, the first that publishes it has the address.
insert into public_page (collection, document_id, company_id)
select 'researches', id, min(company_id) from doc where collection = 'researches' and not (deleted and data = '{}')
group by id having count(*) = 1
on conflict (collection, document_id) do nothing;
