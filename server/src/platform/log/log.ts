import { type Logger, pino } from 'pino'
import { createRepeatLimit } from './limit-repeats.ts'

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

const repeatIntervalMs = 5_000

/** One JSON object per line, on stderr: stdout is for the person who started the process. */
export function createLog(level: LogLevel, base: Record<string, unknown> = {}): Log {
  const isRepeated = createRepeatLimit(repeatIntervalMs)
  return pino(
    {
      level,
      base,
      serializers: { err: serializeError },
      redact: { paths, censor: '[hidden]' },
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: {
        logMethod(args, method) {
          const write = (line: object, message: unknown) => method.apply(this, [line, message as string])
          if (!isRepeated(args[0], args[1], write)) method.apply(this, args)
        },
      },
    },
    pino.destination({ dest: 2, sync: false }),
  )
}
