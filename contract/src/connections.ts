import { ids, keyAccess, route } from './route.ts'
import {
  choice,
  dateTime,
  list,
  map,
  name,
  named,
  object,
  optional,
  string,
  text,
  union,
  uuid,
} from './schema.ts'
import { OwnerScope } from './signatures.ts'

export const Connection = named(
  'Connection',
  object({
    id: uuid(),
    type: string({
      description:
        '`http_generic`, `imap`, `llm_provider`, `google_oauth`, `microsoft_oauth` or another type',
    }),
    name: string(),
    scope: OwnerScope,
    createdAt: dateTime(),
    updatedAt: dateTime(),
    kind: optional(choice('apiKey', 'bearer', 'basic', 'query')),
    integration: optional(string()),
    hint: optional(text(0, 4)),
    environment: optional(string()),
    capabilities: optional(list(string())),
  }),
)

/** The secret of an `http_generic` connection, by kind. */
export const httpSecrets = {
  apiKey: object({ kind: choice('apiKey'), headerName: text(1, 128), value: text(1, 4096) }),
  bearer: object({ kind: choice('bearer'), token: text(1, 4096) }),
  basic: object({ kind: choice('basic'), username: text(1, 256), password: text(1, 4096) }),
  query: object({ kind: choice('query'), paramName: text(1, 128), value: text(1, 4096) }),
}
const HttpSecret = Object.values(httpSecrets)

// The type decides which alternative applies: http_generic takes one of the first four only, any other type takes
// the map. The rule spans two fields (and, on a change, a stored one), so the slice checks it.
export const ConnectionData = named('ConnectionData', union(...HttpSecret, map(string())))

const Origins = object({ origins: list(text(1, 2048), 0, 50) })

export const connections = {
  list: route({
    method: 'GET',
    path: '/api/v1/credentials',
    access: keyAccess('connections:read'),
    title: { en: 'List connections', fr: 'Lister les connexions' },
    description: {
      en: "The member's first, then the organisation's; secrets are never included. Without `type`, lists every manageable type; with it, only that type, including OAuth accounts.",
      fr: "Celles du membre, puis celles de l'organisation, sans leurs secrets. Sans `type`, tous les types gérables ; avec `type`, uniquement celui-ci, comptes OAuth compris.",
    },
    query: object({ type: optional(string()) }),
    status: 200,
    reply: object({ items: list(Connection) }),
    badRequest: 'credential.bad_request',
  }),
  create: route({
    method: 'POST',
    path: '/api/v1/credentials',
    access: keyAccess('connections:write'),
    title: { en: 'Create a connection', fr: 'Créer une connexion' },
    description: {
      en: 'The secret is stored encrypted. Only administrators can use the scope `org`.',
      fr: 'Le secret est enregistré chiffré. La portée `org` est réservée aux administrateurs.',
    },
    idempotent: true,
    body: object({ type: string(), name: name(1, 80), scope: OwnerScope, data: ConnectionData }),
    status: 201,
    reply: object({ id: uuid() }),
    badRequest: 'credential.bad_request',
    errors: ['credential.admin_required', 'credential.encryption_disabled'],
  }),
  update: route({
    method: 'PUT',
    path: '/api/v1/credentials/{id}',
    access: keyAccess('connections:write'),
    title: { en: 'Change a connection', fr: 'Modifier une connexion' },
    description: {
      en: 'Without `data` the secret is kept; otherwise it is replaced as a whole, not merged.',
      fr: 'Sans `data`, le secret est conservé ; sinon il est remplacé en entier, sans fusion.',
    },
    params: ids('id'),
    body: object({ name: optional(name(1, 80)), data: optional(ConnectionData) }),
    status: 200,
    reply: object({ credential: Connection }),
    badRequest: 'credential.bad_request',
    notFound: 'credential.not_found',
    errors: ['credential.admin_required', 'credential.encryption_disabled'],
  }),
  origins: route({
    method: 'GET',
    path: '/api/v1/credentials/{id}/origins',
    access: keyAccess('connections:read'),
    title: { en: 'Read the origins of a connection', fr: "Lire les origines d'une connexion" },
    description: {
      en: "Where its secret may be sent. Without any, an organisation's connection cannot be used, and a member's own can be sent anywhere.",
      fr: "Là où son secret peut être envoyé. Sans origine, une connexion de l'organisation ne peut pas être utilisée et celle d'un membre peut être envoyée partout.",
    },
    openDetail: true,
    params: ids('id'),
    status: 200,
    reply: Origins,
    notFound: 'credential.not_found',
  }),
  setOrigins: route({
    method: 'PUT',
    path: '/api/v1/credentials/{id}/origins',
    access: keyAccess('connections:write'),
    title: { en: 'Set the origins of a connection', fr: "Définir les origines d'une connexion" },
    description: {
      en: 'Replaces the whole list. Each is a scheme, a host and an optional port, such as `https://api.example.com`; a path limits it to what lies below.',
      fr: "Remplace toute la liste. Chacune se compose d'un schéma, d'un hôte et d'un port facultatif, par exemple `https://api.example.com` ; un chemin la limite à ce qui se trouve en dessous.",
    },
    openDetail: true,
    params: ids('id'),
    body: Origins,
    status: 200,
    reply: Origins,
    badRequest: 'credential.bad_request',
    notFound: 'credential.not_found',
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v1/credentials/{id}',
    access: keyAccess('connections:write'),
    title: { en: 'Delete a connection', fr: 'Supprimer une connexion' },
    description: {
      en: 'Rejected while a published workflow uses it.',
      fr: "Refusé tant qu'un workflow publié l'utilise.",
    },
    openDetail: true,
    params: ids('id'),
    status: 204,
    notFound: 'credential.not_found',
    errors: ['credential.in_use'],
  }),
}
