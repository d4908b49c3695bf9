import type { StepContext } from '../../engine/index.ts'
import type { NodePorts } from '../../nodes/index.ts'
import type { Db } from '../../platform/db/database.ts'
import type { OwnedRun } from '../../slices/executions/index.ts'
import type { TableUse } from '../../slices/tables/index.ts'
import { type AiPortDeps, aiPort, createModelLimit } from './ai-port.ts'
import { type HttpPortDeps, httpPort } from './http-port.ts'
import { type MailPortDeps, mailPort } from './mail-port.ts'
import { createOutsideCalls } from './outside-calls.ts'
import { type PeoplePortDeps, peoplePort } from './people-port.ts'
import type { PortContext } from './port-context.ts'
import { simulatedOutbox, simulatePorts } from './simulated-ports.ts'
import { tablesPort } from './tables-port.ts'
import { type WorkflowsPortDeps, workflowsPort } from './workflows-port.ts'

type NodePortDeps = HttpPortDeps &
  MailPortDeps &
  PeoplePortDeps &
  WorkflowsPortDeps &
  AiPortDeps & { tables: TableUse }
type Deps = Omit<NodePortDeps, 'outsideCalls' | 'limitModels'>

function createPorts(deps: NodePortDeps, context: PortContext, run: OwnedRun): NodePorts {
  const tables = tablesPort(deps.tables, context)
  return {
    tables,
    http: httpPort(deps, context),
    workflows: workflowsPort(deps, context, run),
    mail: mailPort(deps, { ...context, rootId: run.rootId ?? run.id }),
    people: peoplePort(deps, context),
    ai: aiPort(deps, context, run, tables),
  }
}

/** Binds the ports of nodes to a step and to the transaction that records it. */
export function bindNodePorts(given: Deps) {
  const deps = { ...given, outsideCalls: createOutsideCalls(), limitModels: createModelLimit() }
  // Someone waits for the result of a simulation, so it is not put off.
  const simulatedDeps: NodePortDeps = {
    ...deps,
    outbox: simulatedOutbox(deps.outbox),
    outsideCalls: (_memberId, call) => call(),
  }
  return (db: Db, step: StepContext, run: OwnedRun): NodePorts => {
    const context: PortContext = { db, step, facts: step.facts }
    return run.simulated
      ? simulatePorts(createPorts(simulatedDeps, context, run))
      : createPorts(deps, context, run)
  }
}
