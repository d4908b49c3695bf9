import { parseInteger } from './parse.ts'

/** One environment variable: how it is parsed and what it means. docs/generated/config.md lists them. */
export type Setting<T> = {
  env: string
  /** The value of an unset variable. */
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

export const optional =
  <T>(parse: (value: string) => T) =>
  (value: string): T | undefined =>
    value === '' ? undefined : parse(value)

export const wholeNumber = (min: number, max: number) => parseInteger(min, max)
