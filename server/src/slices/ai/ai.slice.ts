import type { LlmPurpose } from '@mailwright/contract/ai'
import type { Config } from '../../platform/config/read-config.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Listener, startListener } from '../../platform/db/listen.ts'
import type { Heartbeat } from '../../platform/jobs/heartbeat.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Slice } from '../../platform/slice.ts'
import { createLlm } from '../../protocols/llm/index.ts'
import { aiRoutes } from './ai.routes.ts'
import { callModel } from './calls/call-model.ts'
import { deleteOldAnswers } from './calls/calls.store.ts'
import { exchangeSlots, slotsChannel } from './calls/gate.store.ts'
import { createLimiter } from './calls/limiter.ts'
import { reportClosed } from './calls/report-circuit.ts'
import { createSharedReads } from './calls/shared-reads.ts'
import type { CallDeps, ModelCall } from './calls/types.ts'
import { type CostPorts, costRoutes } from './costs/costs.routes.ts'
import type { Wanted } from './models/choose-model.ts'
import { resolveModel } from './models/resolve-model.ts'
import { patternRoutes } from './patterns/patterns.routes.ts'

export type AiDeps = Omit<CallDeps, 'llm' | 'limiter' | 'reads' | 'processId'> & {
  config: Config
  databaseUrl: string
  outbound: Outbound
  heartbeat: Heartbeat
  ports: CostPorts
}

/** The limiter, with the news of other processes. */
function openLimiter(deps: AiDeps) {
  const { db, heartbeat, log, databaseUrl } = deps
  let listener: Listener | undefined
  const limiter = createLimiter({
    exchange: async (asked) => {
      await heartbeat.confirmed()
      return exchangeSlots(db, { ...asked, processId: heartbeat.processId })
    },
    // Most processes never wait for another one, and need no connection for it.
    listen: () => {
      listener ??= startListener({
        url: databaseUrl,
        channel: slotsChannel,
        log,
        onNotification: (id) => limiter.wake(id),
        onListening: () => limiter.wakeAll(),
      })
    },
    onClosed: (id) =>
      void reportClosed(deps, id).catch((err) => log.warn({ err }, 'failed to report a closed circuit')),
  })
  const close = async () => {
    limiter.close()
    await listener?.stop()
  }
  return { limiter, close }
}

export type AiUse = {
  /** See `callModel`. */
  call(call: ModelCall): ReturnType<typeof callModel>
  resolveModel(db: Db, purpose: LlmPurpose, wanted?: Wanted): ReturnType<typeof resolveModel>
}

export function createAi(deps: AiDeps) {
  const { limiter, close } = openLimiter(deps)
  const llm = createLlm({ fetch: deps.outbound.fetch })
  const reads = createSharedReads(deps)
  const callDeps: CallDeps = { ...deps, llm, limiter, reads, processId: () => deps.heartbeat.processId }
  const use: AiUse = { call: (call) => callModel(callDeps, call), resolveModel }
  return {
    routes: [...aiRoutes({ ...callDeps, outbound: deps.outbound }), ...costRoutes(deps), ...patternRoutes],
    retention: [
      {
        name: 'ai-answers',
        schedule: '40 3 * * *',
        run: (db, batch) => deleteOldAnswers(db, deps.config.aiTextDays, batch),
      },
    ],
    close,
    use,
  } satisfies Slice & { use: AiUse }
}
