import type { Database } from '../../server/src/platform/db/database.ts'
import { sql } from '../../server/src/platform/db/sql.ts'
import { newId } from '../../server/src/platform/ids/ids.ts'

/** One mailbox with mail of a year: a third each of people, programs and newsletters, in English and French. */
export async function fill(db: Database, messages: number) {
  const [memberId, mailboxId, inbox, filed] = [newId(), newId(), newId(), newId()]
  await db.run(sql`
    insert into members (id, email, name, role, status, password_hash)
    values (${memberId}, 'ada@example.com', 'Ada', 'admin', 'active', '')`)
  await db.run(sql`
    insert into mailboxes (id, member_id, provider, address, servers, status)
    values (${mailboxId}, ${memberId}, 'imap', 'ada@example.com', '{}', 'error')`)
  await db.run(sql`
    insert into folders (id, mailbox_id, path, key, role, name) values
      (${inbox}, ${mailboxId}, 'INBOX', 'inbox', 'inbox', 'INBOX'),
      (${filed}, ${mailboxId}, 'Filed', 'folder:Filed', null, 'Filed')`)
  await db.run(sql`
    create temporary table kinds as
    select row_number() over () - 1 as k, s as subject from unnest(array[
      'Your order # has shipped', 'Invoice # of November', 'Votre facture # est disponible',
      'Demande de devis pour # lampes', 'Meeting on # about the project', 'Problem with lamp #',
      'Réservation # confirmée', 'Notes of week #', 'Hello from customer #', 'Statement #']) s`)
  const batch = 5_000
  for (let from = 0; from < messages; from += batch)
    await db.transaction(async (tx) => {
      await tx.run(sql`
        with made as (
          select gen_random_uuid() as id, gen_random_uuid() as thread_id, i,
            now() - make_interval(secs => 60 + (i::bigint * 31000000 / ${messages}::int)) as at,
            replace(k.subject, '#', i::text) as subject,
            case i % 3 when 0 then 'person' || i % 5000 || '@' || case i % 2 when 0 then 'gmail.com' else
                'company' || i % 700 || '.example' end
              when 1 then 'no-reply@service' || i % 300 || '.example'
              else 'news@list' || i % 200 || '.example' end as sender
          from generate_series(${from}::int, ${Math.min(from + batch, messages) - 1}::int) i
          join kinds k on k.k = i / 3 % 10
        ), threads_made as (
          insert into threads (id, mailbox_id, subject, last_message_at, message_count, unread_count, participants,
            participant_count, has_attachments, seen, flagged, draft, sent)
          select thread_id, ${mailboxId}, subject, at, 1, 0, '[]', 1, false, true, false, false, false from made
        ), messages_made as (
          insert into messages (id, mailbox_id, thread_id, folder_id, uid, received_at, from_name, from_email, subject,
            snippet, seen, flagged, draft, sent, is_no_reply, is_mailing_list, has_attachments, size, search)
          select id, ${mailboxId}, thread_id, case when i % 7 = 0 then ${filed}::uuid else ${inbox}::uuid end, i + 1, at,
            'Sender ' || i % 5000, sender, subject, 'Snippet', i % 4 > 0, false, false, false, i % 3 = 1, i % 3 = 2,
            i % 9 = 0, 5000, '' from made
        )
        insert into message_bodies (message_id, body_text, headers)
        select id, repeat('The lamp on the table is lit, the letter lies beside it. ', 40), '{"to": [{"email": "ada@example.com"}]}'
        from made`)
    })
  return { memberId, mailboxId }
}
