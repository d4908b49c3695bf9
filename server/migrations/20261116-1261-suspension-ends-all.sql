-- Mail of a suspended member waits until the member, active again, releases it.
alter table outgoing_messages drop constraint outgoing_messages_held_by_check;
alter table outgoing_messages add constraint outgoing_messages_held_by_check
  check (held_by in ('review', 'switch', 'suspension'));

-- Nothing leaves for a suspended member. A mailbox without an owner is being deleted, which delivery reports itself.
create or replace function sending_is_on(the_mailbox uuid) returns boolean
  language sql stable
  return not exists (
    select from sending_switches where not enabled and (mailbox_id is null or mailbox_id = the_mailbox)
  ) and not exists (
    select from mailbox_owners o join member_identities m on m.id = o.member_id
    where o.id = the_mailbox and m.status = 'suspended'
  );

-- Invitations end with the rights of who made them.
delete from invitations i using members m
where m.id = i.invited_by and (m.status <> 'active' or m.role <> 'admin');
