-- The vectors of an organization have one number of dimensions, that of the first which is stored: vectors of different
-- dimensions cannot be compared. Where a provider has changed it, all vectors are made again.
alter table vector_company add column dimensions integer;

create temporary table dimensions_before on commit drop as
  select v.company_id, min(octet_length(p.vector)) as least, max(octet_length(p.vector)) as most
  from vector_company v join vector_source s on s.company_id = v.company_id and s.model = v.model
    join passage_vector p on p.source_no = s.no
  group by v.company_id;
delete from vector_company v using dimensions_before d where d.company_id = v.company_id and d.least <> d.most;
update vector_company v set dimensions = d.least from dimensions_before d where d.company_id = v.company_id;

-- a document for which the provider gave no usable vectors: when it is tried again (milliseconds since the epoch)
alter table vector_source add column retry_at bigint;
create index vector_source_refused on vector_source (company_id, retry_at) where retry_at is not null;
-- the order in which an organization's vectors are copied into the index of all
create index vector_source_by_number on vector_source (company_id, no);
