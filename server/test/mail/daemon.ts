import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// What the private mail servers share: an account, a folder, ports, and a death that leaves nothing behind.

const isRoot = process.getuid?.() === 0
const idOf = (flag: '-u' | '-g', name: string) =>
  Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout.trim())

/** Dovecot's login process refuses to run as root: there the servers run as nobody. */
export const account = isRoot
  ? { uid: idOf('-u', 'nobody'), gid: idOf('-g', 'nobody') }
  : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }

export const nameOf = (kind: 'passwd' | 'group', id: number) =>
  spawnSync('getent', [kind, String(id)], { encoding: 'utf8' }).stdout.split(':')[0] || String(id)

/** A folder of that account under /tmp: unix sockets allow 108 characters, and nobody must reach it. */
export function privateFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir().length > 40 ? '/tmp' : tmpdir(), prefix))
  own(folder)
  chmodSync(folder, 0o755)
  return folder
}

export const own = (path: string) => {
  if (isRoot) chownSync(path, account.uid, account.gid)
}

/** All at once, so that no two of them are the same. */
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

/** `pid` leads the group of all its processes: `process.kill(-pid, 'SIGSTOP')` stops them. */
export type Daemon = { pid: number; output(): string; stop(): Promise<void> }
const running = new Set<ChildProcess>()
const killGroup = (child: ChildProcess, signal: NodeJS.Signals) => {
  try {
    if (child.pid) process.kill(-child.pid, signal)
  } catch {
    // All of the group are gone.
  }
}
process.on('exit', () => {
  for (const child of running) killGroup(child, 'SIGKILL')
})

// Dovecot takes six seconds to end by itself, its children longer: the shell kills the whole group at once.
const guard = 'trap "kill -KILL 0" TERM; "$@" & wait'

/**
 * `--no-new-privs`, because Exim is set-uid: the kernel would make it root, and forget the death signal.
 * The change of account is spawn's, since setuid clears the death signal as well.
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
  const keep = (chunk: Buffer) => {
    output = (output + chunk).slice(-20_000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let gone = false
  exited.then(() => {
    gone = true
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
      if (gone || Date.now() > deadline) {
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
  const made = spawnSync(
    'openssl',
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=localhost
     -addext subjectAltName=DNS:localhost,DNS:mail.test,IP:127.0.0.1 -keyout ${key} -out ${cert}`.split(
      /\s+/,
    ),
    { encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`openssl: ${made.stderr ?? made.error?.message}`)
  own(cert)
  own(key)
  return { cert, key }
}
