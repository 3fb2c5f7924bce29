-- Which of a session's tokens its device is known to have received.

-- The newest generation of the family that was used, by an access token of it or by its exchange. A token before it is somebody's copy.
alter table sessions add column used_generation integer not null default 0;
