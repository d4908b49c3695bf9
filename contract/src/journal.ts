import { MailAddress } from './mail-address.ts'
import { nextCursor, pageQuery, pageSizes } from './page.ts'
import { keyAccess, route } from './route.ts'
import {
  choice,
  dateTime,
  extend,
  list,
  named,
  nullable,
  object,
  openDetail,
  optional,
  string,
} from './schema.ts'

/** How an incoming message was processed. */
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

/** An entry of the journal across messages, with a reference to its message. */
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
      en: "How each incoming message of the member's mailboxes was processed, newest first. `from` and `to` limit when that was (`from` included, `to` not).",
      fr: 'Le traitement de chaque message reçu dans les boîtes du membre, du plus récent au plus ancien. `from` et `to` limitent la période (`from` inclus, `to` exclu).',
    },
    openDetail: true,
    query: pageQuery(pageSizes.standard, {
      mailboxId: optional(string()),
      outcome: optional(JournalOutcome),
      from: optional(dateTime()),
      to: optional(dateTime()),
    }),
    status: 200,
    reply: object({ entries: list(JournalRecord), nextCursor }),
  }),
}
