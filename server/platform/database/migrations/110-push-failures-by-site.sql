-- A person's attempts in a row that a site of push messages did not answer in time. By address, a client went on by
-- subscribing with another path. Earlier counts end: they are a day old at most.
drop table push_failure;
create table push_failure (
  user_id   text not null references users (id) on delete cascade,
  -- host and port of the address
  site      text not null,
  failures  integer not null,
  failed_at bigint not null,
  primary key (user_id, site)
);
