const secondsPattern = /^\d+(\.\d+)?$/

/** How long to wait by the headers: `retry-after-ms`, or `Retry-After` in seconds or as a date. */
export function readRetryAfter(headers: Headers, now = Date.now()): number | null {
  const milliseconds = headers.get('retry-after-ms')?.trim()
  if (milliseconds && secondsPattern.test(milliseconds)) return Math.ceil(Number(milliseconds))
  const value = headers.get('retry-after')?.trim()
  if (!value) return null
  if (secondsPattern.test(value)) return Math.ceil(Number(value) * 1000)
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}

/** Google says it in the body: `retryDelay: "37s"`. */
export function readRetryDelay(text: string): number | null {
  const seconds = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(text)?.[1]
  return seconds === undefined ? null : Math.ceil(Number(seconds) * 1000)
}
