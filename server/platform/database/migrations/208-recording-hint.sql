-- Whether the recorder reminds members of a company to tell everybody that they record.
alter table companies add column recording_hint boolean not null default true;
