import { describe, expect, it } from 'vitest'
import { anonymise } from './anonymise.ts'

describe('an error summary', () => {
  it.each([
    ['550 5.7.1 <jane@example.com> refused', '550 5.7.1 <[email]> refused'],
    ['to=jane+x@example.com,joe@example.org', '[email],[email]'],
    ['mailto:jane@example.com', 'mailto:[email]'],
    ['unknown user jane%40example.com', 'unknown user [email]'],
    ['"Jane Doe"@example.com unknown', '[email] unknown'],
    ['GET https://user:pass@api.example.com/v1/x?token=abc failed', 'GET https://api.example.com/… failed'],
    ['POST https://hooks.example.com/T000/B000/XXXX', 'POST https://hooks.example.com/…'],
    ['https://example.com is down', 'https://example.com is down'],
    ['imaps://imap.example.com:993 timed out', 'imaps://imap.example.com:993 timed out'],
    ['http://[broken is no address', '[url] is no address'],
    ['call +33 6 12 34 56 78 back', 'call +[number] back'],
    ['card 4111-1111-1111-1111', 'card [number]'],
    ['order 123456 not found', 'order [number] not found'],
    ['HTTP 503 after 3 attempts in 1200 ms', 'HTTP 503 after 3 attempts in 1200 ms'],
    ['Bearer sk1234567890abcdefABCDEF1234 rejected', 'Bearer [token] rejected'],
    ['an extraordinarily-long-hyphenated-word stays', 'an extraordinarily-long-hyphenated-word stays'],
    ['two\n\n  lines\tand\0more', 'two lines and more'],
    ['', ''],
  ])('of %j is %j', (error, summary) => {
    expect(anonymise(error)).toBe(summary)
  })

  it('does not reveal half of an address where a long text is truncated', () => {
    for (let length = 3_960; length <= 4_010; length++) {
      const summary = anonymise(`${'@'.repeat(length)} jane.doe@example.com`)
      expect(summary).not.toContain('jane')
    }
  })

  it.each(['a'.repeat(1e6), 'a.'.repeat(5e5), '1 '.repeat(5e5), '@'.repeat(1e6), '"a '.repeat(3e5)])(
    'is fast for any text',
    (error) => {
      const began = process.cpuUsage()
      expect(anonymise(error).length).toBeLessThanOrEqual(200)
      expect(process.cpuUsage(began).user / 1000).toBeLessThan(5_000)
    },
  )
})
