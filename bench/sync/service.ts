import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { startArguments } from '../../server/test/start-command.ts'

const admin = { email: 'ada@example.com', password: 'a quiet harbour at dusk' }

type MailboxState = {
  address: string
  messageCount: number
  backfill: { status: string } | null
}
type Reply = { messages: unknown[]; mailboxes: MailboxState[]; mailbox: { id: string } }

async function spawnService(databaseUrl: string, logFile?: string) {
  const child = spawn(process.execPath, startArguments, {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      PORT: '0',
      MAILWRIGHT_OUTBOUND_ALLOW: '127.0.0.0/8,::1/128',
      MAILWRIGHT_ADMIN_EMAIL: admin.email,
      MAILWRIGHT_ADMIN_PASSWORD: admin.password,
      MAILWRIGHT_SECRET_KEY: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await Promise.race([
    readyUrl(child, logFile),
    once(child, 'exit').then(() => Promise.reject(new Error('the service did not start'))),
  ])
  return { child, url }
}

function readyUrl(child: ChildProcess, logFile: string | undefined): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  child.stdout?.on('data', (chunk) => {
    if (logFile) appendFileSync(logFile, chunk)
    const found = /ready at (\S+)/.exec(String(chunk))
    if (found?.[1]) resolve(found[1])
  })
  child.stdout?.on('end', () => reject(new Error('the service did not start')))
  return promise
}

/** Starts the service as a separate process and signs in as its administrator. */
export async function startService(databaseUrl: string, logFile?: string) {
  let { child, url } = await spawnService(databaseUrl, logFile)
  let cookie = ''
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    cookie = /mailwright_session=[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? cookie
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Reply
  }
  const stop = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  await call('POST', '/api/v1/auth/login', admin)
  return {
    call,
    pid: () => child.pid ?? 0,
    mailboxes: async () => (await call('GET', '/api/v1/mailboxes')).mailboxes,
    /** Simulates a power failure. */
    async killAndRestart() {
      await stop('SIGKILL')
      ;({ child, url } = await spawnService(databaseUrl, logFile))
    },
    stop: () => stop('SIGINT'),
  }
}
export type Service = Awaited<ReturnType<typeof startService>>
