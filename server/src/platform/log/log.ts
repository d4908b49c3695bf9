import { type Logger, pino } from 'pino'

export type Log = Logger
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

// Secrets are never passed to the log; redacting these paths is a second safeguard.
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

type SerializedError = {
  type: string
  message: string
  code?: string
  stack?: string
  cause?: SerializedError
}

// An error may reference its connection, including the password: only these fields are logged.
function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const { code } = error as NodeJS.ErrnoException
  return {
    type: error.name,
    message: error.message,
    ...(code ? { code } : {}),
    ...(error.stack ? { stack: error.stack } : {}),
    ...(error.cause === undefined ? {} : { cause: serializeError(error.cause) }),
  }
}

/** One JSON object per line, on stderr: stdout is for the person who started the process. */
export const createLog = (level: LogLevel, base: Record<string, unknown> = {}): Log =>
  pino(
    {
      level,
      base,
      serializers: { err: serializeError },
      redact: { paths, censor: '[hidden]' },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    pino.destination({ dest: 2, sync: false }),
  )
