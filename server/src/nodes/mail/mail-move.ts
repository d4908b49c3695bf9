import { object, text } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'
import { act, messageField, messageParam } from './act.ts'

export const mailMove = defineNode({
  type: 'mail.move',
  version: 1,
  group: 'mail',
  effect: 'mailbox',
  title: { en: 'Move', fr: 'Déplacer' },
  description: { en: 'Moves the message to a folder.', fr: 'Déplace le message dans un dossier.' },
  params: object({ ...messageParam, folder: text(1, 256) }),
  fields: { ...messageField, folder: field('Folder', 'Dossier', { refersTo: 'folder' }) },
  ports: { fixed: ['main'] },
  uses: ['mail'],
  scopes: ['messages:write'],
  run: (call) =>
    act(call, { kind: 'move', folder: call.params.folder }, `Message moved to ${call.params.folder}.`),
})
