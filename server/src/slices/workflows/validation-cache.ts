import { hash } from 'node:crypto'
import type { Graph } from '@mailwright/contract/workflow-graph/graph'
import type { NodeTypeInfo } from '@mailwright/contract/workflow-graph/node-type'
import { type Issue, validateInSteps } from '@mailwright/contract/workflow-graph/validate'
import { runInTurns } from '../../platform/concurrency/run-in-turns.ts'

/** The issues of a graph itself, whoever owns it; the member is the one who waits for them. */
export type Validate = (graph: Graph, memberId?: string) => Promise<readonly Issue[]>

// A result weighs as much as it has issues: this is a few megabytes at most.
const maxWeight = 10_000

type Entry = { issues: Promise<readonly Issue[]>; weight: number }

/**
 * Validates each graph once and keeps the result by its content, since a draft is validated at every read. By content
 * and not by version: a save that is rolled back leaves nothing behind.
 */
export function createValidationCache(catalogue: readonly NodeTypeInfo[]): Validate {
  const entries = new Map<string, Entry>()
  let weight = 0

  function remove(key: string) {
    weight -= entries.get(key)?.weight ?? 0
    entries.delete(key)
  }
  function add(key: string, entry: Entry) {
    entries.set(key, entry)
    weight += entry.weight
    for (const oldest of entries.keys()) {
      if (weight <= maxWeight || oldest === key) return
      remove(oldest)
    }
  }

  return (graph, memberId) => {
    // Copies differ in these two, which say nothing about the content.
    const content = JSON.stringify({ ...graph, id: '', workflowId: '' })
    const key = hash('sha256', content, 'base64')
    const found = entries.get(key)
    const issues = found?.issues ?? runInTurns(validateInSteps(graph, catalogue), memberId)
    remove(key)
    add(key, { issues, weight: found?.weight ?? 1 })
    if (!found)
      issues.then(
        ({ length }) => {
          if (entries.get(key)?.issues !== issues) return
          remove(key)
          add(key, { issues, weight: 1 + length })
        },
        () => remove(key),
      )
    return issues
  }
}
