import { adminAccess, ids, keyAccess, route } from './route.ts'
import type { Static } from './schema.ts'
import {
  boolean,
  choice,
  dateTime,
  extend,
  integer,
  list,
  name,
  named,
  namePattern,
  nullable,
  object,
  openDetail,
  optional,
  string,
  text,
  uri,
  uuid,
} from './schema.ts'

export const LlmProvider = choice(
  'anthropic',
  'openai',
  'google',
  'mistral',
  'openrouter',
  'openai_compatible',
)

export const ModelRef = named('ModelRef', object({ provider: LlmProvider, model: string() }))

export const LlmDefaults = named(
  'LlmDefaults',
  object({
    classify: nullable(ModelRef),
    compose: nullable(ModelRef),
    extract: nullable(ModelRef),
    general: nullable(ModelRef),
    analyzer: nullable(ModelRef),
    assistant: nullable(ModelRef),
  }),
)

/** What models are used for. */
export const llmPurposes = ['classify', 'compose', 'extract', 'general', 'analyzer', 'assistant'] as const
export type LlmPurpose = (typeof llmPurposes)[number]

export const LlmConnection = named(
  'LlmConnection',
  object({ id: uuid(), provider: LlmProvider, label: string(), isDefault: boolean() }),
)

export const LlmConnectionAdmin = named(
  'LlmConnectionAdmin',
  extend(LlmConnection, {
    hasApiKey: boolean(),
    apiKeyHint: nullable(string()),
    baseUrl: nullable(string()),
    enabledModels: nullable(list(string())),
    updatedAt: dateTime(),
  }),
)

/** Limits that hold over all processes, and the state of the circuit breaker. */
const LlmLimits = named(
  'LlmLimits',
  openDetail(
    object({
      maxConcurrency: integer(1),
      maxPerMinute: nullable(integer(1)),
      circuit: object({
        state: choice('closed', 'open', 'half_open'),
        openedAt: nullable(dateTime()),
        retryAt: nullable(dateTime()),
        reason: nullable(string()),
      }),
    }),
  ),
)
export type LlmCircuit = Static<typeof LlmLimits>['circuit']

/** What an administrator has chosen; null where nothing was. */
const ConfiguredDefaults = named(
  'LlmConfiguredDefaults',
  openDetail(extend(LlmDefaults, { connectionId: nullable(uuid()) })),
)
const DefaultsSettings = object({ configured: ConfiguredDefaults, defaults: LlmDefaults })

const modelName = () => text(1, 128, { pattern: namePattern })
const secretFields = {
  apiKey: optional(text(1, 512)),
  withoutApiKey: optional(boolean()),
}
const writtenModel = () => nullable(object({ provider: LlmProvider, model: modelName() }))
const writeErrors = [
  'llm.encryption_disabled',
  'llm.invalid_base_url',
  'llm.api_key_required',
  'llm.connection_label_taken',
] as const

