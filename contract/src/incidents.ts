import { nextCursor, pageQuery, pageSizes } from './page.ts'
import { ids, keyAccess, route } from './route.ts'
import { dateTime, list, named, nullable, object, optional, string, text } from './schema.ts'

export const Incident = named(
  'Incident',
  object({
    id: string(),
    executionId: string(),
    workflowId: string(),
    workflowName: string(),
    mailboxId: nullable(string()),
    failedAt: string(),
    errorSummary: text(0, 200),
    nodeId: nullable(string()),
    nodeName: nullable(string()),
    acknowledgedAt: nullable(string()),
  }),
)

export const incidents = {
  list: route({
    method: 'GET',
    path: '/api/v1/executions/incidents',
    access: keyAccess('notifications:read'),
    title: { en: 'List incidents', fr: 'Lister les incidents' },
    description: {
      en: 'One per failed execution. `unacknowledged=true` lists only unacknowledged incidents.',
      fr: 'Un par exécution en échec. `unacknowledged=true` ne liste que les incidents non acquittés.',
    },
    query: pageQuery(pageSizes.standard, { since: optional(dateTime()), unacknowledged: optional(string()) }),
    status: 200,
    reply: object({ items: list(Incident), nextCursor }),
  }),
  acknowledge: route({
    method: 'POST',
    path: '/api/v1/executions/incidents/{id}/acknowledge',
    access: keyAccess('notifications:write'),
    title: { en: 'Acknowledge an incident', fr: 'Acquitter un incident' },
    description: {
      en: 'Acknowledging again keeps the first time.',
      fr: 'Un second acquittement conserve la première date.',
    },
    params: ids('id'),
    status: 200,
    reply: object({ acknowledgedAt: string() }),
    notFound: 'incident.not_found',
  }),
}
