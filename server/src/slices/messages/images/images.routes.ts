import { remoteImages } from '@mailwright/contract/remote-images'
import { fault } from '../../../platform/errors/app-error.ts'
import { implement } from '../../../platform/http/call.ts'
import { newId } from '../../../platform/ids/ids.ts'
import type { Sanitise } from '../message-detail.ts'
import { deleteSender, findSenders, insertSender } from './images.store.ts'
import { type LoadImageDeps, loadImage } from './load-image.ts'
import { showImages } from './show-images.ts'

export const imageRoutes = (deps: LoadImageDeps & { sanitise: Sanitise }) =>
  implement(remoteImages, {
    show: ({ db, caller, params }) => showImages(db, caller, params.id, deps.sanitise),
    load: async ({ db, caller, params, header }) => {
      const { bytes, headers } = await loadImage(db, caller, params, deps)
      for (const [name, value] of Object.entries(headers)) header(name, value)
      return bytes
    },
    listSenders: async ({ db, caller }) => ({ senders: await findSenders(db, caller.memberId) }),
    allowSender: async ({ caller, body, statement }) => {
      const email = body.email.toLowerCase()
      const sender = await insertSender(await statement(), { id: newId(), memberId: caller.memberId, email })
      if (!sender) throw new Error('the sender was not stored')
      return { sender }
    },
    forgetSender: async ({ caller, params, statement }) => {
      if ((await deleteSender(await statement(), caller.memberId, params.id)) === 0)
        throw fault('request.not_found')
    },
  })
