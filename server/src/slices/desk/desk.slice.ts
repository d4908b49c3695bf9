import type { Config } from '../../platform/config/read-config.ts'
import type { Origin } from '../../platform/http/headers.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Slice } from '../../platform/slice.ts'
import type { ReviewReasons } from '../sending/index.ts'
import { deskRoutes } from './desk.routes.ts'
import type { DeskPorts } from './ports.ts'
import { sendDueDigests } from './send-digests.ts'

type DeskDeps = {
  config: Pick<Config, 'brandName' | 'draftDays'>
  origin: Origin
  reasons: ReviewReasons
  ports: DeskPorts
}

/** One place for everything that waits for a person's decision. */
export function createDesk({ config, origin, reasons, ports }: DeskDeps): Slice {
  const { brandName, draftDays } = config
  const digests = defineJob('desk.digests', {
    run: (_payload, { db }) => sendDueDigests(db, { origin, brandName, draftDays, reasons, ports }),
  })
  return { routes: deskRoutes(draftDays, reasons), cron: [{ job: digests, schedule: '* * * * *' }] }
}
