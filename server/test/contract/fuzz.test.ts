import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '#test/server'
import { raisedLimits } from './fuzz/own-server.ts'
import { fuzz, type Harness, harnessOf, tellFailure } from './fuzz/run.ts'
import { ownWorld } from './fuzz/world.ts'
import { builtRoutes } from './routes.ts'

// `npm run fuzz -- --cases 1000` runs more cases; here each route gets a part of its fixed cases and a few random
// ones. A valid password costs a hash of 47 MB, so those routes get only two such requests, besides all the others.
const options = { cases: 20, seed: 20261115, maxPasswords: 2, maxFixed: 40 }

/** Routes where no request of the harness can succeed: it knows no password and no one-time token. */
const neverSucceeds = new Set([
  'POST /api/v1/auth/login',
  'POST /api/v1/auth/setup',
  'POST /api/v1/auth/invitations/accept',
  'POST /api/v1/me/password',
  // There is no mail server to fetch from.
  'GET /api/v1/messages/{id}/attachments/{position}',
  // There is no server of pictures, and no mail with one.
  'GET /api/v1/messages/{id}/remote-images/{name}',
  // The harness has no mailbox.
  'POST /api/v1/messages/send',
  // It sends no time within the last 92 days, and has no OAuth provider.
  'POST /api/v1/mailboxes/{id}/resync',
  'POST /api/v1/mailboxes/oauth/google/start',
  'POST /api/v1/mailboxes/oauth/microsoft/start',
  'GET /api/v1/mailboxes/oauth/callback',
  // It does not know the key of a row or the columns for a file.
  'PUT /api/v1/tables/{id}/rows',
  'POST /api/v1/tables/{id}/import',
  // It has no workflow to turn into a template.
  'POST /api/v1/admin/templates/promote',
  // It does not know which fields go together.
  'PUT /api/v1/admin/llm/budgets',
  // It does not know the message and the categories.
  'POST /api/v1/workflows/{id}/nodes/{nodeId}/reference',
  // It has no report with a proposal.
  'POST /api/v1/mailboxes/{id}/analyzer/proposals/reject',
])

let server: TestServer
let harness: Harness

beforeAll(async () => {
  server = await testServer({ ...raisedLimits, MAILWRIGHT_LOG_LEVEL: 'silent' })
  harness = await harnessOf(await ownWorld(server))
})
afterAll(() => server.close())

describe('for any request to', () => {
  it.each(builtRoutes)('%s, the reply matches the description', async (name) => {
    const operation = harness.operations.find((one) => one.name === name)
    if (!operation) throw new Error('the served description does not contain the route')
    const { failures, statuses } = await fuzz(harness, operation, options)
    expect(failures.map(tellFailure).join('\n\n')).toBe('')
    // Otherwise a harness whose requests are all rejected would pass.
    if (!neverSucceeds.has(name))
      expect(Object.keys(statuses).some((status) => status.startsWith('2'))).toBe(true)
  })
})
