// Parsers of single settings. Each throws a message that says what is expected and never shows the value.

const expected = (what: string) => new Error(`must be ${what}`)

export const text = (value: string) => value

export const parseInteger = (min: number, max: number) => (value: string) => {
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < min || number > max)
    throw expected(`a whole number from ${min} to ${max}`)
  return number
}

export const parseChoices =
  <const V extends string[]>(...values: V) =>
  (value: string): V[number][] => {
    const choices = value.split(',').map((part) => part.trim())
    const unknown = choices.find((part) => !values.includes(part))
    if (unknown !== undefined) throw expected(`one or more of ${values.join(', ')}`)
    return [...new Set(choices)] as V[number][]
  }

export function parseUri(value: string): string {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) throw expected('an http(s) URL')
  return value
}

export function parseBaseUrl(value: string): string {
  const url = new URL(parseUri(value))
  if (url.search || url.hash || url.pathname !== '/')
    throw expected('a URL without a path, like https://mail.example.com')
  return url.origin
}

export function parseColor(value: string): string {
  if (!/^#[0-9A-Fa-f]{6}$/.test(value)) throw expected('a colour like #1A2B3C')
  return value
}

export function parseAllowList(value: string): string[] {
  const entries = value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const isPair = (entry: string) => /^(\[[0-9a-fA-F:]+\]|[^\s:/]+):\d{1,5}$/.test(entry)
  const isRange = (entry: string) => /^[0-9a-fA-F.:]+\/\d{1,3}$/.test(entry)
  const isHost = (entry: string) => /^(\[[0-9a-fA-F:]+\]|[^\s:/]*[^\s:/\d][^\s:/]*)$/.test(entry)
  const isTied = (entry: string) => {
    const rest = /^(?:mail|http|images|ai|s3):(.+)$/.exec(entry)?.[1]
    return rest !== undefined && [isPair, isRange, isHost].some((fits) => fits(rest))
  }
  if (entries.some((entry) => !isPair(entry) && !isRange(entry) && !isTied(entry)))
    throw expected(
      'host:port pairs or CIDRs, comma-separated, with or without mail:, http:, images:, ai: or s3: before',
    )
  return entries
}

/** A JSON object of strings: `{"tokenEndpoint": "https://…", …}`. */
export function parseStringMap(value: string): Record<string, string> {
  let parsed: unknown
  try {
    parsed = JSON.parse(value)
  } catch {
    throw expected('a JSON object')
  }
  const isStringMap = (value: unknown): value is Record<string, string> =>
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  if (!isStringMap(parsed) || Array.isArray(parsed)) throw expected('a JSON object of strings')
  return parsed
}

/** Host names, comma-separated. */
export function parseHosts(value: string): string[] {
  const hosts = value
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter(Boolean)
  if (hosts.some((host) => !/^[a-z0-9_](?:[a-z0-9_.-]{0,252}[a-z0-9])?$/.test(host)))
    throw expected('host names, comma-separated')
  return hosts
}
