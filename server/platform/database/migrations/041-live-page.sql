-- LivePages of a company, as its administrators see them. Times are milliseconds since the epoch.
create table live_page (
  company_id text not null references companies (id) on delete cascade,
  id         text not null,
  creator_id text not null,
  title      text not null,
  -- false: nobody but its creator and administrators sees it, whatever it is shared with
  visible    boolean not null default true,
  created_at bigint not null,
  primary key (company_id, id)
);
create index live_page_by_creation on live_page (company_id, created_at desc, id);
