import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'

const folders = ['web/src', 'web/build', 'web/public', 'contract/src']
const files = [
  'web/index.html',
  'web/mail-frame.html',
  'web/vite.config.ts',
  'web/package.json',
  'package-lock.json',
]

const filesBelow = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))

/** Everything the build depends on. Undefined where the sources are not installed. */
export function listWebSources(root: string): string[] | undefined {
  try {
    return [...files, ...folders.flatMap((folder) => filesBelow(root, folder))].sort()
  } catch {
    return undefined
  }
}
