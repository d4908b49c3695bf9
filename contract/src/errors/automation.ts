import type { IssueCode } from '../workflow-graph/issue.ts'
import { error, type FieldIssues, type Reason } from './define.ts'

type GraphIssues = {
  issues: {
    severity: 'error' | 'warning'
    code: IssueCode
    message: string
    nodeId: string | null
    path: string | null
  }[]
}
type TableLimit = { limit: 'maxTables' | 'maxColumns' | 'maxRows' | 'maxCellChars'; column?: string }

export const automationErrors = {
  'workflow.not_found': error(404, 'There is no such workflow.', "Ce workflow n'existe pas."),
  'workflow.execution_limit_invalid': error<{ limit: 'maxConcurrency' | 'executionTimeoutMs'; max: number }>(
    409,
    "The limit is above the instance's ceiling; details says which.",
    "La limite dépasse le plafond de l'instance ; details dit laquelle.",
  ),
  'workflow.stale_draft': error<{ draftUpdatedAt: string | null }>(
    409,
    'The draft was saved by someone else since you opened it; load it again.',
    'Le brouillon a été enregistré entre-temps ; rechargez-le.',
  ),
  'workflow.invalid': error<GraphIssues>(
    409,
    'The workflow has faults that must be mended before it is published; details lists them.',
    'Le workflow a des fautes à corriger avant sa publication ; details les énumère.',
  ),
  'workflow.conflict': error<Reason>(
    409,
    "The workflow's state does not allow this; details says why.",
    "L'état du workflow ne le permet pas ; details dit pourquoi.",
  ),
  'workflow.effect_stopped': error<{ effect: string }>(
    403,
    'The operator of this instance has stopped what this node does; details.effect names the kind.',
    "L'exploitant de cette instance a arrêté ce que fait ce nœud ; details.effect en nomme le genre.",
  ),
  'execution.not_found': error(404, 'There is no such execution.', "Cette exécution n'existe pas."),
  'execution.conflict': error(
    409,
    "The execution's state does not allow this.",
    "L'état de l'exécution ne le permet pas.",
  ),
  'approval.not_found': error(404, 'There is no such approval.', "Cette approbation n'existe pas."),
  'approval.already_decided': error(
    409,
    'This approval was already decided.',
    'Cette approbation a déjà été décidée.',
  ),
  'templates.not_found': error(404, 'There is no such template.', "Ce modèle n'existe pas."),
  'templates.built_in': error(
    409,
    'This template comes with the product: it can be disabled, not changed or deleted.',
    'Ce modèle vient avec le produit : il peut être désactivé, pas modifié ni supprimé.',
  ),
  'templates.forbidden_node': error<{ nodeTypes: string[] }>(
    409,
    'This template uses node types that your organisation forbids; details.nodeTypes lists them.',
    'Ce modèle utilise des types de nœuds interdits par votre organisation ; details.nodeTypes les énumère.',
  ),
  'tables.not_found': error(404, 'There is no such table.', "Cette table n'existe pas."),
  'tables.row_not_found': error(404, 'There is no such row.', "Cette ligne n'existe pas."),
  'tables.column_not_found': error(404, 'There is no such column.', "Cette colonne n'existe pas."),
  'tables.no_key': error(
    409,
    'This table has no key column by which a row could be found.',
    "Cette table n'a pas de colonne clé par laquelle trouver une ligne.",
  ),
  'tables.too_many_rows': error(
    400,
    'One call may write at most 500 rows in all.',
    'Un appel peut écrire au plus 500 lignes en tout.',
  ),
  'tables.limit_reached': error<TableLimit>(
    409,
    'A ceiling of the tables is reached; details.limit names it.',
    'Un plafond des tables est atteint ; details.limit le nomme.',
  ),
  'tables.duplicate_slug': error(
    409,
    'Another table already has this slug.',
    'Une autre table porte déjà cet identifiant.',
  ),
  'tables.duplicate_column': error<{ key: string }>(
    409,
    'Another column already has this key.',
    'Une autre colonne porte déjà cette clé.',
  ),
  'tables.duplicate_row': error(
    409,
    'Another row already has this key value.',
    'Une autre ligne porte déjà cette valeur de clé.',
  ),
  'tables.invalid_value': error<FieldIssues>(
    400,
    "A value does not fit its column's type; details.issues says which.",
    'Une valeur ne convient pas au type de sa colonne ; details.issues dit laquelle.',
  ),
  'tables.page_out_of_range': error(
    400,
    'This page is beyond the last filtered row.',
    'Cette page est au-delà de la dernière ligne filtrée.',
  ),
}
