import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../src/', import.meta.url))

/** The feature that a sheet belongs to, or else the shared part. */
const ownerOf = (path: string) => /^features\/([\w-]+)/.exec(path)?.[1] ?? 'ui'

/** Classes that a sheet styles wherever they occur: rules whose selector is one class, with states of it. */
const classesOf = (sheet: string) =>
  [...sheet.replace(/\/\*.*?\*\//gs, '').matchAll(/(?:^|[{};])([^{};@]+)\{/g)]
    .flatMap(([, selectors = '']) => selectors.split(','))
    .flatMap((selector) => /^\.([\w-]+)(?::[\w-]+|\[[^\]]*\])*$/.exec(selector.trim())?.[1] ?? [])

it('no two features style the same class: sheets stay loaded when another page is opened', () => {
  const owners = new Map<string, Set<string>>()
  for (const path of globSync('**/*.css', { cwd: root }))
    for (const name of classesOf(readFileSync(`${root}${path}`, 'utf8')))
      owners.set(name, (owners.get(name) ?? new Set()).add(ownerOf(path)))
  const shared = [...owners].filter(([, features]) => features.size > 1).map(([name]) => name)
  expect(owners.size).toBeGreaterThan(100)
  expect(shared).toEqual([])
})
