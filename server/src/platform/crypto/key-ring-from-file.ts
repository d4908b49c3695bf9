import { createKeyFile, keyFileVersion, readKeyFile, replaceKeyFile } from './key-file.ts'
import { type KeyRing, type MasterKey, newMasterKey } from './key-ring.ts'

export type KeyFileOptions = {
  path: string
  /** Create it with one key if it does not exist. */
  create: boolean
}

/** One key per line, newest first, in the format of the setting. */
export async function keyRingFromFile({ path, create }: KeyFileOptions): Promise<KeyRing> {
  if (create) await createKeyFile(path)
  let content = await readKeyFile(path)
  // A key removed from the file still opens what this process has just read from the database.
  const known = new Map<string, MasterKey>(content.keys.map((key) => [key.id, key]))
  const load = async () => {
    content = await readKeyFile(path)
    for (const key of content.keys) known.set(key.id, key)
  }
  const refresh = async () => {
    if ((await keyFileVersion(path)) !== content.version) await load()
  }
  return {
    enabled: true,
    where: `the key file ${path}`,
    keys: async () => {
      await refresh()
      return content.keys
    },
    find: async (id) => {
      if (!known.has(id)) await load()
      return known.get(id)
    },
    file: {
      addKey: async () => {
        const key = newMasterKey()
        await replaceKeyFile(path, [key, ...(await readKeyFile(path)).keys])
        await load()
        return key.id
      },
      removeKeys: async (ids) => {
        const { keys } = await readKeyFile(path)
        await replaceKeyFile(
          path,
          keys.filter((key) => !ids.includes(key.id)),
        )
        await load()
      },
    },
  }
}
