import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SourceState } from '../build/source-state.ts'

export const root = fileURLToPath(new URL('../../../../', import.meta.url))
export const bundleFolder = join(root, 'server/dist')

export const bundleFile = 'run.js'
export const linesFile = 'lines.bin'
const sourcesFile = 'sources.json'

/** `paths` are relative to the root, in the order of the line table. */
export type BundleSources = SourceState & { paths: string[] }

export function readBundleSources(folder: string): BundleSources | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, sourcesFile), 'utf8')) as BundleSources
  } catch {
    return undefined
  }
}

/** Written beside and renamed: whoever reads it meanwhile gets the old or the new one. */
export function writeBundleSources(folder: string, sources: BundleSources) {
  const path = join(folder, sourcesFile)
  const beside = `${path}.${process.pid}`
  writeFileSync(beside, JSON.stringify(sources))
  renameSync(beside, path)
}
