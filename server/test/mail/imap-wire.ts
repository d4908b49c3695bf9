/** Splits a client's bytes into commands; literals become quoted strings, so that a command is one line. */
export function createCommandReader(onCommand: (line: string) => void, onLiteral: () => void) {
  let buffered = Buffer.alloc(0)
  let line = ''
  let literal: number | null = null
  return (chunk: Buffer) => {
    buffered = Buffer.concat([buffered, chunk])
    for (;;) {
      if (literal !== null) {
        if (buffered.length < literal) return
        line += quoted(buffered.subarray(0, literal).toString('latin1'))
        buffered = buffered.subarray(literal)
        literal = null
      }
      const end = buffered.indexOf('\r\n')
      if (end < 0) return
      line += buffered.subarray(0, end).toString('latin1')
      buffered = buffered.subarray(end + 2)
      const opened = /\{(\d+)(\+?)\}$/.exec(line)
      if (opened) {
        line = line.slice(0, opened.index)
        literal = Number(opened[1])
        if (!opened[2]) onLiteral()
        continue
      }
      const whole = line
      line = ''
      onCommand(whole)
    }
  }
}

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`

/** Splits `"a b" (QRESYNC (1 2))` into arguments: strings without quotes, lists with their parentheses. */
export function splitArguments(args: string): string[] {
  const found: string[] = []
  const pattern =
    /"((?:[^"\\]|\\[\s\S])*)"|\((?:[^()"]|"(?:[^"\\]|\\.)*"|\([^()]*\))*\)|[^\s()"]+(?:\[[^\]]*\]\S*)?/g
  for (const match of args.matchAll(pattern))
    found.push(match[1] === undefined ? match[0] : match[1].replace(/\\([\s\S])/g, '$1'))
  return found
}

/** Whether a set such as `1:4,9,20:*` contains the UID; `*` is the highest UID. */
export function inSet(set: string, uid: number, highest: number): boolean {
  const value = (text: string | undefined) => (text === '*' ? highest : Number(text))
  return set.split(',').some((part) => {
    const [from, to = from] = part.split(':')
    const [low, high] = [Math.min(value(from), value(to)), Math.max(value(from), value(to))]
    return uid >= low && uid <= high
  })
}
