-- A device that hands over its unsent work hands over files of projects, too.
alter table handover_item drop constraint handover_item_kind_check;
alter table handover_item add constraint handover_item_kind_check
  check (kind in ('document', 'conflict', 'recording', 'image', 'file'));
