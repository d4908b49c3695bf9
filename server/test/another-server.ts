import { createApp } from '../src/composition/app.ts'
import { readConfig } from '../src/platform/config/read-config.ts'
import { createLog } from '../src/platform/log/log.ts'

/** Another instance of the server on an existing database, as on another machine. */
export async function anotherServer(databaseUrl: string, environment: Record<string, string> = {}) {
  const config = readConfig({ PORT: '0', MAILWRIGHT_ROLES: 'api', ...environment })
  const app = await createApp({ config, databaseUrl, log: createLog(config.logLevel), checkReplies: true })
  await app.start()
  const address = app.http.server.address()
  if (typeof address !== 'object' || !address) throw new Error('the server does not listen')
  // The listening address: its origin may be a public one.
  return { url: `http://127.0.0.1:${address.port}`, close: app.close }
}
