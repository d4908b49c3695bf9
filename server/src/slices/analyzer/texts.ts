import type { Topic } from './grouping/topics.ts'

export type Locale = 'en' | 'fr'

const topics: Record<Topic, Record<Locale, string>> = {
  job_application: { en: 'Job applications', fr: 'Candidatures' },
  interview: { en: 'Interviews', fr: 'Entretiens' },
  purchase_offer: { en: 'Purchase offers', fr: "Offres d'achat" },
  quote_request: { en: 'Quote requests', fr: 'Demandes de devis' },
  accounting_documents: { en: 'Accounting documents', fr: 'Documents comptables' },
  tax: { en: 'Taxes', fr: 'Impôts' },
  invoice: { en: 'Invoices', fr: 'Factures' },
  refund: { en: 'Refunds', fr: 'Remboursements' },
  order: { en: 'Orders', fr: 'Commandes' },
  parcel: { en: 'Parcels', fr: 'Colis' },
  reservation: { en: 'Reservations', fr: 'Réservations' },
  visit: { en: 'Visits', fr: 'Visites' },
  meeting: { en: 'Meetings', fr: 'Réunions' },
  volunteering: { en: 'Volunteering', fr: 'Bénévolat' },
  membership: { en: 'Memberships', fr: 'Adhésions' },
  donation: { en: 'Donations', fr: 'Dons' },
  registration: { en: 'Registrations', fr: 'Inscriptions' },
  signature: { en: 'Signatures', fr: 'Signatures' },
  contract: { en: 'Contracts', fr: 'Contrats' },
  support: { en: 'Support requests', fr: "Demandes d'assistance" },
  partnership: { en: 'Partnerships', fr: 'Partenariats' },
  reminder: { en: 'Reminders', fr: 'Relances' },
  contact_request: { en: 'Contact requests', fr: 'Demandes de contact' },
}

export const topicName = (topic: Topic, locale: Locale) => topics[topic][locale]

const percent = (share: number) => Math.round(share * 100)

const en = {
  newsletter: (domain: string) => (domain ? `Newsletters from ${domain}` : 'Newsletters'),
  automated: (domain: string) => (domain ? `Notifications from ${domain}` : 'Notifications'),
  auto: 'Automatic replies and bounces',
  human: (domain: string) => (domain ? `Mail from people at ${domain}` : 'Other mail from people'),
  of: (what: string, domain: string) => (domain ? `${what} from ${domain}` : what),
  senders: (n: number) => (n === 1 ? '1 sender' : `${n} senders`),
  unread: (share: number) => `${percent(share)} % unread`,
  answered: (share: number) => `${percent(share)} % answered`,
  filed: (share: number, folder: string) => `${percent(share)} % now in "${folder}"`,
  received: (what: string) => `${what}: message received`,
  archiveName: (what: string) => `Archive: ${what}`,
  archiveStep: 'Archive',
  readStep: 'Mark as read',
  archiveSummary: 'Marks these messages as read and archives them.',
  fileName: (what: string, folder: string) => `File under ${folder}: ${what}`,
  fileStep: (folder: string) => `Move to ${folder}`,
  fileSummary: (folder: string) => `Moves these messages to "${folder}", where most of them end up already.`,
  labelName: (what: string) => `Label: ${what}`,
  labelStep: (label: string) => `Label as ${label}`,
  labelSummary: (label: string) => `Labels these messages as "${label}".`,
  notifyName: (what: string) => `Notify me: ${what}`,
  notifyStep: 'Notify me',
  notifySummary: 'Notifies you of each of these messages.',
  draftName: (what: string) => `Draft a reply: ${what}`,
  draftStep: 'Draft the reply',
  draftSummary: 'Drafts the usual reply for your review; nothing is sent without you.',
  history: (runs: number, days: number, inGroup: number) =>
    `It would have run ${runs} times in ${days} days, ${inGroup} of them on messages of this group.`,
  others: (n: number) =>
    n === 1 ? 'One other message matches as well.' : `${n} other messages match as well.`,
  missed: (n: number) =>
    n === 1 ? 'It would miss one message of the group.' : `It would miss ${n} messages of the group.`,
  exact: 'It would have made no mistake.',
  rejectedByMember: 'You rejected a proposal for this group.',
  imprecise: (others: number, runs: number) =>
    `The rule would also run on other mail: ${others} of ${runs} messages.`,
  incomplete: (missed: number, volume: number) =>
    `The rule would miss ${missed} of ${volume} messages of the group.`,
}

const fr: typeof en = {
  newsletter: (domain) => (domain ? `Lettres d'information de ${domain}` : "Lettres d'information"),
  automated: (domain) => (domain ? `Notifications de ${domain}` : 'Notifications'),
  auto: "Réponses automatiques et retours d'erreur",
  human: (domain) => (domain ? `Messages de personnes chez ${domain}` : 'Autres messages de personnes'),
  of: (what, domain) => (domain ? `${what} de ${domain}` : what),
  senders: (n) => (n === 1 ? '1 expéditeur' : `${n} expéditeurs`),
  unread: (share) => `${percent(share)} % non lus`,
  answered: (share) => `${percent(share)} % avec réponse`,
  filed: (share, folder) => `${percent(share)} % rangés dans « ${folder} »`,
  received: (what) => `${what} : message reçu`,
  archiveName: (what) => `Archiver : ${what}`,
  archiveStep: 'Archiver',
  readStep: 'Marquer comme lu',
  archiveSummary: 'Marque ces messages comme lus et les archive.',
  fileName: (what, folder) => `Ranger dans ${folder} : ${what}`,
  fileStep: (folder) => `Déplacer vers ${folder}`,
  fileSummary: (folder) => `Déplace ces messages vers « ${folder} », où la plupart se trouvent déjà.`,
  labelName: (what) => `Étiqueter : ${what}`,
  labelStep: (label) => `Étiqueter « ${label} »`,
  labelSummary: (label) => `Ajoute l'étiquette « ${label} » à ces messages.`,
  notifyName: (what) => `Me prévenir : ${what}`,
  notifyStep: 'Me prévenir',
  notifySummary: 'Vous prévient de chacun de ces messages.',
  draftName: (what) => `Préparer une réponse : ${what}`,
  draftStep: 'Préparer la réponse',
  draftSummary: "Prépare la réponse habituelle pour relecture ; rien n'est envoyé sans vous.",
  history: (runs, days, inGroup) =>
    `Ce workflow aurait démarré ${runs} fois en ${days} jours, dont ${inGroup} sur des messages de ce groupe.`,
  others: (n) =>
    n === 1 ? 'Un autre message correspond aussi.' : `${n} autres messages correspondent aussi.`,
  missed: (n) =>
    n === 1 ? 'Un message du groupe lui échapperait.' : `${n} messages du groupe lui échapperaient.`,
  exact: 'Il ne se serait jamais trompé.',
  rejectedByMember: 'Vous avez écarté une proposition pour ce groupe.',
  imprecise: (others, runs) => `La règle s'appliquerait aussi à d'autres messages : ${others} sur ${runs}.`,
  incomplete: (missed, volume) => `${missed} des ${volume} messages du groupe échapperaient à la règle.`,
}

export type Texts = typeof en
export const textsIn = (locale: Locale): Texts => (locale === 'fr' ? fr : en)
