import { nextCursor, pageQuery, pageSizes } from './page.ts'
import { ids, keyAccess, route } from './route.ts'
import {
  choice,
  dateTime,
  integer,
  list,
  named,
  nullable,
  object,
  optional,
  string,
  text,
  union,
  uuid,
} from './schema.ts'

// Messages that a person has sorted, for one classification node: what evaluations are scored against, and where the
// examples for the model come from. The specification names the reference set and leaves open how it is written.

export const ReferenceSource = choice('message', 'execution', 'review', 'correction', 'import')

export const ReferenceEntry = named(
  'ReferenceEntry',
  object({
    id: uuid(),
    messageId: uuid(),
    subject: nullable(string()),
    from: nullable(string()),
    categories: list(string()),
    source: ReferenceSource,
    createdAt: dateTime(),
    updatedAt: dateTime(),
  }),
)

const ExportedEntry = object({
  messageId: uuid(),
  messageIdHeader: nullable(string()),
  subject: nullable(string()),
  from: nullable(string()),
  categories: list(string()),
  source: ReferenceSource,
  createdAt: dateTime(),
})

export const maxReferenceEntries = 1_000
const maxCategories = 30
const categories = () => list(text(1, 40), 0, maxCategories)

const ImportedEntry = object({
  messageId: optional(text(1, 100)),
  messageIdHeader: optional(text(1, 1_000)),
  categories: categories(),
})

const path = '/api/v1/workflows/{id}/nodes/{nodeId}/reference'
const common = { openDetail: true, params: ids('id', 'nodeId'), notFound: 'workflow.not_found' } as const
const notAClassifier = [
  'eval.draft_not_saved',
  'eval.node_not_categorizer',
  'eval.node_params_invalid',
] as const

export const referenceSet = {
  list: route({
    method: 'GET',
    path,
    access: keyAccess('workflows:read'),
    ...common,
    title: { en: 'List the reference set', fr: 'Lister le jeu de référence' },
    description: {
      en: 'The messages that a person has sorted for this node, the latest change first. Empty for an unknown node.',
      fr: "Les messages qu'une personne a classés pour ce nœud, le dernier changement en premier. Vide pour un nœud inconnu.",
    },
    query: pageQuery(pageSizes.standard, {}),
    status: 200,
    reply: object({ entries: list(ReferenceEntry), total: integer(0), nextCursor }),
  }),
  add: route({
    method: 'POST',
    path,
    access: keyAccess('workflows:write'),
    ...common,
    title: { en: 'Add a message to the reference set', fr: 'Ajouter un message au jeu de référence' },
    description: {
      en: 'From a message, an execution, a draft in review or a case of an evaluation. Without `categories`, an execution or draft confirms what this node answered; other categories correct it. A message that is in the set already gets the new categories. Learned patterns that say otherwise about mails like this one are forgotten.',
      fr: "À partir d'un message, d'une exécution, d'un brouillon en relecture ou d'un cas d'évaluation. Sans `categories`, une exécution ou un brouillon confirme la réponse de ce nœud ; d'autres catégories la corrigent. Un message déjà présent reçoit les nouvelles catégories. Les schémas appris qui disent autre chose des courriels semblables sont oubliés.",
    },
    idempotent: true,
    body: union(
      object({ kind: choice('message'), messageId: text(1, 100), categories: categories() }),
      object({
        kind: choice('execution'),
        executionId: text(1, 100),
        categories: optional(categories()),
      }),
      object({ kind: choice('review'), reviewId: text(1, 100), categories: optional(categories()) }),
      object({ kind: choice('correction'), caseId: text(1, 100), categories: categories() }),
    ),
    status: 200,
    reply: object({ entry: ReferenceEntry, forgottenPatterns: integer(0) }),
    errors: [...notAClassifier, 'eval.source_not_found', 'eval.reference_full'],
  }),
  import: route({
    method: 'POST',
    path: `${path}/import`,
    access: keyAccess('workflows:write'),
    ...common,
    title: { en: 'Import into the reference set', fr: 'Importer dans le jeu de référence' },
    description: {
      en: 'Entries as exported, as JSON or as CSV with the columns `messageId` or `messageIdHeader` and `categories` (separated by `|`). What names no message of yours or no category of the node is skipped and listed by its number, counted from 1 without the line of the column names.',
      fr: "Des entrées telles qu'exportées, en JSON ou en CSV avec les colonnes `messageId` ou `messageIdHeader` et `categories` (séparées par `|`). Ce qui ne désigne aucun de vos messages ou aucune catégorie du nœud est ignoré et signalé par son numéro, compté à partir de 1 sans la ligne des noms de colonnes.",
    },
    idempotent: true,
    body: union(
      object({ entries: list(ImportedEntry, 1, maxReferenceEntries) }),
      object({ csv: text(1, 500_000) }),
    ),
    status: 200,
    reply: object({
      imported: integer(0),
      skipped: list(
        object({
          number: integer(1),
          reason: choice('message_not_found', 'unknown_category', 'too_many_categories', 'duplicate'),
        }),
      ),
      forgottenPatterns: integer(0),
    }),
    errors: [...notAClassifier, 'eval.reference_full'],
  }),
  export: route({
    method: 'GET',
    path: `${path}/export`,
    access: keyAccess('workflows:read'),
    ...common,
    title: { en: 'Export the reference set', fr: 'Exporter le jeu de référence' },
    status: 200,
    reply: object({ entries: list(ExportedEntry) }),
  }),
  exportCsv: route({
    method: 'GET',
    path: `${path}/export.csv`,
    access: keyAccess('workflows:read'),
    ...common,
    title: { en: 'Export the reference set as CSV', fr: 'Exporter le jeu de référence en CSV' },
    description: {
      en: 'Text that a spreadsheet would read as a formula is prefixed with an apostrophe.',
      fr: "Un texte qu'un tableur lirait comme une formule est précédé d'une apostrophe.",
    },
    status: 200,
    replyType: 'text/csv',
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v1/eval-references/{id}',
    access: keyAccess('workflows:write'),
    openDetail: true,
    title: { en: 'Remove an entry of the reference set', fr: 'Retirer une entrée du jeu de référence' },
    params: ids('id'),
    status: 204,
    notFound: 'eval.reference_not_found',
  }),
}
