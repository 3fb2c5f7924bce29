-- Terminology files whose job was killed in its last attempt before such a job had a dead letter
-- (server/core/terminology/file-jobs.ts): nothing else ends them. An extraction can be requested again; its job, where
-- one is still queued, ends without an effect. A file that is still being read is younger than a day. Its bytes are
-- deleted with the file.
update terminology_file set status = 'EXTRACT_FAILED', error = 'PROVIDER_UNAVAILABLE' where status = 'EXTRACTING';

with unread as (
  update terminology_file
  set status = 'EXTRACT_FAILED', error = 'FILE_PROCESS_FAILED'
  where status = 'PARSING' and created_at < extract(epoch from now()) * 1000 - 86400000
  returning company_id, id
)
delete from service_use u using unread where u.company_id = unread.company_id and u.id = 'terminology/' || unread.id;
