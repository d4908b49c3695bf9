import { client } from '../../api/client.ts'
import { read } from '../../api/read.ts'

export const connectionsQuery = read(client.ai.adminList, {})
export const defaultsQuery = read(client.ai.settings, {})
export const budgetsQuery = read(client.aiCosts.budgets, {})
export const modelsQuery = (id: string) => read(client.ai.models, { params: { id } })
export const limitsQuery = (id: string) => read(client.ai.limits, { params: { id } })

export type Connection = Awaited<ReturnType<typeof client.ai.adminList>>['connections'][number]
export type Provider = Connection['provider']
export type Budget = Awaited<ReturnType<typeof client.aiCosts.budgets>>['budgets'][number]

export const providers = [
  'anthropic',
  'openai',
  'google',
  'mistral',
  'openrouter',
  'openai_compatible',
] as const satisfies readonly Provider[]

export const purposes = ['classify', 'compose', 'extract', 'general', 'analyzer', 'assistant'] as const
export type Purpose = (typeof purposes)[number]
