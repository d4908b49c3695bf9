import type { Db } from '../platform/db/database.ts'
import { createFindServices } from '../protocols/autodetect/find-services.ts'
import { createOAuth } from '../protocols/oauth/oauth.ts'
import { writePersonalMail } from '../slices/approvals/index.ts'
import { countOpenByMailbox, findExecutionsOfMessage } from '../slices/executions/index.ts'
import { createMailboxes, createProbe, type MailClients, wakeOwner } from '../slices/mailboxes/index.ts'
import { findOrganisationScope, findPreferences, lockActiveMember } from '../slices/members/index.ts'
import { createMessages } from '../slices/messages/index.ts'
import {
  createSending,
  endDraftsAbout,
  endDraftsAnswered,
  endDraftsIn,
  isOwnLoopMark,
} from '../slices/sending/index.ts'
import type { createWorkflows } from '../slices/workflows/index.ts'
import { dispatchBounces } from './bounce-triggers.ts'
import { dispatchMail } from './message-triggers.ts'
import type { Platform } from './platform.ts'

type MailOptions = {
  workflows: Pick<ReturnType<typeof createWorkflows>, 'forMailboxes'>
  clients: Partial<MailClients>
}

/** Creates the slices that mirror, show and send mail, and binds their ports. */
export function createMailSlices(platform: Platform, { workflows, clients }: MailOptions) {
  const { config, live, origin } = platform
  const onDeleted = (db: Db, messageIds: string[]) => endDraftsAbout(db, live, messageIds)
  const { mail: outbound, images, s3 } = platform.outbound
  const mailboxes = createMailboxes({
    ...platform,
    db: platform.databases.background,
    outbound,
    probe: createProbe(outbound),
    findServices: createFindServices(),
    oauth: createOAuth({ fetch: outbound.fetch }),
    ...clients,
    ports: {
      ...workflows.forMailboxes,
      lockMember: lockActiveMember,
      countPendingExecutions: countOpenByMailbox,
      dispatch: dispatchMail,
      dispatchBounces,
      isOwnLoop: isOwnLoopMark,
      onOwnMail: (db, memberId, mail) => endDraftsAnswered(db, live, memberId, mail),
      onDeleted,
      onRemoved: (db, mailboxId) => endDraftsIn(db, live, mailboxId),
      findScopes: async (db, memberId) => ({
        organisation: await findOrganisationScope(db),
        member: (await findPreferences(db, memberId))?.scope,
      }),
    },
  })
  const { fetchAttachment, openAccount } = mailboxes
  const messages = createMessages({
    ...platform,
    outbound: images,
    ports: { fetchAttachment, findExecutions: findExecutionsOfMessage, wake: wakeOwner, onDeleted },
  })
  const sending = createSending({
    ...platform,
    outbound,
    fetchFile: s3.fetch,
    ports: {
      fetchAttachment,
      openAccount,
      writePersonalBody: (db, id) =>
        writePersonalMail(
          db,
          { origin, brandName: config.brandName, oneClick: config.approvalLinks === 'one-click' },
          id,
        ),
      findSender: async (db, memberId) => {
        const found = await findPreferences(db, memberId)
        return { name: found?.member.name, language: found?.settings.locale }
      },
    },
  })
  return { mailboxes, messages, sending }
}
