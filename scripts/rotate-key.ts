// `npm run rotate-key -- [--prune] [--url URL] [--key-file FILE] [--batch N]`: a new master key for the stored secrets,
// beside the running service. Killed or stopped, run it again: it goes on.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../server/src/platform/config/read-config.ts'
import { keyFileName } from '../server/src/platform/crypto/key-file.ts'
import { type KeyRing, keyRingFromText } from '../server/src/platform/crypto/key-ring.ts'
import { keyRingFromFile } from '../server/src/platform/crypto/key-ring-from-file.ts'
import { type Rotation, rotate } from '../server/src/platform/crypto/rotate.ts'
import { openDatabase } from '../server/src/platform/db/database.ts'
import {
  DataFolderInUse,
  startEmbeddedPostgres,
} from '../server/src/platform/db/embedded/embedded-postgres.ts'
import { urlOfRunning } from '../server/src/platform/db/embedded/socket.ts'

const config = readConfig()
const say = (line: string) => void process.stdout.write(`${line}\n`)

const { values } = parseArgs({
  options: {
    prune: { type: 'boolean', default: false },
    url: { type: 'string' },
    'key-file': { type: 'string' },
    batch: { type: 'string', default: '200' },
  },
})

function openRing(): Promise<KeyRing> | KeyRing {
  if (config.secretKey !== undefined && values['key-file'] === undefined)
    return keyRingFromText(config.secretKey)
  return keyRingFromFile({ path: values['key-file'] ?? join(config.dataDir, keyFileName), create: false })
}

/** The server that the settings name; the embedded one where the service runs it, or for as long as this takes. */
async function openServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const url = values.url ?? config.databaseUrl
  if (url) return { url, stop: async () => undefined }
  try {
    return await startEmbeddedPostgres({ dataDir: config.dataDir })
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    return { url: urlOfRunning(config.dataDir), stop: async () => undefined }
  }
}

function sayEnd({ keyId, rewrapped, unreadable, unused }: Rotation, ring: KeyRing) {
  for (const error of unreadable.values()) say(error.message)
  if (unreadable.size > 0) {
    say(`Not done: ${unreadable.size} secrets could not be opened, so the keys that they need must stay.`)
  }
  const ids = unused.join(', ')
  const backups = 'backups made before this rotation still need them'
  const rest =
    unused.length === 0
      ? 'No key is to spare.'
      : ring.file && values.prune
        ? `Removed from ${ring.where}: ${ids} (${backups}).`
        : ring.file
          ? `No longer needed: ${ids}; npm run rotate-key -- --prune removes them (${backups}).`
          : `No longer needed: ${ids}; take them out of ${ring.where} (${backups}).`
  say(
    `${unreadable.size > 0 ? 'Ended' : 'Done'}: ${rewrapped} secrets rewrapped with the key ${keyId}. ${rest}`,
  )
}

async function main() {
  const batchSize = Number(values.batch)
  if (!Number.isInteger(batchSize) || batchSize < 1) throw new Error('--batch takes a whole number from 1.')
  const ring = await openRing()
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort(new Error('Stopped; run it again and it goes on from here.')))
  process.once('SIGTERM', () => stop.abort(new Error('Stopped; run it again and it goes on from here.')))
  const server = await openServer()
  const db = openDatabase({
    url: server.url,
    connections: 3,
    name: 'mailwright rotate-key',
    onIdleError: () => undefined,
  })
  try {
    const result = await rotate({ db, ring, log: say, prune: values.prune, batchSize, signal: stop.signal })
    sayEnd(result, ring)
    if (result.unreadable.size > 0) process.exitCode = 1
  } finally {
    await db.close()
    await server.stop()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
