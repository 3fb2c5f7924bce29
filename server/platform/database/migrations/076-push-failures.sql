-- Attempts in a row that a person's address of push messages did not answer in time, and when the last one was. Apart
-- from the subscription: it outlives it, so that to subscribe again does not end a pause.
create table push_failure (
  user_id       text not null references users (id) on delete cascade,
  -- SHA-256 of the address, hexadecimal
  endpoint_hash text not null,
  failures      integer not null,
  failed_at     bigint not null,
  primary key (user_id, endpoint_hash)
);
insert into push_failure (user_id, endpoint_hash, failures, failed_at)
select user_id, encode(sha256(convert_to(endpoint, 'UTF8')), 'hex'), max(failures), max(failed_at)
from push_subscription where failures > 0 group by 1, 2;
alter table push_subscription drop column failures;
alter table push_subscription drop column failed_at;
