import { type Data, permanent, transient, type Warning } from '../../engine/define-node.ts'
import type { HttpAnswer } from '../ports.ts'

const headerOf = ({ headers }: HttpAnswer, name: string) =>
  Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1]

const isJson = (type: string) => /^\s*(?:application|text)\/(?:[\w.+-]+\+)?json\b/i.test(type)

/** Parses the body as JSON if the service declares it as such; otherwise it stays text. */
export function readAnswer(answer: HttpAnswer): { data: Data; warnings: Warning[] } {
  const { status, headers, url, truncated } = answer
  const warnings: Warning[] = []
  let body: unknown = answer.body
  if (truncated)
    warnings.push({ code: 'http.truncated', message: 'The response was too large and was truncated.' })
  else if (isJson(headerOf(answer, 'content-type') ?? '') && answer.body !== '')
    try {
      body = JSON.parse(answer.body)
    } catch {
      warnings.push({
        code: 'http.bad_json',
        message: 'The response was declared as JSON but is not valid JSON, so it is kept as text.',
      })
    }
  return { data: { status, headers, url, truncated, body }, warnings }
}

/** RFC 9110 section 10.2.3: seconds, or a date. */
function retryAfterMs(answer: HttpAnswer, now: number): number | undefined {
  const value = headerOf(answer, 'retry-after')?.trim()
  if (value === undefined) return undefined
  const wait = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now
  return wait >= 0 ? wait : undefined
}

const excerpt = 300

/** An error status as a failure: 408, 429 and 5xx are transient, all others permanent. */
export function faultOf(answer: HttpAnswer, now: number) {
  const { status, body, url } = answer
  const message = `${new URL(url).host} responded with status ${status}.`
  const details = { status, body: body.slice(0, excerpt) }
  if (status !== 429 && status !== 408 && status < 500) return permanent('http.refused', message, details)
  const wait = retryAfterMs(answer, now)
  return transient('http.unavailable', message, {
    ...details,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  })
}
