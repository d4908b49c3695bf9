import { integer, list, object, withDefault } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'
import { messageField, messageParam } from './act.ts'
import { messageOf } from './outgoing.ts'

export const mailSaveAttachments = defineNode({
  // Kept in our own storage, where rows of tables are too; the mailbox stays as it is.
  type: 'mail.save_attachments',
  version: 1,
  group: 'mail',
  effect: 'table',
  title: { en: 'Keep attachments', fr: 'Garder les pièces jointes' },
  description: {
    en: 'Keeps the attachments of the message as files that later mails of this workflow may carry.',
    fr: 'Garde les pièces jointes du message comme fichiers que les messages suivants de ce workflow peuvent porter.',
  },
  params: object({ ...messageParam, positions: withDefault(list(integer(0, 999), 0, 100), []) }),
  fields: {
    ...messageField,
    positions: field('Which', 'Lesquelles', {
      en: 'Their places in the message, from 0. Empty means all.',
      fr: 'Leurs places dans le message, à partir de 0. Vide veut dire toutes.',
    }),
  },
  ports: { fixed: ['main'] },
  uses: ['mail'],
  async run({ params: { messageId, positions }, run, use }) {
    const files = await use.mail.saveAttachments(
      messageOf(messageId, run),
      positions.length > 0 ? positions : 'all',
    )
    const names = files.map(({ filename }) => filename).join(', ')
    const effects =
      files.length > 0 ? [{ kind: 'mail.attachments_kept', description: `Attachments kept: ${names}` }] : []
    return { data: { files, ids: files.map(({ id }) => id), count: files.length }, effects }
  },
})
