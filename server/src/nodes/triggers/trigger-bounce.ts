import { choice, type Filled, list, object, uuid, withDefault } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'

export const BounceTrigger = object({
  mailboxIds: withDefault(list(uuid(), 0, 100), []),
  kind: withDefault(choice('any', 'hard', 'soft'), 'any'),
})
export type BounceTriggerParams = Filled<typeof BounceTrigger>

/** What a trigger can check about a bounce. */
export type BounceFacts = {
  kind: 'hard' | 'soft' | 'delivered'
  /** The mail that bounced was written by a run that a bounce had started. */
  isRepeated: boolean
}

/** A report of success is no bounce, and a mail about a bounce that bounces itself must not go round in circles. */
export const matchesBounce = ({ kind }: BounceTriggerParams, bounce: BounceFacts): boolean =>
  bounce.kind !== 'delivered' && !bounce.isRepeated && (kind === 'any' || kind === bounce.kind)

export const triggerBounce = defineNode({
  type: 'trigger.bounce',
  version: 1,
  group: 'trigger',
  effect: 'none',
  title: { en: 'Mail bounced', fr: 'E-mail non distribué' },
  description: {
    en: 'Starts when a mail that you sent could not be delivered. The data contains the addresses, the reasons, whether the failure is permanent, and the mail that was sent.',
    fr: "Démarre quand un e-mail que vous avez envoyé n'a pas pu être distribué. Les données indiquent les adresses, les raisons, si l'échec est définitif, et l'e-mail envoyé.",
  },
  params: BounceTrigger,
  fields: {
    mailboxIds: field('Mailboxes', 'Boîtes', {
      en: 'If empty, all mailboxes.',
      fr: 'Si ce champ est vide, toutes les boîtes.',
      refersTo: 'mailbox',
    }),
    kind: field('Kind', 'Type', {
      en: 'Hard: the address does not work. Soft: the server will try again, or gave up after trying.',
      fr: "hard : l'adresse ne fonctionne pas. soft : le serveur réessaiera, ou a renoncé après plusieurs essais.",
    }),
  },
  ports: { fixed: ['main'] },
  scopes: ['messages:read'],
  run: ({ input }) => ({ data: input }),
})
