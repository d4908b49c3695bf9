import { wordsNow } from '../lib/words/words.ts'
import { apiWords } from './api.words.ts'
import { ApiError } from './errors.ts'

/** What to tell the member about an error: the service's own sentence, where it gave one. */
export function faultText(error: unknown): string {
  const t = wordsNow(apiWords)
  if (!(error instanceof ApiError)) return t.unexpected
  if (error.code === 'network') return t.network
  return error.message || t.unexpected
}
