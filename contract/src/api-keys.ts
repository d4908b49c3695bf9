import { ids, route, sessionAccess } from './route.ts'
import { dateTime, integer, list, named, nullable, object, optional, string, text } from './schema.ts'
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
      en: 'Live keys first; the secret is never shown.',
      fr: "Les clés actives d'abord ; le secret n'est jamais montré.",
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
      en: 'The token is returned here once, never again.',
      fr: 'Le jeton est rendu ici une seule fois, jamais plus.',
    },
    body: object({
      name: text(1, 120),
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
      en: 'Immediate and final; revoking again keeps the first date.',
      fr: 'Immédiat et définitif ; une seconde révocation garde la première date.',
    },
    params: ids('id'),
    status: 200,
    reply: object({ key: ApiKey }),
    notFound: 'api_key.not_found',
  }),
}
