import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../../platform/jobs/fixtures/until.ts'
import { acceptedMails, createAcceptedLog, recordAccepted, stateOf } from './fixtures/outbox.store.ts'
import { scriptedPorts, sent } from './fixtures/scripted-ports.ts'
import { startSender } from './fixtures/start-sender.ts'
import { testOutbox } from './fixtures/test-outbox.ts'

const file = fileURLToPath(new URL('./fixtures/delivery-process.ts', import.meta.url))

let box: Awaited<ReturnType<typeof testOutbox>>
beforeAll(async () => {
  box = await testOutbox()
  await createAcceptedLog(box.db)
})
afterAll(() => box.close())

/** Starts a process that kills itself at the given point, and waits for its exit. */
async function dieAt(point: string) {
  const child = spawn(process.execPath, [file, box.url, point], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
}

async function finishDelivery(id: string) {
  const ports = scriptedPorts(async ({ source, beforeDot }) => {
    await beforeDot()
    await recordAccepted(box.db, /^Message-ID: <(.+)>/im.exec(source.toString())?.[1] ?? '', 'second')
    return sent
  })
  const sender = await startSender({ url: box.url, ports })
  await until(async () => !['pending', 'running'].includes((await stateOf(box.db, id))?.sendStatus ?? ''))
  await sender.stop()
  const state = await box.state(id)
  const mails = await acceptedMails(box.db)
  return { state, accepted: mails.filter(({ messageId }) => messageId === state.messageIdHeader) }
}

it.each([
  ['claimed', 'done', 1],
  ['composed', 'done', 1],
  ['marked', 'unknown', 0],
  ['accepted', 'unknown', 1],
])(
  'a mail whose process is killed when %s ends as %s, accepted %i times',
  { timeout: 120_000 },
  async (point, status, count) => {
    const { id } = await box.queue()
    await dieAt(point)
    const { state, accepted } = await finishDelivery(id)
    expect([state.sendStatus, accepted.length]).toEqual([status, count])
  },
)

it('a mail whose process is killed while it records the response ends as done or unknown, accepted once', {
  timeout: 120_000,
}, async () => {
  const { id } = await box.queue()
  await dieAt('answered')
  const { state, accepted } = await finishDelivery(id)
  expect(['done', 'unknown']).toContain(state.sendStatus)
  expect(accepted).toHaveLength(1)
})
