import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const oldBytes = () =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? 0

/** What repeating the work adds to the old generation, in MB, with a young collection after every hundred times. */
export async function oldSpaceGrowth(times: number, work: () => Promise<unknown>): Promise<number> {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as (options?: { type: 'minor' }) => void
  const repeat = async (count: number) => {
    for (let n = 1; n <= count; n++) {
      await work()
      if (n % 100 === 0) gc({ type: 'minor' })
    }
  }
  await repeat(times / 2)
  gc()
  const before = oldBytes()
  await repeat(times)
  return (oldBytes() - before) / 1_000_000
}
