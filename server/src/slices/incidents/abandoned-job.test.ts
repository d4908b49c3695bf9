import { expect, it } from 'vitest'
import { createMember } from '#test/factories'
import { testServer } from '#test/server'
import { abandonedJobReport } from '../../platform/jobs/abandoned-jobs.ts'
import { addJob } from '../../platform/jobs/add-job.ts'

it('a job that killed its process is an incident of every administrator, and of nobody else', async ({
  onTestFinished,
}) => {
  const server = await testServer({ MAILWRIGHT_ROLES: 'api,worker' })
  onTestFinished(server.close)
  const [ada, bob] = [await createMember(server, { role: 'admin' }), await createMember(server)]
  const lost = { jobId: '7', task: 'sending.deliver', attempts: 3 }
  await addJob(server.db, abandonedJobReport, lost)
  const incidentsOf = async (member: typeof ada) =>
    (await member.session('GET', '/api/v1/executions/incidents')).body.items
  await expect
    .poll(() => incidentsOf(ada), { timeout: 60_000 })
    .toMatchObject([
      { executionId: '', mailboxId: null, errorSummary: expect.stringContaining('sending.deliver') },
    ])
  expect(await incidentsOf(bob)).toEqual([])
})
