-- Words that the server keeps with a message (IMAP keywords), as it last told them: what it tells otherwise was changed
-- there. Null: none, as of nearly all messages.
alter table messages add column keywords text[];
alter table messages alter column keywords set statistics 0;
