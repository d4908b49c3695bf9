import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Account } from './account.ts'

export type Exit = { code: number | null; signal: string | null }
export type Tool = {
  child: ChildProcess
  exited: Promise<Exit>
  failureReason(): string
  /** When it started or last wrote a line. */
  lastSignAt(): number
}
type ToolOptions = {
  program: string
  args: string[]
  cwd: string
  account: Account | undefined
  /** The signal that the kernel sends it when this process dies, if setpriv supports it. */
  deathSignal: 'INT' | 'KILL'
  log: (line: string) => void
}

/** Not the caller's environment: PGDATA, PGOPTIONS or a foreign locale must not reach PostgreSQL. */
export const toolEnvironment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
}

let deathSignals: boolean | undefined

/** util-linux has --pdeathsig since 2.33; macOS and busybox do not. */
function hasDeathSignals(): boolean {
  deathSignals ??=
    process.platform === 'linux' &&
    spawnSync('setpriv', ['--pdeathsig', 'INT', 'true'], { env: toolEnvironment }).status === 0
  return deathSignals
}

/**
 * The change of account happens in spawn, before setpriv runs: setuid clears the death signal, exec keeps it.
 * `detached` gives the tool its own session, so that Ctrl-C in the terminal reaches Mailwright alone.
 */
export function runTool(options: ToolOptions): Tool {
  const [program, args] = hasDeathSignals()
    ? ['setpriv', ['--pdeathsig', options.deathSignal, '--', options.program, ...options.args]]
    : [options.program, options.args]
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: toolEnvironment,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    ...(options.account ?? {}),
  })
  const recent: string[] = []
  let lastSignAt = Date.now()
  createInterface({ input: child.stderr }).on('line', (line) => {
    recent.push(line)
    lastSignAt = Date.now()
    if (recent.length > 50) recent.shift()
    options.log(line)
  })
  const exited = new Promise<Exit>((resolve) => {
    child.once('error', (error) => {
      recent.push(`FATAL: ${error.message}`)
      resolve({ code: null, signal: null })
    })
    child.once('exit', (code, signal) => {
      // 'close' means that all output was read; but after a kill -9 its children keep the pipe open.
      const end = () => resolve({ code, signal })
      child.once('close', end)
      setTimeout(end, 250)
    })
  })
  return { child, exited, failureReason: () => reasonIn(recent), lastSignAt: () => lastSignAt }
}

/** The line with the reason: initdb ends with a note on cleanup, PostgreSQL with "system is shut down". */
function reasonIn(lines: string[]): string {
  const serious = lines.findLast((line) => /\b(PANIC|FATAL|ERROR|error):/.test(line))
  const line = serious ?? lines.at(-1) ?? 'it exited without a message'
  return line.replace(/^.*?\b(PANIC|FATAL|ERROR|error):\s*/, '').trim()
}
