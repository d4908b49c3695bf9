import { evaluation } from '@mailwright/contract/evaluation'
import { referenceSet } from '@mailwright/contract/reference-set'
import { fault } from '../../platform/errors/app-error.ts'
import { implement } from '../../platform/http/call.ts'
import { findPlace } from './find-classifier.ts'
import { readGrounding } from './grounding/read-grounding.ts'
import type { EvaluationDeps } from './ports.ts'
import { addEntry } from './reference/add-entry.ts'
import { previewExamples } from './reference/few-shot.ts'
import { importEntries } from './reference/import-entries.ts'
import { exportCsv, exportEntries, listEntries } from './reference/read-entries.ts'
import { deleteReference } from './reference/references.store.ts'
import { compare } from './runs/compare.ts'
import { getRun } from './runs/read-run.ts'
import { findRuns } from './runs/runs.store.ts'
import { startRun } from './runs/start-run.ts'

const maxListed = 100

export const evaluationRoutes = (deps: EvaluationDeps) => [
  ...implement(evaluation, {
    start: (call) => startRun(deps, call),
    runs: async ({ db, caller, params }) => ({
      runs: await findRuns(db, await findPlace(db, caller.memberId, params), maxListed),
    }),
    fewShot: (call) => previewExamples(deps.ports, call),
    get: getRun,
    compare,
    grounding: readGrounding,
  }),
  ...implement(referenceSet, {
    list: listEntries,
    add: (call) => addEntry(deps, call),
    import: (call) => importEntries(deps.ports, call),
    export: ({ db, caller, params }) => exportEntries(db, caller.memberId, params),
    exportCsv,
    remove: async ({ caller, params, statement }) => {
      if (!(await deleteReference(await statement(), caller.memberId, params.id)))
        throw fault('eval.reference_not_found')
    },
  }),
]
