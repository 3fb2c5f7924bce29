-- An image is known by its text and its id: devices make the ids, and somebody who reads one in a text must not be able to
-- take it for an image of his own. Rows from before keep their text. The new key serves what the old index did.
alter table note_image drop constraint note_image_pkey;
alter table note_image add primary key (company_id, content_id, id);
drop index note_image_content;
