import { startEmbeddedPostgres } from './embedded-postgres.ts'

/** A process that owns a data folder until it is killed, and reports to its parent how the start went. */
const dataDir = process.argv[2] ?? ''
try {
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { shared_buffers: '16MB' } })
  process.stdout.write(`${JSON.stringify({ url: postgres.url })}\n`)
  process.once('SIGTERM', () => void postgres.stop())
} catch (error) {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  process.stdout.write(`${JSON.stringify({ name, message })}\n`)
}
