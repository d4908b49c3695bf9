import { adminAccess, ids, keyAccess, route } from './route.ts'
import {
  boolean,
  choice,
  dateTime,
  extend,
  list,
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
    title: { en: 'Read the model of each purpose', fr: 'Lire le modèle de chaque usage' },
    description: {
      en: 'Null where no provider can serve the purpose.',
      fr: "Null là où aucun fournisseur ne peut servir l'usage.",
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
      en: '`restricted` true: the administrator closed the list. False: the list only helps typing.',
      fr: "`restricted` vrai : l'administrateur a fermé la liste. Faux : la liste n'est qu'une aide à la saisie.",
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
      en: 'The label is unique on the instance. Recorded in the audit log without the key.',
      fr: "Le libellé est unique sur l'instance. Inscrit au journal d'audit sans la clé.",
    },
    planned: true,
    idempotent: true,
    body: object({
      provider: LlmProvider,
      label: text(1, 80),
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
      en: 'Only the given fields change; without `apiKey` the current key is kept.',
      fr: 'Seuls les champs donnés changent ; sans `apiKey`, la clé actuelle est conservée.',
    },
    planned: true,
    openDetail: true,
    params: ids('id'),
    body: object({ label: optional(text(1, 80)), ...secretFields }),
    status: 200,
    reply: LlmConnectionAdmin,
    notFound: 'llm.connection_not_found',
    errors: writeErrors,
  }),
}
