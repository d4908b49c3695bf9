import { adminAccess, ids, keyAccess, route } from './route.ts'
import {
  boolean,
  choice,
  dateTime,
  extend,
  list,
  name,
  named,
  nullable,
  object,
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

const secretFields = {
  apiKey: optional(text(1, 512)),
  baseUrl: optional(uri(2048)),
  withoutApiKey: optional(boolean()),
  enabledModels: optional(list(text(1, 128), 1, 64)),
}
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
    planned: true,
    status: 200,
    reply: object({ defaults: LlmDefaults }),
  }),
  list: route({
    method: 'GET',
    path: '/api/v1/llm-connections',
    access: keyAccess('connections:read'),
    title: { en: 'List AI connections', fr: "Lister les connexions d'IA" },
    planned: true,
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
    planned: true,
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
    planned: true,
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
    planned: true,
    idempotent: true,
    body: object({
      provider: LlmProvider,
      label: name(1, 80),
      ...secretFields,
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
      en: 'Only the given fields change; omit `apiKey` to keep the current key.',
      fr: 'Seuls les champs fournis changent ; omettez `apiKey` pour conserver la clé actuelle.',
    },
    planned: true,
    openDetail: true,
    params: ids('id'),
    body: object({ label: optional(name(1, 80)), ...secretFields }),
    status: 200,
    reply: LlmConnectionAdmin,
    notFound: 'llm.connection_not_found',
    errors: writeErrors,
  }),
}
