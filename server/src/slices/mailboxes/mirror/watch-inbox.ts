import type { ImapAccount, ImapSession } from '../../../protocols/imap/imap.ts'

/**
 * Waits for changes of the inbox with IDLE (RFC 2177) on a second connection, since the first may be busy with years of
 * history. Returns or throws when the connection ends; the caller reconnects.
 */
export async function watchInbox(
  open: (account: ImapAccount) => Promise<ImapSession>,
  account: ImapAccount,
  onChange: () => void,
  signal: AbortSignal,
  times: { probeMs?: number; replyMs?: number } = {},
): Promise<void> {
  const session = await open(account)
  try {
    if (!session.capabilities.idle) return
    const inbox = await session.open('INBOX', { readOnly: true })
    // Mail may have arrived before IDLE started.
    onChange()
    await inbox.idle({ signal, onChange, ...times })
  } finally {
    await session.close()
  }
}
