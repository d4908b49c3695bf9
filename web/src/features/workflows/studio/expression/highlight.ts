type Piece = {
  text: string
  kind: 'plain' | 'brace' | 'path' | 'text' | 'number' | 'function' | 'sign'
}

const token =
  /("(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|(\d+(?:\.\d+)?)|([\p{L}_$][\p{L}\p{M}\p{N}_$]*(?:\??\.[\p{L}_$][\p{L}\p{M}\p{N}_$]*)*)(?=\s*(\()?)|([\s\S])/gu

function inside(code: string): Piece[] {
  const pieces: Piece[] = []
  let isPiped = false
  for (const [all, text, number, name, call] of code.matchAll(token)) {
    if (text !== undefined) pieces.push({ text: all, kind: 'text' })
    else if (number !== undefined) pieces.push({ text: all, kind: 'number' })
    else if (name !== undefined) pieces.push({ text: all, kind: call || isPiped ? 'function' : 'path' })
    else pieces.push({ text: all, kind: 'sign' })
    if (all.trim()) isPiped = all === '|'
  }
  return pieces
}

/** Colours only: the parser decides what is right. The end of the last expression may be missing while typing. */
export function highlight(source: string): Piece[] {
  return source.split(/(\{\{[\s\S]*?(?:\}\}|$))/).flatMap((part, index): Piece[] => {
    if (part === '') return []
    if (index % 2 === 0) return [{ text: part, kind: 'plain' }]
    const isClosed = part.endsWith('}}')
    const code = part.slice(2, isClosed ? -2 : undefined)
    return [
      { text: '{{', kind: 'brace' },
      ...inside(code),
      ...(isClosed ? [{ text: '}}', kind: 'brace' } as const] : []),
    ]
  })
}

/** The pieces with those in a range marked as faulty. */
export function withFault(pieces: readonly Piece[], fault: { at: number; length: number } | undefined) {
  const result: (Piece & { isFault: boolean; at: number })[] = []
  let at = 0
  const [from, to] = fault ? [fault.at, fault.at + Math.max(1, fault.length)] : [-1, -1]
  for (const piece of pieces) {
    const cuts = [from - at, to - at].filter((cut) => cut > 0 && cut < piece.text.length)
    let start = 0
    for (const end of [...cuts, piece.text.length]) {
      const place = at + start
      result.push({
        ...piece,
        text: piece.text.slice(start, end),
        at: place,
        isFault: place >= from && place < to,
      })
      start = end
    }
    at += piece.text.length
  }
  return result
}
