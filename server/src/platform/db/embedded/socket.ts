import { chmodSync, chownSync, closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Cluster, Socket } from './cluster.ts'

const socketName = '.s.PGSQL.5432'
// sockaddr_un has 104 bytes on macOS and 108 on Linux, including the terminating zero.
const maxSocketPathBytes = 103

/**
 * The socket is in the database folder itself: PostgreSQL requires mode 0700 for it, so only its account and root have
 * access. The server binds it relative to its working directory and never hits the length limit; the client avoids the
 * limit through an open descriptor. Without /proc, or on a file system without sockets (some shared folders of desktop
 * virtual machines), a private folder in the temporary folder is used instead.
 */
export async function chooseSocket(cluster: Cluster): Promise<Socket> {
  const { pgdata, account } = cluster
  if (Buffer.byteLength(join(pgdata, socketName)) <= maxSocketPathBytes) {
    if (await supportsSockets(cluster.dataDir)) return { serverDir: '.', clientDir: pgdata, remove() {} }
  } else if (process.platform === 'linux') {
    const descriptor = openSync(pgdata, 'r')
    const clientDir = `/proc/${process.pid}/fd/${descriptor}`
    return { serverDir: '.', clientDir, remove: once(() => closeSync(descriptor)) }
  }
  const folder = mkdtempSync(join(tmpdir(), 'mailwright-'))
  if (account) chownSync(folder, account.uid, account.gid)
  return {
    serverDir: folder,
    clientDir: folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Closes only once: the descriptor number may have been reused by then. */
function once(action: () => void): () => void {
  let done = false
  return () => {
    if (!done) action()
    done = true
  }
}

function supportsSockets(folder: string): Promise<boolean> {
  const path = join(folder, 'postgres.probe')
  rmSync(path, { force: true })
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(path, () => {
      let works = true
      try {
        chmodSync(path, 0o600)
      } catch {
        works = false
      }
      server.close(() => resolve(works))
    })
  })
}

/** Also true for a postmaster in another pid namespace, whose pid is meaningless here. */
export function socketAnswers(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    const client = connect(join(socket.clientDir, socketName))
    client.once('connect', () => resolve(true))
    client.once('error', () => resolve(false))
    client.once('close', () => resolve(false))
  }).then((answers) => answers === true)
}

export function urlOf(socket: Socket, database: string, user: string): string {
  return `postgres://${user}@/${database}?host=${encodeURIComponent(socket.clientDir)}`
}

/** The url of a database run by another process of this machine, unless its path was too long for a socket. */
export const urlOfRunning = (dataDir: string): string =>
  urlOf(
    { serverDir: '.', clientDir: join(resolve(dataDir), 'postgres'), remove() {} },
    'mailwright',
    'mailwright',
  )
