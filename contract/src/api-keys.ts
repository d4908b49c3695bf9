import { ids, route, sessionAccess } from './route.ts'
import { dateTime, integer, list, name, named, nullable, object, optional, string, text } from './schema.ts'
import { ScopeValue } from './scopes.ts'

export const ApiKey = named(
  'ApiKey',
  object({
    id: string(),
    name: string(),
    prefix: text(8, 8),
    scopes: list(string()),
    memberId: string(),
    memberEmail: string(),
    createdAt: dateTime(),
    expiresAt: nullable(dateTime()),
    lastUsedAt: nullable(dateTime()),
    revokedAt: nullable(dateTime()),
  }),
)

export const apiKeys = {
  list: route({
    method: 'GET',
    path: '/api/v1/api-keys',
    access: sessionAccess,
    title: { en: 'List API keys', fr: 'Lister les clés API' },
    description: {
      en: 'Active keys first. The secret is never shown.',
      fr: "Les clés actives d'abord. Le secret n'est jamais affiché.",
    },
    status: 200,
    reply: object({ keys: list(ApiKey) }),
  }),
  create: route({
    method: 'POST',
    path: '/api/v1/api-keys',
    access: sessionAccess,
    title: { en: 'Create an API key', fr: 'Créer une clé API' },
    description: {
      en: 'The token is shown only once, in this reply.',
      fr: "Le jeton n'est affiché qu'une fois, dans cette réponse.",
    },
    body: object({
      name: name(1, 120),
      scopes: list(ScopeValue, 1, 20),
      expiresInDays: optional(integer(1, 730)),
    }),
    badRequest: 'api_key.bad_request',
    status: 201,
    reply: object({ key: ApiKey, token: string() }),
    errors: ['api_key.scope_forbidden'],
  }),
  revoke: route({
    method: 'POST',
    path: '/api/v1/api-keys/{id}/revoke',
    access: sessionAccess,
    title: { en: 'Revoke an API key', fr: 'Révoquer une clé API' },
    description: {
      en: 'Immediate and permanent. Revoking again keeps the first date.',
      fr: 'Immédiat et définitif. Une seconde révocation conserve la première date.',
    },
    params: ids('id'),
    status: 200,
    reply: object({ key: ApiKey }),
    notFound: 'api_key.not_found',
  }),
}
