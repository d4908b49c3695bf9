import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DataFolderInUse, EmbeddedPostgresError, messageOf, toFolderError } from './errors.ts'
import { findProcess, pidSpace, waitUntil } from './processes.ts'

export type FolderLock = { release(): void }
type Owner = { pid: number; startTime: string; space: string; host: string }

const SQLITE_BUSY = 5

/**
 * Node has no flock, but SQLite's exclusive transaction is a kernel lock (fcntl) on an empty file: the kernel releases it
 * however the process dies, exactly one of two simultaneous starts gets it, and it works across containers (pid
 * namespaces) that share the folder. No row is ever written. The file stays after the release, because unlinking a lock
 * file lets two processes lock two different inodes of the same name. Caution: fcntl locks are dropped when this process
 * closes any other descriptor of the file, so never read it.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const ownerFile = join(folder, 'postgres.owner')
  const lock = openLock(folder)
  if (!lock) throw await folderInUse(folder, ownerFile)

  // A second safeguard, in case the lock file of a running process was deleted by hand.
  const previous = readOwner(ownerFile)
  if (previous && isAlive(previous)) {
    lock.close()
    throw new DataFolderInUse(folder, previous.pid)
  }
  const own: Owner = {
    pid: process.pid,
    startTime: findProcess(process.pid)?.startTime ?? '',
    space: pidSpace(),
    host: hostname(),
  }
  try {
    writeFileSync(ownerFile, JSON.stringify(own))
  } catch (error) {
    lock.close()
    throw toFolderError(error, folder)
  }
  return {
    release() {
      if (!lock.isOpen) return
      rmSync(ownerFile, { force: true })
      lock.close()
    },
  }
}

function openLock(folder: string): DatabaseSync | undefined {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(join(folder, 'postgres.lock'), { timeout: 0 })
    // In memory: no journal file appears next to the lock.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    if (lock?.isOpen) lock.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined
    throw new EmbeddedPostgresError(
      `The data folder ${folder} cannot be locked (${messageOf(error)}): make the folder and its file postgres.lock writable for the account that runs Mailwright, on a file system with file locks.`,
    )
  }
}

/** The winner of a race writes its name shortly after it took the lock. */
async function folderInUse(folder: string, ownerFile: string): Promise<DataFolderInUse> {
  let owner: Owner | undefined
  await waitUntil(() => {
    owner = readOwner(ownerFile)
    return owner !== undefined && (owner.space !== pidSpace() || isAlive(owner))
  }, 500)
  const where = owner && owner.space !== pidSpace() ? ` on ${owner.host}` : ''
  return new DataFolderInUse(folder, owner?.pid, where)
}

function isAlive(owner: Owner): boolean {
  return owner.space === pidSpace() && findProcess(owner.pid)?.startTime === owner.startTime
}

function readOwner(file: string): Owner | undefined {
  try {
    const owner: Owner = JSON.parse(readFileSync(file, 'utf8'))
    return typeof owner.pid === 'number' ? owner : undefined
  } catch {
    return undefined
  }
}
