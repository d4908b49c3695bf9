import { api } from '../../contract/src/index.ts'
import { describe } from '../../contract/src/openapi/document.ts'
import { version } from '../../server/src/version.ts'

/** The description in English, as served by an instance with default settings. */
export const generateOpenapi = async () =>
  `${JSON.stringify(
    describe(api, {
      lang: 'en',
      version,
      serverUrl: 'http://127.0.0.1:8025',
      cookieName: 'mailwright_session',
    }),
    null,
    1,
  )}\n`
