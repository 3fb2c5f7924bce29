-- A copy of a text looks for its images by their ids, in all texts of the company.
create index note_image_by_id on note_image (company_id, id);
