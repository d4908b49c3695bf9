import type { Database, Db } from '../../../platform/db/database.ts'
import { fault } from '../../../platform/errors/app-error.ts'
import type { Caller } from '../../../platform/http/call.ts'
import type { FetchImage } from './fetch-image.ts'
import type { createImageAddresses } from './image-addresses.ts'
import { findPlace } from './images.store.ts'

export type LoadImageDeps = {
  fetchImage: FetchImage
  imageAddresses: ReturnType<typeof createImageAddresses>
}

/** Spam learns nothing of its readers, also when they ask for its images. */
export async function assertImagesAllowed(db: Db, { memberId }: Caller, id: string) {
  const place = await findPlace(db, memberId, id)
  if (!place) throw fault('request.not_found')
  if (place.isSpam) throw fault('webmail.images_refused')
}

// An image of a browser that was opened on its own must not act as a page of ours.
const imagePolicy = "default-src 'none'; sandbox"

export async function loadImage(
  db: Database,
  caller: Caller,
  { id, name }: { id: string; name: string },
  { fetchImage, imageAddresses }: LoadImageDeps,
) {
  await assertImagesAllowed(db, caller, id)
  const url = (await imageAddresses(db, id)).get(name)
  if (url === undefined) throw fault('request.not_found')
  const image = await fetchImage(caller.memberId, url)
  if (!image) throw fault('webmail.image_unavailable')
  const headers = {
    'Content-Type': image.type,
    'Content-Disposition': 'attachment',
    'Content-Security-Policy': imagePolicy,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, max-age=3600',
  }
  return { bytes: Buffer.from(image.bytes), headers }
}
