import { Logger } from 'graphile-worker'
import type { Log } from '../log/log.ts'

export const silentLogger = new Logger(() => () => undefined)

/**
 * The library's own words, for whoever debugs it. Its details are dropped: they hold whole jobs with their payloads,
 * and the messages about a job's end hold the error's text. What matters is logged by us, where it happens.
 */
export const graphileLogger = (log: Log) =>
  new Logger(() => (level, message, meta) => {
    if (meta && ('failure' in meta || 'success' in meta)) return
    log[level === 'error' ? 'warn' : 'debug']({ from: 'graphile-worker' }, message.slice(0, 300))
  })
