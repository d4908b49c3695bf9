import type { Graph } from '@mailwright/contract/workflow-graph/graph'
import type { ParamTarget } from '@mailwright/contract/workflow-graph/node-type'
import { paramReferences } from '@mailwright/contract/workflow-graph/param-references'
import { type Issue, type Known, validateGraph } from '@mailwright/contract/workflow-graph/validate'
import type { Db } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import type { FindKnown, WorkflowDeps } from './ports.ts'
import { findOwnIds } from './usage.store.ts'

const findWorkflows: FindKnown = (db, memberId, names) => findOwnIds(db, memberId, names.filter(isUuid))

/** All issues of the graph for this member, in both languages. */
export async function checkGraph(
  db: Db,
  { catalogue, ports }: WorkflowDeps,
  memberId: string,
  graph: Graph,
  lock = false,
): Promise<Issue[]> {
  const references = paramReferences(graph, catalogue)
  const namesOf = (target: ParamTarget) => [
    ...new Set(references.filter((one) => one.target === target).map((one) => one.value)),
  ]
  const findKnown = async (target: ParamTarget, find: FindKnown) => {
    const names = namesOf(target)
    return names.length === 0 ? new Set<string>() : find(db, memberId, names, lock)
  }
  const known: Known = {
    tables: await findKnown('table', ports.known.tables),
    connections: await findKnown('connection', ports.known.connections),
    mailboxes: await findKnown('mailbox', ports.known.mailboxes),
    signatures: await findKnown('signature', ports.known.signatures),
    workflows: await findKnown('workflow', findWorkflows),
    folders: await findKnown('folder', ports.known.folders),
  }
  return validateGraph(graph, catalogue, known)
}
