import { nextCursor, pageQuery, pageSizes } from './page.ts'
import { keyAccess, route } from './route.ts'
import {
  choice,
  integer,
  list,
  named,
  nullable,
  object,
  openDetail,
  optional,
  string,
  withDefault,
} from './schema.ts'

const DeskKind = choice('draft', 'approval')

/** Something that waits for the member's decision. */
export const DeskItem = openDetail(
  named(
    'DeskItem',
    object({
      kind: DeskKind,
      id: string(),
      title: string(),
      text: string(),
      workflowId: nullable(string()),
      workflowName: nullable(string()),
      executionId: nullable(string()),
      owner: object({ id: string(), name: string() }),
      about: nullable(
        object({
          messageId: string(),
          threadId: nullable(string()),
          fromName: nullable(string()),
          fromEmail: string(),
          subject: string(),
          receivedAt: string(),
        }),
      ),
      reason: nullable(string()),
      waitingSince: string(),
      deadline: nullable(string()),
    }),
  ),
)

export const DeskCounts = openDetail(
  named(
    'DeskCounts',
    object({ drafts: integer(0), approvals: integer(0), total: integer(0), dueSoon: integer(0) }),
  ),
)

export const desk = {
  list: route({
    method: 'GET',
    path: '/api/v1/desk',
    access: keyAccess('review:read'),
    title: { en: 'List what waits for me', fr: 'Lister ce qui attend ma décision' },
    description: {
      en: 'Drafts to review and approvals to decide in one list. `urgent` (default): earliest deadline first, then longest waiting; `newest`: latest first. `text` has at most 2,000 characters. `counts` covers everything that waits, whatever the filters; `dueSoon` is due within 24 hours. A key without `approvals:read` sees drafts only.',
      fr: "Brouillons à relire et approbations à décider, dans une seule liste. `urgent` (par défaut) : échéance la plus proche d'abord, puis attente la plus longue ; `newest` : les plus récents d'abord. `text` compte au plus 2 000 caractères. `counts` porte sur tout ce qui attend, quels que soient les filtres ; `dueSoon` arrive à échéance sous 24 heures. Une clé sans `approvals:read` ne voit que les brouillons.",
    },
    openDetail: true,
    query: pageQuery(pageSizes.review, {
      order: withDefault(choice('urgent', 'newest'), 'urgent'),
      kind: optional(DeskKind),
    }),
    status: 200,
    reply: object({ items: list(DeskItem), nextCursor, counts: DeskCounts }),
  }),
  counts: route({
    method: 'GET',
    path: '/api/v1/desk/counts',
    access: keyAccess('review:read'),
    title: { en: 'Count what waits for me', fr: 'Compter ce qui attend ma décision' },
    description: {
      en: 'For a badge. The live events `review.updated` and `approval.updated` say when to read it again.',
      fr: 'Pour une pastille. Les événements temps réel `review.updated` et `approval.updated` indiquent quand le relire.',
    },
    openDetail: true,
    status: 200,
    reply: DeskCounts,
  }),
}
