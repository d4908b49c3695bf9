import { GroupTopic } from '@mailwright/contract/analyzer'
import { describe, expect, it } from 'vitest'
import { signalOf } from './signal.ts'
import { subjectShape } from './subject-shape.ts'
import { topicOf } from './topics.ts'

describe('the topic of a subject', () => {
  const examples: [topic: string, english: string, french: string][] = [
    ['job_application', 'Job application: carpenter', 'Candidature au poste de menuisier'],
    ['interview', 'Your interview on Monday', "Entretien d'embauche mardi"],
    ['purchase_offer', 'Purchase offer for the house', 'Offre d’achat pour la maison'],
    ['quote_request', 'Quote request: 24 lamps', 'Demande de devis pour 24 lampes'],
    ['accounting_documents', 'Your bank statement is ready', 'Votre relevé de compte'],
    ['tax', 'Your tax return', "Avis d'imposition 2026"],
    ['invoice', 'Invoice 2026-118', 'Votre facture de novembre'],
    ['refund', 'Your refund is on its way', 'Remboursement de votre achat'],
    ['order', 'Your order 4711', 'Commande 20377, toujours rien'],
    ['parcel', 'Your parcel has shipped', 'Votre colis arrive demain'],
    ['reservation', 'Booking confirmed', 'Votre réservation du 28'],
    ['visit', 'A visit to the workshop', "Visite de l'atelier"],
    ['meeting', 'Meeting on Thursday', 'Réunion de jeudi'],
    ['volunteering', 'Volunteers for Saturday', 'Bénévoles pour samedi'],
    ['membership', 'Membership renewal', 'Adhésion 2027'],
    ['donation', 'Thank you for your donation', 'Votre don'],
    ['registration', 'Registration for the workshop', "Inscription à l'atelier"],
    ['signature', 'Please sign the document', 'Document à signer'],
    ['contract', 'The contract for next year', 'Contrat de maintenance'],
    ['support', 'Problem with the lamp', 'La lampe ne fonctionne pas'],
    ['partnership', 'Partnership with your shop', 'Partenariat 2027'],
    ['reminder', 'Second reminder: invoice 12', 'Relance : facture 12'],
    ['contact_request', 'Message from your contact form', 'Demande de renseignements'],
  ]
  it('has examples of every topic', () => {
    expect(examples.map(([topic]) => topic).sort()).toEqual(
      [...(GroupTopic as unknown as { enum: string[] }).enum].sort(),
    )
  })
  it.each(examples)('%s is found in English and French, whatever the case', (topic, english, french) => {
    expect([topicOf(english)?.topic, topicOf(french)?.topic]).toEqual([topic, topic])
    expect(topicOf(`RE: ${french.toUpperCase()}`)?.topic).toBe(topic)
  })
  it.each([null, '', 'Hello', "I don't know", 'Reordering the shelves', 'Bien reçu, merci'])(
    'is none where no whole phrase stands: %s',
    (subject) => expect(topicOf(subject)).toBeUndefined(),
  )
})

describe('the shape of a subject', () => {
  it.each([
    ['Your order 4711 has left', 'Your order # has left'],
    ['Re[2]: Fwd: Invoice INV-2026/11', 'Invoice #'],
    ['Re: Fwd: Invoice INV-2026/11', 'Invoice #'],
    ['TR : Réunion du lundi 3 novembre à 14h30', 'Réunion du # à #'],
    ['Sale ends Friday, 20 % off', 'Sale ends # % off'],
    ['“A long title” was shared with ada@example.com', '# was shared with #'],
    [null, ''],
  ])('of %s is %s', (subject, shape) => expect(subjectShape(subject)).toBe(shape))
  it('is bounded and well formed', () => {
    const shape = subjectShape('😀'.repeat(1_000))
    expect(shape.length).toBeLessThanOrEqual(120)
    expect(shape.isWellFormed()).toBe(true)
  })
  it('takes time in proportion to a hostile subject', () => {
    for (const text of ['(', '"', '[', 're:', '# ', '1 ', 'january ']) subjectShape(text.repeat(100_000))
  })
})

it('tells people, programs, lists and automatic replies apart', () => {
  const plain = {
    fromEmail: 'zoe@shop.example',
    isAutoReply: false,
    isBounce: false,
    isMailingList: false,
    isNoReply: false,
  }
  expect(signalOf(plain)).toBe('human')
  expect(signalOf({ ...plain, fromEmail: null })).toBe('human')
  expect(signalOf({ ...plain, fromEmail: 'notifications@shop.example' })).toBe('automated')
  expect(signalOf({ ...plain, fromEmail: 'roberta@shop.example' })).toBe('human')
  expect(signalOf({ ...plain, isNoReply: true })).toBe('automated')
  expect(signalOf({ ...plain, isNoReply: true, isMailingList: true })).toBe('newsletter')
  expect(signalOf({ ...plain, isMailingList: true, isAutoReply: true })).toBe('auto')
  expect(signalOf({ ...plain, isBounce: true })).toBe('auto')
})
