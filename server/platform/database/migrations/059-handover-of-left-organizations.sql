-- A session hands over once for each order: for its revocation, and for each removal of its person from a company while it goes on elsewhere.
-- `revoked_at` is the time of that order.
alter table handover drop constraint handover_session_id_company_id_key;
alter table handover add constraint handover_once unique (session_id, company_id, revoked_at);
