import type { Locale } from '../../platform/http/call.ts'
import type { AutomaticLimits } from './admit-automatic.ts'

// The outbox stores codes; people read these sentences. Reasons that people give are shown as they are.

type Texts = Record<string, Record<Locale, string>>

/** Why a mail was held back, by the check of composed texts and by the guards of automatic mail. */
const heldTexts = (limits: AutomaticLimits): Texts => ({
  unsupported_statement: {
    en: 'It states something that stands in no message, table or instruction.',
    fr: 'Il affirme une chose qui ne figure dans aucun message, table ou consigne.',
  },
  foreign_address: {
    en: 'It contains a link or an address that stands in no message, table or instruction.',
    fr: 'Il contient un lien ou une adresse qui ne figure dans aucun message, table ou consigne.',
  },
  not_written_by_a_person: {
    en: 'The message that it answers was not written by a person.',
    fr: "Le message auquel il répond n'a pas été écrit par une personne.",
  },
  sender_reads_no_answer: {
    en: 'The message that it answers comes from an address that nobody reads.',
    fr: "Le message auquel il répond vient d'une adresse que personne ne lit.",
  },
  not_addressed_to_us: {
    en: 'The message that it answers is not addressed to you.',
    fr: 'Le message auquel il répond ne vous est pas adressé.',
  },
  already_answered: {
    en: 'A workflow has already answered this message.',
    fr: 'Un workflow a déjà répondu à ce message.',
  },
  cap_recipient: {
    en: `This person has already had ${limits.perRecipientDay} automatic messages from this mailbox today.`,
    fr: `Cette personne a déjà reçu ${limits.perRecipientDay} messages automatiques de cette boîte aujourd'hui.`,
  },
  cap_thread: {
    en: `This conversation has already had ${limits.perThreadDay} automatic messages today.`,
    fr: `Cette conversation a déjà reçu ${limits.perThreadDay} messages automatiques aujourd'hui.`,
  },
  cap_mailbox: {
    en: `This mailbox has already sent ${limits.perMailboxHour} automatic messages this hour.`,
    fr: `Cette boîte a déjà envoyé ${limits.perMailboxHour} messages automatiques cette heure-ci.`,
  },
  cap_instance: {
    en: `Workflows have already sent ${limits.perInstanceHour} automatic messages this hour, over all mailboxes.`,
    fr: `Les workflows ont déjà envoyé ${limits.perInstanceHour} messages automatiques cette heure-ci, toutes boîtes confondues.`,
  },
})

/** Why a draft that was sent waits again; `sendErrorKind` says more. */
const returnedTexts: Texts = {
  not_sent: {
    en: 'It could not be sent. You can change it and send it again.',
    fr: "Il n'a pas pu être envoyé. Vous pouvez le modifier et le renvoyer.",
  },
}

/** Why a draft is gone. */
const goneTexts: Texts = {
  answered: {
    en: 'You answered this conversation yourself.',
    fr: 'Vous avez répondu vous-même à cette conversation.',
  },
  message_deleted: {
    en: 'The message that it answers was deleted.',
    fr: 'Le message auquel il répond a été supprimé.',
  },
  withdrawn: {
    en: 'The drafts of this workflow were withdrawn.',
    fr: 'Les brouillons de ce workflow ont été retirés.',
  },
  replaced: {
    en: 'A later run of the workflow replaced it.',
    fr: "Une exécution ultérieure du workflow l'a remplacé.",
  },
  expired: {
    en: 'It waited too long without anybody touching it.',
    fr: "Il a attendu trop longtemps sans que personne ne s'en occupe.",
  },
}

export type ReviewReasons = {
  /** The sentence for a code of the guards. */
  held(code: string, locale: Locale): string
  /** What the stored reason says in plain words. */
  explain(draft: { reviewStatus: string; reviewReason: string | null }, locale: Locale): string | null
}

export function createReviewReasons(limits: AutomaticLimits): ReviewReasons {
  const held = new Map(Object.entries(heldTexts(limits)))
  const waiting = new Map([...held, ...Object.entries(returnedTexts)])
  const gone = new Map(Object.entries(goneTexts))
  return {
    held: (code, locale) => held.get(code)?.[locale] ?? code,
    // A person may reject a draft with the very word that is a code of drafts that are gone, such as "answered".
    explain: ({ reviewStatus, reviewReason: reason }, locale) =>
      reason === null ? null : ((reviewStatus === 'gone' ? gone : waiting).get(reason)?.[locale] ?? reason),
  }
}
