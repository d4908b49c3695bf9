export type Reply = {
  code: number
  /** All lines, safe for logs and the database. */
  text: string
  lines: string[]
}

const maxLineBytes = 8 * 1024
const maxLines = 256
const maxTextLength = 500

// PostgreSQL rejects NUL, and other control characters do not belong in a message for people.
const clean = (line: string) => line.replace(/\p{Cc}+/gu, ' ').trim()

/**
 * Parses replies from a stream of bytes (RFC 5321 4.2.1):
 *
 *     250-first line
 *     250 last line
 *
 * The lines of one reply must have the same code: otherwise it is unclear which one counts.
 */
export function createReplyParser() {
  let buffered = Buffer.alloc(0)
  let lines: string[] = []
  let code = 0

  function readLine(line: string): Reply | undefined {
    const match = /^([2-5]\d\d)(?:([ -])(.*))?$/s.exec(line)
    if (!match?.[1]) throw new Error('The server sent a line that is not an SMTP reply.')
    if (lines.length > 0 && Number(match[1]) !== code)
      throw new Error('The server sent two codes in one reply.')
    code = Number(match[1])
    lines.push(clean(match[3] ?? ''))
    if (lines.length > maxLines) throw new Error('The server sent an endless reply.')
    if (match[2] === '-') return undefined
    const reply = { code, text: lines.join(' ').slice(0, maxTextLength), lines }
    lines = []
    return reply
  }

  return {
    /** Throws on invalid SMTP; the stream cannot be trusted after that. */
    feed(chunk: Buffer): Reply[] {
      buffered = Buffer.concat([buffered, chunk])
      const replies: Reply[] = []
      for (let end = buffered.indexOf(10); end >= 0; end = buffered.indexOf(10)) {
        const reply = readLine(buffered.subarray(0, end).toString('utf8').replace(/\r$/, ''))
        if (reply) replies.push(reply)
        buffered = buffered.subarray(end + 1)
      }
      if (buffered.length > maxLineBytes) throw new Error('The server sent an endless line.')
      return replies
    },
    /** Whether part of a reply has been received. */
    isInside: () => buffered.length > 0 || lines.length > 0,
  }
}
