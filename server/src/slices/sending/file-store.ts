import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { deleteObjects, findOrphanedObjects, insertObject } from './objects.store.ts'
import type { FileStore, MailFile } from './ports.ts'
import { findUploads, fitsQuota, insertUpload, type UploadOwner } from './uploads.store.ts'

export type ObjectStore = {
  put(key: string, bytes: Uint8Array): Promise<void>
  get(key: string): Promise<Buffer | undefined>
  remove(key: string): Promise<void>
}

/** Transient: the object store, or the mail server that has the file, does not respond. */
export class FileStoreUnavailable extends Error {
  override name = 'FilesAway'

  constructor(cause: unknown) {
    super('The storage of the attached files is not responding.', { cause })
  }
}

const keyOf = (id: string) => `uploads/${id}`

const unavailable = (cause: unknown) =>
  fault('internal.unavailable', {
    retryAfterSeconds: 5,
    cause,
    message: {
      en: 'The file storage is not responding. Try again in a moment.',
      fr: 'Le stockage des fichiers joints ne répond pas. Réessayez dans un instant.',
    },
  })

function quotaReached({ quotaBytes }: UploadOwner) {
  const megabytes = Math.floor(quotaBytes / 1024 / 1024)
  return fault('request.payload_too_large', {
    details: { reason: 'quota', maxBytes: quotaBytes },
    message: {
      en: `Your uploaded files can take up ${megabytes} MB in all. A file is deleted a day after its upload.`,
      fr: `Vos fichiers joints peuvent occuper ${megabytes} Mo au total. Un fichier est supprimé un jour après son téléversement.`,
    },
  })
}

/** The row tells where the bytes are, so files uploaded before the setting changed are still found. */
async function readFiles(db: Db, ids: string[], objects: ObjectStore | undefined): Promise<MailFile[]> {
  const files: MailFile[] = []
  for (const { id, filename, mime, content } of await findUploads(db, ids)) {
    const bytes =
      content ??
      (await objects?.get(keyOf(id)).catch((error) => {
        throw new FileStoreUnavailable(error)
      }))
    if (bytes) files.push({ filename, mime, content: bytes })
  }
  return files
}

export const databaseFiles: FileStore = {
  save: async (openWrite, _outside, owner, file, content) => {
    if (!(await insertUpload(await openWrite(), owner, file, content))) throw quotaReached(owner)
  },
  read: (db, ids) => readFiles(db, ids, undefined),
  sweep: async () => 0,
}

export const objectFiles = (objects: ObjectStore): FileStore => ({
  save: async (openWrite, outside, owner, file, content) => {
    if (!(await fitsQuota(outside, owner, file.size))) throw quotaReached(owner)
    // Committed first and separately, so that the sweep finds the object whatever happens next.
    await insertObject(outside, file.id)
    await objects.put(keyOf(file.id), content).catch((error) => {
      throw unavailable(error)
    })
    if (!(await insertUpload(await openWrite(), owner, file, null))) throw quotaReached(owner)
  },
  read: (db, ids) => readFiles(db, ids, objects),
  sweep: async (db, batch) => {
    const orphans = await findOrphanedObjects(db, batch)
    for (const id of orphans) await objects.remove(keyOf(id))
    await deleteObjects(db, orphans)
    return orphans.length
  },
})
