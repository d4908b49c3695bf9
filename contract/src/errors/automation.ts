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
  'workflow.not_found': error(404, 'Workflow not found.', 'Workflow introuvable.'),
  'workflow.execution_limit_invalid': error<{ limit: 'maxConcurrency' | 'executionTimeoutMs'; max: number }>(
    409,
    'The limit exceeds the maximum of this instance; see details.',
    'La limite dépasse le maximum de cette instance ; consultez details.',
  ),
  'workflow.stale_draft': error<{ draftUpdatedAt: string | null }>(
    409,
    'The draft has changed since you opened it; reload it.',
    "Le brouillon a été modifié depuis que vous l'avez ouvert ; rechargez-le.",
  ),
  'workflow.invalid': error<GraphIssues>(
    409,
    'Fix the errors listed in details.issues before publishing the workflow.',
    'Corrigez les erreurs listées dans details.issues avant de publier le workflow.',
  ),
  'workflow.conflict': error<Reason>(
    409,
    "The workflow's current state does not allow this; see details.reason.",
    "L'état actuel du workflow ne le permet pas ; consultez details.reason.",
  ),
  'workflow.paused': error(
    409,
    'This workflow is paused and has accepted as many calls as it can keep; try again later.',
    "Ce workflow est en pause et a déjà accepté autant d'appels qu'il peut en conserver ; réessayez plus tard.",
  ),
  'workflow.effect_stopped': error<{ effect: string }>(
    403,
    'The operator of this instance has disabled this kind of action; see details.effect.',
    "L'exploitant de cette instance a désactivé ce type d'action ; consultez details.effect.",
  ),
  'workflow.node_forbidden': error<{ nodeType: string }>(
    403,
    'Your organisation does not allow this type of node; see details.nodeType.',
    "Votre organisation n'autorise pas ce type de nœud ; consultez details.nodeType.",
  ),
  'execution.not_found': error(404, 'Execution not found.', 'Exécution introuvable.'),
  'execution.conflict': error(
    409,
    "The execution's current state does not allow this.",
    "L'état actuel de l'exécution ne le permet pas.",
  ),
  'approval.not_found': error(404, 'Approval not found.', 'Approbation introuvable.'),
  'approval.already_decided': error(
    409,
    'This approval has already been decided.',
    'Une décision a déjà été prise pour cette approbation.',
  ),
  'templates.not_found': error(404, 'Template not found.', 'Modèle introuvable.'),
  'templates.built_in': error(
    409,
    'Built-in templates can be disabled, but not changed or deleted.',
    'Les modèles intégrés peuvent être désactivés, mais ni modifiés ni supprimés.',
  ),
  'templates.forbidden_node': error<{ nodeTypes: string[] }>(
    409,
    'This template uses node types that your organisation does not allow; see details.nodeTypes.',
    "Ce modèle utilise des types de nœuds que votre organisation n'autorise pas ; consultez details.nodeTypes.",
  ),
  'tables.not_found': error(404, 'Table not found.', 'Table introuvable.'),
  'tables.row_not_found': error(404, 'Row not found.', 'Ligne introuvable.'),
  'tables.column_not_found': error(404, 'Column not found.', 'Colonne introuvable.'),
  'tables.no_key': error(
    409,
    'This table has no key column to find rows by.',
    "Cette table n'a pas de colonne clé pour retrouver une ligne.",
  ),
  'tables.too_many_rows': error(
    400,
    'A single call can write at most 500 rows.',
    'Un appel peut écrire au plus 500 lignes.',
  ),
  'tables.limit_reached': error<TableLimit>(
    409,
    'A table limit has been reached; see details.limit.',
    'Une limite des tables est atteinte ; consultez details.limit.',
  ),
  'tables.duplicate_slug': error(
    409,
    'Another table already uses this slug.',
    'Une autre table utilise déjà ce slug.',
  ),
  'tables.duplicate_column': error<{ key: string }>(
    409,
    'Another column already uses this key.',
    'Une autre colonne utilise déjà cette clé.',
  ),
  'tables.duplicate_row': error(
    409,
    'Another row already has this key value.',
    'Une autre ligne a déjà cette valeur de clé.',
  ),
  'tables.invalid_value': error<FieldIssues>(
    400,
    'A value does not match the type of its column; see details.issues.',
    'Une valeur ne correspond pas au type de sa colonne ; consultez details.issues.',
  ),
  'tables.page_out_of_range': error(
    400,
    'This page is past the last matching row.',
    'Cette page dépasse la dernière ligne correspondante.',
  ),
}
