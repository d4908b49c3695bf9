import type { ModelReply, ModelRequest, ModelRule } from '../../server/test/model-server/types.ts'
import { assistantRules } from './assistant-script.ts'

// What the scripted model of the demonstration answers: rules of thumb instead of a mind, but about the mail at hand.

type Part = { label: string; id: string; text: string }

/** The parts of the material, as tasks quote them. */
function partsOf(request: ModelRequest): Part[] {
  const text = request.messages.at(-1)?.text ?? ''
  return text
    .split(/^===[0-9a-f]{24} /m)
    .slice(1, -1)
    .map((part) => {
      const [, label = '', id = ''] = /^(.*) \(([^)]*)\)$/.exec(part.split('\n')[0] ?? '') ?? []
      return { label, id, text: part.slice(part.indexOf('\n') + 1) }
    })
}

const subjectIn = (text: string) => /^Subject: (.*)$/m.exec(text)?.[1] ?? ''
const isFrench = (text: string) => /bonjour|cordialement|merci|commande |veuillez/i.test(text)

const signs: [category: string, sign: RegExp][] = [
  ['complaint', /damaged|flicker|crack|cassée|fendu|disappoint|décevant/i],
  ['return', /\breturn|send(ing)? back|retour|échange|renvoyer/i],
  ['quote', /quote|devis/i],
  ['order', /where is|delivery date|any news about order|où en est|date de livraison|suivi/i],
  ['question', /\?/],
]
const wordsOf = (text: string) => new Set(text.toLowerCase().match(/\p{L}{4,}/gu) ?? [])

/** An example with much the same subject decides; otherwise the first sign. */
function classify(request: ModelRequest): ModelReply {
  const parts = partsOf(request)
  const mail = parts.at(-1)?.text ?? ''
  const words = wordsOf(subjectIn(mail))
  const alike = parts.slice(0, -1).find(({ text }) => {
    const known = wordsOf(subjectIn(text))
    const common = [...words].filter((word) => known.has(word)).length
    return words.size > 1 && common / words.size >= 0.75
  })
  const taught = alike && /belongs to: (.*)$/.exec(alike.label)?.[1]
  if (taught && taught !== 'none') return { json: { labels: [taught], confidence: 0.96 } }
  // Subjects are read before texts, as a hurried person does.
  const found =
    signs.find(([, sign]) => sign.test(subjectIn(mail)))?.[0] ??
    signs.find(([, sign]) => sign.test(mail))?.[0]
  const offered = request.system.includes(`- ${found}:`)
  return { json: { labels: found && offered ? [found] : [], confidence: found ? 0.91 : 0.4 } }
}

const isoOf = (date: string) => {
  const months =
    'january|february|march|april|may|june|july|august|september|october|november|december|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre'.split(
      '|',
    )
  const [, day = '', month = '', year = ''] = /(\d{1,2}) (\p{L}+) (\d{4})/u.exec(date) ?? []
  const number = (months.indexOf(month.toLowerCase()) % 12) + 1
  return number > 0 ? `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}` : null
}

function extract(request: ModelRequest): ModelReply {
  const mail = partsOf(request).at(-1)?.text ?? ''
  const amount = /(\d[\d .,]*\d) EUR/.exec(mail)
  const french = isFrench(mail)
  const digits = amount?.[1]?.replaceAll(french ? /[ .]/g : /[ ,]/g, '').replace(',', '.')
  const due = /\d{1,2} \p{L}+ \d{4}/u.exec(mail)?.[0]
  const number = /\b[A-Z]{2}-\d{3,6}\b/.exec(mail)?.[0]
  const supplier = /^From: (.*?) </m.exec(mail)?.[1]
  const known: Record<string, { value: unknown; passage: string | null }> = {
    amount: { value: digits ? Number(digits) : null, passage: amount?.[0] ?? null },
    due: { value: due ? isoOf(due) : null, passage: due ?? null },
    number: { value: number ?? null, passage: number ?? null },
    supplier: { value: supplier ?? null, passage: supplier ?? null },
  }
  const wanted = Object.keys((request.schema?.properties ?? {}) as object)
  return {
    json: Object.fromEntries(wanted.map((name) => [name, known[name] ?? { value: null, passage: null }])),
  }
}

const cell = (row: string | undefined, column: string) =>
  new RegExp(`(?:^|; )${column}: ([^;]*)`).exec(row ?? '')?.[1]?.trim() ?? ''

const states: Record<string, [en: string, fr: string]> = {
  'in production': ['is still being made in our workshop', 'est encore en fabrication dans notre atelier'],
  packed: ['is packed and will leave us shortly', 'est emballée et partira sous peu'],
  shipped: ['has been handed to the carrier', 'a été remise au transporteur'],
  delivered: ['was delivered according to the carrier', 'a été livrée selon le transporteur'],
}

