import { randomBytes } from 'node:crypto'
import { link, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { KeyRingError } from './errors.ts'
import { formatKeys, type MasterKey, newMasterKey, parseKeys } from './key-ring.ts'

/** The file name in the data folder. */
export const keyFileName = 'secret.key'

export type KeyFileContent = { keys: MasterKey[]; version: string }

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'

// File system errors contain no secret, but do not say what to do.
async function explained<T>(path: string, what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof KeyRingError) throw error
    const advice =
      codeOf(error) === 'ENOENT'
        ? 'it does not exist; restore it from your backup'
        : 'check the permissions of the account that runs Mailwright'
    throw new KeyRingError([`The key file ${path} cannot be ${what} (${codeOf(error)}): ${advice}.`])
  }
}

async function syncFolder(path: string) {
  const folder = await open(dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Written completely and flushed to disk before it gets its final name: nobody ever reads half a key. */
async function writeNew(path: string, keys: readonly MasterKey[], owner?: { uid: number; gid: number }) {
  const file = await open(path, 'wx', 0o600)
  try {
    if (owner && (owner.uid !== process.getuid?.() || owner.gid !== process.getgid?.()))
      await file.chown(owner.uid, owner.gid)
    await file.writeFile(formatKeys(keys))
    await file.sync()
  } finally {
    await file.close()
  }
}

async function exists(path: string) {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

/** When two processes start together, one link succeeds and both read the same key. */
export const createKeyFile = (path: string) =>
  explained(path, 'created', async () => {
    if (await exists(path)) return
    await mkdir(dirname(path), { recursive: true, mode: 0o711 })
    const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`
    try {
      await writeNew(draft, [newMasterKey()])
      await link(draft, path)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    } finally {
      await rm(draft, { force: true })
    }
    await syncFolder(path)
  })

/** The caller ensures that only one process changes the file at a time. */
export const replaceKeyFile = (path: string, keys: readonly MasterKey[]) =>
  explained(path, 'changed', async () => {
    const target = await realpath(path)
    // A fixed name: the next run removes what a killed process left, so that no keys lie around.
    const draft = `${target}.new`
    await rm(draft, { force: true })
    try {
      // A rotation run as root must not change the owner of the file.
      await writeNew(draft, keys, await stat(target))
      await rename(draft, target)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    await syncFolder(target)
  })

/** Changes with every replacement, as a rename changes the inode. */
export const keyFileVersion = (path: string) =>
  explained(path, 'read', async () => {
    const { ino, mtimeNs, size } = await stat(path, { bigint: true })
    return `${ino} ${mtimeNs} ${size}`
  })

export const readKeyFile = (path: string): Promise<KeyFileContent> =>
  explained(path, 'read', async () => {
    const file = await open(path, 'r')
    try {
      const { ino, mtimeNs, size } = await file.stat({ bigint: true })
      const keys = parseKeys(await file.readFile('utf8'), `the key file ${path}`)
      if (keys.length === 0) throw new KeyRingError([`The key file ${path} contains no key.`])
      return { keys, version: `${ino} ${mtimeNs} ${size}` }
    } finally {
      await file.close()
    }
  })
