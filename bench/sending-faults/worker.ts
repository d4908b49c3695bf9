// A worker process that gets killed: node worker.ts <database url> <smtp port>
import { createOutbound } from '../../server/src/platform/outbound/outbound.ts'
import { sendMail } from '../../server/src/protocols/smtp/send-mail.ts'
import { scriptedPorts } from '../../server/src/slices/sending/fixtures/scripted-ports.ts'
import { startSender } from '../../server/src/slices/sending/fixtures/start-sender.ts'
import type { DeliveryOutcome } from '../../server/src/slices/sending/ports.ts'

const [url = '', port = ''] = process.argv.slice(2)
// Exit with the parent process.
process.stdin.resume().once('end', () => process.exit())
const outbound = createOutbound({ purpose: 'mail', allow: [`127.0.0.1:${port}`] })
const account = { host: '127.0.0.1', port: Number(port), secure: false }
const timeouts = { connectMs: 2_000, replyMs: 1_000, blockMs: 1_000, endMs: 1_000 }

const ports = scriptedPorts(async ({ mailboxId: _mailboxId, ...mail }): Promise<DeliveryOutcome> => {
  const outcome = await sendMail(account, mail, outbound, { timeouts })
  if (outcome.state === 'sent') return outcome
  const { message } = outcome
  if (outcome.state === 'unknown') return { state: 'unknown', kind: 'no_answer', message }
  return { state: 'failed', transient: outcome.kind === 'transient', kind: outcome.fault, message }
})
await startSender({ url, ports, logLevel: 'error', concurrency: 10 })
process.stdout.write('ready\n')
