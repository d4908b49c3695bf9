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
  // Longer ones cannot be given at sign-in.
  if ((config.adminPassword?.length ?? 0) > 256)
    faults.push('MAILWRIGHT_ADMIN_PASSWORD must have at most 256 characters')
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}
