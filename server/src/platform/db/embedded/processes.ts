import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

type ProcessInfo = { name: string; startTime: string }

const isLinux = process.platform === 'linux'

/** Zombies count as dead: containers without an init keep them, and `kill -0` succeeds for them. */
export function findProcess(pid: number): ProcessInfo | undefined {
  if (!Number.isInteger(pid) || pid <= 1) return isLinux && pid === 1 ? findOnLinux(pid) : undefined
  return isLinux ? findOnLinux(pid) : findWithPs(pid)
}

function findOnLinux(pid: number): ProcessInfo | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // "123 (a name) with) S 1 ...": the name may contain spaces and parentheses, so split at the last parenthesis.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    return { name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')), startTime: fields[19] ?? '' }
  } catch {
    return undefined
  }
}

function findWithPs(pid: number): ProcessInfo | undefined {
  const ps = spawnSync('ps', ['-p', String(pid), '-o', 'stat=,lstart=,comm='], { encoding: 'utf8' })
  // "Ss   Sun Nov 15 01:42:54 2026     /path/bin/postgres"
  const match = /^(\S+)\s+(\w+ \w+ +\d+ [\d:]+ \d+)\s+(.+)$/.exec((ps.stdout ?? '').trim())
  if (!match || match[1]?.startsWith('Z')) return undefined
  return { name: (match[3] ?? '').split('/').at(-1) ?? '', startTime: match[2] ?? '' }
}

/** PostgreSQL's programs run inside their data folder, which distinguishes ours from a reused pid. */
export function isPostgresIn(folder: string, pid: number): boolean {
  const found = findProcess(pid)
  if (!found || !/^(postgres|initdb)$/.test(found.name)) return false
  if (!isLinux) {
    const ps = spawnSync('ps', ['-p', String(pid), '-o', 'args='], { encoding: 'utf8' })
    return (ps.stdout ?? '').includes(folder)
  }
  try {
    const cwd = statSync(`/proc/${pid}/cwd`)
    const own = statSync(folder)
    return cwd.dev === own.dev && cwd.ino === own.ino
  } catch {
    return false
  }
}

/** Linux only; elsewhere PostgreSQL's own shared memory check has to suffice. */
export function listPostgresIn(folder: string): number[] {
  if (!isLinux) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isPostgresIn(folder, pid))
}

/** Identifies this machine, boot and pid namespace: a pid has a meaning only within it. */
export function pidSpace(): string {
  if (!isLinux) return process.platform
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return 'unknown'
  }
}

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has already exited.
  }
}

export async function waitUntil(done: () => boolean | Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (!(await done())) {
    if (Date.now() >= deadline) return false
    await delay(15)
  }
  return true
}
