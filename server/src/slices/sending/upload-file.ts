import { attachmentLimit } from '@mailwright/contract/sending'
import type { Database, Db } from '../../platform/db/database.ts'
import { AppError, fault } from '../../platform/errors/app-error.ts'
import type { FilePart } from '../../platform/http/multipart.ts'
import { newId } from '../../platform/ids/ids.ts'
import type { Live } from '../../platform/live/live.ts'
import { plainText } from '../../platform/text/plain-text.ts'
import { notifyQuotaReached } from '../notifications/index.ts'
import { checkFile } from './check-file.ts'
import type { FileStore } from './ports.ts'
import type { UploadOwner } from './uploads.store.ts'

// Goes into a header later, so only a type and a subtype are allowed.
const mimePattern = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,63}$/
// Path separators, and format characters that reverse the text direction: `report\u202Efdp.exe` looks like a PDF.
const misleading = /[\\/\p{Cf}]/gu

const cleanName = (name: string) => plainText(name.replaceAll(misleading, '_'), 200) || 'file'

type UploadDeps = { files: FileStore; outside: Database; live: Live }

const isOverQuota = (error: unknown) => {
  const details = error instanceof AppError ? error.extra.details : undefined
  return details !== undefined && 'reason' in details && details.reason === 'quota'
}

/** Stores a file until it is sent with a message, or for a day. */
export async function uploadFile(
  openWrite: () => Promise<Db>,
  { files, outside, live }: UploadDeps,
  owner: UploadOwner,
  { filename, mime, content }: FilePart,
) {
  if (content.length > attachmentLimit)
    throw fault('request.payload_too_large', { details: { reason: 'file', maxBytes: attachmentLimit } })
  const detected = await checkFile(filename, content)
  const declared = mimePattern.test(mime) ? mime : 'application/octet-stream'
  const attachment = {
    id: newId(),
    filename: cleanName(filename),
    mime: detected ?? declared,
    size: content.length,
  }
  await files.save(openWrite, outside, owner, attachment, content).catch(async (error) => {
    if (isOverQuota(error))
      await notifyQuotaReached(outside, live, {
        memberId: owner.memberId,
        quota: 'uploads',
        maxBytes: owner.quotaBytes,
        link: '/sending',
      })
    throw error
  })
  return { attachment }
}
