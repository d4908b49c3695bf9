import { LlmProvider } from './ai.ts'
import { adminAccess, ids, keyAccess, route } from './route.ts'
import {
  anything,
  boolean,
  choice,
  dateTime,
  integer,
  list,
  named,
  namePattern,
  nullable,
  number,
  object,
  openDetail,
  optional,
  string,
  text,
  uuid,
} from './schema.ts'

const BudgetScope = choice('instance', 'member', 'workflow')

const Budget = named(
  'AiBudget',
  openDetail(
    object({
      scope: BudgetScope,
      subjectId: nullable(uuid()),
      name: nullable(string()),
      softUsd: nullable(number(0)),
      hardUsd: nullable(number(0)),
      spentUsd: number(0),
      reservedUsd: number(0),
    }),
  ),
)
const Budgets = object({ month: string(), budgets: list(Budget) })
const dollars = () => number(0, 1_000_000)

const Price = named(
  'AiPrice',
  openDetail(
    object({
      provider: LlmProvider,
      model: text(1, 128, { pattern: namePattern }),
      inputUsd: dollars(),
      cachedInputUsd: nullable(dollars()),
      outputUsd: dollars(),
    }),
  ),
)

const AiCall = named(
  'AiCall',
  openDetail(
    object({
      id: uuid(),
      nodeId: nullable(string()),
      purpose: string(),
      provider: string(),
      model: string(),
      createdAt: dateTime(),
      tokensIn: integer(0),
      tokensCached: integer(0),
      tokensOut: integer(0),
      costUsd: nullable(number(0)),
      prompt: nullable(
        object({
          system: string(),
          messages: list(object({ role: choice('user', 'assistant', 'tool'), text: string() })),
          output: nullable(string()),
          tools: list(string()),
        }),
      ),
      answer: nullable(object({ text: string(), data: anything(), finish: string(), repaired: boolean() })),
    }),
  ),
)

/** Budgets, prices and recorded calls of AI models. All open details. */
export const aiCosts = {
  budgets: route({
    method: 'GET',
    path: '/api/v1/admin/llm/budgets',
    access: adminAccess('admin:read'),
    title: { en: 'List AI budgets', fr: "Lister les budgets d'IA" },
    openDetail: true,
    status: 200,
    reply: Budgets,
  }),
  setBudget: route({
    method: 'PUT',
    path: '/api/v1/admin/llm/budgets',
    access: adminAccess('admin:write'),
    title: { en: 'Set an AI budget', fr: "Définir un budget d'IA" },
    description: {
      en: 'In US dollars per month (UTC). At the soft limit whoever it concerns is notified, once a month; a call that could exceed the hard limit fails with `ai.budget_exceeded`. Null for both removes the budget. Calls whose price is not known cost nothing here.',
      fr: 'En dollars par mois (UTC). À la limite basse, les personnes concernées sont prévenues, une fois par mois ; un appel qui pourrait dépasser la limite haute échoue avec `ai.budget_exceeded`. Null pour les deux supprime le budget. Les appels dont le prix est inconnu ne comptent pas.',
    },
    openDetail: true,
    body: object({
      scope: BudgetScope,
      subjectId: optional(uuid()),
      softUsd: nullable(dollars()),
      hardUsd: nullable(dollars()),
    }),
    status: 200,
    reply: Budgets,
    errors: ['governance.not_found', 'workflow.not_found'],
  }),
  ownBudgets: route({
    method: 'GET',
    path: '/api/v1/llm-budgets',
    access: keyAccess('connections:read'),
    title: { en: 'List the AI budgets that concern me', fr: "Lister les budgets d'IA qui me concernent" },
    description: {
      en: 'Those of the member and of workflows that have spent something for the member this month.',
      fr: 'Ceux du membre et des workflows qui ont dépensé pour lui ce mois-ci.',
    },
    openDetail: true,
    status: 200,
    reply: Budgets,
  }),
  prices: route({
    method: 'GET',
    path: '/api/v1/admin/llm/prices',
    access: adminAccess('admin:read'),
    title: { en: 'List own prices of AI models', fr: "Lister les prix propres des modèles d'IA" },
    openDetail: true,
    status: 200,
    reply: object({ prices: list(Price) }),
  }),
  setPrices: route({
    method: 'PUT',
    path: '/api/v1/admin/llm/prices',
    access: adminAccess('admin:write'),
    title: { en: 'Replace own prices of AI models', fr: "Remplacer les prix propres des modèles d'IA" },
    description: {
      en: 'In US dollars per million tokens, instead of the built-in prices. They apply to calls from now on. Without a price for cached tokens these cost as much as others.',
      fr: "En dollars par million de jetons, à la place des prix intégrés. Ils s'appliquent aux appels à venir. Sans prix pour les jetons en cache, ceux-ci coûtent autant que les autres.",
    },
    openDetail: true,
    body: object({ prices: list(Price, 0, 1000) }),
    status: 200,
    reply: object({ prices: list(Price) }),
  }),
  calls: route({
    method: 'GET',
    path: '/api/v1/executions/{id}/ai-calls',
    access: keyAccess('executions:read'),
    title: { en: 'List the AI calls of an execution', fr: "Lister les appels d'IA d'une exécution" },
    description: {
      en: 'What was sent, what came back and what it cost, the oldest first. `prompt` and `answer` are null once they are deleted, and `answer` for a call without a usable one. Long texts are cut.',
      fr: 'Ce qui a été envoyé, ce qui est revenu et ce que cela a coûté, du plus ancien au plus récent. `prompt` et `answer` valent null une fois supprimés, et `answer` pour un appel sans réponse exploitable. Les textes longs sont coupés.',
    },
    openDetail: true,
    params: ids('id'),
    status: 200,
    reply: object({ calls: list(AiCall) }),
    notFound: 'execution.not_found',
  }),
}
