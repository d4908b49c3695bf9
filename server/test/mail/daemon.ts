import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Shared by the private mail servers: account, folder, ports, and a shutdown that leaves nothing behind.

const isRoot = process.getuid?.() === 0
const idOf = (flag: '-u' | '-g', name: string) =>
  Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout.trim())

/** Dovecot's login process refuses to run as root, so servers started by root run as nobody. */
export const account = isRoot
  ? { uid: idOf('-u', 'nobody'), gid: idOf('-g', 'nobody') }
  : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }

export const nameOf = (kind: 'passwd' | 'group', id: number) =>
  spawnSync('getent', [kind, String(id)], { encoding: 'utf8' }).stdout.split(':')[0] || String(id)

/** A folder of that account under /tmp: unix socket paths are limited to 108 characters, and nobody must reach it. */
export function privateFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir().length > 40 ? '/tmp' : tmpdir(), prefix))
  own(folder)
  chmodSync(folder, 0o755)
  return folder
}

export const own = (path: string) => {
  if (isRoot) chownSync(path, account.uid, account.gid)
}

/** Reserves all at once, so that they differ. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve, reject) => {
          const server = createServer().once('error', reject)
          server.listen(0, '127.0.0.1', () => resolve(server))
        }),
    ),
  )
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** `pid` is the leader of the process group: `process.kill(-pid, 'SIGSTOP')` stops all of it. */
export type Daemon = { pid: number; output(): string; stop(): Promise<void> }
const running = new Set<ChildProcess>()
const killGroup = (child: ChildProcess, signal: NodeJS.Signals) => {
  try {
    if (child.pid) process.kill(-child.pid, signal)
  } catch {
    // The group no longer exists.
  }
}
process.on('exit', () => {
  for (const child of running) killGroup(child, 'SIGKILL')
})

// Dovecot takes six seconds to exit, its children longer, so the shell kills the whole group at once.
const guard = 'trap "kill -KILL 0" TERM; "$@" & wait'

/**
 * `--no-new-privs`, because Exim is set-uid: the kernel would make it root and clear the parent-death signal.
 * `spawn` changes the account, since setuid clears the parent-death signal as well.
 */
export async function startDaemon(options: {
  command: string[]
  folder: string
  ports: number[]
}): Promise<Daemon> {
  const setpriv = ['--no-new-privs', '--pdeathsig', 'TERM', '--', 'sh', '-c', guard, 'sh']
  const child = spawn('setpriv', [...setpriv, ...options.command], {
    cwd: options.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { PATH: '/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin', TZ: 'UTC' },
    ...account,
  })
  running.add(child)
  let output = ''
  const appendOutput = (chunk: Buffer) => {
    output = (output + chunk).slice(-20_000)
  }
  child.stdout.on('data', appendOutput)
  child.stderr.on('data', appendOutput)
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let hasExited = false
  exited.then(() => {
    hasExited = true
    running.delete(child)
  })
  const stop = async () => {
    killGroup(child, 'SIGKILL')
    await exited
    rmSync(options.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }
  const deadline = Date.now() + 10_000
  for (const port of options.ports)
    while (!(await accepts(port))) {
      if (hasExited || Date.now() > deadline) {
        await stop()
        throw new Error(`${options.command[0]} did not start:\n${output}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  return { pid: child.pid ?? 0, output: () => output, stop }
}

/** Self-signed for localhost and 127.0.0.1. */
export function writeCertificate(folder: string): { cert: string; key: string } {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const result = spawnSync(
    'openssl',
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=localhost
     -addext subjectAltName=DNS:localhost,DNS:mail.test,IP:127.0.0.1 -keyout ${key} -out ${cert}`.split(
      /\s+/,
    ),
    { encoding: 'utf8' },
  )
  if (result.status !== 0) throw new Error(`openssl: ${result.stderr ?? result.error?.message}`)
  own(cert)
  own(key)
  return { cert, key }
}
