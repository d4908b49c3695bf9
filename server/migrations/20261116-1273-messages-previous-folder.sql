-- Where a message in the trash was before, so that it can be restored: its folder and, where folders are labels, its
-- labels. No foreign key: a folder that is gone is not restored to.
alter table messages
  add column previous_folder_id uuid,
  add column previous_labels text[];
