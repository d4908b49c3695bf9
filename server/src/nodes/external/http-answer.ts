import { type Data, permanent, transient, type Warning } from '../../engine/define-node.ts'
import type { HttpAnswer } from '../ports.ts'

const headerOf = ({ headers }: HttpAnswer, name: string) =>
  Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1]

const isJson = (type: string) => /^\s*(?:application|text)\/(?:[\w.+-]+\+)?json\b/i.test(type)

/** JSON where the far side says so; else the text. */
export function readAnswer(answer: HttpAnswer): { data: Data; warnings: Warning[] } {
  const { status, headers, url, truncated } = answer
  const warnings: Warning[] = []
  let body: unknown = answer.body
  if (truncated)
    warnings.push({ code: 'http.truncated', message: 'The answer was too long; the rest was cut off.' })
  else if (isJson(headerOf(answer, 'content-type') ?? '') && answer.body !== '')
    try {
      body = JSON.parse(answer.body)
    } catch {
      warnings.push({
        code: 'http.bad_json',
        message: 'The answer says that it is JSON, and is not; it is kept as text.',
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

/** What the far side refuses for now may be tried again; what it refuses for good fails the same way each time. */
export function faultOf(answer: HttpAnswer, now: number) {
  const { status, body, url } = answer
  const told = `${new URL(url).host} answered ${status}.`
  const details = { status, body: body.slice(0, excerpt) }
  if (status !== 429 && status !== 408 && status < 500) return permanent('http.refused', told, details)
  const wait = retryAfterMs(answer, now)
  return transient('http.unavailable', told, {
    ...details,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  })
}
