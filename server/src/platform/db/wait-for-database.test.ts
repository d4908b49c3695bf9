import { expect, inject, it } from 'vitest'
import { createLog } from '../log/log.ts'
import { checkVersion, DatabaseUnusable, waitForDatabase } from './wait-for-database.ts'

it('accepts the database of the tests', async () => {
  const options = { timeoutMs: 60_000, log: createLog('silent') }
  await expect(waitForDatabase(inject('postgresUrl'), options)).resolves.toBeUndefined()
})

it.each([160_000, 170_010, 180_004])('accepts the version %i', (version) => {
  expect(() => checkVersion('db:5432', version)).not.toThrow()
})

it.each([
  [150_018, '15.18'],
  [140_022, '14.22'],
])('rejects the version %i in a sentence that says what to do', (version, shown) => {
  expect(() => checkVersion('db:5432', version)).toThrow(
    new DatabaseUnusable(
      `The database at db:5432 is PostgreSQL ${shown}, and Mailwright needs version 16 or later: upgrade it, or set DATABASE_URL to a newer server.`,
    ),
  )
})
