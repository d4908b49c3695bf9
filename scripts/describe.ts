// `npm run describe -- [--planned] [--lang fr] [--out FILE]`: prints the OpenAPI description.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { api } from '../contract/src/index.ts'
import { describe, type Language } from '../contract/src/openapi/document.ts'
import { version } from '../server/src/version.ts'

const { values } = parseArgs({
  options: { planned: { type: 'boolean' }, lang: { type: 'string' }, out: { type: 'string' } },
})
const text = JSON.stringify(
  describe(api, {
    lang: (values.lang ?? 'en') as Language,
    version,
    serverUrl: 'http://127.0.0.1:8025',
    cookieName: 'mailwright_session',
    planned: values.planned ?? false,
  }),
  null,
  1,
)
if (values.out) writeFileSync(values.out, `${text}\n`)
else process.stdout.write(`${text}\n`)
