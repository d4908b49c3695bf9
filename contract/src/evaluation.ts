import { nextCursor, pageQuery, pageSizes } from './page.ts'
import { ids, keyAccess, route } from './route.ts'
import {
  boolean,
  choice,
  integer,
  list,
  named,
  nullable,
  number,
  object,
  openDetail,
  string,
  union,
  withDefault,
} from './schema.ts'

export const EvalRun = named(
  'EvalRun',
  object({
    id: string(),
    workflowId: string(),
    nodeId: string(),
    status: choice('queued', 'running', 'succeeded', 'failed'),
    prompt: string(),
    categories: list(string()),
    multiLabel: boolean(),
    model: nullable(string()),
    totals: object({ total: integer(0), done: integer(0), failed: integer(0) }),
    createdAt: string(),
    finishedAt: nullable(string()),
  }),
)

const ratio = () => nullable(number(0, 1))

/** `counts[i][j]`: cases with expected label i and predicted label j. */
export const SingleConfusion = named(
  'SingleConfusion',
  object({ kind: choice('single'), labels: list(string()), counts: list(list(integer())) }),
)

// With several labels per case there is no expected-by-predicted matrix; each label has its own 2×2 matrix.
export const MultiConfusion = named(
  'MultiConfusion',
  openDetail(
    object({
      kind: choice('multi'),
      labels: list(
        object({
          label: string(),
          truePositives: integer(),
          falsePositives: integer(),
          falseNegatives: integer(),
          trueNegatives: integer(),
        }),
      ),
    }),
  ),
)

export const EvalScore = named(
  'EvalScore',
  object({
    scored: integer(),
    exactMatches: integer(),
    accuracy: ratio(),
    multiLabel: boolean(),
    perCategory: list(
      object({
        category: string(),
        expectedCount: integer(),
        predictedCount: integer(),
        truePositives: integer(),
        falsePositives: integer(),
        falseNegatives: integer(),
        precision: ratio(),
        recall: ratio(),
        f1: ratio(),
      }),
    ),
    confusion: union(SingleConfusion, MultiConfusion),
  }),
)

export const EvalCase = named(
  'EvalCase',
  openDetail(
    object({
      id: string(),
      messageId: string(),
      subject: nullable(string()),
      from: nullable(string()),
      status: choice('pending', 'done', 'failed'),
      expected: nullable(list(string())),
      predicted: nullable(list(string())),
      correct: nullable(boolean()),
      /** How sure the model was. */
      confidence: ratio(),
      /** Below the threshold of the node: in a run the message would go on at "unsure". */
      unsure: nullable(boolean()),
      error: nullable(object({ code: string(), message: string() })),
    }),
  ),
)

const ChangedCase = named(
  'ChangedCase',
  object({
    messageId: string(),
    subject: nullable(string()),
    from: nullable(string()),
    expected: nullable(list(string())),
    before: list(string()),
    after: list(string()),
    change: choice('better', 'worse', 'other'),
  }),
)

const MeasuredRun = named(
  'MeasuredRun',
  object({ run: EvalRun, score: EvalScore, costUsd: nullable(number(0)) }),
)

export const FewShotExample = named(
  'FewShotExample',
  object({
    messageId: string(),
    subject: nullable(string()),
    from: nullable(string()),
    excerpt: string(),
    categories: list(string()),
  }),
)

const node = '/api/v1/workflows/{id}/nodes/{nodeId}'

