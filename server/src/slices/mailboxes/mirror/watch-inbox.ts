import type { ImapAccount, ImapSession } from '../../../protocols/imap/imap.ts'

/**
 * A second connection that does nothing but wait for news of the inbox (IDLE, RFC 2177): the first may be busy with
 * years of history. Ends with its connection; the caller begins again.
 */
export async function watchInbox(
  open: (account: ImapAccount) => Promise<ImapSession>,
  account: ImapAccount,
  onNews: () => void,
  signal: AbortSignal,
  times: { probeMs?: number; replyMs?: number } = {},
): Promise<void> {
  const session = await open(account)
  try {
    if (!session.capabilities.idle) return
    const inbox = await session.open('INBOX', { readOnly: true })
    // What came while we were not listening.
    onNews()
    await inbox.idle({ signal, onChange: onNews, ...times })
  } finally {
    await session.close()
  }
}
