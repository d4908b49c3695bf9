import { readFileSync, readlinkSync } from 'node:fs'

/**
 * The scope in which a process id is unique: this boot of the kernel and this pid namespace. Host names do not work, as
 * two containers may share one. Undefined where the system does not provide it.
 */
export function placeOfThisProcess(): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return undefined
  }
}

// A killed process stays in the process table until its parent reaps it.
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.charAt(stat.lastIndexOf(')') + 2) === 'Z'
  } catch {
    return false
  }
}

/** Reliable only when true: a live pid may have been reused by another process. */
export function isDead(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return isZombie(pid)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}