/** An answer about the order of the mail, from its row in the table. */
function compose(request: ModelRequest): ModelReply {
  const parts = partsOf(request)
  const mail = parts.findLast(({ label }) => label.startsWith('message'))
  const text = mail?.text ?? ''
  const number = /LU-\d+/.exec(text)?.[0]
  const row = parts.find((part) => part.label.startsWith('row') && number && part.text.includes(number))
  const [, first = ''] = /^From: (\S+)/m.exec(text) ?? []
  const french = isFrench(text)
  const at = french ? 1 : 0
  const state =
    states[cell(row?.text, 'status')]?.[at] ??
    (french ? 'est en cours de traitement' : 'is being looked into')
  const isOpen = /packed|production/.test(cell(row?.text, 'status'))
  const isReturn = signs[1]?.[1].test(text)
  const isComplaint = signs[0]?.[1].test(text)
  const english = [
    `Hello ${first},`,
    isComplaint
      ? `I am sorry about the damage to order ${number ?? ''}. We will send a replacement free of charge, and a voucher of 25 EUR.`
      : isReturn
        ? `of course you can return order ${number ?? ''} within 30 days. The return label is free and in your account.`
        : `thank you for your patience. Your order ${number ?? ''} ${state}${isOpen ? `; the shipping date is ${cell(row?.text, 'ships')}` : ''}.`,
    'Kind regards',
  ]
  const inFrench = [
    `Bonjour ${first},`,
    isComplaint
      ? `je suis désolée pour la commande ${number ?? ''}. Nous vous envoyons une pièce de remplacement sans frais, ainsi qu'un bon de 25 EUR.`
      : isReturn
        ? `vous pouvez bien sûr renvoyer la commande ${number ?? ''} sous 30 jours. L'étiquette de retour est gratuite et se trouve dans votre compte.`
        : `merci de votre patience. Votre commande ${number ?? ''} ${state}${isOpen ? ` ; la date d'expédition est le ${cell(row?.text, 'ships')}` : ''}.`,
    'Bien cordialement',
  ]
  return {
    json: {
      subject: `Re: ${subjectIn(text)}`.slice(0, 200),
      text: (french ? inFrench : english).join('\n\n'),
      language: french ? 'fr' : 'en',
      sources: [mail?.id, row?.id].filter((id) => id !== undefined),
    },
  }
}

type Group = { key: string; from: string; domain: string; subject: string; example: string }

/** What could be automated, by who writes. */
function analyse(request: ModelRequest): ModelReply {
  const { groups = [] } = JSON.parse(request.messages.at(-1)?.text ?? '{}') as { groups?: Group[] }
  const inFrench = /in French/.test(request.system)
  const none = { topic: 'none', action: 'none', label: '', folder: '', reply: '' }
  const answer = ({ key, from, subject, example }: Group) => {
    const name = example
      .replaceAll(/[#\d]+/g, '')
      .trim()
      .slice(0, 60)
    if (from === 'newsletter')
      return { ...none, key, name: inFrench ? 'Lettres d’information' : 'Newsletters', action: 'archive' }
    if (/parcel|colis/i.test(subject))
      return {
        ...none,
        key,
        name: inFrench ? 'Avis de colis' : 'Parcel notices',
        topic: 'parcel',
        action: 'label',
        label: inFrench ? 'colis' : 'parcels',
      }
    if (/invoice|facture/i.test(subject))
      return {
        ...none,
        key,
        name: inFrench ? 'Factures' : 'Invoices',
        topic: 'invoice',
        action: 'label',
        label: inFrench ? 'facture' : 'invoice',
      }
    if (/review/i.test(subject))
      return {
        ...none,
        key,
        name: inFrench ? 'Avis de clients' : 'Reviews',
        action: 'label',
        label: inFrench ? 'avis' : 'reviews',
      }
    if (/quote|devis/i.test(subject))
      return {
        ...none,
        key,
        name: inFrench ? 'Demandes de devis' : 'Quote requests',
        topic: 'quote_request',
        action: 'notify',
      }
    return { ...none, key, name }
  }
  return { json: { groups: groups.map(answer) } }
}

const yes: ModelReply = { json: { answer: 'yes', confidence: 0.9, score: 85 } }

export const modelRules: ModelRule[] = [
  { when: { system: 'You sort an e-mail' }, reply: classify },
  { when: { system: 'You read fields from an e-mail' }, reply: extract },
  { when: { system: /You write (the reply|a new e-mail)/ }, reply: compose },
  { when: { system: 'You look at groups of e-mail' }, reply: analyse },
  { when: { system: 'You answer one question about an e-mail' }, reply: yes },
  ...assistantRules,
]
