import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'
import { MessageTrigger } from './message-trigger-schema.ts'

const includes = {
  en: 'Left out unless you ask for it, so that no workflow answers a machine.',
  fr: 'Laissés de côté sauf demande, pour que nul workflow ne réponde à une machine.',
}

export const triggerMessage = defineNode({
  type: 'trigger.message',
  version: 1,
  group: 'trigger',
  effect: 'none',
  title: { en: 'Message received', fr: 'Message reçu' },
  description: {
    en: 'Starts for each new message that fits. Automatic mail, mailing lists, bounces and your own mail are left out unless you ask for them.',
    fr: "Démarre pour chaque nouveau message qui convient. Le courrier automatique, les listes de diffusion, les retours d'erreur et vos propres messages sont laissés de côté sauf demande.",
  },
  params: MessageTrigger,
  fields: {
    mailboxIds: field('Mailboxes', 'Boîtes', {
      en: 'None chosen means all of them.',
      fr: 'Aucun choix veut dire toutes.',
      refersTo: 'mailbox',
    }),
    folders: field('Folders', 'Dossiers', {
      en: 'Where the message arrives. Empty means any folder.',
      fr: "Là où le message arrive. Vide veut dire n'importe lequel.",
      refersTo: 'folder',
    }),
    match: field('How many conditions must hold', 'Combien de conditions doivent être vraies'),
    conditions: field('Conditions', 'Conditions', {
      en: 'Without any, every message fits. Capitals and accents do not matter.',
      fr: 'Sans condition, tout message convient. Les majuscules et les accents ne comptent pas.',
    }),
    'conditions.field': field('What is looked at', 'Ce qui est regardé'),
    'conditions.operator': field('Question', 'Question'),
    'conditions.value': field('Value', 'Valeur', {
      en: 'With "matches", * stands for anything and ? for one character. Sizes are in bytes.',
      fr: 'Avec « matches », * vaut pour tout et ? pour un caractère. Les tailles sont en octets.',
    }),
    firstInThreadOnly: field(
      'Only the first message of a conversation',
      "Seulement le premier message d'une conversation",
    ),
    includeAutomatic: field('Also automatic replies', 'Aussi les réponses automatiques', includes),
    includeLists: field('Also mailing lists', 'Aussi les listes de diffusion', includes),
    includeOwn: field('Also your own messages', 'Aussi vos propres messages', includes),
    includeBounces: field('Also bounces', "Aussi les retours d'erreur", includes),
  },
  ports: { fixed: ['main'] },
  run: ({ input }) => ({ data: input }),
})
