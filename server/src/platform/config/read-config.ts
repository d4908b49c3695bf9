import { type Config, type Setting, settings } from './settings.ts'

export type { Config } from './settings.ts'

/** Every fault of the environment at once, so that a person mends it in one go. */
export class ConfigError extends Error {
  constructor(faults: string[]) {
    super(`The settings are not valid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

type Environment = Record<string, string | undefined>

/** Reads and judges the whole environment once. This is the only place that looks at it. */
export function readConfig(environment: Environment = process.env): Config {
  const faults: string[] = []
  const read = (one: Setting<unknown>) => {
    const value = environment[one.env] ?? one.fallback
    if (value === undefined) return undefined
    try {
      return one.parse(value)
    } catch (error) {
      faults.push(`${one.env} ${(error as Error).message}`)
      return undefined
    }
  }
  const config = Object.fromEntries(
    Object.entries(settings).map(([name, one]) => [name, read(one)]),
  ) as Config
  if (Boolean(config.adminEmail) !== Boolean(config.adminPassword))
    faults.push('MAILWRIGHT_ADMIN_EMAIL and MAILWRIGHT_ADMIN_PASSWORD must be set together')
  const s3 = [config.s3Endpoint, config.s3Bucket, config.s3AccessKey, config.s3SecretKey]
  if (new Set(s3.map(Boolean)).size > 1)
    faults.push(
      'MAILWRIGHT_S3_ENDPOINT, MAILWRIGHT_S3_BUCKET, MAILWRIGHT_S3_ACCESS_KEY and MAILWRIGHT_S3_SECRET_KEY must be set together',
    )
  // Longer ones cannot be given at sign-in.
  if ((config.adminPassword?.length ?? 0) > 256)
    faults.push('MAILWRIGHT_ADMIN_PASSWORD must have at most 256 characters')
  if (config.workflowConcurrency > config.workflowConcurrencyMax)
    faults.push('MAILWRIGHT_WORKFLOW_CONCURRENCY must not be above MAILWRIGHT_WORKFLOW_CONCURRENCY_MAX')
  if (config.executionTimeoutSeconds > config.executionTimeoutMaxSeconds)
    faults.push(
      'MAILWRIGHT_EXECUTION_TIMEOUT_SECONDS must not be above MAILWRIGHT_EXECUTION_TIMEOUT_MAX_SECONDS',
    )
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}
