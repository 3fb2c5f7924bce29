-- Meetings with a space of their own stay when their project is deleted. A restore puts them back.
alter table trash add column stayed text[] not null default '{}';
