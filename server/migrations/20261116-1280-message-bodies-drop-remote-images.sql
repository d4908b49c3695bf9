-- Whether a message loads remote images is decided by the sanitiser whenever the message is read.
alter table message_bodies drop column has_remote_images;
