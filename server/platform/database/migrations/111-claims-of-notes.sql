-- The public address of an id belongs to the first company that stores a note with it. By publishing alone, somebody who
-- had read an id could publish a note of another company with it, and keep the address from the first one.
create function claim_public_note() returns trigger language plpgsql as $$
begin
  insert into public_note (note_id, company_id) values (new.id, new.company_id) on conflict (note_id) do nothing;
  return null;
end $$;
create trigger note_claims_public_address after insert on doc
  for each row when (new.collection = 'notes') execute function claim_public_note();

-- Where two companies have a note with the same id already, the first that publishes it has the address, as before.
insert into public_note (note_id, company_id)
select id, min(company_id) from doc where collection = 'notes' and not (deleted and data = '{}')
group by id having count(*) = 1
on conflict (note_id) do nothing;
