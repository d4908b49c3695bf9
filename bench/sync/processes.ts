import { readdirSync, readFileSync } from 'node:fs'

// Memory and CPU time of processes, from /proc. CPU time is comparable on a shared machine, unlike wall-clock time.

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

/** Peak resident memory of a process in MB. */
export const peakMb = (pid: number) => Math.round(megabytes(readOr(`/proc/${pid}/status`), 'VmHWM'))
export const residentMb = (pid: number) => Math.round(megabytes(readOr(`/proc/${pid}/status`), 'VmRSS'))

/** The fields of /proc/<pid>/stat after the name, which may contain anything. */
const statOf = (pid: number) => readOr(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
const seconds = (fields: string[], from: number) =>
  (Number(fields[from] ?? 0) + Number(fields[from + 1] ?? 0)) / ticksPerSecond

export const cpuSeconds = (pid: number) => seconds(statOf(pid), 11)

const childrenOf = (parent: number) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => Number(statOf(pid)[1]) === parent)

/** Measures a process with its children, including those that have exited. */
export function watchProcessTree(parent: number) {
  let peak = 0
  const cpu = () =>
    [parent, ...childrenOf(parent)].reduce((sum, pid) => sum + cpuSeconds(pid), seconds(statOf(parent), 13))
  const sample = () => {
    // PSS counts shared pages once.
    const now = [parent, ...childrenOf(parent)].reduce(
      (sum, pid) => sum + megabytes(readOr(`/proc/${pid}/smaps_rollup`), 'Pss'),
      0,
    )
    peak = Math.max(peak, Math.round(now))
  }
  const timer = setInterval(sample, 2_000)
  timer.unref()
  return { cpu, peak: () => peak, stop: () => clearInterval(timer) }
}
