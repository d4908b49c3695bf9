import { MailAddress } from './mail-address.ts'
import { nextCursor, pageQuery, pageSizes } from './page.ts'
import { keyAccess, route } from './route.ts'
import { choice, extend, list, named, nullable, object, openDetail, optional, string } from './schema.ts'

/** What became of an incoming message. */
export const JournalOutcome = choice(
  'excluded_org',
  'excluded_member',
  'guardrail',
  'unmatched',
  'dispatched',
)

export const JournalEntry = named(
  'JournalEntry',
  object({ id: string(), outcome: JournalOutcome, ruleRef: nullable(string()), createdAt: string() }),
)

/** An entry of the general journal also says which message it is about. */
export const JournalRecord = openDetail(
  named(
    'JournalRecord',
    extend(JournalEntry, {
      mailboxId: string(),
      messageId: nullable(string()),
      from: nullable(MailAddress),
      subject: nullable(string()),
    }),
  ),
)

export const journal = {
  list: route({
    method: 'GET',
    path: '/api/v1/journal',
    access: keyAccess('messages:read'),
    title: { en: 'Read the mail journal', fr: 'Lire le journal du courrier' },
    description: {
      en: "What became of each incoming message of the member's mailboxes, newest first.",
      fr: 'Ce que chaque message reçu dans les boîtes du membre est devenu, du plus récent au plus ancien.',
    },
    openDetail: true,
    query: pageQuery(pageSizes.standard, {
      mailboxId: optional(string()),
      outcome: optional(JournalOutcome),
    }),
    status: 200,
    reply: object({ entries: list(JournalRecord), nextCursor }),
  }),
}
