-- Images of notes and of meetings' notes. The bytes of one are the blob `uploads/<upload_id>`, while they arrive and for good.
create table note_image (
  company_id   text not null,
  -- made by the device; named by the text
  id           text not null,
  -- the text that it was inserted into: who edits that text sends it, who reads it sees it
  content_id   text not null,
  user_id      text not null,
  upload_id    text not null,
  size         bigint not null check (size > 0),
  state        text not null check (state in ('open', 'finished')),
  -- by content, once finished
  type         text not null default '' check (type in ('', 'image/png', 'image/jpeg', 'image/webp', 'image/gif')),
  width        integer not null default 0,
  height       integer not null default 0,
  -- of the whole, in hex; '' while open
  sha256       text not null default '',
  created_at   bigint not null,
  finished_at  bigint,
  -- the revision of the text that was searched for it last, and since when none of them names it; null: the last one does
  checked_rev  text not null default '',
  unused_since bigint,
  primary key (company_id, id)
);
create unique index note_image_upload on note_image (company_id, upload_id);
create index note_image_content on note_image (company_id, content_id);
create index note_image_open on note_image (created_at) where state = 'open';

-- A device that hands over its unsent work hands over images, too.
alter table handover_item drop constraint handover_item_kind_check;
alter table handover_item add constraint handover_item_kind_check check (kind in ('document', 'conflict', 'recording', 'image'));
