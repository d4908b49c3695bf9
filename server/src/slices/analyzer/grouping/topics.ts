import type { GroupTopic } from '@mailwright/contract/analyzer'
import type { Static } from '@mailwright/contract/schema'
import { foldForComparison } from '../../../platform/text/fold.ts'
import { bareSubject } from './subject-shape.ts'

export type Topic = Static<typeof GroupTopic>

// Phrases of subjects in English and French, folded (no accents, lower case), from the most specific topic to the most
// general: the first topic that matches counts. A plural is matched as well.
const phrases: [Topic, string][] = [
  ['interview', "job interview|interview|entretien d'embauche|entretien"],
  [
    'job_application',
    'job application|application for the position|spontaneous application|cover letter|my resume|my cv|curriculum vitae|candidature spontanee|candidature|lettre de motivation|mon cv',
  ],
  ['purchase_offer', "purchase offer|offer to buy|offer on your|offre d'achat|proposition d'achat"],
  [
    'quote_request',
    'quote request|request for quotation|request for a quote|request for quote|quotation|quote|price request|estimate|demande de devis|devis|demande de prix|demande de tarif|chiffrage',
  ],
  ['refund', "refund|reimbursement|money back|chargeback|remboursement|facture d'avoir"],
  [
    'reminder',
    'payment reminder|reminder|overdue|past due|second notice|rappel|relance|mise en demeure|echeance depassee|impaye',
  ],
  [
    'tax',
    "tax return|tax notice|tax|vat|income tax|impots|impot|tva|declaration fiscale|avis d'imposition|taxe|urssaf",
  ],
  [
    'accounting_documents',
    'bank statement|account statement|payslip|pay slip|receipt|balance sheet|releve de compte|releve bancaire|bulletin de paie|bulletin de salaire|fiche de paie|justificatif|votre recu|recu de paiement|avis de virement|pieces comptables',
  ],
  ['invoice', "invoice|billing|your bill|facture|facturation|note d'honoraires"],
  [
    'parcel',
    'parcel|package|shipment|shipped|shipping|delivery|delivered|tracking|out for delivery|colis|livraison|ete livre|expedition|expedie|expediee|suivi de',
  ],
  [
    'reservation',
    'reservation|booking|check-in|itinerary|boarding pass|your stay|your trip|reservation confirmee|billet|sejour|votre voyage',
  ],
  ['order', 'order|purchase|commande|achat'],
  ['visit', 'site visit|visit|viewing|visite|venir voir'],
  [
    'meeting',
    'meeting|appointment|invitation|call with|video call|reunion|rendez-vous|rdv|visioconference|visio|point hebdo',
  ],
  ['volunteering', 'volunteering|volunteer|benevolat|benevole'],
  ['membership', 'membership|renew your subscription|adhesion|cotisation|adherent'],
  ['donation', 'donation|donate|your gift|votre don|faire un don|appel aux dons|recu fiscal|mecenat'],
  ['registration', "registration|register|sign-up|enrolment|enrollment|inscription|s'inscrire"],
  ['signature', 'signature|please sign|to sign|docusign|a signer|signer'],
  ['contract', 'contract|agreement|lease|terms of engagement|contrat|bail|convention|avenant'],
  ['partnership', 'partnership|collaboration|sponsorship|partenariat|collaborer|parrainage'],
  [
    'support',
    'support|ticket|problem|issue|bug|error|complaint|not working|help|assistance|probleme|panne|erreur|reclamation|sav|ne fonctionne|aide',
  ],
  [
    'contact_request',
    "contact form|contact request|information request|enquiry|inquiry|question|formulaire de contact|demande de contact|prise de contact|demande de renseignement|demande d'information|renseignement",
  ],
]

type Phrase = { topic: Topic; rank: number; phrase: string }

/** Phrases by their first word, so that a subject is compared with few of them. */
const byFirstWord = Map.groupBy(
  phrases.flatMap(([topic, list], rank) =>
    list.split('|').map((phrase): Phrase => ({ topic, rank, phrase })),
  ),
  ({ phrase }) => /^[a-z0-9]+/.exec(phrase)?.[0] ?? '',
)

const word = /[a-z0-9]+/g
// Behind a phrase: the rest of a plural, and no further letter.
const ending = /(?:e?s|x)?(?![a-z0-9])/y

function standsAt(text: string, at: number, phrase: string): boolean {
  if (!text.startsWith(phrase, at)) return false
  ending.lastIndex = at + phrase.length
  return ending.test(text)
}

/** A plural is listed under its singular. */
const listedUnder = (one: string) => [
  ...(byFirstWord.get(one) ?? []),
  ...(/[sx]$/.test(one) ? (byFirstWord.get(one.slice(0, -1)) ?? []) : []),
  ...(one.endsWith('es') ? (byFirstWord.get(one.slice(0, -2)) ?? []) : []),
]

export type FoundTopic = { topic: Topic; phrase: string }

/** What a subject is about, with the phrase that says so. */
export function topicOf(subject: string | null): FoundTopic | undefined {
  const folded = foldForComparison(bareSubject(subject))
  let best: Phrase | undefined
  for (const { 0: one, index } of folded.matchAll(word))
    for (const candidate of listedUnder(one)) {
      const isBetter = best === undefined || candidate.rank < best.rank
      if (isBetter && standsAt(folded, index, candidate.phrase)) best = candidate
    }
  return best && { topic: best.topic, phrase: best.phrase }
}
