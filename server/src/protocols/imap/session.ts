import { atoms, folderName } from './atoms.ts'
import { connect } from './connect.ts'
import { type Connection, createConnection } from './connection.ts'
import { folderStatus, listFolders } from './folders.ts'
import { appendMessage } from './move.ts'
import { createFolderOpener } from './open-folder.ts'
import type { ImapAccount, ImapCapabilities, ImapOptions, ImapSession } from './types.ts'
import { secretOf } from './wire.ts'

const capabilitiesOf = ({ has, enabled }: Connection): ImapCapabilities => ({
  condstore: has('CONDSTORE') || has('QRESYNC'),
  qresync: enabled('QRESYNC'),
  idle: has('IDLE'),
  move: has('MOVE'),
  uidplus: has('UIDPLUS'),
  specialUse: has('SPECIAL-USE'),
  gmail: has('X-GM-EXT-1'),
  namespace: has('NAMESPACE'),
  listStatus: has('LIST-STATUS'),
})

/** QRESYNC includes CONDSTORE; a server that rejects both is treated as one without them. */
async function enable(connection: Connection): Promise<void> {
  const supported = ['CONDSTORE', 'QRESYNC'].filter((name) => connection.has(name))
  if (!connection.has('ENABLE') || supported.length === 0) return
  const ENABLED = ({ attributes = [] }: { attributes?: unknown[] }) => {
    for (const node of attributes as { value?: string }[])
      connection.wire.enabled.add(node.value?.toUpperCase() ?? '')
  }
  await connection.run('ENABLE', atoms(...supported), { untagged: { ENABLED } }).catch((error) => {
    if (error.kind !== 'refused') throw error
  })
}

/** Sends LOGOUT and waits briefly; the socket is closed either way. */
async function logOut(connection: Connection): Promise<void> {
  const timer = setTimeout(() => connection.end('closed by us'), 2_000)
  await connection.withLock(() => connection.run('LOGOUT')).catch(() => {})
  clearTimeout(timer)
  connection.end('closed by us')
}

/** The timeout also covers waiting for an earlier command, which may be the one stuck on a dead server. */
async function checkAlive(connection: Connection, withinMs: number | undefined): Promise<void> {
  const stop = withinMs === undefined ? undefined : connection.watch(withinMs)
  try {
    await connection.withLock(() => connection.run('NOOP'))
  } finally {
    stop?.()
  }
}

export async function openImap(account: ImapAccount, options: ImapOptions = {}): Promise<ImapSession> {
  const wire = await connect(account, options)
  const connection = createConnection(wire, secretOf(account), options)
  await connection
    .withLock(() => enable(connection))
    .catch((error) => {
      wire.close()
      throw error
    })
  const { host, port } = account
  options.log?.debug({ host, port }, 'IMAP session opened')
  connection.closed.then(() =>
    options.log?.debug({ host, port, reason: wire.byeReason }, 'IMAP session ended'),
  )
  const namespace = wire.namespace
  return {
    capabilities: capabilitiesOf(connection),
    namespace: namespace ? { prefix: namespace.prefix, delimiter: namespace.delimiter } : null,
    listFolders: ({ withStatus = false } = {}) =>
      connection.withLock(() => listFolders(connection, withStatus)),
    status: (path) => connection.withLock(() => folderStatus(connection, path)),
    open: createFolderOpener(connection),
    createFolder: (path) =>
      connection.withLock(async () => {
        await connection.run('CREATE', [folderName(path)])
        // Many clients show subscribed folders only.
        await connection.run('SUBSCRIBE', [folderName(path)]).catch(() => {})
      }),
    append: (path, source, flags = [], date) =>
      connection.withLock(() => appendMessage(connection, { path, source, flags, date })),
    noop: (options) => checkAlive(connection, options?.withinMs),
    closed: connection.closed,
    close: () => logOut(connection),
  }
}

/** Connects, logs in, does the work and logs out. Every failure to connect is an `ImapFault`. */
export async function probeImap<T = void>(
  account: ImapAccount,
  options: ImapOptions = {},
  work?: (session: ImapSession) => Promise<T>,
): Promise<T | undefined> {
  const session = await openImap(account, options)
  try {
    return await work?.(session)
  } finally {
    await session.close()
  }
}
