type Recipients = { to: string[]; cc: string[]; bcc: string[] }

const keyOf = (address: string) => address.trim().toLowerCase()

/** Each address once, in the first of the three lists that names it. */
export function dedupeRecipients({ to, cc, bcc }: Recipients): Recipients {
  const seen = new Set<string>()
  const first = (list: string[]) =>
    list
      .map((address) => address.trim())
      .filter((address) => !seen.has(keyOf(address)) && seen.add(keyOf(address)))
  return { to: first(to), cc: first(cc), bcc: first(bcc) }
}
