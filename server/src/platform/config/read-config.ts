import { type Config, type Setting, settings } from './settings.ts'

export type { Config } from './settings.ts'

/** Lists every invalid setting at once, so that all can be fixed in one go. */
export class ConfigError extends Error {
  constructor(faults: string[]) {
    super(`The settings are invalid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

type Environment = Record<string, string | undefined>

/** Reads and validates the whole environment once. Nothing else reads it. */
export function readConfig(environment: Environment = process.env): Config {
  const faults: string[] = []
  const read = (setting: Setting<unknown>) => {
    const value = environment[setting.env] ?? setting.fallback
    if (value === undefined) return undefined
    try {
      return setting.parse(value)
    } catch (error) {
      faults.push(`${setting.env} ${(error as Error).message}`)
      return undefined
    }
  }
  const config = Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => [name, read(setting)]),
  ) as Config
  if (Boolean(config.adminEmail) !== Boolean(config.adminPassword))
    faults.push('MAILWRIGHT_ADMIN_EMAIL and MAILWRIGHT_ADMIN_PASSWORD must be set together')
  const s3 = [config.s3Endpoint, config.s3Bucket, config.s3AccessKey, config.s3SecretKey]
  if (new Set(s3.map(Boolean)).size > 1)
    faults.push(
      'MAILWRIGHT_S3_ENDPOINT, MAILWRIGHT_S3_BUCKET, MAILWRIGHT_S3_ACCESS_KEY and MAILWRIGHT_S3_SECRET_KEY must be set together',
    )
  // The sign-in form accepts no longer ones.
  if ((config.adminPassword?.length ?? 0) > 256)
    faults.push('MAILWRIGHT_ADMIN_PASSWORD must not exceed 256 characters')
  if (config.workflowConcurrency > config.workflowConcurrencyMax)
    faults.push('MAILWRIGHT_WORKFLOW_CONCURRENCY must not exceed MAILWRIGHT_WORKFLOW_CONCURRENCY_MAX')
  if (config.executionTimeoutSeconds > config.executionTimeoutMaxSeconds)
    faults.push(
      'MAILWRIGHT_EXECUTION_TIMEOUT_SECONDS must not exceed MAILWRIGHT_EXECUTION_TIMEOUT_MAX_SECONDS',
    )
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}

export const isStartedByNpm = () => process.env.npm_lifecycle_event !== undefined
