import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../../', import.meta.url)
const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  scripts: { start: string }
}

/** Node's arguments from `npm start`, including V8 flags, so that tests and load programs run the server as shipped. */
export const startArguments = scripts.start
  .split(' ')
  .slice(2)
  .map((argument) => (argument.endsWith('main.js') ? fileURLToPath(new URL(argument, root)) : argument))
