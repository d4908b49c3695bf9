import { orders, products } from '../company/orders.ts'
import { domain, members, type Person } from '../company/people.ts'
import { suppliers } from '../company/suppliers.ts'
import { pdfOf, photoOf } from './files.ts'
import { amountIn, dayIn, type Letter, paragraphs, type Writer } from './letters.ts'

const invoiceLines = (number: string, company: string, ware: string, amount: string) => [
  company,
  '',
  `Invoice / Facture ${number}`,
  'Lumen, 12 quai Saint-Vincent, 69001 Lyon',
  '',
  ware,
  `Total: ${amount}`,
]

const prices = [184.5, 1284, 312, 2360.4, 468.9, 742, 3480]

export const sendInvoice: Writer = (_random, n): Letter => {
  const supplier = suppliers[n % suppliers.length] as (typeof suppliers)[number]
  const { language, company, prefix, ware } = supplier
  const number = `${prefix}-${3100 + n}`
  const amount = amountIn((prices[n % prices.length] ?? 0) + n, language)
  const due = dayIn(14 + (n % 15), language)
  const file = `${language === 'fr' ? 'facture' : 'invoice'}-${number}.pdf`
  const files = [pdfOf(file, invoiceLines(number, company, ware, amount))]
  if (language === 'fr')
    return {
      from: supplier,
      language,
      subject: `Facture ${number}`,
      text: paragraphs(
        'Bonjour,',
        `veuillez trouver ci-jointe notre facture ${number} d'un montant de ${amount}, à régler avant le ${due}.`,
        `Cordialement,\n${company}`,
      ),
      files,
    }
  return {
    from: supplier,
    language,
    subject: `Invoice ${number}`,
    text: paragraphs(
      'Dear customer,',
      `please find attached our invoice ${number} for ${ware}, ${amount}, due on ${due}.`,
      `Kind regards,\n${company}`,
    ),
    files,
  }
}

export const announceParcel: Writer = (random, n): Letter => {
  const { number } = orders[(n * 3) % orders.length] as (typeof orders)[number]
  const parcel = `PX${8_842_000 + n * 17}`
  return {
    from: { name: 'Parcelwise', email: 'no-reply@parcelwise.example' },
    language: 'en',
    subject: `Parcel ${parcel} has been ${random.pick(['collected', 'delivered'])}`,
    text: paragraphs(
      `Reference: ${number}`,
      `Your parcel ${parcel} is on its way through our network.`,
      'This mailbox is not monitored.',
    ),
    headers: ['Auto-Submitted: auto-generated'],
  }
}

export const announceReview: Writer = (random, n): Letter => {
  const { name } = random.pick(products)
  const stars = 3 + (n % 3)
  return {
    from: { name: 'Lampguide', email: 'no-reply@lampguide.example' },
    language: 'en',
    subject: `New review: ${stars} of 5 stars`,
    text: paragraphs(
      `A customer has given the ${name} ${stars} of 5 stars.`,
      'Reviews are shown on your page at lampguide.example.',
    ),
  }
}

const newsletters = [
  {
    from: { name: 'Light & Space', email: 'weekly@lightandspace.example' },
    language: 'en',
    title: 'Light & Space, issue',
    lead: 'Why the kitchens of 2027 are lit from below, and a visit to a glassblower in Murano.',
  },
  {
    from: { name: "Le Journal de l'Artisan", email: 'lettre@journal-artisan.example' },
    language: 'fr',
    title: "Le Journal de l'Artisan, n°",
    lead: 'Ce que change la nouvelle norme énergétique, et le portrait d’un atelier à Limoges.',
  },
] as const

