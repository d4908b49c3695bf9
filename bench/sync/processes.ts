import { readdirSync, readFileSync } from 'node:fs'

// What processes hold and have used, as the kernel tells. Seconds of a clock say little on a machine that others use;
// seconds of a processor say the same there.

const ticksPerSecond = 100

const readOr = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
const megabytes = (text: string, name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1024

/** The most that a process ever held (resident), in MB. */
export const peakMb = (pid: number) => Math.round(megabytes(readOr(`/proc/${pid}/status`), 'VmHWM'))
export const residentMb = (pid: number) => Math.round(megabytes(readOr(`/proc/${pid}/status`), 'VmRSS'))

/** Fields of /proc/<pid>/stat behind the name, which may hold anything. */
const statOf = (pid: number) => readOr(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
const seconds = (fields: string[], from: number) =>
  (Number(fields[from] ?? 0) + Number(fields[from + 1] ?? 0)) / ticksPerSecond

export const cpuSeconds = (pid: number) => seconds(statOf(pid), 11)

const childrenOf = (parent: number) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => Number(statOf(pid)[1]) === parent)

/** A process with its children; those that have ended are counted with it. */
export function family(parent: number) {
  let peak = 0
  const cpu = () =>
    [parent, ...childrenOf(parent)].reduce((sum, pid) => sum + cpuSeconds(pid), seconds(statOf(parent), 13))
  const look = () => {
    // A page that several share counts once: each has its part of it.
    const now = [parent, ...childrenOf(parent)].reduce(
      (sum, pid) => sum + megabytes(readOr(`/proc/${pid}/smaps_rollup`), 'Pss'),
      0,
    )
    peak = Math.max(peak, Math.round(now))
  }
  const timer = setInterval(look, 2_000)
  timer.unref()
  return { cpu, peak: () => peak, stop: () => clearInterval(timer) }
}