export const ai = {
  defaults: route({
    method: 'GET',
    path: '/api/v1/llm-defaults',
    access: keyAccess('connections:read'),
    title: { en: 'Read the default model for each purpose', fr: 'Lire le modèle par défaut de chaque usage' },
    description: {
      en: 'Null for a purpose that no provider can serve.',
      fr: "Null pour un usage qu'aucun fournisseur ne couvre.",
    },
    status: 200,
    reply: object({ defaults: LlmDefaults }),
  }),
  list: route({
    method: 'GET',
    path: '/api/v1/llm-connections',
    access: keyAccess('connections:read'),
    title: { en: 'List AI connections', fr: "Lister les connexions d'IA" },
    status: 200,
    reply: object({ connections: list(LlmConnection) }),
  }),
  models: route({
    method: 'GET',
    path: '/api/v1/llm-connections/{id}/models',
    access: keyAccess('connections:read'),
    title: { en: 'List the models of an AI connection', fr: "Lister les modèles d'une connexion d'IA" },
    description: {
      en: 'When `restricted` is true, only the listed models are allowed; otherwise the list is just a suggestion.',
      fr: "Si `restricted` vaut true, seuls les modèles listés sont autorisés ; sinon, la liste n'est qu'une aide à la saisie.",
    },
    callsOut: true,
    params: ids('id'),
    status: 200,
    reply: object({
      connectionId: uuid(),
      provider: LlmProvider,
      models: list(string()),
      restricted: boolean(),
    }),
    notFound: 'llm.connection_not_found',
  }),
  adminList: route({
    method: 'GET',
    path: '/api/v1/admin/llm/connections',
    access: adminAccess('admin:read'),
    title: {
      en: 'List AI connections with their settings',
      fr: "Lister les connexions d'IA avec leurs réglages",
    },
    status: 200,
    reply: object({ connections: list(LlmConnectionAdmin) }),
  }),
  create: route({
    method: 'POST',
    path: '/api/v1/admin/llm/connections',
    access: adminAccess('admin:write'),
    title: { en: 'Create an AI connection', fr: "Créer une connexion d'IA" },
    description: {
      en: 'The label is unique on the instance. The audit log records the change without the key.',
      fr: "Le libellé est unique sur l'instance. Le journal d'audit enregistre le changement sans la clé.",
    },
    idempotent: true,
    body: object({
      provider: LlmProvider,
      label: name(1, 80),
      ...secretFields,
      baseUrl: optional(uri(2048)),
      enabledModels: optional(list(modelName(), 1, 64)),
      makeDefault: optional(boolean()),
    }),
    status: 201,
    reply: LlmConnectionAdmin,
    errors: writeErrors,
  }),
  update: route({
    method: 'PUT',
    path: '/api/v1/admin/llm/connections/{id}',
    access: adminAccess('admin:write'),
    title: { en: 'Change an AI connection', fr: "Modifier une connexion d'IA" },
    description: {
      en: 'Only the given fields change; omit `apiKey` to keep the current key. `withoutApiKey` deletes it.',
      fr: 'Seuls les champs fournis changent ; omettez `apiKey` pour conserver la clé actuelle. `withoutApiKey` la supprime.',
    },
    openDetail: true,
    params: ids('id'),
    body: object({
      label: optional(name(1, 80)),
      ...secretFields,
      baseUrl: optional(uri(2048)),
      enabledModels: optional(list(modelName(), 1, 64)),
    }),
    status: 200,
    reply: LlmConnectionAdmin,
    notFound: 'llm.connection_not_found',
    errors: writeErrors,
  }),
  limits: route({
    method: 'GET',
    path: '/api/v1/admin/llm/connections/{id}/limits',
    access: adminAccess('admin:read'),
    title: { en: 'Read the limits of an AI connection', fr: "Lire les limites d'une connexion d'IA" },
    openDetail: true,
    params: ids('id'),
    status: 200,
    reply: LlmLimits,
    notFound: 'llm.connection_not_found',
  }),
  limit: route({
    method: 'PUT',
    path: '/api/v1/admin/llm/connections/{id}/limits',
    access: adminAccess('admin:write'),
    title: { en: 'Limit an AI connection', fr: "Limiter une connexion d'IA" },
    description: {
      en: 'Only the given fields change. The limits hold over all processes; `maxPerMinute: null` removes that limit.',
      fr: 'Seuls les champs fournis changent. Les limites valent pour tous les processus ; `maxPerMinute: null` retire cette limite.',
    },
    openDetail: true,
    params: ids('id'),
    body: object({
      maxConcurrency: optional(integer(1, 1000)),
      maxPerMinute: optional(nullable(integer(1, 1_000_000))),
    }),
    status: 200,
    reply: LlmLimits,
    notFound: 'llm.connection_not_found',
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v1/admin/llm/connections/{id}',
    access: adminAccess('admin:write'),
    title: { en: 'Delete an AI connection', fr: "Supprimer une connexion d'IA" },
    openDetail: true,
    params: ids('id'),
    status: 204,
    notFound: 'llm.connection_not_found',
  }),
  test: route({
    method: 'POST',
    path: '/api/v1/admin/llm/connections/{id}/test',
    access: adminAccess('admin:write'),
    title: { en: 'Test an AI connection', fr: "Tester une connexion d'IA" },
    description: {
      en: 'Asks the provider for its models and one of them for a word. A success closes an open circuit.',
      fr: "Demande au fournisseur ses modèles, et un mot à l'un d'eux. Un succès referme un circuit ouvert.",
    },
    openDetail: true,
    callsOut: true,
    params: ids('id'),
    body: object({ model: optional(modelName()) }),
    status: 200,
    reply: object({
      ok: boolean(),
      model: nullable(string()),
      models: list(string()),
      durationMs: integer(0),
      error: nullable(object({ code: string(), message: string() })),
    }),
    notFound: 'llm.connection_not_found',
  }),
  settings: route({
    method: 'GET',
    path: '/api/v1/admin/llm/defaults',
    access: adminAccess('admin:read'),
    title: { en: 'Read the configured default models', fr: 'Lire les modèles par défaut configurés' },
    openDetail: true,
    status: 200,
    reply: DefaultsSettings,
  }),
  configure: route({
    method: 'PUT',
    path: '/api/v1/admin/llm/defaults',
    access: adminAccess('admin:write'),
    title: { en: 'Set the default models', fr: 'Définir les modèles par défaut' },
    description: {
      en: 'Only the given fields change. A purpose uses its own model, else the first model of the default connection (`connectionId`), else that of the first connection that has one.',
      fr: 'Seuls les champs fournis changent. Un usage emploie son propre modèle, sinon le premier modèle de la connexion par défaut (`connectionId`), sinon celui de la première connexion qui en a un.',
    },
    openDetail: true,
    body: object({
      connectionId: optional(nullable(uuid())),
      classify: optional(writtenModel()),
      compose: optional(writtenModel()),
      extract: optional(writtenModel()),
      general: optional(writtenModel()),
      analyzer: optional(writtenModel()),
      assistant: optional(writtenModel()),
    }),
    status: 200,
    reply: DefaultsSettings,
    errors: ['llm.connection_not_found', 'llm.model_not_allowed'],
  }),
}
