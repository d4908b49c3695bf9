import type { Text } from '../text.ts'

/** `error` prevents publishing, `warning` deserves attention. `path` is a JSON pointer into the graph. */
export type Issue = {
  severity: 'error' | 'warning'
  code: IssueCode
  message: Text
  nodeId: string | null
  path: string | null
}

const severities = {
  'graph.too_many_nodes': 'error',
  'graph.too_many_connections': 'error',
  'graph.too_large': 'error',
  'graph.too_complex': 'error',
  'graph.no_trigger': 'error',
  'graph.cycle': 'error',
  'node.duplicate_id': 'error',
  'node.unknown_type': 'error',
  'node.unknown_version': 'error',
  'node.forbidden_type': 'error',
  'node.deprecated': 'warning',
  'node.invalid_params': 'error',
  'node.expression_invalid': 'error',
  'node.unknown_step': 'error',
  'node.step_not_upstream': 'error',
  'node.not_in_loop': 'error',
  'node.table_missing': 'error',
  'node.connection_missing': 'error',
  'node.mailbox_missing': 'error',
  'node.workflow_missing': 'error',
  'node.signature_missing': 'error',
  'node.folder_missing': 'error',
  'node.raw_value': 'warning',
  'node.raw_ignored': 'warning',
  'node.unreachable': 'warning',
  'node.fallback_unconnected': 'warning',
  'connection.unknown_source': 'error',
  'connection.unknown_target': 'error',
  'connection.unknown_output': 'error',
  'connection.into_trigger': 'error',
  'connection.to_itself': 'error',
  'connection.duplicate': 'error',
  'connection.service_ignored': 'warning',
  'loop.entered_from_outside': 'error',
  'loop.left': 'error',
  'loop.empty': 'warning',
} as const satisfies Record<string, 'error' | 'warning'>
export type IssueCode = keyof typeof severities

type Where = { nodeId?: string; path?: (string | number)[] }

const escaped = (part: string | number) => String(part).replaceAll('~', '~0').replaceAll('/', '~1')
const pointerOf = (path: (string | number)[]) => path.map((part) => `/${escaped(part)}`).join('')

export const issue = (code: IssueCode, message: Text, { nodeId, path }: Where = {}): Issue => ({
  severity: severities[code],
  code,
  message,
  nodeId: nodeId ?? null,
  path: path === undefined ? null : pointerOf(path),
})

export const localized = (en: string, fr: string): Text => ({ en, fr })
/** A name as shown in messages. */
export const quoted = (text: string) => `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`
