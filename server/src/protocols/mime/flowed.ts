/** Undoes the soft breaks of format=flowed (RFC 3676 section 4): a line that ends in a space goes on. */
export function unflow(text: string, delSp: boolean): string {
  const out: string[] = []
  let open = ''
  let going = false
  let depth = 0
  for (const raw of text.split(/\r?\n/)) {
    const quote = /^>+/.exec(raw)?.[0] ?? ''
    let line = raw.slice(quote.length)
    if (line.startsWith(' ')) line = line.slice(1)
    // A change of quote depth ends a paragraph, and the signature mark never flows (sections 4.3 and 4.5).
    const flows = line.endsWith(' ') && line !== '-- '
    const body = flows && delSp ? line.slice(0, -1) : line
    if (going && quote.length === depth && line !== '-- ') open += body
    else {
      if (going) out.push(open)
      open = quote === '' ? body : `${quote} ${body}`
    }
    depth = quote.length
    going = flows
    if (!flows) out.push(open)
  }
  if (going) out.push(open)
  return out.join('\n')
}
