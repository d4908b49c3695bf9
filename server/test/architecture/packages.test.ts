import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './modules.ts'

type Locked = { dev?: boolean; devOptional?: boolean; optional?: boolean; link?: boolean }
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}
const installed = Object.entries(packages).filter(([path]) => path.includes('node_modules/'))

// A package more is code that somebody else may change: this number goes up only for one that earns its place.
const maxPackages = 150

describe('the packages of a production install', () => {
  it('are few', () => {
    const own = installed.filter(
      ([, { dev, devOptional, optional, link }]) => !dev && !devOptional && !optional && !link,
    )
    expect(own.length).toBeGreaterThan(50)
    expect(own.length).toBeLessThanOrEqual(maxPackages)
  })

  it('do not contain what has a stand-in', () => {
    const replaced = installed.filter(([path]) =>
      /node_modules\/(?:cosmiconfig|yargs|@napi-rs\/canvas)$/.test(path),
    )
    expect(replaced.map(([path, { link }]) => [path, link])).toEqual([
      ['node_modules/@napi-rs/canvas', true],
      ['node_modules/cosmiconfig', true],
      ['node_modules/yargs', true],
    ])
  })
})
