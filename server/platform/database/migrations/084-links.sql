-- Links of projects: what the server remembers of websites and pages beside their project items. Times are milliseconds
-- since the epoch.
create table link (
  company_id  text not null,
  -- of the project item: a website or a single page
  id          text collate "C" not null,
  collection  text not null default 'projectItems' check (collection = 'projectItems'),
  -- its identity (sync/model/link-address.ts)
  address     text collate "C" not null,
  -- when it was last begun to be read
  tried_at    bigint not null default 0,
  primary key (company_id, id),
  foreign key (company_id, collection, id) references doc (company_id, collection, id)
    on delete cascade deferrable initially deferred
);
create index link_address on link (company_id, address);

-- A page that was read: of a website, or a single one, whose site is itself.
create table link_page (
  company_id    text not null,
  site_id       text collate "C" not null,
  -- of its project item
  item_id       text collate "C" not null,
  -- its identity: the canonical address
  address       text collate "C" not null,
  -- the address that was fetched, and what its server said of the answer, for conditional requests
  url           text not null,
  etag          text not null default '',
  last_modified text not null default '',
  -- SHA-256 of its text, hex; '' while none was read
  hash          text not null default '',
  -- the addresses that it refers to
  links         jsonb not null default '[]',
  -- a person deleted it: it is not read again
  removed       boolean not null default false,
  primary key (company_id, item_id),
  unique (company_id, site_id, address),
  foreign key (company_id, site_id) references link (company_id, id) on delete cascade deferrable initially deferred
);

-- When the next request to a host may begin, for all companies and processes.
create table web_host (
  host    text primary key,
  next_at bigint not null
);

-- What origins say in /robots.txt, cached.
create table web_robots (
  origin     text primary key,
  -- found: the text; none: there is none, everything is allowed; failed: it could not be read, nothing is allowed
  state      text not null check (state in ('found', 'none', 'failed')),
  body       text not null,
  fetched_at bigint not null
);
create index web_host_by_time on web_host (next_at);
create index web_robots_by_time on web_robots (fetched_at);
