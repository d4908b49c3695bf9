const providers = ['imap', 'google', 'microsoft'] as const

/** A mailbox to be connected again: its address, and where it is. */
export type ConnectSearch = { address?: string; provider?: (typeof providers)[number] }

export function readConnectSearch(search: Record<string, unknown>): ConnectSearch {
  const provider = providers.find((known) => known === search.provider)
  return {
    ...(typeof search.address === 'string' && search.address && { address: search.address }),
    ...(provider && { provider }),
  }
}
