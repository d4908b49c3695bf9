type Recipients = { to: string[]; cc: string[]; bcc: string[] }

const keyOf = (address: string) => address.trim().toLowerCase()

/** Keeps each address once, in the first of the three lists that contains it. */
export function dedupeRecipients({ to, cc, bcc }: Recipients): Recipients {
  const seen = new Set<string>()
  const dedupe = (list: string[]) =>
    list
      .map((address) => address.trim())
      .filter((address) => !seen.has(keyOf(address)) && seen.add(keyOf(address)))
  return { to: dedupe(to), cc: dedupe(cc), bcc: dedupe(bcc) }
}
