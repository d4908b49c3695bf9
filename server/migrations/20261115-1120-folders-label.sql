-- How the server calls a folder that is a label (Gmail): its messages stand in all mail, and are mirrored there.
-- Null for a folder that has messages of its own.
alter table folders add column label text;

-- While a folder that the server numbered anew is read again: what came after this and is not known is new mail.
alter table folders add column new_since timestamptz(3);
