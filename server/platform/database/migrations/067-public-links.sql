-- Whether members of a company may share notes by a public link. While it is false, no public page is shown.
alter table companies add column public_links boolean not null default true;
