-- One row that /readyz writes: a database that can be read and not written (a full disk, a read-only replica) is not ready.

create table write_probe (
  id  smallint primary key,
  at  bigint not null
);
