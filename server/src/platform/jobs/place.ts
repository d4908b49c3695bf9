import { readFileSync, readlinkSync } from 'node:fs'

/**
 * Where a process id has its meaning: this boot of this kernel, this process namespace. Host names do not do: two
 * containers may share one. Undefined where the system does not tell.
 */
export function placeOfThisProcess(): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return undefined
  }
}

// A killed process stays in the table until its parent takes notice.
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.charAt(stat.lastIndexOf(')') + 2) === 'Z'
  } catch {
    return false
  }
}

/** Sure of the death, never of the life: the id may have been given to another process since. */
export function isDead(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return isZombie(pid)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}
