import type { Db } from '../../../platform/db/database.ts'
import { fault } from '../../../platform/errors/app-error.ts'
import type { Caller } from '../../../platform/http/call.ts'
import { inlineImagesOf, type Sanitise } from '../message-detail.ts'
import { findMessage } from '../messages.store.ts'
import { imagePath } from './image-addresses.ts'
import { findHtml } from './images.store.ts'
import { assertImagesAllowed } from './load-image.ts'

/** The HTML of a message with our own paths for its remote images. */
export async function showImages(db: Db, caller: Caller, id: string, sanitise: Sanitise) {
  await assertImagesAllowed(db, caller, id)
  const message = await findMessage(db, caller.memberId, id)
  if (!message) throw fault('request.not_found')
  const html = await findHtml(db, id)
  if (!html) return { bodyHtmlSafe: null, images: 0 }
  const part = { html, cidUrls: inlineImagesOf(message), imagePath: imagePath(id) }
  const [safe] = await sanitise([part])
  return { bodyHtmlSafe: safe?.html || null, images: safe?.images?.length ?? 0 }
}