export const evaluation = {
  start: route({
    method: 'POST',
    path: `${node}/eval`,
    access: keyAccess('workflows:write'),
    title: { en: 'Evaluate a classification node', fr: 'Évaluer un nœud de classification' },
    description: {
      en: 'Runs the saved node on a sample and scores it against the reference set. Cases arrive over the real-time channel.',
      fr: "Exécute le nœud enregistré sur un échantillon et l'évalue par rapport au jeu de référence. Les cas arrivent par le canal temps réel.",
    },
    idempotent: true,
    params: ids('id', 'nodeId'),
    body: object({
      sample: union(
        object({ kind: choice('recent'), limit: withDefault(integer(10, 200), 50) }),
        object({ kind: choice('reference') }),
      ),
    }),
    status: 202,
    reply: object({ run: EvalRun }),
    notFound: 'workflow.not_found',
    errors: [
      'eval.draft_not_saved',
      'eval.node_not_categorizer',
      'eval.node_params_invalid',
      'eval.sample_empty',
      'eval.llm_unavailable',
    ],
  }),
  runs: route({
    method: 'GET',
    path: `${node}/eval-runs`,
    access: keyAccess('workflows:read'),
    title: { en: "List a node's evaluations", fr: "Lister les évaluations d'un nœud" },
    params: ids('id', 'nodeId'),
    status: 200,
    reply: object({ runs: list(EvalRun) }),
    notFound: 'workflow.not_found',
  }),
  fewShot: route({
    method: 'GET',
    path: `${node}/few-shot`,
    access: keyAccess('workflows:read'),
    title: {
      en: 'Preview the examples given to the model',
      fr: 'Prévisualiser les exemples donnés au modèle',
    },
    description: {
      en: 'The few-shot examples drawn from the reference set; empty if the set is empty or the node unknown.',
      fr: 'Les exemples tirés du jeu de référence ; vide si le jeu est vide ou le nœud inconnu.',
    },
    params: ids('id', 'nodeId'),
    query: object({ limit: withDefault(integer(1, 50), 10) }),
    status: 200,
    reply: object({
      block: string(),
      examples: list(FewShotExample),
      messageIds: list(string()),
      referenceCount: integer(0),
    }),
    notFound: 'workflow.not_found',
  }),
  get: route({
    method: 'GET',
    path: '/api/v1/eval-runs/{id}',
    access: keyAccess('workflows:read'),
    title: { en: 'Read an evaluation', fr: 'Lire une évaluation' },
    description: {
      en: 'One page of cases; the score covers the whole evaluation.',
      fr: "Une page de cas ; le score porte sur toute l'évaluation.",
    },
    params: ids('id'),
    query: pageQuery(pageSizes.standard, {}),
    status: 200,
    reply: object({ run: EvalRun, score: EvalScore, cases: list(EvalCase), nextCursor }),
    notFound: 'eval.not_found',
  }),
  compare: route({
    method: 'GET',
    path: '/api/v1/eval-runs/{id}/compare/{otherId}',
    access: keyAccess('workflows:read'),
    title: { en: 'Compare two evaluations', fr: 'Comparer deux évaluations' },
    description: {
      en: 'What changed from the other evaluation to this one, over the messages that both have decided and that are in the reference set. `pValue` is how likely a difference of this size is by chance alone (exact McNemar test); below 0.05 the verdict names a side.',
      fr: "Ce qui a changé entre l'autre évaluation et celle-ci, sur les messages que les deux ont classés et qui figurent dans le jeu de référence. `pValue` est la probabilité qu'un tel écart soit dû au seul hasard (test exact de McNemar) ; en dessous de 0,05, le verdict tranche.",
    },
    openDetail: true,
    params: ids('id', 'otherId'),
    status: 200,
    reply: object({
      before: MeasuredRun,
      after: MeasuredRun,
      comparison: object({
        compared: integer(0),
        better: integer(0),
        worse: integer(0),
        accuracyBefore: ratio(),
        accuracyAfter: ratio(),
        pValue: number(0, 1),
        verdict: choice('better', 'worse', 'undecided'),
        statement: string(),
      }),
      /** Messages with another answer, those that got worse first; 200 at most. */
      changed: list(ChangedCase),
    }),
    notFound: 'eval.not_found',
  }),
  grounding: route({
    method: 'GET',
    path: '/api/v1/workflows/{id}/grounding',
    access: keyAccess('workflows:read'),
    title: {
      en: 'Share of drafts with unsupported statements',
      fr: 'Part des brouillons avec des affirmations sans source',
    },
    description: {
      en: 'Mails and drafts of the last days that carry text of a model, by the node that wrote them, and how many of them state something that stands in no message, table, attachment or instruction.',
      fr: "Courriels et brouillons des derniers jours contenant du texte d'un modèle, par nœud qui les a écrits, et combien d'entre eux affirment quelque chose qui ne figure dans aucun message, table, pièce jointe ou consigne.",
    },
    openDetail: true,
    params: ids('id'),
    query: object({ days: withDefault(integer(1, 366), 30) }),
    status: 200,
    reply: object({
      composed: integer(0),
      unsupported: integer(0),
      share: ratio(),
      nodes: list(
        object({ nodeId: string(), composed: integer(0), unsupported: integer(0), share: ratio() }),
      ),
    }),
    notFound: 'workflow.not_found',
  }),
}
