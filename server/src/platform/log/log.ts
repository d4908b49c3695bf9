import { type Logger, pino } from 'pino'

export type Log = Logger
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

// Secrets are kept out by never being handed over; these paths are the second net.
const secretNames = [
  'password',
  'currentPassword',
  'newPassword',
  'token',
  'apiKey',
  'authorization',
  'cookie',
]
const paths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

/** One JSON object a line, on the error stream: the output stream belongs to the person who started us. */
export const createLog = (level: LogLevel, base: Record<string, unknown> = {}): Log =>
  pino(
    { level, base, redact: { paths, censor: '[hidden]' }, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: false }),
  )
