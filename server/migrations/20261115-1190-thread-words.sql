-- Which words the messages of a thread have: one letter a word, so that a search passes over a thread that cannot match
-- without a look at its messages. Null: not known, or too many; such a thread is always looked at.
create table thread_words (
  -- Looked at when the transaction ends: a thread is written after its words.
  thread_id uuid primary key references threads (id) on delete cascade deferrable initially deferred,
  words text collate "C"
) with (toast_tuple_target = 8160);
alter table thread_words alter column words set statistics 0;
insert into thread_words (thread_id) select id from threads;
