const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

// The order matters: most browsers also name those that they imitate.
const browsers: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const nameIn = (names: [RegExp, string][], agent: string) =>
  names.find(([pattern]) => pattern.test(agent))?.[1]

/** Browser and system of a user agent, as far as they can be told. */
export function deviceName(userAgent: string | null): string | undefined {
  if (!userAgent) return undefined
  const parts = [nameIn(browsers, userAgent), nameIn(systems, userAgent)].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : userAgent.slice(0, 60)
}

export const isHandheld = (userAgent: string | null) => /iPhone|Android.*Mobile/.test(userAgent ?? '')
