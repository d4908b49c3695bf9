import { Logger } from 'graphile-worker'
import type { Log } from '../log/log.ts'

export const silentLogger = new Logger(() => () => undefined)

/**
 * Passes the library's messages on for debugging. The metadata is dropped because it contains whole jobs with their
 * payloads, and messages about a job's outcome because they contain the error text. We log the outcome ourselves.
 */
export const graphileLogger = (log: Log) =>
  new Logger(() => (level, message, meta) => {
    if (meta && ('failure' in meta || 'success' in meta)) return
    log[level === 'error' ? 'warn' : 'debug']({ from: 'graphile-worker' }, message.slice(0, 300))
  })