export const sendNewsletter: Writer = (_random, n): Letter => {
  const { from, language, title, lead } = newsletters[n % 2] as (typeof newsletters)[number]
  const subject = `${title} ${120 + n}`
  const list = from.email.split('@')[1] ?? ''
  return {
    from,
    language,
    subject,
    text: paragraphs(subject, lead),
    html: `<html><body style="margin:0;background:#f4f1ea"><table width="100%" cellpadding="0" cellspacing="0"><tr><td align="center"><table width="560" cellpadding="24" style="background:#fff"><tr><td><h1 style="font-family:Georgia;color:#7a3b1d">${subject}</h1><p style="font-family:Georgia;font-size:17px;line-height:1.5">${lead}</p><p><a href="https://${list}/read/${n}" style="background:#7a3b1d;color:#fff;padding:10px 18px;text-decoration:none">${language === 'fr' ? 'Lire la suite' : 'Read on'}</a></p></td></tr></table></td></tr></table></body></html>`,
    headers: [`List-Id: <weekly.${list}>`, `List-Unsubscribe: <https://${list}/unsubscribe>`],
  }
}

const colleague = (key: string): Person =>
  members.find((one) => one.key === key) ?? { name: key, email: `${key}@${domain}` }

export const writeToColleagues: Writer = (random, n): Letter => {
  const from = colleague(n % 2 === 0 ? 'camille' : 'jonas')
  const topics: [string, string][] = [
    [
      'Photos for the autumn catalogue',
      'here are the first pictures of the Borealis series. The second one is my favourite. Shall we go with warm light throughout?',
    ],
    [
      'Stock of the Dune wall light',
      'we are down to 18 pieces in Bristol. I would order another 60 shades from Avonside before the holidays. Is that fine with you?',
    ],
    [
      'Trade fair in Frankfurt',
      'the stand is confirmed: hall 3, C41. Could you send me the list of the people who want to come?',
    ],
    [
      'Return rate in October',
      'it fell to 2.1 percent, mostly thanks to the new boxes. The figures are below. Let us talk about it on Thursday.',
    ],
    [
      'Prices from January',
      `the ${random.pick(products).name} has to go up a little, the driver costs us more. Proposal: plus 4 percent, everything else stays.`,
    ],
  ]
  const [subject, text] = topics[n % topics.length] as [string, string]
  return {
    from,
    language: 'en',
    subject,
    text: paragraphs('Hi Ada,', text, from.name.split(' ')[0] ?? ''),
    ...(subject.startsWith('Photos') && {
      files: [photoOf('borealis-1.png', [255, 214, 150]), photoOf('borealis-2.png', [190, 215, 255])],
    }),
    answer: paragraphs('Thank you, that sounds good to me.', 'Ada'),
  }
}

export const writeToSales: Writer = (random, n): Letter => {
  const shops = [
    { name: 'Maison Verlaine', email: 'achats@maison-verlaine.example' },
    { name: 'Galerie Obscura', email: 'bonjour@galerie-obscura.example' },
    { name: 'Atelier Nord', email: 'contact@atelier-nord.example' },
  ]
  const from = shops[n % shops.length] as Person
  const product = random.pick(products)
  const topics: [string, string][] = [
    [
      'Bon de commande',
      `nous souhaitons commander ${4 + (n % 9)} ${product.fr}s pour la boutique. Pouvez-vous confirmer le prix revendeur et le délai ?`,
    ],
    [
      'Rendez-vous au showroom',
      `serait-il possible de passer voir la collection d'automne le ${dayIn(5 + (n % 10), 'fr')} ?`,
    ],
    [
      'Visuels pour notre site',
      `auriez-vous des photos en haute définition de la ${product.fr} ? Notre site est mis à jour en fin de mois.`,
    ],
    [
      'Conditions de livraison',
      'livrez-vous également en Belgique, et à partir de quel montant les frais de port sont-ils offerts ?',
    ],
  ]
  const [subject, text] = topics[n % topics.length] as [string, string]
  return {
    from,
    language: 'fr',
    subject: `${subject}, ${from.name}`,
    text: paragraphs('Bonjour Camille,', text, `Bien à vous,\n${from.name}`),
    answer: paragraphs(
      'Bonjour,',
      'merci pour votre message. Je vous confirme tout cela dans la journée.',
      'Camille Roux',
    ),
  }
}

export const sendJunk: Writer = (_random, n): Letter => ({
  from: { name: 'Prize Department', email: `winner${n}@lucky-prizes.example` },
  language: 'en',
  subject: `You have been selected (${n})`,
  text: 'Congratulations! Reply with your bank details to receive your prize.',
})
