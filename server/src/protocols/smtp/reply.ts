export type Reply = {
  code: number
  /** All lines, fit for a log and for the database. */
  text: string
  lines: string[]
}

const maxLineBytes = 8 * 1024
const maxLines = 256
const maxText = 500

// PostgreSQL refuses NUL; other control characters have no business in a message for people.
const clean = (line: string) => line.replace(/\p{Cc}+/gu, ' ').trim()

/**
 * Replies out of a stream of bytes (RFC 5321 4.2.1):
 *
 *     250-first line
 *     250 last line
 *
 * Lines of one reply must agree on their code: else nobody knows which of them counts.
 */
export function createReplyParser() {
  let rest = Buffer.alloc(0)
  let lines: string[] = []
  let code = 0

  function readLine(line: string): Reply | undefined {
    const found = /^([2-5]\d\d)(?:([ -])(.*))?$/s.exec(line)
    if (!found?.[1]) throw new Error('The server sent a line that is no SMTP reply.')
    if (lines.length > 0 && Number(found[1]) !== code)
      throw new Error('The server sent two codes in one reply.')
    code = Number(found[1])
    lines.push(clean(found[3] ?? ''))
    if (lines.length > maxLines) throw new Error('The server sent a reply without an end.')
    if (found[2] === '-') return undefined
    const reply = { code, text: lines.join(' ').slice(0, maxText), lines }
    lines = []
    return reply
  }

  return {
    /** Throws on what is no SMTP; the stream cannot be trusted after that. */
    feed(chunk: Buffer): Reply[] {
      rest = Buffer.concat([rest, chunk])
      const replies: Reply[] = []
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
        const reply = readLine(rest.subarray(0, end).toString('utf8').replace(/\r$/, ''))
        if (reply) replies.push(reply)
        rest = rest.subarray(end + 1)
      }
      if (rest.length > maxLineBytes) throw new Error('The server sent a line without an end.')
      return replies
    },
    /** Part of a reply has come. */
    isInside: () => rest.length > 0 || lines.length > 0,
  }
}
