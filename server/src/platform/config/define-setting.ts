import { parseInteger } from './parse.ts'

/** One setting of the environment: how it is read and what it means. docs/generated/config.md lists them. */
export type Setting<T> = {
  env: string
  /** What an absent variable means. */
  fallback: string | undefined
  parse: (value: string) => T
  about: string
  secret?: true
}

export const setting = <T>(
  env: string,
  fallback: string | undefined,
  parse: (value: string) => T,
  about: string,
  more: { secret?: true } = {},
): Setting<T> => ({ env, fallback, parse, about, ...more })

export const maybe =
  <T>(parse: (value: string) => T) =>
  (value: string): T | undefined =>
    value === '' ? undefined : parse(value)

export const wholeNumber = (min: number, max: number) => parseInteger(min, max)
