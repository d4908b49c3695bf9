import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { compareSources } from '../build/source-state.ts'
import { isBundleWanted } from '../config/is-bundle-wanted.ts'
import { bundleFile, bundleFolder, readBundleSources, root, writeBundleSources } from './bundle-files.ts'

/** Whether the bundle was made of the sources as they are now. */
export function isBundleCurrent(folder = bundleFolder): boolean {
  const sources = readBundleSources(folder)
  if (!sources || !existsSync(join(folder, bundleFile))) return false
  const { same, touched } = compareSources(root, sources.paths, sources)
  if (touched) {
    try {
      writeBundleSources(folder, { ...sources, ...touched })
    } catch {
      // A folder that cannot be written: the contents are compared again next time.
    }
  }
  return same
}

/**
 * The service in one file, which loads in half the time. Made anew if the sources have changed; undefined
 * where it cannot be made, and the service is then loaded from its sources.
 */
export async function openBundle(folder = bundleFolder): Promise<string | undefined> {
  if (!isBundleWanted()) return undefined
  try {
    if (!isBundleCurrent(folder)) {
      const { buildBundle } = await import('./build-bundle.ts')
      const onStart = () => console.log('Mailwright prepares its start, which takes a few seconds')
      await buildBundle({ folder, onStart })
      // Not built, or of sources that have changed meanwhile.
      if (!isBundleCurrent(folder)) return undefined
    }
    return join(folder, bundleFile)
  } catch (error) {
    console.error(`Mailwright starts from its sources: ${(error as Error).message}`)
    return undefined
  }
}
