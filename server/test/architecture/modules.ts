import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Module = { path: string; text: string; imports: string[] }

export const root = fileURLToPath(new URL('../../../', import.meta.url))

const statement = /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/g
const bare = /(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]/g

const aliases: [RegExp, string][] = [
  [/^@mailwright\/contract$/, 'contract/src/index.ts'],
  [/^@mailwright\/contract\/(.+)$/, 'contract/src/$1.ts'],
  [/^#platform\/(.+)$/, 'server/src/platform/$1.ts'],
  [/^#slices\/(.+)$/, 'server/src/slices/$1.ts'],
  [/^#test\/(.+)$/, 'server/test/$1.ts'],
]

/** The file or package that an import names: files relative to the root, packages as they are. */
function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier))
  for (const [pattern, target] of aliases)
    if (pattern.test(specifier)) return specifier.replace(pattern, target)
  return specifier
}

export function moduleOf(path: string, text: string): Module {
  const found = [statement, bare, dynamic].flatMap((pattern) =>
    [...text.matchAll(pattern)].map((m) => m[1] ?? ''),
  )
  return { path, text, imports: [...new Set(found.map((specifier) => resolve(path, specifier)))] }
}

export const allModules = (): Module[] =>
  globSync('{contract,server,web,e2e,bench,scripts}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name.includes('node_modules'),
  })
    .sort()
    .map((path) => moduleOf(path, readFileSync(join(root, path), 'utf8')))
