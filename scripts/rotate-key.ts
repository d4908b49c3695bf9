// `npm run rotate-key -- [--prune] [--url URL] [--key-file FILE] [--batch N]`: rotates the master key of the stored
// secrets while the service runs. If interrupted, run it again to continue.
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
const print = (line: string) => void process.stdout.write(`${line}\n`)

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

/** The configured server, or the embedded one: that of the running service, else one started for the rotation. */
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

function printSummary({ keyId, rewrapped, unreadable, unused }: Rotation, ring: KeyRing) {
  for (const error of unreadable.values()) print(error.message)
  if (unreadable.size > 0) {
    print(`Incomplete: ${unreadable.size} secrets could not be decrypted, so their keys must be kept.`)
  }
  const ids = unused.join(', ')
  const backups = 'backups made before this rotation still need them'
  const rest =
    unused.length === 0
      ? 'All keys are still in use.'
      : ring.file && values.prune
        ? `Removed from ${ring.where}: ${ids} (${backups}).`
        : ring.file
          ? `No longer needed: ${ids}; npm run rotate-key -- --prune removes them (${backups}).`
          : `No longer needed: ${ids}; remove them from ${ring.where} (${backups}).`
  print(
    `${unreadable.size > 0 ? 'Finished with errors' : 'Done'}: ${rewrapped} secrets rewrapped with key ${keyId}. ${rest}`,
  )
}

async function main() {
  const batchSize = Number(values.batch)
  if (!Number.isInteger(batchSize) || batchSize < 1) throw new Error('--batch must be a positive integer.')
  const ring = await openRing()
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort(new Error('Stopped; run it again to continue.')))
  process.once('SIGTERM', () => stop.abort(new Error('Stopped; run it again to continue.')))
  const server = await openServer()
  const db = openDatabase({
    url: server.url,
    connections: 3,
    name: 'mailwright rotate-key',
    onIdleError: () => undefined,
  })
  try {
    const result = await rotate({ db, ring, log: print, prune: values.prune, batchSize, signal: stop.signal })
    printSummary(result, ring)
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
