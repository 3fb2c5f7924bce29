-- The company whose note the public address of an id shows. Devices create the ids, so that a second company may have a
-- note with the same one. The first that publishes it has the address until its note is erased.
create table public_note (
  note_id    text collate "C" primary key,
  company_id text not null,
  -- the note's document
  collection text not null default 'notes' check (collection = 'notes'),
  foreign key (company_id, collection, note_id) references doc (company_id, collection, id)
    on delete cascade deferrable initially deferred
);
create index public_note_of_company on public_note (company_id, note_id);

-- Where two companies have a public note with the same id, nobody knows which was first: its address stays closed, as it
-- was, until one of them publishes the note again. A note in the trash may return with its project, and has its claim
-- unless a note outside the trash has it.
insert into public_note (note_id, company_id)
select id, (array_agg(company_id order by deleted))[1] from doc
where collection = 'notes' and data ->> 'shareRange' = 'public'
group by id having count(*) = 1 or count(*) filter (where not deleted) = 1;
