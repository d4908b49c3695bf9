import { type NodePorts, permanent, type StepContext } from '../../engine/index.ts'
import type { Db } from '../../platform/db/database.ts'
import type { OwnedRun } from '../../slices/executions/index.ts'
import type { TableUse } from '../../slices/tables/index.ts'
import type { Where } from './about-run.ts'
import { type HttpPortDeps, httpPort } from './http-port.ts'
import { type MailPortDeps, mailPort } from './mail-port.ts'
import { type PeoplePortDeps, peoplePort } from './people-port.ts'
import { tablesPort } from './tables-port.ts'
import { workflowsPort } from './workflows-port.ts'

export type NodePortDeps = HttpPortDeps & MailPortDeps & PeoplePortDeps & { tables: TableUse }

/** The world as nodes see it, bound to a step and to the transaction in which it is recorded. */
export const bindNodePorts =
  (deps: NodePortDeps) =>
  (db: Db, about: StepContext, run: OwnedRun): NodePorts => {
    const where: Where = { db, about, facts: about.facts }
    return {
      tables: tablesPort(deps.tables, where),
      http: httpPort(deps, where),
      workflows: workflowsPort({ ...where, run }),
      mail: mailPort(deps, where),
      people: peoplePort(deps, where),
      ai: {
        ask: () => {
          throw permanent('ai.unavailable', 'No AI connection is set up on this instance.')
        },
      },
    }
  }
