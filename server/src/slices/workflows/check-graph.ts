import type { Graph } from '@mailwright/contract/workflow-graph/graph'
import type { ParamTarget } from '@mailwright/contract/workflow-graph/node-type'
import { paramReferences } from '@mailwright/contract/workflow-graph/param-references'
import {
  addKnownIssues,
  type Issue,
  isTooLarge,
  type Known,
} from '@mailwright/contract/workflow-graph/validate'
import { backgroundTurn } from '../../platform/concurrency/background-turns.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import type { FindKnown, WorkflowDeps } from './ports.ts'
import { findOwnIds } from './usage.store.ts'

const findWorkflows: FindKnown = (db, memberId, names) => findOwnIds(db, memberId, names.filter(isUuid))

/** Looking through a graph with more nodes takes milliseconds. */
const maxQuickNodes = 50

const noTypes: ReadonlySet<string> = new Set()

/** The member whose workflow it is. */
export type Owner = Pick<Caller, 'memberId' | 'role'>

/** All issues of the graph for this member, in both languages. */
export async function checkGraph(
  db: Db,
  { catalogue, ports, forbiddenNodes, validate }: WorkflowDeps,
  { memberId, role }: Owner,
  graph: Graph,
  lock = false,
): Promise<Issue[]> {
  const isLong = graph.nodes.length > maxQuickNodes
  if (isLong) await backgroundTurn({ owner: memberId, isRequest: true })
  const issues = await validate(graph, memberId)
  if (isTooLarge(issues)) return [...issues]
  if (isLong) await backgroundTurn({ owner: memberId, isRequest: true })
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
    forbiddenTypes: role === 'admin' ? noTypes : forbiddenNodes,
  }
  return addKnownIssues(issues, graph, catalogue, known)
}
