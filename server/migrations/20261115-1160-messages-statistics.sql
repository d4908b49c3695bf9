-- Texts that no condition names need no statistics: while a mailbox grows, its tables are analysed every few seconds,
-- and two thirds of that work went into these.
alter table message_bodies
  alter column body_text set statistics 0,
  alter column body_html set statistics 0,
  alter column has_remote_images set statistics 0,
  alter column headers set statistics 0,
  alter column attachments set statistics 0,
  alter column message_id set statistics 10;
alter table messages
  alter column subject set statistics 0,
  alter column snippet set statistics 0,
  alter column from_name set statistics 0,
  alter column signal_reasons set statistics 0,
  alter column classification set statistics 0;
alter table threads
  alter column subject set statistics 0,
  alter column snippet set statistics 0,
  alter column participants set statistics 0,
  alter column classification set statistics 0;
