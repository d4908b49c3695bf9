import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'
import { MessageTrigger } from './message-trigger-schema.ts'

const includes = {
  en: 'Excluded by default, so that workflows do not reply to machines.',
  fr: 'Exclus par défaut, pour que les workflows ne répondent pas à des machines.',
}

export const triggerMessage = defineNode({
  type: 'trigger.message',
  version: 1,
  group: 'trigger',
  effect: 'none',
  title: { en: 'Message received', fr: 'Message reçu' },
  description: {
    en: 'Starts for each new message that matches. Automatic replies and mailing lists are excluded by default. Your own messages never start a workflow; bounces have their own trigger.',
    fr: "Démarre pour chaque nouveau message qui correspond. Les réponses automatiques et les listes de diffusion sont exclues par défaut. Vos propres messages ne démarrent jamais de workflow ; les retours d'erreur ont leur propre déclencheur.",
  },
  params: MessageTrigger,
  fields: {
    mailboxIds: field('Mailboxes', 'Boîtes', {
      en: 'If empty, all mailboxes.',
      fr: 'Si ce champ est vide, toutes les boîtes.',
      refersTo: 'mailbox',
    }),
    folders: field('Folders', 'Dossiers', {
      en: 'Where the message arrives. If empty, any folder.',
      fr: "Là où le message arrive. Si ce champ est vide, n'importe quel dossier.",
      refersTo: 'folder',
    }),
    match: field('Match', 'Correspondance'),
    conditions: field('Conditions', 'Conditions', {
      en: 'If empty, every message matches. Case and accents are ignored.',
      fr: 'Si ce champ est vide, tous les messages correspondent. La casse et les accents sont ignorés.',
    }),
    'conditions.field': field('Field', 'Champ'),
    'conditions.operator': field('Operator', 'Opérateur'),
    'conditions.value': field('Value', 'Valeur', {
      en: 'With "matches", * matches any text and ? matches one character. Sizes are in bytes.',
      fr: "Avec « matches », * remplace n'importe quel texte et ? un seul caractère. Les tailles sont en octets.",
    }),
    firstInThreadOnly: field(
      'Only the first message of a conversation',
      "Uniquement le premier message d'une conversation",
    ),
    includeAutomatic: field('Include automatic replies', 'Inclure les réponses automatiques', includes),
    includeLists: field('Include mailing lists', 'Inclure les listes de diffusion', includes),
  },
  ports: { fixed: ['main'] },
  scopes: ['messages:read'],
  run: ({ input }) => ({ data: input }),
})
