import { readStored, writeStored } from '../../../../lib/storage.ts'
import type { Graph } from './graph.types.ts'

/** What the service has not confirmed yet, kept by this browser over a lost connection or a closed tab. */
type Unsaved = { graph: Graph; base: string | undefined }

const keyOf = (workflowId: string) => `mailwright.draft.${workflowId}`

const isUnsaved = (value: unknown): value is Unsaved =>
  typeof value === 'object' &&
  value !== null &&
  'graph' in value &&
  typeof value.graph === 'object' &&
  value.graph !== null &&
  'nodes' in value.graph

export const readUnsaved = (workflowId: string) => readStored(keyOf(workflowId), isUnsaved)

export const keepUnsaved = (workflowId: string, unsaved: Unsaved) => writeStored(keyOf(workflowId), unsaved)

export function dropUnsaved(workflowId: string) {
  try {
    localStorage.removeItem(keyOf(workflowId))
  } catch {
    // Then there was nothing to keep it in either.
  }
}
