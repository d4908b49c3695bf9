import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../../', import.meta.url)
const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  scripts: { start: string }
}

/** Node's arguments of `npm start`, V8 flags included: what tests and load programs start is what people run. */
export const startArguments = scripts.start
  .split(' ')
  .slice(1)
  .map((argument) => (argument.endsWith('main.ts') ? fileURLToPath(new URL(argument, root)) : argument))
