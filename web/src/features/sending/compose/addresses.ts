const address = /[^\s<>,;"]+@[^\s<>,;"]+\.[^\s<>,;"]+/

/** The addresses in what was typed or pasted, with or without names; what is none stays as the rest. */
export function readAddresses(text: string): { found: string[]; rest: string } {
  const found: string[] = []
  const rest: string[] = []
  for (const part of text.split(/[,;\n\t]|\s(?=\S+@)/)) {
    const match = address.exec(part)
    if (match) found.push(match[0])
    else if (part.trim()) rest.push(part.trim())
  }
  return { found, rest: rest.join(' ') }
}
