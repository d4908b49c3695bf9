import { type Logger, pino } from 'pino'

export type Log = Logger
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
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

type Told = { type: string; message: string; code?: string; stack?: string; cause?: Told }

// An error may carry the whole connection it came from, its password included: only these fields are told.
function tell(error: unknown): Told {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const { code } = error as NodeJS.ErrnoException
  return {
    type: error.name,
    message: error.message,
    ...(code ? { code } : {}),
    ...(error.stack ? { stack: error.stack } : {}),
    ...(error.cause === undefined ? {} : { cause: tell(error.cause) }),
  }
}

/** One JSON object a line, on the error stream: the output stream belongs to the person who started us. */
export const createLog = (level: LogLevel, base: Record<string, unknown> = {}): Log =>
  pino(
    {
      level,
      base,
      serializers: { err: tell },
      redact: { paths, censor: '[hidden]' },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    pino.destination({ dest: 2, sync: false }),
  )
