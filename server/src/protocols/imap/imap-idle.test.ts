import { afterAll, afterEach, expect, it } from 'vitest'
import { describeWithMail } from '#test/mail/available'
import { plainMail } from '#test/mail/messages'
import { startProxy } from '#test/mail/proxy'
import { addCleanup, cleanUp, freshUser, scripted, stopShared } from './fixtures/accounts.ts'
import { type FolderChange, openImap } from './imap.ts'

afterEach(cleanUp)
afterAll(stopShared)

const watch = () => {
  const stop = new AbortController()
  const seen: FolderChange[] = []
  addCleanup(async () => stop.abort())
  return {
    stop,
    seen,
    options: { signal: stop.signal, onChange: (changes: FolderChange[]) => void seen.push(...changes) },
  }
}

describeWithMail('IDLE on a real server', () => {
  it('reports new mail, flags and expunges, and lets other calls run in between', async () => {
    const { dovecot, name, account } = await freshUser()
    const session = await openImap(account)
    addCleanup(session.close)
    const inbox = await session.open('INBOX')
    const { stop, seen, options } = watch()
    const idling = inbox.idle(options)
    await dovecot.deliver(name, plainMail({ seed: 1 }))
    await expect.poll(() => seen).toContain('exists')
    expect(await inbox.uids()).toEqual([1])
    const other = await openImap(account)
    addCleanup(other.close)
    const theirs = await other.open('INBOX')
    await theirs.addFlags([1], ['\\Flagged'])
    await expect.poll(() => seen).toContain('flags')
    await theirs.expunge([1])
    await expect.poll(() => seen).toContain('expunge')
    stop.abort()
    await idling
    expect(await inbox.uids()).toEqual([])
  })

  it('reports mail that arrived between FETCH and IDLE at once', async () => {
    const { dovecot, name, account } = await freshUser()
    const session = await openImap(account)
    addCleanup(session.close)
    const inbox = await session.open('INBOX')
    await dovecot.deliver(name, plainMail({ seed: 1 }))
    // The response to this command carries the EXISTS, which IDLE does not repeat.
    await session.noop()
    const { seen, stop, options } = watch()
    const idling = inbox.idle(options)
    await expect.poll(() => seen, { timeout: 20_000 }).toContain('exists')
    stop.abort()
    await idling
  })

  it('fails with closed when the connection drops during IDLE', async () => {
    const { account } = await freshUser()
    const proxy = await startProxy(account)
    addCleanup(proxy.stop)
    const session = await openImap({ ...account, port: proxy.port })
    const inbox = await session.open('INBOX')
    const idling = inbox.idle(watch().options)
    setTimeout(() => proxy.strike('reset'), 100)
    await expect(idling).rejects.toMatchObject({ kind: 'closed' })
  })

  it('detects a silently dead server within the probe interval and the reply timeout', async () => {
    const { account } = await freshUser()
    const proxy = await startProxy(account)
    addCleanup(proxy.stop)
    const session = await openImap({ ...account, port: proxy.port })
    const inbox = await session.open('INBOX')
    const idling = inbox.idle({ ...watch().options, probeMs: 200, replyMs: 200 })
    setTimeout(() => proxy.strike('swallow'), 100)
    const before = Date.now()
    await expect(idling).rejects.toMatchObject({ kind: 'closed', remedy: 'transient' })
    expect(Date.now() - before).toBeLessThan(20_000)
  })
})

it('renews IDLE with every probe and stops on abort', async () => {
  const { server, session } = await scripted({})
  const inbox = await session.open('INBOX')
  const { stop, options } = watch()
  const idling = inbox.idle({ ...options, probeMs: 50 })
  const idleCount = () => server.commands.filter((one) => one === 'IDLE').length
  await expect.poll(idleCount).toBeGreaterThan(2)
  stop.abort()
  await idling
  const countAfterStop = idleCount()
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(idleCount()).toBe(countAfterStop)
})

it('ends IDLE properly when aborted before the continuation response', async () => {
  const { server, session } = await scripted({})
  const inbox = await session.open('INBOX')
  server.on.IDLE = (_command, _peer, usual) => void setTimeout(usual, 100)
  const { stop, options } = watch()
  const idling = inbox.idle(options)
  setTimeout(() => stop.abort(), 20)
  await idling
  await session.noop()
})

it('detects a server that never starts IDLE', async () => {
  const { server, session } = await scripted({})
  const inbox = await session.open('INBOX')
  server.on.IDLE = () => {}
  await expect(inbox.idle({ ...watch().options, replyMs: 150 })).rejects.toMatchObject({ kind: 'closed' })
})

it('fails with refused when the server lacks or rejects IDLE', async () => {
  const { server, session } = await scripted({})
  const inbox = await session.open('INBOX')
  server.on.IDLE = (_command, peer) => peer.no('not here')
  await expect(inbox.idle(watch().options)).rejects.toMatchObject({ kind: 'refused' })
  const poor = await scripted({ capabilities: ['IMAP4rev1', 'AUTH=PLAIN', 'SASL-IR'] })
  const other = await poor.session.open('INBOX')
  await expect(other.idle(watch().options)).rejects.toMatchObject({ kind: 'refused' })
})

it('ends a dead connection on a timed NOOP, even while another command waits', async () => {
  const { server, session } = await scripted({})
  server.on.NOOP = () => {}
  const waiting = session.noop()
  const proof = session.noop({ withinMs: 200 })
  await expect(waiting).rejects.toMatchObject({ kind: 'closed' })
  await expect(proof).rejects.toMatchObject({ kind: 'closed' })
})
