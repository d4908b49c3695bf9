import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

type Seen = { name: string; startTime: string }

const onLinux = process.platform === 'linux'

/** A zombie counts as gone: containers without an init keep them, and `kill -0` calls them alive. */
export function seeProcess(pid: number): Seen | undefined {
  if (!Number.isInteger(pid) || pid <= 1) return onLinux && pid === 1 ? seeOnLinux(pid) : undefined
  return onLinux ? seeOnLinux(pid) : seeWithPs(pid)
}

function seeOnLinux(pid: number): Seen | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // "123 (a name) with) S 1 ...": the name may hold spaces and brackets, so cut at the last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    return { name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')), startTime: fields[19] ?? '' }
  } catch {
    return undefined
  }
}

function seeWithPs(pid: number): Seen | undefined {
  const ps = spawnSync('ps', ['-p', String(pid), '-o', 'stat=,lstart=,comm='], { encoding: 'utf8' })
  // "Ss   Sun Nov 15 01:42:54 2026     /path/bin/postgres"
  const match = /^(\S+)\s+(\w+ \w+ +\d+ [\d:]+ \d+)\s+(.+)$/.exec((ps.stdout ?? '').trim())
  if (!match || match[1]?.startsWith('Z')) return undefined
  return { name: (match[3] ?? '').split('/').at(-1) ?? '', startTime: match[2] ?? '' }
}

/** PostgreSQL's programs work inside their data folder: the folder tells ours from a reused pid. */
export function isPostgresIn(folder: string, pid: number): boolean {
  const seen = seeProcess(pid)
  if (!seen || !/^(postgres|initdb)$/.test(seen.name)) return false
  if (!onLinux) {
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

/** Linux only; elsewhere the shared memory check of PostgreSQL itself has to do. */
export function listPostgresIn(folder: string): number[] {
  if (!onLinux) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isPostgresIn(folder, pid))
}

/** Names this machine, boot and pid namespace: only within it does a pid mean anything. */
export function pidSpace(): string {
  if (!onLinux) return process.platform
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
    // It ended in between, which is what was wanted.
  }
}

export async function waitUntil(
  done: () => boolean | Promise<boolean>,
  milliseconds: number,
): Promise<boolean> {
  const end = Date.now() + milliseconds
  while (!(await done())) {
    if (Date.now() >= end) return false
    await delay(15)
  }
  return true
}
