-- Who was notified of a handover at notified_at (server/organization/handover/uploads.ts). Another reader, the heir of a
-- person who left meanwhile, is still to be notified.
alter table handover add column notified_user_id text;

-- The end of a handover notified its reader before notified_at existed. An heir after a later removal was not notified.
update handover h
set notified_at = h.finished_at,
    notified_user_id = coalesce(
      (select m.user_id from user_company m
        where m.company_id = h.company_id and m.user_id = h.user_id and m.status = 'active'),
      (select d.heir_id from departure d
        where d.company_id = h.company_id and d.user_id = h.user_id and d.left_at <= h.finished_at)
    )
where h.resolved_at is null and h.finished_at is not null;
