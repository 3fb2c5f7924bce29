-- How many mails people caused, by day: to an address, from an organization (server/organization/mails/limits.ts).
create table mail_count (
  key text not null,
  -- days since the epoch, UTC
  day integer not null,
  n   integer not null,
  primary key (key, day)
);
create index mail_count_day on mail_count (day);
