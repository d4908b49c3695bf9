import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { startArguments } from '../../server/test/start-command.ts'

const admin = { email: 'admin@bench.test', password: 'correct horse battery staple 9' }

export type Product = {
  url: string
  pid: number
  child: ChildProcess
  /** CPU time so far in milliseconds, which is less sensitive to noise than rates. */
  cpuMs(): Promise<number>
  /** Peak memory in MB. */
  peakMb(): Promise<number>
  stop(): Promise<void>
}

/** Starts the product as a separate process on the given database. */
export async function startProduct(
  databaseUrl: string,
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<Product> {
  const child = spawn(process.execPath, startArguments, {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      MAILWRIGHT_DATA_DIR: dataDir,
      PORT: '0',
      MAILWRIGHT_LOG_LEVEL: 'error',
      MAILWRIGHT_ADMIN_EMAIL: admin.email,
      MAILWRIGHT_ADMIN_PASSWORD: admin.password,
      MAILWRIGHT_LIMIT_WEBHOOK_PER_MINUTE: '10000000',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      const found = /ready at (\S+)/.exec(output)?.[1]
      if (found) resolve(new URL(found).origin)
      // A process with only the worker role has no address.
      else if (environment.MAILWRIGHT_ROLES === 'worker' && output.includes('\n')) resolve('')
    })
    child.once('exit', (code) => reject(new Error(`the product exited with ${code}`)))
  })
  const pid = child.pid ?? 0
  return {
    url,
    pid,
    child,
    async cpuMs() {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
      const [user = 0, system = 0] = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 13)
        .map(Number)
      return (user + system) * 10
    },
    async peakMb() {
      const status = await readFile(`/proc/${pid}/status`, 'utf8')
      return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Signs in and returns a function that calls the product as its administrator. */
export async function signIn(url: string) {
  const login = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  if (login.status !== 200) throw new Error(`sign-in failed with ${login.status}: ${await login.text()}`)
  const cookie = login.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  return createCall(url, { cookie })
}

/** Calls the product with the headers of a signed-in member; rejects unless the reply is a success. */
export const createCall =
  (url: string, headers: Record<string, string>) => async (method: string, path: string, body?: unknown) => {
    const reply = await fetch(`${url}${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    if (reply.status >= 300) throw new Error(`${method} ${path} failed with ${reply.status}: ${text}`)
    return text ? JSON.parse(text) : undefined
  }
export type Call = ReturnType<typeof createCall>

/** Creates and publishes a workflow from the graph, and returns its webhook URL. */
export async function publishHook(
  call: Call,
  url: string,
  name: string,
  graph: unknown,
): Promise<{ id: string; hook: string }> {
  const { id } = await call('POST', '/api/v1/workflows', { name, graph })
  await call('PATCH', `/api/v1/workflows/${id}`, { published: true })
  const { token } = await call('POST', `/api/v1/workflows/${id}/webhook`)
  return { id, hook: `${url}/hooks/wf/${token}` }
}
