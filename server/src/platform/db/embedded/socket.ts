import { chmodSync, chownSync, closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Cluster, Socket } from './cluster.ts'

const NAME = '.s.PGSQL.5432'
// sockaddr_un holds 104 bytes on macOS and 108 on Linux, with the closing zero.
const LONGEST = 103

/**
 * The socket lies in the database folder itself: PostgreSQL insists that it is 0700, so only its account and root
 * get near. The server binds it relative to its working directory and never meets the length limit; the client
 * goes round it through an open descriptor. Without /proc, or on a file system without sockets (some shared
 * folders of desktop virtual machines), a private folder in the temporary folder takes its place.
 */
export async function chooseSocket(cluster: Cluster): Promise<Socket> {
  const { pgdata, account } = cluster
  if (Buffer.byteLength(join(pgdata, NAME)) <= LONGEST) {
    if (await takesSockets(cluster.dataDir)) return { serverDir: '.', clientDir: pgdata, remove() {} }
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

/** A file descriptor closed twice could be somebody else's by then. */
function once(action: () => void): () => void {
  let done = false
  return () => {
    if (!done) action()
    done = true
  }
}

function takesSockets(folder: string): Promise<boolean> {
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

/** Also true for a postmaster in another pid namespace, whose pid says nothing here. */
export function socketAnswers(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    const client = connect(join(socket.clientDir, NAME))
    client.once('connect', () => resolve(true))
    client.once('error', () => resolve(false))
    client.once('close', () => resolve(false))
  }).then((answers) => answers === true)
}

export function urlOf(socket: Socket, database: string, user: string): string {
  return `postgres://${user}@/${database}?host=${encodeURIComponent(socket.clientDir)}`
}

/** Where a database that another process of this machine runs answers, unless its path was too long for a socket. */
export const urlOfRunning = (dataDir: string): string =>
  urlOf(
    { serverDir: '.', clientDir: join(resolve(dataDir), 'postgres'), remove() {} },
    'mailwright',
    'mailwright',
  )
