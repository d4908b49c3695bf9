import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const sources = ['web/src', 'web/build', 'web/public', 'contract/src']
const files = [
  'web/index.html',
  'web/mail-frame.html',
  'web/vite.config.ts',
  'web/package.json',
  'package-lock.json',
]

async function filesBelow(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length))
}

/** Changes with everything the build depends on. Undefined where the sources are not installed. */
export async function readSourceStamp(root: string): Promise<string | undefined> {
  try {
    const found = await Promise.all(sources.map((folder) => filesBelow(root, folder)))
    const hash = createHash('sha256')
    for (const path of [...files, ...found.flat()].sort()) {
      hash.update(`${path}\0`)
      hash.update(await readFile(join(root, path)))
    }
    return hash.digest('hex')
  } catch {
    return undefined
  }
}
