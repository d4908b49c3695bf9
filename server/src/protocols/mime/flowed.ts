/** Joins the soft-broken lines of format=flowed (RFC 3676 section 4): a line that ends in a space continues. */
export function unflow(text: string, delSp: boolean): string {
  const out: string[] = []
  let paragraph = ''
  let continues = false
  let depth = 0
  for (const raw of text.split(/\r?\n/)) {
    const quote = /^>+/.exec(raw)?.[0] ?? ''
    let line = raw.slice(quote.length)
    if (line.startsWith(' ')) line = line.slice(1)
    // A change of quote depth ends a paragraph, and the signature separator never flows (sections 4.3 and 4.5).
    const flows = line.endsWith(' ') && line !== '-- '
    const body = flows && delSp ? line.slice(0, -1) : line
    if (continues && quote.length === depth && line !== '-- ') paragraph += body
    else {
      if (continues) out.push(paragraph)
      paragraph = quote === '' ? body : `${quote} ${body}`
    }
    depth = quote.length
    continues = flows
    if (!flows) out.push(paragraph)
  }
  if (continues) out.push(paragraph)
  return out.join('\n')
}
