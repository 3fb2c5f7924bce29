-- Meetings with a space of their own stay when their project is deleted. A restore puts them back.
alter table trash add column detached text[] not null default '{}';
