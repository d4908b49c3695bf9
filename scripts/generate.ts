// `npm run generate` writes docs/generated/; `npm run generate -- --check` checks that it is up to date.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { generateConfig } from './generate/config.ts'
import { generateErrors } from './generate/errors.ts'
import { generateExpressions } from './generate/expressions.ts'
import { generateNodes } from './generate/nodes.ts'
import { generateOpenapi } from './generate/openapi.ts'
import { generateSchema } from './generate/schema.ts'

const folder = fileURLToPath(new URL('../docs/generated/', import.meta.url))
const files = {
  'openapi.json': generateOpenapi,
  'errors.md': generateErrors,
  'expressions.md': generateExpressions,
  'nodes.md': generateNodes,
  'config.md': generateConfig,
  'schema.sql': generateSchema,
}

const current = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

const checkOnly = process.argv.includes('--check')
const stale: string[] = []
mkdirSync(folder, { recursive: true })
for (const [name, generate] of Object.entries(files)) {
  const path = `${folder}${name}`
  const text = await generate()
  if (current(path) === text) continue
  stale.push(name)
  if (!checkOnly) writeFileSync(path, text)
}
const names = stale.map((name) => `docs/generated/${name}`).join(', ')
if (stale.length === 0) console.log('docs/generated is up to date')
else if (checkOnly) {
  console.error(`${names}: not up to date, run \`npm run generate\` and commit the result`)
  process.exitCode = 1
} else console.log(`wrote ${names}`)
