import { integer, list, object, withDefault } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'
import { messageField, messageParam } from './act.ts'
import { messageOf } from './outgoing.ts'

export const mailSaveAttachments = defineNode({
  type: 'mail.save_attachments',
  version: 1,
  group: 'mail',
  // Files go to our own storage, like table rows; the mailbox does not change.
  effect: 'table',
  // The mail server is called. A repeated step saves the files again; unused ones are deleted after a day.
  transactional: false,
  timeoutMs: 300_000,
  title: { en: 'Save attachments', fr: 'Enregistrer les pièces jointes' },
  description: {
    en: 'Saves the attachments of the message as files that later steps can attach to emails.',
    fr: 'Enregistre les pièces jointes du message comme fichiers que les étapes suivantes peuvent joindre à des e-mails.',
  },
  params: object({ ...messageParam, positions: withDefault(list(integer(0, 999), 0, 100), []) }),
  fields: {
    ...messageField,
    positions: field('Positions', 'Positions', {
      en: 'Positions of the attachments in the message, from 0. If empty, all.',
      fr: 'Positions des pièces jointes dans le message, à partir de 0. Si ce champ est vide, toutes.',
    }),
  },
  ports: { fixed: ['main'] },
  uses: ['mail'],
  scopes: ['messages:read', 'messages:write'],
  async run({ params: { messageId, positions }, run, use }) {
    const files = await use.mail.saveAttachments(
      messageOf(messageId, run),
      positions.length > 0 ? positions : 'all',
    )
    const names = files.map(({ filename }) => filename).join(', ')
    const effects =
      files.length > 0 ? [{ kind: 'mail.attachments_kept', description: `Attachments saved: ${names}` }] : []
    return { data: { files, ids: files.map(({ id }) => id), count: files.length }, effects }
  },
})
