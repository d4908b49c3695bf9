import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../src/', import.meta.url))

// Shown outside the frame, where the commands of the frame do not exist.
const outsideFrame = 'features/mailboxes/progress-page.tsx'

it('no key sequence leads to two places', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter((path) => path !== outsideFrame)
  const sequences = files.flatMap((path) =>
    [...readFileSync(`${root}${path}`, 'utf8').matchAll(/['"](g [a-z])['"]/g)].map(([, keys]) => ({
      keys,
      path,
    })),
  )
  const places = Object.groupBy(sequences, ({ keys }) => keys as string)
  expect(sequences.length).toBeGreaterThan(10)
  expect(Object.values(places).filter((same) => same && same.length > 1)).toEqual([])
})
