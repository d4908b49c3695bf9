import { nextCursor, pageQuery, pageSizes } from './page.ts'
import { adminAccess, route } from './route.ts'
import { choice, dateTime, free, list, named, nullable, object, optional, string, uuid } from './schema.ts'

const filled = () => ({ ...string(), minLength: 1 }) as ReturnType<typeof string>

export const AuditEntry = named(
  'AuditEntry',
  object({
    id: uuid(),
    at: dateTime(),
    actorKind: choice('member', 'system', 'webhook'),
    actorMemberId: nullable(uuid()),
    action: filled(),
    targetKind: filled(),
    targetId: nullable(string()),
    details: free(),
    ip: nullable(string()),
  }),
)

export const audit = {
  list: route({
    method: 'GET',
    path: '/api/v1/admin/audit',
    access: adminAccess('admin:read'),
    title: { en: 'Read the audit log', fr: "Lire le journal d'audit" },
    description: {
      en: 'Newest first. An invalid cursor returns the first page.',
      fr: "Les entrées les plus récentes d'abord. Un curseur non valide renvoie la première page.",
    },
    query: pageQuery(pageSizes.standard, {
      action: optional(string()),
      actor: optional(uuid()),
      since: optional(dateTime()),
    }),
    status: 200,
    reply: object({ entries: list(AuditEntry), nextCursor }),
  }),
}
