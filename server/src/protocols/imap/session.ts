import { atoms, folderName } from './atoms.ts'
import { connect } from './connect.ts'
import { type Connection, createConnection } from './connection.ts'
import { folderStatus, listFolders } from './folders.ts'
import { appendMessage } from './move.ts'
import { createOpen } from './open-folder.ts'
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

/** QRESYNC includes CONDSTORE; a server that refuses both is one without them. */
async function enable(connection: Connection): Promise<void> {
  const wanted = ['CONDSTORE', 'QRESYNC'].filter((name) => connection.has(name))
  if (!connection.has('ENABLE') || wanted.length === 0) return
  const ENABLED = ({ attributes = [] }: { attributes?: unknown[] }) => {
    for (const node of attributes as { value?: string }[])
      connection.wire.enabled.add(node.value?.toUpperCase() ?? '')
  }
  await connection.run('ENABLE', atoms(...wanted), { untagged: { ENABLED } }).catch((error) => {
    if (error.kind !== 'refused') throw error
  })
}

/** LOGOUT, but not for long: the socket ends either way. */
async function sayGoodbye(connection: Connection): Promise<void> {
  const late = setTimeout(() => connection.end('closed by us'), 2_000)
  await connection.take(() => connection.run('LOGOUT')).catch(() => {})
  clearTimeout(late)
  connection.end('closed by us')
}

/** The time runs while a command before it is under way too: that one may be what waits for a dead server. */
async function prove(connection: Connection, withinMs: number | undefined): Promise<void> {
  const stop = withinMs === undefined ? undefined : connection.watch(withinMs)
  try {
    await connection.take(() => connection.run('NOOP'))
  } finally {
    stop?.()
  }
}

export async function openImap(account: ImapAccount, options: ImapOptions = {}): Promise<ImapSession> {
  const wire = await connect(account, options)
  const connection = createConnection(wire, secretOf(account), options)
  await connection
    .take(() => enable(connection))
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
    listFolders: ({ withStatus = false } = {}) => connection.take(() => listFolders(connection, withStatus)),
    status: (path) => connection.take(() => folderStatus(connection, path)),
    open: createOpen(connection),
    createFolder: (path) =>
      connection.take(async () => {
        await connection.run('CREATE', [folderName(path)])
        // Other programs show subscribed folders only.
        await connection.run('SUBSCRIBE', [folderName(path)]).catch(() => {})
      }),
    append: (path, source, flags = [], date) =>
      connection.take(() => appendMessage(connection, { path, source, flags, date })),
    noop: (options) => prove(connection, options?.withinMs),
    closed: connection.closed,
    close: () => sayGoodbye(connection),
  }
}

/** Connects, logs in, logs out. What fails is an `ImapFault`. */
export async function probeImap(account: ImapAccount, options: ImapOptions = {}): Promise<void> {
  const session = await openImap(account, options)
  await session.close()
}
