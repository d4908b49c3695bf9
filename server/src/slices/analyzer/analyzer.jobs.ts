import type { Db } from '../../platform/db/database.ts'
import { type AnyJob, type CronItem, defineJob, type JobContext } from '../../platform/jobs/define-job.ts'
import type { Live } from '../../platform/live/live.ts'
import { setAnalyzed } from '../mailboxes/index.ts'
import { failLostReports, failReport, finishReport, type ReportRow, startReport } from './analyzer.store.ts'
import type { AnalyzerPorts } from './ports.ts'
import { reportJob } from './report-job.ts'
import { buildReport } from './run-report.ts'

export type AnalyzerDeps = { live: Live; ports: AnalyzerPorts }

type Reported = Pick<ReportRow, 'id' | 'mailboxId' | 'memberId'>

const tell = (db: Db, live: Live, report: Reported, status: ReportRow['status']) =>
  live.publish(db, {
    memberId: report.memberId,
    type: 'analyzer.updated',
    data: { mailboxId: report.mailboxId, reportId: report.id, status },
  })

/** Reads the mailbox anew after a crash: nothing is kept before the end. */
async function generate({ live, ports }: AnalyzerDeps, id: string, context: JobContext) {
  const { db, signal, lastAttempt } = context
  const report = await startReport(db, id)
  if (!report) return
  tell(db, live, report, 'running')
  try {
    const request = { ...report, until: new Date(report.createdAt), signal }
    const { body, transcripts } = await buildReport(db, ports, request)
    signal.throwIfAborted()
    await db.transaction(async (tx) => {
      if (!(await finishReport(tx, id, body, transcripts))) return
      await setAnalyzed(tx, report.mailboxId)
      tell(tx, live, report, 'done')
    })
  } catch (error) {
    if (lastAttempt && !signal.aborted && (await failReport(db, id))) tell(db, live, report, 'failed')
    throw error
  }
}

export const analyzerJobs = (deps: AnalyzerDeps): { jobs: AnyJob[]; cron: CronItem[] } => ({
  jobs: [
    defineJob<{ reportId: string }>(reportJob.name, {
      ...reportJob,
      run: ({ reportId }, context) => generate(deps, reportId, context),
    }),
  ],
  cron: [
    {
      schedule: '*/10 * * * *',
      job: defineJob('analyzer.sweep', {
        maxAttempts: 1,
        run: async (_payload, { db }) => {
          for (const report of await failLostReports(db)) tell(db, deps.live, report, 'failed')
        },
      }),
    },
  ],
})
