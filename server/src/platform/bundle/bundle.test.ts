import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { readSourceState } from '../build/source-state.ts'
import { isBundleWanted } from '../config/is-bundle-wanted.ts'
import { readBundleSources, root, writeBundleSources } from './bundle-files.ts'
import { lineTable } from './line-table.ts'
import { loadService } from './load-service.ts'
import { isBundleCurrent, openBundle } from './open-bundle.ts'

// Beside the real one: a bundle finds packages and migrations from where it is.
const folder = join(root, `server/dist.test-${process.pid}`)
const entry = join(folder, 'run.js')

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const leftovers = () => readdirSync(join(root, 'server')).filter((name) => name.includes(`${process.pid}.`))

describe('the bundle', () => {
  it('is built anew if a source has changed', async () => {
    mkdirSync(folder)
    writeFileSync(entry, 'old')
    writeBundleSources(folder, { paths: ['server/src/run.ts'], times: 'other', content: 'other' })
    expect(isBundleCurrent(folder)).toBe(false)
    expect(await openBundle(folder)).toBe(entry)
    expect(readFileSync(entry, 'utf8')).toContain('Mailwright is ready at')
    expect(isBundleCurrent(folder)).toBe(true)
    expect(leftovers()).toEqual([])
  })

  it('depends on our sources, packages and their versions', () => {
    const { paths = [] } = readBundleSources(folder) ?? {}
    expect(paths).toContain('server/src/composition/app.ts')
    expect(paths).toContain('contract/src/index.ts')
    expect(paths).toContain('node_modules/fastify/fastify.js')
    expect(paths).toContain('package-lock.json')
  })

  it('contains no package that an installation may leave out', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { dev?: boolean; optional?: boolean; devOptional?: boolean }>
    }
    const { paths = [] } = readBundleSources(folder) ?? {}
    const used = paths.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? '')
    const isOptional = ({ dev, optional, devOptional }: (typeof packages)[string]) =>
      dev || optional || devOptional
    expect([...new Set(used)].filter((name) => isOptional(packages[name] ?? {}))).toEqual([])
  })

  it('names only files that exist', () => {
    const text = readFileSync(entry, 'utf8')
    const named = [...text.matchAll(/new URL\("([^"]+)", import\.meta\.url\)/g)].map(([, path = '']) => path)
    expect(named).toContain('../src/protocols/pdf/read-pdf.ts')
    expect(named.filter((path) => !existsSync(join(folder, path)))).toEqual([])
    expect(text).not.toMatch(/import\.meta\.(dirname|filename)/)
  })

  it('stays if its sources have other times and the same contents', async () => {
    const sources = readBundleSources(folder)
    if (sources) writeBundleSources(folder, { ...sources, times: 'other' })
    writeFileSync(entry, 'not built again')
    expect(await openBundle(folder)).toBe(entry)
    expect(readFileSync(entry, 'utf8')).toBe('not built again')
    expect(readBundleSources(folder)).toEqual(sources)
  })

  it('is loaded instead of the sources, and the sources if it cannot be', async () => {
    const fromSources = async () => ({ from: 'sources' })
    const load = async (text: string, name: string) => {
      const place = join(folder, name)
      mkdirSync(place, { recursive: true })
      writeFileSync(join(place, 'run.js'), text)
      writeBundleSources(place, { paths: [], ...readSourceState(root, []) })
      return (await loadService(fromSources, place)).from
    }
    const { prepareStackTrace } = Error
    try {
      expect(await load("export const from = 'bundle'", 'whole')).toBe('bundle')
      expect(await load("export const from = 'bun", 'damaged')).toBe('sources')
    } finally {
      Error.prepareStackTrace = prepareStackTrace
    }
  })

  it('is not taken without its file or its list of sources', async () => {
    rmSync(folder, { recursive: true })
    mkdirSync(folder)
    expect(isBundleCurrent(folder)).toBe(false)
    writeFileSync(entry, '')
    expect(isBundleCurrent(folder)).toBe(false)
    writeFileSync(join(folder, 'sources.json'), '{"paths": [')
    expect(isBundleCurrent(folder)).toBe(false)
  })

  it('is left out where its folder cannot be made', async () => {
    expect(await openBundle('/proc/none/dist')).toBeUndefined()
  })

  it('can be switched off', () => {
    expect(isBundleWanted({})).toBe(true)
    expect(isBundleWanted({ MAILWRIGHT_BUNDLE: 'off' })).toBe(false)
  })
})

describe('stack traces', () => {
  it('name the source of a line in the bundle', () => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(entry, "\n\nexport function fail() {\n  throw new Error('planned')\n}\n")
    // Lines 3 and 4 come from lines 11 and 12 of the second source.
    writeFileSync(join(folder, 'lines.bin'), lineTable(';;ACUA;AACA,ECAC', [0, 1, 2]))
    const paths = ['first.ts', 'second.ts', 'third.ts']
    writeBundleSources(folder, { paths, times: '', content: '' })
    const traceAfter = (between: string) => {
      const program = `
        import { rmSync, writeFileSync } from 'node:fs'
        const { nameSourcesInStackTraces } = await import(${JSON.stringify(new URL('./stack-traces.ts', import.meta.url).href)})
        nameSourcesInStackTraces(${JSON.stringify(folder)})
        const { fail } = await import(${JSON.stringify(pathToFileURL(entry).href)})
        ${between}
        try { fail() } catch (error) { console.log(error.stack) }`
      const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
        encoding: 'utf8',
      })
      return stdout.split('\n').slice(0, 2)
    }
    expect(traceAfter('')).toEqual(['Error: planned', '    at fail (second.ts:12)'])
    // The table of another bundle would name other lines.
    const lines = JSON.stringify(join(folder, 'lines.bin'))
    const [, frame] = traceAfter(
      `rmSync(${lines}); writeFileSync(${lines}, Buffer.alloc(400, Buffer.from([1, 0, 5, 0])))`,
    )
    expect(frame).toContain('run.js:4:')
  })
})
