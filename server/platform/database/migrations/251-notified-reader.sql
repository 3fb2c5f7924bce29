-- Who was notified of a handover at notified_at (server/organization/handover/uploads.ts). Another reader, the heir of a
-- person who left meanwhile, is still to be notified.
alter table handover add column notified_user_id text;

-- Earlier versions notified the reader at the end of a handover, and, where its device fell silent, at notified_at. They
-- wrote updated_at up to a millisecond after finished_at.
update handover
set notified_at = greatest(notified_at, finished_at, updated_at)
where resolved_at is null and finished_at is not null;

-- An heir who left after that passed the handover on to an heir of their own, who was not notified. Somebody who left
-- another departed person's documents to the same heir since may be that one: the heir is notified again rather than never.
update handover h
set notified_user_id = coalesce(
  (select m.user_id from user_company m
    where m.company_id = h.company_id and m.user_id = h.user_id and m.status = 'active'),
  (select d.heir_id from departure d
    where d.company_id = h.company_id and d.user_id = h.user_id and d.left_at <= h.notified_at
      and not exists (select 1 from departure later
        where later.company_id = d.company_id and later.heir_id = d.heir_id and later.user_id <> d.user_id
          and later.left_at > h.notified_at))
)
where h.resolved_at is null and h.notified_at is not null;
